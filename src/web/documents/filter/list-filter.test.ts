import { describe, expect, test } from 'vitest';
import { EXPENSE_CATEGORIES } from '../../../shared/expenses/expense-categories.ts';
import type { ListFilter } from './list-filter.ts';
import {
  DOCUMENT_FILTERS,
  describeFilter,
  isNarrowed,
  readListFilter,
  toAddress,
} from './list-filter.ts';

const read = (address: string, fields = DOCUMENT_FILTERS.invoice) =>
  readListFilter(new URLSearchParams(address), fields);

describe('readListFilter', () => {
  test('reads what the address says', () => {
    const all =
      'customerId=12&from=2026-10-01&to=2026-10-31&minTotal=100&maxTotal=477.50&currency=EUR&sort=-total';
    expect(read(all)).toEqual({
      customerId: 12,
      from: '2026-10-01',
      to: '2026-10-31',
      minTotal: '100',
      maxTotal: '477.50',
      currency: 'EUR',
      sort: '-total',
    });
    expect(read('')).toEqual({});
  });

  test.each([
    'customerId=0',
    'customerId=1.5',
    'customerId=x',
    'from=2026-02-30',
    'from=2026-10-01T10:00',
    'to=1999-12-31',
    'from=2026-10-02&to=2026-10-01',
    'minTotal=-1',
    'minTotal=1e9',
    'minTotal=1,000',
    'maxTotal=1.2345',
    'minTotal=10&maxTotal=9',
    'currency=ABC',
    'sort=-issueDate',
    'sort=expiryDate',
    'sort=customer',
    'category=Travel',
  ])('passes over %s', (address) => {
    expect(read(address)).toEqual({});
  });

  test('takes what its list knows', () => {
    const expenses = { days: 'Expense date', categories: EXPENSE_CATEGORIES };
    expect(
      readListFilter(new URLSearchParams('category=Travel&minTotal=1&sort=total'), expenses),
    ).toEqual({ category: 'Travel' });
    expect(read('sort=expiryDate', DOCUMENT_FILTERS.estimate as never)).toEqual({
      sort: 'expiryDate',
    });
  });

  test('an address that was written is read as the same', () => {
    const filter: ListFilter = {
      customerId: 3,
      from: '2026-11-01',
      maxTotal: '9.50',
      sort: 'total',
    };
    const written = Object.entries(toAddress(filter)).filter(([, value]) => value !== null);
    expect(read(String(new URLSearchParams(written as [string, string][])))).toEqual(filter);
    expect(Object.values(toAddress({})).every((value) => value === null)).toBe(true);
  });
});

test('an order narrows nothing', () => {
  expect(isNarrowed({ sort: 'total' })).toBe(false);
  expect(isNarrowed({ sort: 'total', currency: 'EUR' })).toBe(true);
});

describe('describeFilter', () => {
  const labels = (filter: ListFilter, customer?: string) =>
    describeFilter(filter, {
      days: 'Date issued',
      today: '2026-11-20',
      customer,
      currency: 'USD',
    }).map(({ label }) => label);

  test.each<[ListFilter, string]>([
    [{ category: 'Travel' }, 'Category: Travel'],
    [{ from: '2026-11-01', to: '2026-11-30' }, 'Date issued: This month'],
    [{ from: '2026-10-01', to: '2026-10-31' }, 'Date issued: Last month'],
    [{ from: '2026-10-01', to: '2026-12-31' }, 'Date issued: This quarter'],
    [{ from: '2026-01-01', to: '2026-12-31' }, 'Date issued: This year'],
    [{ from: '2025-01-01', to: '2025-12-31' }, 'Date issued: Last year'],
    [{ from: '2026-10-02', to: '2026-10-31' }, 'Date issued: Oct 02, 2026 to Oct 31, 2026'],
    [{ from: '2026-10-02', to: '2026-10-02' }, 'Date issued: Oct 02, 2026'],
    [{ from: '2026-10-02' }, 'Date issued: from Oct 02, 2026'],
    [{ to: '2026-10-31' }, 'Date issued: until Oct 31, 2026'],
    [{ minTotal: '100' }, 'Amount: from $100.00'],
    [{ maxTotal: '477.5' }, 'Amount: up to $477.50'],
    [{ minTotal: '100', maxTotal: '477.5', currency: 'EUR' }, 'Amount: €100.00 to €477.50'],
    [{ minTotal: '100.255', currency: 'JPY' }, 'Amount: from 100.255'],
    [{ currency: 'EUR' }, 'Currency: EUR'],
  ])('%j', (filter, label) => {
    expect(labels(filter)).toEqual([label]);
  });

  test('a customer has a name once it is known', () => {
    expect(labels({ customerId: 3 })).toEqual(['Customer: …']);
    expect(labels({ customerId: 3 }, 'Harbor & Pine')).toEqual(['Customer: Harbor & Pine']);
    expect(labels({ sort: 'total' })).toEqual([]);
  });
});
