import { expect, test } from 'vitest';
import { isAppPath, MEANT_SCREENS } from '../../shared/pages/app-paths.ts';
import { closestPath } from './closest-path.ts';

test.each([
  ['/invioces', '/invoices'],
  ['/Customer', '/customers'],
  ['/bilings', '/billing'],
  ['/business-profiles', '/business-profile'],
  ['/x', undefined],
  ['/some/where/else', undefined],
  [`/${'a'.repeat(5_000)}`, undefined],
])('%s may have meant %s', (path, meant) => {
  expect(closestPath(path)).toBe(meant);
});

test('every path that may be meant is a screen', () => {
  expect(MEANT_SCREENS.filter((path) => !isAppPath(path))).toEqual([]);
});
