import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { createCreditNote } from '../../src/server/features/credit-notes/save-credit-note.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { changeAccount, lockAccount } from '../../src/server/features/invoices/index.ts';
import { readInvoice } from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { writeOffInvoice } from '../../src/server/features/invoices/write-off-invoice.ts';
import { fromMinorUnits, minorUnits, money } from '../../src/shared/money/money.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCorrection } from '../factories/credit-note.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { checkLedger } from './check-ledger.ts';

const TOTAL = 10_000;
const cents = fc.oneof(fc.constantFrom(3_000, 5_000, TOTAL), fc.integer({ min: 1, max: TOTAL }));

/** A provider's payment, with what becomes of it: each of these can be heard late, never early. */
const payment = fc.record({
  cents,
  refunds: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
  dispute: fc.constantFrom('none', 'none', 'none', 'lost'),
});
const credits = fc
  .array(cents, { minLength: 1, maxLength: 3 })
  .map((all) => (all.reduce((sum, one) => sum + one, 0) <= TOTAL ? all : all.slice(0, 1)));
const books = fc.record({
  payments: fc.array(payment, { maxLength: 2 }),
  credits,
  /** In which order things happen, twice. */
  orders: fc.tuple(fc.infiniteStream(fc.nat()), fc.infiniteStream(fc.nat())),
});
type Books = typeof books extends fc.Arbitrary<infer One> ? One : never;

describeOnDatabase('credit notes, payments, refunds and disputes of an invoice', (db) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const unused = new Proxy({}, { get: () => undefined }) as never;
  const services = { db, clock: { now: () => now }, files: unused, log: unused };
  let owner: string;
  beforeAll(async () => {
    owner = await makeOwner(db);
  });
  const text = (units: number) => fromMinorUnits(BigInt(units), 'USD').amount;
  const inUnits = (amount: string) => Number(minorUnits(money(amount, 'USD')));

  async function begin() {
    const customer = await createCustomer(services, owner, aCustomer());
    const { id } = await createInvoice(
      services,
      owner,
      anInvoice(customer.id, {
        invoiceNumber: `H-${customer.id}`,
        status: 'sent',
        currency: 'USD',
        taxRate: '0',
        lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: text(TOTAL) }],
      }),
    );
    const heard = new Map<number, { id: number; refunded: number }>();
    return {
      credit: (amount: number) =>
        createCreditNote(
          services,
          owner,
          aCorrection(id, { status: 'issued', credit: { amount: text(amount) } }),
        ),
      /** All that is known of a payment, in one word of its provider. */
      hear: (n: number, one: { cents: number; refunded: number; lost: boolean }) =>
        withTransaction(db, async (tx) => {
          const account = await lockAccount(tx, owner, { invoiceIds: [id] });
          await changeAccount(tx, account, now, async (ledger) => {
            const known = heard.get(n);
            const row = known
              ? { id: known.id }
              : await ledger.recordPayment({
                  customerId: customer.id,
                  invoiceId: id,
                  amount: text(one.cents),
                  currency: 'USD',
                  paymentDate: '2026-11-20',
                  paymentMethod: 'card',
                  provider: 'stripe',
                });
            heard.set(n, { id: row.id, refunded: one.refunded });
            const whole = one.refunded >= one.cents;
            const state = {
              refundedAmount: text(one.refunded),
              refunds: [],
              dispute: one.lost ? ('lost' as const) : ('none' as const),
              receiptUrl: null,
              status: one.lost ? 'reversed' : whole ? 'refunded' : 'completed',
            } as const;
            await ledger.followProvider(row.id, state, now);
          });
        }),
      writeOff: () => writeOffInvoice(services, owner, { id, reason: 'Given up' }),
      async end() {
        const invoice = await readInvoice(db.orm, owner, id, now);
        const { rows } = await db.pool.query(
          'select coalesce(sum(amount), 0)::text as balance from ledger_entries where business_id = $1 and customer_id = $2',
          [owner, customer.id],
        );
        return {
          status: invoice.status,
          settledBy: invoice.settledBy,
          paid: inUnits(invoice.amountPaid),
          credited: inUnits(invoice.amountCredited),
          adjusted: inUnits(invoice.amountAdjusted),
          writtenOff: inUnits(invoice.amountWrittenOff),
          due: inUnits(invoice.amountDue),
          unapplied: invoice.payments.reduce((sum, one) => sum + inUnits(one.unappliedAmount), 0),
          account: inUnits(rows[0].balance),
        };
      },
    };
  }

  /** Everything that happens, so that no payment is heard of again before it was heard of. */
  async function live({ payments, credits: amounts }: Books, order: Iterator<number>) {
    const invoice = await begin();
    const lines: (() => Promise<unknown>)[][] = [
      ...amounts.map((amount) => [() => invoice.credit(amount)]),
      ...payments.map((one, n) => {
        let refunded = 0;
        const words = [{ refunded, lost: false }];
        for (const percent of one.refunds) {
          refunded = Math.min(one.cents, refunded + Math.ceil((one.cents * percent) / 100));
          words.push({ refunded, lost: false });
        }
        if (one.dispute === 'lost') words.push({ refunded, lost: true });
        return words.map((word) => () => invoice.hear(n, { cents: one.cents, ...word }));
      }),
    ];
    while (lines.some((line) => line.length > 0)) {
      const waiting = lines.filter((line) => line.length > 0);
      const at = Number(order.next().value) % waiting.length;
      await waiting[at]?.shift()?.();
    }
    return invoice.end();
  }

  it('come to the same end, whatever their order, and the end is right', async () => {
    await fc.assert(
      fc.asyncProperty(books, async (history) => {
        const [one, other] = history.orders;
        const end = await live(history, one[Symbol.iterator]());
        expect(await live(history, other[Symbol.iterator]())).toEqual(end);
        const credited = history.credits.reduce((sum, amount) => sum + amount, 0);
        const kept = history.payments.map((each) => {
          const back = each.refunds.map((percent) => Math.ceil((each.cents * percent) / 100));
          const refunded = Math.min(
            each.cents,
            back.reduce((sum, amount) => sum + amount, 0),
          );
          return each.dispute === 'lost' ? 0 : each.cents - refunded;
        });
        const came = kept.reduce((sum, amount) => sum + amount, 0);
        const paid = Math.min(came, TOTAL - credited);
        expect(end).toMatchObject({ credited, paid, unapplied: came - paid });
        expect(end.paid + end.credited + end.adjusted + end.due).toBe(TOTAL);
        expect(end.account).toBe(end.due - end.unapplied);
        if (credited === TOTAL) expect(end).toMatchObject({ due: 0, adjusted: 0, status: 'paid' });
        await checkLedger(db, owner);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 },
    );
  });

  it.each([
    [['credit', 'write off']],
    [['write off', 'credit']],
    [['pay', 'credit', 'write off']],
    [['write off', 'credit', 'pay']],
    [['credit', 'write off', 'pay']],
  ])('credit takes the place of what was given up: %j', async (steps) => {
    const invoice = await begin();
    const run: Record<string, () => Promise<unknown>> = {
      credit: () => invoice.credit(3_000),
      pay: () => invoice.hear(0, { cents: 5_000, refunded: 0, lost: false }),
      'write off': () => invoice.writeOff(),
    };
    for (const step of steps) await run[step]?.();
    const paid = steps.includes('pay') ? 5_000 : 0;
    expect(await invoice.end()).toEqual({
      status: 'paid',
      settledBy: 'write_off',
      paid,
      credited: 3_000,
      adjusted: 0,
      writtenOff: TOTAL - 3_000 - paid,
      due: 0,
      unapplied: 0,
      account: 0,
    });
    await checkLedger(db, owner);
  });

  it('release money that was paid, which then goes back and adjusts nothing', async () => {
    const invoice = await begin();
    await invoice.hear(0, { cents: TOTAL, refunded: 0, lost: false });
    await invoice.credit(3_000);
    const credited = { status: 'paid', paid: 7_000, credited: 3_000, adjusted: 0, due: 0 };
    expect(await invoice.end()).toMatchObject({ ...credited, unapplied: 3_000, account: -3_000 });
    await invoice.hear(0, { cents: TOTAL, refunded: 3_000, lost: false });
    expect(await invoice.end()).toMatchObject({ ...credited, unapplied: 0, account: 0 });
    const part = await begin();
    await part.hear(0, { cents: 5_000, refunded: 0, lost: false });
    await part.credit(8_000);
    expect(await part.end()).toMatchObject({
      status: 'paid',
      settledBy: 'payment',
      paid: 2_000,
      credited: 8_000,
      due: 0,
      unapplied: 3_000,
      account: -3_000,
    });
    await checkLedger(db, owner);
  });
});
