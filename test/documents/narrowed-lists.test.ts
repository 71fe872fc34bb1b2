/** Lists of documents: every sort and filter against the same done in memory over the whole list. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  listCreditNotes,
  summarizeCreditNotes,
} from '../../src/server/features/credit-notes/read-credit-notes.ts';
import { createCreditNote } from '../../src/server/features/credit-notes/save-credit-note.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import type { DocumentListQuery } from '../../src/server/features/documents/index.ts';
import {
  listEstimates,
  summarizeEstimates,
} from '../../src/server/features/estimates/read-estimates.ts';
import { createEstimate } from '../../src/server/features/estimates/save-estimate.ts';
import { deleteInvoice } from '../../src/server/features/invoices/delete-invoice.ts';
import type { InvoiceListQuery } from '../../src/server/features/invoices/read-invoices.ts';
import {
  listInvoices,
  summarizeInvoices,
} from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { findEverything } from '../../src/server/features/search/find-everything.ts';
import type { DocumentSort } from '../../src/shared/lists/list-sorts.ts';
import { DOCUMENT_SORTS } from '../../src/shared/lists/list-sorts.ts';
import { countAndSum } from '../../src/shared/money/count-and-sum.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCreditNote } from '../factories/credit-note.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';

interface Row {
  id: number;
  customerId: number;
  issueDate: string;
  nextDueDate?: string;
  expiryDate?: string;
  status: string;
  currency: string;
  total: string;
}

const OWN = 'USD';
/** Before and after the business's own by their codes. */
const CURRENCIES = [OWN, OWN, OWN, 'AED', 'ZAR', 'EUR'];
const NOT_OURS = 'cursor is not one that a list has given';

/** As the server is to sort, ties by number. */
function inOrder<R extends Row>(rows: readonly R[], sort: DocumentSort): R[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace('-', '') as 'issueDate' | 'nextDueDate' | 'expiryDate' | 'total';
  const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
  return rows.toSorted((a, b) => {
    if (name !== 'total') {
      return sign * (compare(a[name] ?? '', b[name] ?? '') || compare(a.id, b.id));
    }
    return (
      compare(a.currency !== OWN, b.currency !== OWN) ||
      sign *
        (compare(a.currency, b.currency) ||
          compare(Number(a.total), Number(b.total)) ||
          compare(a.id, b.id))
    );
  });
}

describeOnDatabase('narrowed and sorted lists of documents', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock };
  let owner: string;
  let eve: string;
  let customers: number[];
  let all: Record<'invoice' | 'estimate' | 'credit_note', Row[]>;

  const lists = {
    invoice: (query: DocumentListQuery, by = owner) =>
      listInvoices(db.orm, by, query as InvoiceListQuery, clock.now()),
    estimate: (query: DocumentListQuery, by = owner) => listEstimates(db.orm, by, query),
    credit_note: (query: DocumentListQuery, by = owner) => listCreditNotes(db.orm, by, query),
  };
  type Kind = keyof typeof lists;

  /** Page by page, as a list that somebody scrolls. */
  async function walk(kind: Kind, query: DocumentListQuery, limit = 7): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await lists[kind]({ ...query, limit, cursor });
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    return ids;
  }

  const priced = (n: number) => ({
    currency: CURRENCIES[n % CURRENCIES.length] ?? OWN,
    // Few amounts and few days: many are alike.
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: `${100 * (1 + (n % 4))}.5` }],
    taxRate: '0',
    issueDate: `2026-${n % 3 === 0 ? '10' : '11'}-${String(1 + (n % 5)).padStart(2, '0')}`,
  });

  async function fill(by: string): Promise<number[]> {
    const ids: number[] = [];
    for (const name of ['Marta', 'Otto', 'Nobody']) {
      ids.push((await createCustomer(services, by, aCustomer({ name, company: name }))).id);
    }
    const customer = (n: number) => ids[n % 2] ?? 0;
    const exchangeRate = (n: number) =>
      CURRENCIES[n % CURRENCIES.length] === OWN ? {} : { exchangeRate: { rate: '2' } };
    for (let n = 0; n < 30; n += 1) {
      const values = { ...priced(n), ...exchangeRate(n) };
      await createInvoice(
        services,
        by,
        anInvoice(customer(n), {
          ...values,
          status: ['draft', 'sent', 'paid'][n % 3],
          // Some of what was sent is late: stored as sent, and overdue by its date.
          dueDate: `2026-${n % 4 === 1 ? '11' : '12'}-${String(6 + (n % 3)).padStart(2, '0')}`,
        }),
      );
      if (n % 2 === 0) {
        const status = n % 4 === 0 ? 'sent' : 'draft';
        const expiryDate = `2026-12-${String(10 + (n % 3)).padStart(2, '0')}`;
        await createEstimate(
          services,
          by,
          anEstimate(customer(n), { ...values, status, expiryDate }),
        );
        await createCreditNote(services, by, aCreditNote(customer(n), values));
      }
    }
    return ids;
  }

  beforeAll(async () => {
    [owner, eve] = [await makeOwner(db), await makeOwner(db)];
    customers = await fill(owner);
    await fill(eve);
    const gone = await createInvoice(services, owner, anInvoice(customers[0] ?? 0, priced(1)));
    await deleteInvoice(services, owner, gone.id);
    all = {
      invoice: (await lists.invoice({})).rows,
      estimate: (await lists.estimate({})).rows,
      credit_note: (await lists.credit_note({})).rows,
    };
    expect([all.invoice.length, all.estimate.length, all.credit_note.length]).toEqual([30, 15, 15]);
  });

  const eachSort = (Object.keys(lists) as Kind[]).flatMap((kind) =>
    DOCUMENT_SORTS[kind].map((sort): [Kind, DocumentSort] => [kind, sort]),
  );

  it.each(eachSort)('%s by %s: nothing twice, nothing lost, ties by number', async (kind, sort) => {
    const expected = inOrder(all[kind], sort).map(({ id }) => id);
    expect((await lists[kind]({ sort })).rows.map(({ id }) => id)).toEqual(expected);
    for (const limit of [1, 7, 15, 200]) {
      expect(await walk(kind, { sort }, limit), `pages of ${limit}`).toEqual(expected);
    }
  });

  it.each(eachSort)('%s by %s takes no cursor of another sort', async (kind, sort) => {
    for (const other of DOCUMENT_SORTS[kind]) {
      const { next } = await lists[kind]({ sort: other, limit: 3 });
      const read = lists[kind]({ sort, limit: 3, cursor: next });
      if (other === sort) expect((await read).rows).toHaveLength(3);
      else
        await expect(read, other).rejects.toMatchObject({ code: 'BAD_REQUEST', message: NOT_OURS });
    }
  });

  it.each([
    ['no key of an amount', ['2026-11-20', 1, '-total']],
    ['an amount without a currency', ['107.00', 1, '-total']],
    ['a currency that is none', ['ABC 107.00', 1, '-total']],
    ['an amount that is none', ['USD 1e9', 1, '-total']],
    ['more than was given', ['USD 107.00', 1, '-total', 1]],
    ['no number', ['USD 107.00', '1', '-total']],
  ])('a cursor with %s is refused', async (_what, parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    await expect(lists.invoice({ sort: '-total', limit: 3, cursor })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: NOT_OURS,
    });
  });

  it('the usual cursor is as before there were sorts', async () => {
    const { next = '' } = await lists.invoice({ limit: 4 });
    const [, , , last] = inOrder(all.invoice, '-issueDate');
    expect(JSON.parse(Buffer.from(next, 'base64url').toString())).toEqual([
      last?.issueDate,
      last?.id,
    ]);
  });

  describe('filters', () => {
    const filters = () =>
      [
        { from: '2026-11-02' },
        { to: '2026-11-03' },
        { from: '2026-11-02', to: '2026-11-02' },
        { customerId: customers[0] },
        { customerId: customers[2] },
        { currency: 'EUR' },
        { minTotal: '200.5' },
        { maxTotal: '300.50' },
        { minTotal: '200.50', maxTotal: '300.50' },
        { minTotal: '100', currency: 'EUR' },
        { customerId: customers[1], from: '2026-10-01', to: '2026-10-31', minTotal: '101' },
        { search: 'marta', to: '2026-11-01', currency: OWN },
      ] satisfies DocumentListQuery[];
    const matches = (query: DocumentListQuery) => (row: Row) => {
      const { from, to, customerId, minTotal, maxTotal, currency, search, status } = query;
      const asked = currency ?? ((minTotal ?? maxTotal) === undefined ? undefined : OWN);
      const isUnpaid = row.status === 'sent' || row.status === 'overdue';
      return (
        (from === undefined || row.issueDate >= from) &&
        (to === undefined || row.issueDate <= to) &&
        (customerId === undefined || row.customerId === customerId) &&
        (minTotal === undefined || Number(row.total) >= Number(minTotal)) &&
        (maxTotal === undefined || Number(row.total) <= Number(maxTotal)) &&
        (asked === undefined || row.currency === asked) &&
        (search === undefined || row.customerId === customers[0]) &&
        (status === undefined || (status === 'unpaid' ? isUnpaid : row.status === status))
      );
    };

    it.each(eachSort)('%s by %s, under each of them', async (kind, sort) => {
      for (const filter of filters()) {
        const expected = inOrder(all[kind].filter(matches(filter)), sort);
        expect(await walk(kind, { ...filter, sort }, 4), JSON.stringify(filter)).toEqual(
          expected.map(({ id }) => id),
        );
      }
    });

    it.each(['draft', 'sent', 'paid', 'overdue', 'unpaid'])(
      'invoices that are %s',
      async (status) => {
        expect(all.invoice.some(matches({ status }))).toBe(true);
        for (const sort of DOCUMENT_SORTS.invoice) {
          for (const filter of [{}, { from: '2026-11-02' }, { minTotal: '200' }]) {
            const expected = inOrder(all.invoice.filter(matches({ ...filter, status })), sort);
            expect(await walk('invoice', { ...filter, status, sort }, 2), sort).toEqual(
              expected.map(({ id }) => id),
            );
          }
        }
      },
    );

    it('counts and sums are of what the list holds', async () => {
      const sumOf = (rows: readonly Row[]) =>
        countAndSum(rows.map(({ total, currency }) => ({ amount: total, currency, count: 1 })));
      for (const filter of [{}, ...filters()]) {
        const found = matches(filter);
        const invoices = all.invoice.filter(found);
        const summary = await summarizeInvoices(db.orm, owner, filter, clock.now());
        for (const status of ['draft', 'sent', 'paid', 'overdue'] as const) {
          expect(summary[status]).toEqual(sumOf(invoices.filter((row) => row.status === status)));
        }
        expect(summary.all, JSON.stringify(filter)).toEqual(sumOf(invoices));
        const estimates = all.estimate.filter(found);
        expect(
          await summarizeEstimates(db.orm, owner, { ...filter, status: 'sent' }),
        ).toMatchObject({
          ...sumOf(estimates.filter(({ status }) => status === 'sent')),
          byStatus: { draft: sumOf(estimates.filter(({ status }) => status === 'draft')) },
        });
        const creditNotes = all.credit_note.filter(found);
        expect(await summarizeCreditNotes(db.orm, owner, filter)).toMatchObject(sumOf(creditNotes));
      }
    });

    it('a customer of another business has nothing in any list', async () => {
      for (const kind of Object.keys(lists) as Kind[]) {
        const { rows } = await lists[kind]({ customerId: customers[0] }, eve);
        expect(rows).toEqual([]);
        const theirs = new Set(
          (await lists[kind]({ sort: '-total', limit: 200 }, eve)).rows.map(({ id }) => id),
        );
        expect(all[kind].filter(({ id }) => theirs.has(id))).toEqual([]);
      }
    });
  });

  describe('a search that is an amount', () => {
    let large: number;
    beforeAll(async () => {
      const lineItems = [{ description: 'Design', quantity: '1', unitPrice: '1477' }];
      const values = { lineItems, taxRate: '0', currency: 'JPY', exchangeRate: { rate: '0.01' } };
      ({ id: large } = await createInvoice(services, owner, anInvoice(customers[1] ?? 0, values)));
      await createInvoice(
        services,
        eve,
        anInvoice((await lists.invoice({}, eve)).rows[0]?.customerId ?? 0, values),
      );
    });

    it.each(['1477', '1,477.00', '¥1,477', '1 477', '1477.000', '1.477', '¥ 1.477'])(
      'finds the total: %s',
      async (search) => {
        expect((await lists.invoice({ search })).rows.map(({ id }) => id)).toEqual([large]);
        expect((await lists.invoice({ search, limit: 50 })).rows.map(({ id }) => id)).toEqual([
          large,
        ]);
        expect(await summarizeInvoices(db.orm, owner, { search }, clock.now())).toMatchObject({
          all: { count: 1, sums: [{ amount: '1477', currency: 'JPY' }] },
        });
        expect((await findEverything(db.orm, owner, search, clock.now())).invoices).toMatchObject([
          { id: large, total: '1477' },
        ]);
      },
    );

    it('finds all totals that begin with a whole number, and with cents that one alone', async () => {
      const lineItems = [{ description: 'Design', quantity: '1', unitPrice: '813813.20' }];
      const { id } = await createInvoice(
        services,
        owner,
        anInvoice(customers[1] ?? 0, { lineItems, taxRate: '0' }),
      );
      const find = async (search: string) =>
        (await lists.invoice({ search, limit: 50 })).rows.map((row) => row.id);
      for (const search of ['813813', '813,813', '$813,813', '813813.20', '813,813.2']) {
        expect(await find(search), search).toEqual([id]);
      }
      for (const search of ['813813.00', '813813.2001', '813,813.0', '813812', '813814']) {
        expect(await find(search), search).toEqual([]);
      }
    });

    it('finds numbers that contain it besides, and not what is only near it', async () => {
      expect((await lists.invoice({ search: '1477.01' })).rows).toEqual([]);
      const [some] = all.invoice;
      const alike = all.invoice.filter(({ total }) => total === some?.total);
      const found = new Set(await walk('invoice', { search: some?.total }));
      expect(alike.every(({ id }) => found.has(id))).toBe(true);
      const [estimate] = all.estimate;
      const estimates = await walk('estimate', { search: estimate?.total });
      expect(estimates).toHaveLength(
        all.estimate.filter(({ total }) => total === estimate?.total).length,
      );
    });
  });
});
