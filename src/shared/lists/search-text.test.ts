import { expect, test } from 'vitest';
import { listQuery } from './list-query.ts';
import { MAX_SEARCH, searchedFor } from './search-text.ts';

test.each([
  ['  Harbor & Pine ', 'Harbor & Pine'],
  ['x'.repeat(5_000), 'x'.repeat(200)],
  [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
  [`${'x'.repeat(199)}🌲`, 'x'.repeat(199)],
  [`${'x'.repeat(198)}🌲`, `${'x'.repeat(198)}🌲`],
  [' ', ''],
])('%j is searched for as the call takes it', (text, search) => {
  expect(searchedFor(text)).toBe(search);
  expect(listQuery.safeParse({ search: searchedFor(text) }).success).toBe(true);
});

test('a longer one is refused by name', () => {
  const { error } = listQuery.safeParse({ search: 'x'.repeat(MAX_SEARCH + 1) });
  expect(error?.issues[0]?.message).toBe('search must be at most 200 characters');
});
