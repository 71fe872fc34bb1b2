import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { Database } from '../../src/server/db/database.ts';
import { payments } from '../../src/server/db/tables/ledger.table.ts';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import {
  mergeCustomers,
  separateCustomer,
} from '../../src/server/features/customers/merge-customers.ts';
import {
  createCustomer,
  deleteCustomer,
} from '../../src/server/features/customers/save-customer.ts';
import { convertEstimate } from '../../src/server/features/estimates/convert-estimate.ts';
import { createEstimate } from '../../src/server/features/estimates/save-estimate.ts';
import {
  createExpense,
  deleteExpense,
  restoreExpense,
  updateExpense,
} from '../../src/server/features/expenses/save-expense.ts';
import {
  deleteInvoice,
  restoreInvoice,
} from '../../src/server/features/invoices/delete-invoice.ts';
import type { StoredInvoice } from '../../src/server/features/invoices/index.ts';
import { changeAccount, lockAccount } from '../../src/server/features/invoices/index.ts';
import { markInvoicePaid } from '../../src/server/features/invoices/mark-invoice.ts';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import {
  findInvoiceDetail,
  readInvoice,
} from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import {
  undoWriteOff,
  writeOffInvoice,
} from '../../src/server/features/invoices/write-off-invoice.ts';
import type { OpenLedger } from '../../src/server/features/ledger/index.ts';
import { readAccountPayment } from '../../src/server/features/payments/read-payments.ts';
import {
  allocatePayment,
  recordPayment,
  reversePayment,
} from '../../src/server/features/payments/receive-payment.ts';
import { AppError } from '../../src/shared/errors/app-error.ts';
import { estimateInput } from '../../src/shared/estimates/estimate.contract.ts';
import { expenseInput } from '../../src/shared/expenses/expense.contract.ts';
import { PAYMENT_METHODS } from '../../src/shared/invoices/invoice-status.ts';
import { invoiceInput, invoiceUpdateInput } from '../../src/shared/invoices/invoice.contract.ts';
import { writeDecimal } from '../../src/shared/money/decimal.ts';
import type { Money } from '../../src/shared/money/money.ts';
import {
  addMoney,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  sumMoneyIn,
} from '../../src/shared/money/money.ts';
import { recordPaymentInput } from '../../src/shared/payments/account-payment.contract.ts';
import { aCustomer } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { creditRuns, creditSteps } from './credit-steps.ts';

/** Moments at which days, months and years end somewhere in the world. */
const STARTS = [
  '2026-03-31T23:30:00Z',
  '2026-03-01T04:30:00Z',
  '2024-02-29T10:15:00Z',
  '2025-02-28T23:59:00Z',
  '2026-01-01T00:30:00Z',
  '2026-11-20T12:00:00Z',
  '2025-12-31T11:00:00Z',
];
const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];

/** Days from the start, most of them where a range or a month begins or ends. */
const day = fc.oneof(
  { arbitrary: fc.integer({ min: -3, max: 2 }), weight: 3 },
  { arbitrary: fc.integer({ min: -36, max: 20 }), weight: 4 },
  {
    arbitrary: fc.constantFrom(-6, -7, -29, -30, -89, -90, -364, -365, -366, -730, -731),
    weight: 3,
  },
  { arbitrary: fc.integer({ min: -740, max: 40 }), weight: 2 },
);
const price = fc.oneof(
  fc.integer({ min: 0, max: 99 }),
  fc.integer({ min: 0, max: 500_000 }),
  fc.constant(9_999_999),
);
const which = fc.nat(1_000);
/** Half of what happens is in the business's own. */
const CURRENCIES = ['USD', 'USD', 'USD', 'EUR', 'JPY', 'KWD'] as const;
const status = fc.constantFrom('draft', 'sent', 'paid', 'overdue');

const step = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('invoice'), status, day, price, which, due: day }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ do: fc.constant('edit'), status, day, price, which, due: day }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant('set status'), status, which }), weight: 3 },
  { arbitrary: fc.record({ do: fc.constant('mark paid'), day, which }), weight: 4 },
  {
    arbitrary: fc.record({
      do: fc.constant('online'),
      day,
      which,
      share: fc.constantFrom(25, 50, 100, 100, 130),
      as: fc.constantFrom('completed', 'completed', 'completed', 'review', 'pending', 'failed'),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ do: fc.constant('refund'), which, share: fc.constantFrom(30, 100) }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('transfer'),
      day,
      which,
      over: fc.array(fc.record({ which, share: fc.constantFrom(30, 100, 100) }), { maxLength: 3 }),
      rest: fc.constantFrom(0, 0, 5_00),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('allocate'),
      which,
      over: fc.array(fc.record({ which, share: fc.constantFrom(30, 100) }), { maxLength: 2 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constant('undo'), which }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('write off'), which, share: fc.constantFrom(40, 100) }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('undo write-off'), which }), weight: 2 },
  ...creditSteps,
  { arbitrary: fc.record({ do: fc.constant('delete'), which }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('restore'), which }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('estimate'), day, price, which, convert: fc.boolean() }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('expense'), day, price }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('change expense'), day, price, which }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('delete expense'), which, back: fc.boolean() }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('customer'), which, remove: fc.boolean() }), weight: 1 },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('merge', 'merge', 'separate'),
      which,
      other: which,
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 800 }) }),
    weight: 2,
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export const histories = fc.record({
  start: fc.constantFrom(...STARTS),
  timeZone: fc.constantFrom(...ZONES),
  /** One customer in one currency, whose invoices are sent: all that comes can settle them. */
  isNarrow: fc.boolean(),
  steps: fc.array(step, { minLength: 15, maxLength: 45 }),
});
/** An invoice, and how many per cent of what is due on it. */
interface Share {
  which: number;
  share: number;
}

type History = typeof histories extends fc.Arbitrary<infer One> ? One : never;

/**
 * An owner who has lived through a history, and the moment at which it ended.
 * @param afterEach is to hold after each step
 */
export async function live(
  db: Database,
  { start, timeZone, isNarrow, steps }: History,
  afterEach?: (owner: string, step: string, now: Date) => Promise<void>,
) {
  let now = new Date(start);
  const unused = new Proxy({}, { get: () => undefined }) as never;
  const services = { db, clock: { now: () => now }, files: unused, log: unused };
  const owner = await makeOwner(db);
  await db.orm
    .update(businessProfiles)
    .set({ timeZone })
    .where(eq(businessProfiles.businessId, owner));
  const customers: number[] = [];
  for (const name of ['Harbor & Pine', 'Kobo', 'Weber']) {
    customers.push((await createCustomer(services, owner, aCustomer({ name }))).id);
  }
  const [invoices, online, expenses]: [number[], number[], number[]] = [[], [], []];
  const transfers: number[] = [];
  const dateAt = (days: number) =>
    new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
  const pick = (list: number[], n: number) => list[n % Math.max(1, list.length)] ?? 0;
  const lines = (cents: number) => [
    { description: 'Work', quantity: '1.00', unitPrice: writeDecimal(BigInt(cents), 2) },
    { description: 'Hours', quantity: '3.33', unitPrice: writeDecimal(BigInt(cents % 977), 2) },
  ];
  const pickCurrency = (n: number) =>
    isNarrow ? 'USD' : (CURRENCIES[n % CURRENCIES.length] ?? 'USD');
  const takePart = (amount: Money, percent: number) =>
    fromMinorUnits((minorUnits(amount) * BigInt(percent)) / 100n, amount.currency);
  const spent = (price: number) => fromMinorUnits(BigInt(price), pickCurrency(price));
  const later = (a: string, b: string) => (a > b ? a : b);
  const form = (one: {
    day: number;
    due: number;
    price: number;
    status: string;
    which: number;
  }) => ({
    customerId: isNarrow ? customers[0] : pick(customers, one.which),
    issueDate: dateAt(one.day),
    dueDate: later(dateAt(one.due), dateAt(one.day)),
    status: isNarrow ? 'sent' : one.status,
    supplyDate: one.which % 5 === 0 ? dateAt(one.day - 20 + (one.which % 40)) : null,
    // Some are paid in installments: the first on issue, one later, and the rest on the due date.
    ...(one.which % 4 === 1 && {
      installments: [
        { percent: '33.33', event: 'issue', days: one.which % 50 },
        { percent: '20', dueDate: dateAt(one.day) },
        { dueDate: later(dateAt(one.due), dateAt(one.day)) },
      ],
    }),
    taxRate: one.which % 3 === 0 ? '7.25' : '0',
    lineItems: lines(one.price),
  });
  const pickPayment = (n: number) => pick([...transfers, ...online], n);
  /** Parts of what is due on invoices of one customer in one currency; others are left out. */
  const divideShares = async (over: Share[], payer: { customerId: number; currency: string }) => {
    const shares = new Map(over.map((one) => [pick(invoices, one.which), one.share]));
    const parts: { invoiceId: number; amount: string }[] = [];
    for (const [invoiceId, share] of shares) {
      const invoice = await findInvoiceDetail(db.orm, owner, invoiceId, now);
      if (invoice?.customerId !== payer.customerId || invoice.currency !== payer.currency) continue;
      const part = takePart(money(invoice.amountDue, invoice.currency), share);
      if (isPositive(part)) parts.push({ invoiceId, amount: part.amount });
    }
    return parts;
  };
  const settle = (id: number, change: (ledger: OpenLedger, invoice: StoredInvoice) => unknown) =>
    withTransaction(db, async (tx) => {
      const account = await lockAccount(tx, owner, { invoiceIds: [id] });
      const invoice = account.invoices.get(id);
      if (!invoice) return;
      await changeAccount(tx, account, now, async (ledger) => change(ledger, invoice));
    });

  const run: { [Do in Step['do']]: (one: never) => Promise<unknown> } = {
    async invoice(one: Parameters<typeof form>[0]) {
      const invoiceNumber = `R-${invoices.length}-${one.which}`;
      const currency = pickCurrency(one.which);
      const exchangeRate = currency === 'USD' ? null : { rate: '1.3719', date: dateAt(one.day) };
      const input = invoiceInput.parse({ ...form(one), invoiceNumber, currency, exchangeRate });
      invoices.push((await createInvoice(services, owner, input)).id);
    },
    async edit(one: Parameters<typeof form>[0]) {
      const stored = await readInvoice(db.orm, owner, pick(invoices, one.which), now);
      await updateInvoice(services, owner, invoiceUpdateInput.parse({ ...stored, ...form(one) }));
    },
    async 'set status'(one: { which: number; status: string }) {
      const stored = await readInvoice(db.orm, owner, pick(invoices, one.which), now);
      const input = invoiceUpdateInput.parse({ ...stored, status: one.status });
      await updateInvoice(services, owner, input);
    },
    async 'mark paid'(one: { which: number; day: number }) {
      const paymentMethod = PAYMENT_METHODS[one.which % PAYMENT_METHODS.length] ?? 'cash';
      const id = pick(invoices, one.which);
      await markInvoicePaid(services, owner, { id, paymentMethod, paymentDate: dateAt(one.day) });
    },
    async online(one: { which: number; day: number; share: number; as: 'completed' }) {
      const invoiceId = pick(invoices, one.which);
      await settle(invoiceId, async (ledger, { customerId, total: amount, currency }) => {
        const row = await ledger.recordPayment({
          customerId,
          invoiceId,
          ...takePart({ amount, currency }, one.share),
          paymentDate: dateAt(one.day),
          paymentMethod: 'card',
          provider: 'stripe',
          status: one.as,
        });
        online.push(row.id);
      });
    },
    async refund(one: { which: number; share: number }) {
      const mine = and(eq(payments.businessId, owner), eq(payments.id, pick(online, one.which)));
      const [payment] = await db.orm.select().from(payments).where(mine);
      if (payment?.status !== 'completed') return;
      const whole = one.share === 100;
      const { amount: part } = takePart(payment, one.share);
      const { id, invoiceId, amount, dispute, receiptUrl } = payment;
      await settle(invoiceId ?? 0, (ledger) =>
        ledger.followProvider(
          id,
          {
            dispute,
            receiptUrl,
            refundedAmount: whole ? amount : part,
            refunds: [],
            status: whole ? 'refunded' : 'completed',
          },
          now,
        ),
      );
    },
    async transfer(one: { day: number; which: number; over: Share[]; rest: number }) {
      const payer = await readInvoice(db.orm, owner, pick(invoices, one.which), now);
      const { customerId, currency } = payer;
      const allocations = await divideShares(one.over, payer);
      const parts = allocations.map(({ amount }) => money(amount, currency));
      const rest = fromMinorUnits(BigInt(one.rest), currency);
      const { amount } = addMoney(sumMoneyIn(currency, parts), rest);
      const values = { customerId, currency, amount, paymentDate: dateAt(one.day), allocations };
      const input = recordPaymentInput.parse(values);
      transfers.push((await recordPayment(services, owner, input)).id);
    },
    async allocate(one: { which: number; over: Share[] }) {
      const payment = await readAccountPayment(db.orm, owner, pickPayment(one.which));
      const allocations = await divideShares(one.over, payment);
      await allocatePayment(services, owner, { id: payment.id, allocations });
    },
    merge: (one: { which: number; other: number }) =>
      mergeCustomers(services, owner, {
        id: pick(customers, one.which),
        intoCustomerId: pick(customers, one.other),
      }),
    separate: (one: { which: number }) =>
      separateCustomer(services, owner, pick(customers, one.which)),
    undo: (one: { which: number }) => reversePayment(services, owner, pickPayment(one.which)),
    async 'write off'(one: { which: number; share: number }) {
      const id = pick(invoices, one.which);
      const { amountDue, currency } = await readInvoice(db.orm, owner, id, now);
      const { amount } = takePart(money(amountDue, currency), one.share);
      await writeOffInvoice(services, owner, { id, amount, reason: 'Given up' });
    },
    'undo write-off': (one: { which: number }) =>
      undoWriteOff(services, owner, pick(invoices, one.which)),
    ...creditRuns({
      db,
      services,
      owner,
      now: () => now,
      invoices,
      customers,
      dateAt,
      currency: pickCurrency,
    }),
    delete: (one: { which: number }) => deleteInvoice(services, owner, pick(invoices, one.which)),
    restore: (one: { which: number }) => restoreInvoice(services, owner, pick(invoices, one.which)),
    async estimate(one: { which: number; day: number; price: number; convert: boolean }) {
      const made = await createEstimate(
        services,
        owner,
        estimateInput.parse({
          customerId: pick(customers, one.which),
          estimateNumber: `E-${now.getTime()}-${one.which}-${one.day}-${one.price}`,
          issueDate: dateAt(one.day),
          expiryDate: dateAt(one.day + 30),
          currency: pickCurrency(one.which),
          lineItems: lines(one.price),
        }),
      );
      if (!one.convert) return;
      const [first, second] = await Promise.all([
        convertEstimate(services, owner, made.id),
        convertEstimate(services, owner, made.id),
      ]);
      if (first.id !== second.id) throw new Error('an estimate became two invoices');
      invoices.push(first.id);
    },
    async expense(one: { day: number; price: number }) {
      expenses.push((await createExpense(services, owner, spending(one))).id);
    },
    'change expense': (one: { which: number; day: number; price: number }) =>
      updateExpense(services, owner, { ...spending(one), id: pick(expenses, one.which) }),
    async 'delete expense'(one: { which: number; back: boolean }) {
      await deleteExpense(services, owner, pick(expenses, one.which));
      if (one.back) await restoreExpense(services, owner, pick(expenses, one.which));
    },
    async customer(one: { which: number; remove: boolean }) {
      if (one.remove) await deleteCustomer(services, owner, pick(customers, one.which));
      else customers.push((await createCustomer(services, owner, aCustomer())).id);
    },
    async wait(one: { hours: number }) {
      now = new Date(now.getTime() + one.hours * 3_600_000);
      await markOverdue(services);
    },
  };
  const spending = (one: { day: number; price: number }) =>
    expenseInput.parse({
      category: 'Travel',
      description: 'Train',
      ...spent(one.price),
      expenseDate: dateAt(one.day),
    });

  for (const one of steps) {
    try {
      await run[one.do](one as never);
    } catch (error) {
      // What a verb refuses has not happened; anything else is a defect.
      if (!(error instanceof AppError)) throw error;
    }
    await afterEach?.(owner, one.do, now);
  }
  return { services, owner, customers, now, timeZone };
}
