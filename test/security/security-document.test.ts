import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** docs/security.md says what holds and which test shows it: it must not outlive either. */
const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = [
  ...text.matchAll(/^\| (\d[^|\n]*) \|([^|\n]*)\|([^|\n]*)\|([^|\n]*)\|([^|\n]*)\|$/gm),
].map(([, number = '', what = '', state = '', , tests = '']) => ({
  number,
  what: what.trim(),
  state: state.trim(),
  tests: tests.trim(),
}));

test('every test that it names is there', () => {
  const files = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path));
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const cited = [...text.matchAll(/`([\w/-]+\.(?:test|e2e)\.tsx?) › ([^`]+)`/g)];
  expect(cited.length).toBeGreaterThan(100);
  const missing = cited.filter(([, file = '', name = '']) => {
    const named = files.filter((path) => path.endsWith(`/${file}`));
    const source = named.length === 1 ? (sources.get(named[0] ?? '') ?? '') : '';
    return !["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});

test('every file and folder that it names is there', () => {
  const spans = [...text.matchAll(/`((?:server|shared|web)\/[^`\s]+\.(?:tsx?|typ))`/g)].map(
    ([, path = '']) => `src/${path}`,
  );
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => join('docs', path));
  expect(spans.length).toBeGreaterThan(30);
  expect([...spans, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every requirement has a state, once, and what does not hold whole has its reason', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(200);
  expect(new Set(numbers).size).toBe(numbers.length);
  const states = ['holds', 'partly', 'does not hold', 'not applicable'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ what, tests }) => what === '' || tests === '')).toEqual([]);
  const gaps = [...text.matchAll(/^\| ([\d., ]+) \| [^|\n]+ \|$/gm)].flatMap(([, listed = '']) =>
    listed.split(', '),
  );
  const open = rows.filter(({ state }) => state === 'partly' || state === 'does not hold');
  expect(gaps.toSorted()).toEqual(open.map(({ number }) => number).toSorted());
});
