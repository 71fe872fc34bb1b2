/** The sample of mutants: one file of patches, each under a line that names it and says its kind. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Characters around what differs that a description shows. */
const CONTEXT = 24;

/**
 * @returns the commit that the sample was drawn from, and its mutants: id, kind, file, patch, and a
 *   `digest` of the patch, so that a result is not taken for one of another patch with the same id
 */
export function readSample(file) {
  const [preface, ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const commit = /^# Drawn from commit ([0-9a-f]{40})/m.exec(preface)?.[1];
  if (!commit) throw new Error(`${file} does not say which commit it was drawn from.`);
  const mutants = sections.map((section) => {
    const [, id, kind] = /^## (\S+), (.+)$/m.exec(section) ?? [];
    const source = /^\+\+\+ b\/(.+)$/m.exec(section)?.[1];
    if (!id || !source)
      throw new Error(`${file} has a mutant without a name or a file:\n${section}`);
    const patch = section.slice(section.indexOf('\n') + 1);
    const digest = createHash('sha256').update(patch).digest('hex').slice(0, 12);
    return { id, kind, file: source, patch, digest };
  });
  const ids = mutants.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${file} has two mutants ${twice}.`);
  return { commit, mutants };
}

/** What a mutant changes, in a line: 'count >= 1 → count > 1'; of what is removed, its beginning. */
export function describeChange({ patch }) {
  const lines = (sign) =>
    patch
      .split('\n')
      .filter((line) => line.startsWith(sign) && !/^(---|\+\+\+) [ab]\//.test(line))
      .map((line) => line.slice(1).trim());
  const [before, after] = [lines('-'), lines('+')];
  if (after.length === 0) {
    const [first, ...others] = before;
    return `removed: ${first}${others.length > 0 ? ' …' : ''}`;
  }
  const [one, other] = [before.join(' '), after.join(' ')];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = one.lastIndexOf(' ', Math.max(0, start - CONTEXT)) + 1;
  const cut = (text) => {
    const to = text.indexOf(' ', text.length - end + CONTEXT);
    return `${from > 0 ? '… ' : ''}${text.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : ' …'}`;
  };
  return `${cut(one)} → ${cut(other)}`;
}
