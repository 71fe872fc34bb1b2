import { runFiles } from './run-files.mjs';

/**
 * Runs files until one fails, and fails again by itself: a test that fails once beside others, on
 * a busy machine, has found nothing.
 * @returns milliseconds of each file, the failure if there is one, and which files failed only once
 */
export async function tryFiles(copy, part, files, known) {
  const times = {};
  const doubtful = [];
  let left = files;
  let isSecond = false;
  while (left.length > 0) {
    const { passed, failure } = await runFiles(copy, part, left, known);
    Object.assign(times, passed);
    left = left.filter((file) => passed[file] === undefined);
    if (!failure) break;
    if (failure.file === undefined) {
      // Nobody knows whose failure it is: what is left is asked once more.
      if (isSecond) return { times, doubtful, failure };
      isSecond = true;
      continue;
    }
    const again = await runFiles(copy, part, [failure.file], known);
    if (again.failure) return { times, doubtful, failure: again.failure };
    Object.assign(times, again.passed);
    doubtful.push(failure.file);
    left = left.filter((file) => file !== failure.file);
  }
  return { times, doubtful, failure: undefined };
}
