/** The list of expenses: every sort and filter against the same done in memory over the whole list. */
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import { expenseInput } from '../../../shared/expenses/expense.contract.ts';
import type { ExpenseSort } from '../../../shared/lists/list-sorts.ts';
import { EXPENSE_SORTS } from '../../../shared/lists/list-sorts.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createCustomer } from '../customers/save-customer.ts';
import type { ExpenseListQuery } from './expense.store.ts';
import { listExpenses, summarizeExpenses } from './expense.store.ts';
import { createExpense, deleteExpense } from './save-expense.ts';

const OWN = 'USD';
/** Before and after the business's own by their codes. */
const CURRENCIES = [OWN, OWN, 'AED', 'ZAR', OWN, 'EUR'];
const CATEGORIES = ['Travel', 'Equipment', 'Internet & Phone', 'Other', 'Travel'];

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** As the server is to sort, ties by number. */
function inOrder(rows: readonly Expense[], sort: ExpenseSort): Expense[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const byDay = (a: Expense, b: Expense) =>
    compare(a.expenseDate, b.expenseDate) || compare(a.id, b.id);
  return rows.toSorted((a, b) => {
    if (sort.endsWith('expenseDate')) return sign * byDay(a, b);
    if (sort.endsWith('category')) return sign * (compare(a.category, b.category) || byDay(b, a));
    return (
      compare(a.currency !== OWN, b.currency !== OWN) ||
      sign *
        (compare(a.currency, b.currency) ||
          compare(Number(a.amount), Number(b.amount)) ||
          compare(a.id, b.id))
    );
  });
}

describeOnDatabase('the sorted list of expenses', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  // None of these has a receipt.
  const services = { db, clock, log: pino({ level: 'silent' }), files: {} as FileStore };
  let owner: string;
  let eve: string;
  let customer: number;
  let all: Expense[];

  const list = (query: ExpenseListQuery, by = owner) => listExpenses(db.orm, by, query);
  const idsOf = (rows: readonly Expense[]) => rows.map(({ id }) => id);

  /** Page by page, as a list that somebody scrolls. */
  async function walk(query: ExpenseListQuery, limit: number): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, limit, cursor });
      ids.push(...idsOf(page.rows));
      cursor = page.next;
    } while (cursor !== undefined);
    return ids;
  }

  async function fill(by: string): Promise<number> {
    const { id } = await createCustomer(services, by, aCustomer({ name: 'Marta' }));
    for (let n = 0; n < 30; n += 1) {
      const input = expenseInput.parse({
        category: CATEGORIES[n % CATEGORIES.length],
        description: n % 3 === 1 ? `Garden tools ${n}` : `Tickets ${n}`,
        currency: CURRENCIES[n % CURRENCIES.length],
        // Few amounts and few days: many are alike.
        amount: String(100 * (1 + (n % 4))),
        expenseDate: `2026-${n % 3 === 0 ? '10' : '11'}-0${1 + (n % 5)}`,
        customerId: n % 4 === 0 ? id : null,
      });
      await createExpense(services, by, input);
    }
    return id;
  }

  beforeAll(async () => {
    [owner, eve] = [await makeOwner(db), await makeOwner(db)];
    customer = await fill(owner);
    await fill(eve);
    const [gone] = (await list({ limit: 1 })).rows;
    await deleteExpense(services, owner, gone?.id ?? 0);
    all = (await list({})).rows;
    expect(all).toHaveLength(29);
  });

  it('is as before where no order is asked for', async () => {
    expect(idsOf(all)).toEqual(idsOf(inOrder(all, '-expenseDate')));
    const { next = '' } = await list({ limit: 4 });
    const last = all[3];
    expect(JSON.parse(Buffer.from(next, 'base64url').toString())).toEqual([
      last?.expenseDate,
      last?.id,
    ]);
  });

  it.each(EXPENSE_SORTS)('by %s: nothing twice, nothing lost, ties by number', async (sort) => {
    const expected = idsOf(inOrder(all, sort));
    expect(idsOf((await list({ sort })).rows)).toEqual(expected);
    for (const limit of [1, 7, 29, 200]) {
      expect(await walk({ sort }, limit), `pages of ${limit}`).toEqual(expected);
    }
  });

  it.each(EXPENSE_SORTS)('by %s, under each filter', async (sort) => {
    const filters: [ExpenseListQuery, (expense: Expense) => boolean][] = [
      [{ category: 'Travel' }, ({ category }) => category === 'Travel'],
      [{ from: '2026-11-02' }, ({ expenseDate }) => expenseDate >= '2026-11-02'],
      [{ to: '2026-10-31' }, ({ expenseDate }) => expenseDate <= '2026-10-31'],
      [{ customerId: customer }, ({ customerId }) => customerId === customer],
      [{ search: 'tools garden' }, ({ description }) => description.startsWith('Garden')],
      [
        { category: 'Equipment', customerId: customer, from: '2026-10-02', to: '2026-11-30' },
        (one) =>
          one.category === 'Equipment' &&
          one.customerId === customer &&
          one.expenseDate >= '2026-10-02',
      ],
    ];
    for (const [filter, matches] of filters) {
      const expected = inOrder(all.filter(matches), sort);
      expect(expected.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(await walk({ ...filter, sort }, 4), JSON.stringify(filter)).toEqual(idsOf(expected));
      const { count } = await summarizeExpenses(db.orm, owner, filter);
      expect(count).toBe(expected.length);
    }
  });

  it.each(EXPENSE_SORTS)('by %s takes no cursor of another sort', async (sort) => {
    for (const other of EXPENSE_SORTS) {
      const { next } = await list({ sort: other, limit: 3 });
      const read = list({ sort, limit: 3, cursor: next });
      if (other === sort) expect((await read).rows).toHaveLength(3);
      else await expect(read, other).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it.each([
    ['no day', ['Travel', 1, 'category']],
    ['no category', ['2026-11-20 ', 1, 'category']],
    ['a day that is none', ['2026-02-30 Travel', 1, 'category']],
    ['an amount without a currency', ['107.00', 1, '-amount']],
    ['a currency that is none', ['ABC 107.00', 1, '-amount']],
    ['no number', ['2026-11-20 Travel', '1', 'category']],
  ])('a cursor with %s is refused', async (_what, parts) => {
    const sort = parts[2] as ExpenseSort;
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    await expect(list({ sort, limit: 3, cursor })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'cursor is not one that a list has given',
    });
  });

  it('holds nothing of another business', async () => {
    for (const sort of EXPENSE_SORTS) {
      const theirs = new Set(idsOf((await list({ sort, limit: 200 }, eve)).rows));
      expect(theirs.size).toBe(30);
      expect(all.filter(({ id }) => theirs.has(id))).toEqual([]);
    }
  });
});
