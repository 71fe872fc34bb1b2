import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './source-files.ts';

const exportedBy = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)].map(
    ([, name = '']) => name,
  );

/** What works on, or counts, more than the owners that a file has made. */
const beyondOwners = [
  ...filesBelow('src/server')
    .filter((file) => file.endsWith('.job.ts'))
    .flatMap(exportedBy),
  'drain',
  'readAcrossOwners',
  'recordStatements',
  'emptyAllTables',
];
const calls = new RegExp(String.raw`\b(${beyondOwners.join('|')})\(`);
/** An account with an address that others sign up with as well. */
const namesAccount = /\bsignUp\('[^']+@/;
const changesSchema = /\b(create|alter|drop) (table|index|function|trigger)\b/i;

/** Says what of a test file's text needs a database that nobody else has written into. */
function findNeed(text: string): string | undefined {
  if (!/\b(describeOnDatabase|onEveryDatabase)\(/.test(text)) return undefined;
  if (/\bowned: true\b/.test(text)) return undefined;
  return calls.exec(text)?.[1] ?? changesSchema.exec(text)?.[0] ?? namesAccount.exec(text)?.[0];
}

it('what works across owners has a database of its own', () => {
  const tests = [...filesBelow('src'), ...filesBelow('test')].filter((file) =>
    file.endsWith('.test.ts'),
  );
  expect(tests.length).toBeGreaterThan(200);
  const found = tests
    .map((file) => ({ file, need: findNeed(readFileSync(file, 'utf8')) }))
    .filter(({ need }) => need !== undefined);
  expect(found).toEqual([]);
});

it('is noticed where it has none', () => {
  const suite = (body: string, options = '') =>
    `describeOnDatabase('a', (db) => {${body}}${options})`;
  expect(findNeed(suite('await app.services.jobs.drain()'))).toBe('drain');
  expect(findNeed(suite('await markOverdue(db, clock)'))).toBe('markOverdue');
  expect(findNeed(suite('await db.pool.query("ALTER TABLE a ADD b int")'))).toBe('ALTER TABLE');
  expect(findNeed(suite("await app.signUp('ada@example.com')"))).toBe("signUp('ada@");
  expect(findNeed(suite('await jobs.drain()', ', { owned: true }'))).toBeUndefined();
  expect(findNeed(suite('await app.inject("/")'))).toBeUndefined();
});
