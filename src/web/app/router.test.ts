import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { isAppPath } from '../../shared/pages/app-paths.ts';
import { ACCOUNT_REPORTS } from '../../shared/reports/account-reports.ts';
import { routes } from './router.tsx';

/** What may stand for the parts of an address that are not fixed. */
const PARTS: Record<string, readonly string[]> = { ':id': ['7'], ':report': ACCOUNT_REPORTS };

const listAddresses = (all: readonly RouteObject[]): string[] =>
  all.flatMap(({ path, children }) => [
    ...(path === undefined || path === '*' ? [] : filled(`/${path}`)),
    ...listAddresses(children ?? []),
  ]);

function filled(path: string): string[] {
  const part = path.split('/').find((each) => each.startsWith(':'));
  if (part === undefined) return [path];
  const values = PARTS[part];
  if (!values) throw new Error(`What can ${part} be?`);
  return values.flatMap((value) => filled(path.replace(part, value)));
}

test('every page of the router is one that the server knows, so that it can be reloaded', () => {
  const addresses = listAddresses(routes);
  expect(addresses).toContain('/reports/taxes');
  expect(addresses.filter((path) => !isAppPath(path))).toEqual([]);
});

test('an address without a page is none of the application', () => {
  const others = ['/reports/sales', '/reports/taxes/7', '/items/7', '/credit-notes/new', '/x'];
  expect(others.filter((path) => isAppPath(path))).toEqual([]);
});
