import { describe, expect, test } from 'vitest';
import { INVOICE_FILTERS } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import type { InvoicePages } from './list-cache.ts';
import {
  firstPage,
  isNarrowedKey,
  statusOfKey,
  withInvoice,
  withoutInvoices,
} from './list-cache.ts';

const row = (
  id: number,
  status: Invoice['status'] = 'sent',
  standing: Invoice['standing'] = status,
) => ({ id, status, standing }) as Invoice;
const data: InvoicePages = {
  pages: [{ headers: { 'x-next-cursor': 'c' }, body: [row(1), row(2)] }, { body: [row(3)] }],
  pageParams: [undefined, 'c'],
};
const listIds = (pages: InvoicePages) => pages.pages.map((page) => page.body.map(({ id }) => id));

test('the filter of a list is read from its key', () => {
  expect(statusOfKey([['invoices', 'list'], { input: { status: 'paid' } }])).toBe('paid');
  expect(statusOfKey([['invoices', 'list'], { input: {} }])).toBe('all');
  expect(statusOfKey([['invoices', 'list']])).toBe('all');
});

test('so is whether a change may move a row', () => {
  const key = (input?: object) => [['invoices', 'list'], { input, type: 'infinite' }];
  expect(isNarrowedKey(key({ limit: 50, status: 'paid' }))).toBe(false);
  expect(isNarrowedKey(key())).toBe(false);
  for (const input of [{ search: 'a' }, { sort: '-total' }, { from: '2026-11-01' }]) {
    expect(isNarrowedKey(key({ limit: 50, ...input }))).toBe(true);
  }
});

describe('withoutInvoices', () => {
  test('takes rows out and keeps cursors and untouched pages', () => {
    const next = withoutInvoices(data, new Set([2]));
    expect(listIds(next)).toEqual([[1], [3]]);
    expect(next.pages[0]?.headers).toEqual({ 'x-next-cursor': 'c' });
    expect(next.pages[1]).toBe(data.pages[1]);
  });

  test('a list without them stays the same object', () => {
    expect(withoutInvoices(data, new Set([9]))).toBe(data);
  });
});

describe('withInvoice', () => {
  test('shows the newer state in place', () => {
    const next = withInvoice(data, row(3, 'paid'), 'all');
    expect(next.pages[1]?.body[0]?.status).toBe('paid');
    expect(next.pages[0]).toBe(data.pages[0]);
  });

  test('leaves a list whose filter it no longer meets', () => {
    expect(listIds(withInvoice(data, row(2, 'paid'), 'sent'))).toEqual([[1], [3]]);
  });

  test('never adds a row to a list that did not have it', () => {
    expect(withInvoice(data, row(9), 'all')).toBe(data);
  });
});

test('firstPage keeps one page and its cursor', () => {
  expect(listIds(firstPage(data))).toEqual([[1, 2]]);
  expect(firstPage(data).pageParams).toEqual([undefined]);
});

test.each([
  ['draft', 'draft', ['all', 'draft']],
  ['sent', 'sent', ['all', 'unpaid', 'sent']],
  ['sent', 'nothing_due', ['all', 'sent']],
  ['overdue', 'overdue', ['all', 'unpaid', 'overdue']],
  ['paid', 'paid', ['all', 'paid', 'paid_or_credited']],
  ['paid', 'refunded', ['all', 'paid', 'paid_or_credited']],
  ['paid', 'credited', ['all', 'paid', 'paid_or_credited']],
  ['paid', 'written_off', ['all', 'paid', 'written_off']],
] as const)('one that is %s and %s stays in the lists under %j', (status, standing, filters) => {
  const changed = row(2, status, standing);
  const holds = INVOICE_FILTERS.filter((filter) =>
    listIds(withInvoice(data, changed, filter))
      .flat()
      .includes(2),
  );
  expect(holds).toEqual(filters);
});
