import { describe, expect, test } from 'vitest';
import { expenseContract } from '../expenses/expense.contract.ts';
import { documentListQuery, documentSummaryQuery } from './list-query.ts';
import { DOCUMENT_SORTS, EXPENSE_SORTS } from './list-sorts.ts';

const query = documentListQuery(['all', 'draft'], DOCUMENT_SORTS.invoice);

/** As an address has it: all of it text. */
const refusals = (input: object) =>
  query
    .safeParse(input)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('what narrows a list of documents', () => {
  test('is read as it was sent', () => {
    const sent = {
      from: '2026-10-01',
      to: '2026-10-31',
      customerId: '12',
      minTotal: '100',
      maxTotal: '477.5',
      currency: 'eur',
      sort: '-total',
      status: 'draft',
    };
    expect(query.parse(sent)).toEqual({
      ...sent,
      customerId: 12,
      minTotal: '100.00',
      maxTotal: '477.50',
      currency: 'EUR',
    });
    expect(query.parse({})).toEqual({});
    expect(query.parse({ from: '2026-10-01', to: '2026-10-01' })).toEqual({
      from: '2026-10-01',
      to: '2026-10-01',
    });
  });

  test.each([
    [{ from: '2026-02-30' }, 'from: from must be a date such as 2026-01-31'],
    [{ from: 'yesterday' }, 'from: from must be a date such as 2026-01-31'],
    [{ to: '1999-12-31' }, 'to: to must be in the years 2000 to 2099'],
    [{ to: '' }, 'to: to is required'],
    [{ to: '2'.repeat(101) }, 'to: to must be a date such as 2026-01-31'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to: to must not be before from'],
    [{ customerId: 'x' }, 'customerId: customerId must be the number of a customer'],
    [{ customerId: '0' }, 'customerId: customerId must be the number of a customer'],
    [{ customerId: '1.5' }, 'customerId: customerId must be the number of a customer'],
    [{ minTotal: 'much' }, 'minTotal: minTotal must be a number'],
    [{ minTotal: '-1' }, 'minTotal: minTotal must not be negative'],
    [{ minTotal: '1.2345' }, 'minTotal: minTotal must be a number with at most three decimals'],
    [{ maxTotal: '1e15' }, 'maxTotal: maxTotal must be a number'],
    [{ maxTotal: '9'.repeat(13) }, 'maxTotal: maxTotal must be at most 999,999,999,999.999'],
    [{ minTotal: '10', maxTotal: '9.99' }, 'maxTotal: maxTotal must not be below minTotal'],
    [{ currency: 'ABC' }, 'currency: currency must be a currency code, such as USD or EUR'],
    [{ sort: 'customer' }, `sort: sort must be one of ${DOCUMENT_SORTS.invoice.join(', ')}`],
    [{ sort: 'expiryDate' }, `sort: sort must be one of ${DOCUMENT_SORTS.invoice.join(', ')}`],
    [{ status: 'gone' }, 'status: status must be one of all, draft'],
  ])('%j is refused', (input, message) => {
    expect(refusals(input)).toEqual([message]);
  });

  test.each([
    ['limit', 'limit must be a whole number from 1 to 200'],
    ['customerId', 'customerId must be the number of a customer'],
    ['minTotal', 'minTotal must be a number'],
    ['maxTotal', 'maxTotal must be a number'],
  ])('%s is written in plain digits', (name, message) => {
    for (const value of [
      '0x5',
      '0b1',
      '1e2',
      ' 5 ',
      '5 ',
      '+5',
      '.5',
      '5.',
      '٥',
      '5_0',
      '1,0',
      '',
    ]) {
      expect(refusals({ [name]: value }), value).toEqual([`${name}: ${message}`]);
    }
    expect(refusals({ [name]: ['5', '6'] })).toEqual([`${name}: ${message}`]);
    expect(refusals({ [name]: '5' })).toEqual([]);
  });

  test('9 is below 10, as numbers are', () => {
    expect(refusals({ minTotal: '9', maxTotal: '10' })).toEqual([]);
  });

  test('and their sums alike', () => {
    const { error } = documentSummaryQuery.safeParse({ from: '2026-11-02', to: '2026-11-01' });
    expect(error?.issues.map(({ message }) => message)).toEqual(['to must not be before from']);
  });
});

test('expenses are sorted by what they have', () => {
  const schema = expenseContract.list['~orpc'].inputSchema;
  for (const sort of EXPENSE_SORTS) expect(schema?.safeParse({ sort }).success).toBe(true);
  for (const sort of ['total', '-issueDate', 'vendor', '']) {
    const { error } = schema?.safeParse({ sort }) ?? {};
    expect(error?.issues[0]?.message).toBe(`sort must be one of ${EXPENSE_SORTS.join(', ')}`);
  }
});

test('expenses are narrowed by their categories', () => {
  for (const call of [expenseContract.list, expenseContract.summary]) {
    const schema = call['~orpc'].inputSchema;
    expect(schema?.safeParse({ category: 'Travel', from: '2026-11-01' }).success).toBe(true);
    const { error } = schema?.safeParse({ category: 'Yachts' }) ?? {};
    expect(error?.issues[0]?.message).toMatch(/^category must be one of Office Supplies, /);
    const before = schema?.safeParse({ from: '2026-11-02', to: '2026-11-01' });
    expect(before?.error?.issues[0]?.message).toBe('to must not be before from');
  }
});
