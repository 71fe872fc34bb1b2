import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/map.md', 'docs/glossary.md'];

test.each(PAGES)('%s names files that are there', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = [
    ...text.matchAll(/`((?:src|test|bench|scripts|packages|migrations|docs)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  if (page !== 'docs/glossary.md') expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
