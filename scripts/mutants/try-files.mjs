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
  while (left.length > 0) {
    const { passed, failure } = await runFiles(copy, part, left, known);
    Object.assign(times, passed);
    left = left.filter((file) => passed[file] === undefined);
    if (!failure) break;
    if (failure.isUnclear) return { times, doubtful, failure };
    // Where nobody knows whose failure it is, all are asked again.
    const suspects = failure.file === undefined ? files : [failure.file];
    const again = await runFiles(copy, part, suspects, known);
    if (again.failure) return { times, doubtful, failure: again.failure };
    Object.assign(times, again.passed);
    doubtful.push(failure.file ?? failure.test);
    left = left.filter((file) => !suspects.includes(file));
  }
  return { times, doubtful, failure: undefined };
}
