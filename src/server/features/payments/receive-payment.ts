import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { findAmountFault } from '../../../shared/money/check-amount.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  addMoney,
  compareMoney,
  formatMoney,
  isPositive,
  money,
  noMoney,
  readMoney,
  sumMoneyIn,
} from '../../../shared/money/money.ts';
import type {
  AccountPayment,
  AllocatePaymentInput,
  RecordPaymentInput,
} from '../../../shared/payments/account-payment.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { findCustomerRow, holdTogether } from '../customers/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import {
  changeAccount,
  insertEvent,
  lockInvoice,
  refuseFuturePayment,
  scheduleCheckoutRecheck,
} from '../invoices/index.ts';
import type { OpenLedger, PaymentRow } from '../ledger/index.ts';
import { lockPaymentInvoices } from '../ledger/index.ts';
import { readBusinessCurrency, readBusinessDay } from '../profile/index.ts';
import { readAccountPayment } from './read-payments.ts';
import { sendReceiptOf } from './receipts.ts';

/** Payments that an owner records: money that came past the providers. */

type ManualServices = Pick<Services, 'db' | 'clock'>;

/** Which part of a payment is to settle an invoice. */
interface Allocation {
  invoice: StoredInvoice;
  amount: Money;
}
type AllocationInput = RecordPaymentInput['allocations'];

/**
 * Records what a customer has paid, and which invoices it settles. What is left is the customer's
 * credit.
 * @throws AppError NOT_FOUND (customer, invoice), VALIDATION (an amount that is not positive, has too
 *   many decimals, or is more than is due; a day to come; an invoice of another customer or currency;
 *   a draft)
 */
export function recordPayment(
  { db, clock }: ManualServices,
  businessId: string,
  input: RecordPaymentInput,
  key?: string,
): Promise<AccountPayment> {
  return runIdempotently(db, { businessId, key, call: 'payments.record', input }, async (tx) => {
    const now = clock.now();
    const customer = await findCustomerRow(tx, businessId, input.customerId);
    if (!customer || customer.deletedAt) throw notFound('Customer', 'customerId');
    const locked = await lockByNumber(tx, businessId, input.allocations.map(toInvoiceId));
    const currency =
      input.currency ??
      locked.values().next().value?.currency ??
      customer.currency ??
      (await readBusinessCurrency(tx, businessId));
    const amount = readAmount(input.amount, currency, 'amount');
    const today = await readBusinessDay(tx, businessId, now);
    const { paymentDate = today, paymentMethod, reference = null, notes = null } = input;
    refuseFuturePayment(paymentDate, today);
    const payers = await holdPayers(tx, businessId, customer.id, locked);
    const payer = { payers, currency };
    const allocations = readAllocations(input.allocations, locked, payer, openAmount);
    requireWithin(allocations, amount);
    const id = await changeInvoices(tx, businessId, locked, now, async (ledger) => {
      const payment = await ledger.recordPayment({
        ...amount,
        customerId: payerOf(allocations) ?? customer.id,
        invoiceId: paidInvoice(allocations, amount),
        paymentDate,
        paymentMethod,
        reference,
        notes,
        createdAt: now,
      });
      divide(ledger, payment, allocations);
      for (const { invoice, amount: part } of allocations) {
        const data = { ...part, paymentId: payment.id, paymentMethod, paymentDate };
        await insertEvent(tx, businessId, invoice.id, 'payment.recorded', data, now);
      }
      return payment.id;
    });
    if (input.sendReceipt) await sendReceiptOf(tx, businessId, id, now);
    return readAccountPayment(tx, businessId, id);
  });
}

/**
 * Says anew which invoices a payment settles. One that was made for an invoice goes on settling it
 * with what the others leave.
 * @throws AppError as `recordPayment`; CONFLICT for a payment that does not count
 */
export function allocatePayment(
  { db, clock }: ManualServices,
  businessId: string,
  { id, allocations: wanted }: AllocatePaymentInput,
): Promise<AccountPayment> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { locked, settled } = await lockWithInvoices(tx, businessId, id, wanted.map(toInvoiceId));
    await changeInvoices(tx, businessId, locked, now, async (ledger) => {
      const payment = await ledger.includePayment(id);
      if (!payment) throw notFound('Payment');
      if (payment.status !== 'completed') {
        throw new AppError('CONFLICT', 'This payment does not count: it can settle nothing.');
      }
      for (const invoiceId of settled) ledger.allocate(id, invoiceId, noMoney(payment.currency));
      const payers = await holdPayers(tx, businessId, payment.customerId, locked);
      const given = { ...payment, payers };
      const allocations = readAllocations(wanted, locked, given, ledger.openAmount);
      requireWithin(allocations, ledger.unapplied(id));
      divide(ledger, payment, allocations);
    });
    return readAccountPayment(tx, businessId, id);
  });
}

/**
 * Undoes a payment that was recorded by hand: what it settled is open again. Undoing it twice is
 * undoing it once.
 * @throws AppError NOT_FOUND, CONFLICT for a provider's payment
 */
export function reversePayment(
  { db, clock }: ManualServices,
  businessId: string,
  id: number,
): Promise<AccountPayment> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { locked } = await lockWithInvoices(tx, businessId, id, []);
    const undone = await changeInvoices(tx, businessId, locked, now, async (ledger) => {
      const payment = await ledger.includePayment(id);
      if (!payment) throw notFound('Payment');
      if (payment.provider !== null) {
        throw new AppError('CONFLICT', 'This payment came online. Refund it instead.');
      }
      if (payment.status !== 'completed') return undefined;
      ledger.reverse(id, 'undone');
      return payment;
    });
    for (const invoiceId of undone ? locked.keys() : []) {
      const data = { paymentId: id, amount: undone?.amount, currency: undone?.currency };
      await insertEvent(tx, businessId, invoiceId, 'payment.reversed', data, now);
    }
    return readAccountPayment(tx, businessId, id);
  });
}

/** Sends the customer a receipt for a payment that was recorded by hand. */
export function sendReceiptAgain(
  { db, clock }: ManualServices,
  businessId: string,
  id: number,
): Promise<AccountPayment> {
  return withTransaction(db, async (tx) => {
    await sendReceiptOf(tx, businessId, id, clock.now());
    return readAccountPayment(tx, businessId, id);
  });
}

const toInvoiceId = ({ invoiceId }: AllocationInput[number]): number => invoiceId;

/** In the order of their numbers, so that two who lock the same ones do not wait for each other. */
async function lockByNumber(
  tx: Transaction,
  businessId: string,
  ids: readonly number[],
): Promise<Map<number, StoredInvoice>> {
  const locked = new Map<number, StoredInvoice>();
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const invoice = await lockInvoice(tx, businessId, id);
    if (invoice) locked.set(id, invoice);
  }
  return locked;
}

/**
 * Locks a payment, so that nobody divides it meanwhile, the invoices that it settles or was made for,
 * and some others.
 * @returns them, and those that its owner has it settle
 * @throws AppError NOT_FOUND (the payment)
 */
async function lockWithInvoices(
  tx: Transaction,
  businessId: string,
  paymentId: number,
  others: readonly number[],
): Promise<{ locked: Map<number, StoredInvoice>; settled: number[] }> {
  const known = await lockPaymentInvoices(tx, businessId, paymentId);
  if (!known) throw notFound('Payment');
  const { invoiceId, settled } = known;
  const ids = [...(invoiceId === null ? [] : [invoiceId]), ...settled, ...others];
  return { locked: await lockByNumber(tx, businessId, ids), settled };
}

async function changeInvoices<T>(
  tx: Transaction,
  businessId: string,
  locked: ReadonlyMap<number, StoredInvoice>,
  now: Date,
  change: (ledger: OpenLedger) => Promise<T>,
): Promise<T> {
  const { result } = await changeAccount(tx, businessId, [...locked.values()], now, change);
  // What customers are asked for online is another amount now.
  for (const id of locked.keys()) await scheduleCheckoutRecheck(tx, businessId, id, now);
  return result;
}

/** @throws AppError VALIDATION naming the field */
function readAmount(text: string, currency: string, path: string): Money {
  const fault = findAmountFault(text, currency, 'Amount');
  if (fault) throw invalidField(path, fault);
  const amount = readMoney(text, currency);
  if (!amount || !isPositive(amount)) throw invalidField(path, 'Amount must be positive');
  return amount;
}

/** What an invoice takes: what is due, and what was given up before it came after all. */
const openAmount = ({ currency, amountDue, amountWrittenOff }: StoredInvoice): Money =>
  addMoney(money(amountDue, currency), money(amountWrittenOff, currency));

/** The customers whose invoices one's payment can settle: those that are one with it. */
const holdPayers = (
  tx: Transaction,
  businessId: string,
  customerId: number,
  locked: ReadonlyMap<number, StoredInvoice>,
): Promise<ReadonlySet<number>> =>
  holdTogether(
    tx,
    businessId,
    customerId,
    [...locked.values()].map((invoice) => invoice.customerId),
  );

/**
 * Whose invoices a payment settles, where they are all of one customer: merged ones whose money was not
 * mixed can be separated.
 */
function payerOf(allocations: readonly Allocation[]): number | undefined {
  const [first, ...others] = new Set(allocations.map(({ invoice }) => invoice.customerId));
  return others.length === 0 ? first : undefined;
}

/** @throws AppError NOT_FOUND, VALIDATION naming the field */
function readAllocations(
  wanted: AllocationInput,
  locked: ReadonlyMap<number, StoredInvoice>,
  payment: { payers: ReadonlySet<number>; currency: string; invoiceId?: number | null },
  open: (invoice: StoredInvoice) => Money,
): Allocation[] {
  const { payers, currency } = payment;
  return wanted.map(({ invoiceId, amount: text }, index) => {
    const path = `allocations.${index}`;
    const refuse = (message: string) => invalidField(`${path}.invoiceId`, message);
    const invoice = locked.get(invoiceId);
    if (!invoice || invoice.deletedAt) throw notFound('Invoice', `${path}.invoiceId`);
    const { invoiceNumber: number } = invoice;
    if (!payers.has(invoice.customerId)) throw refuse(`${number} is of another customer`);
    if (invoice.currency !== currency) {
      throw refuse(`${number} is in ${invoice.currency}, and the payment in ${currency}`);
    }
    if (invoice.status === 'draft') throw refuse(`${number} is a draft. Send it first`);
    if (payment.invoiceId === invoiceId) {
      throw refuse(`This payment was made for ${number}, which takes what others leave`);
    }
    const amount = readAmount(text, currency, `${path}.amount`);
    const most = open(invoice);
    if (!isPositive(most)) throw refuse(`${number} has nothing due`);
    if (compareMoney(amount, most) > 0) {
      const message = `Amount must be at most ${formatMoney(most)}, which is due on ${number}`;
      throw invalidField(`${path}.amount`, message);
    }
    return { invoice, amount };
  });
}

/** @throws AppError VALIDATION where the invoices take more than there is */
function requireWithin(allocations: readonly Allocation[], amount: Money): void {
  const taken = sumMoneyIn(
    amount.currency,
    allocations.map((one) => one.amount),
  );
  if (compareMoney(taken, amount) <= 0) return;
  const message = `The invoices take ${formatMoney(taken)}, and there is ${formatMoney(amount)}`;
  throw invalidField('allocations', message);
}

/** The one invoice that a payment was made for: it settles all of it, or is all for it. */
function paidInvoice(allocations: readonly Allocation[], amount: Money): number | null {
  const [one, ...others] = allocations;
  if (!one || others.length > 0) return null;
  const isWhole =
    compareMoney(one.amount, amount) === 0 ||
    compareMoney(one.amount, openAmount(one.invoice)) === 0;
  return isWhole ? one.invoice.id : null;
}

function divide(ledger: OpenLedger, payment: PaymentRow, allocations: readonly Allocation[]): void {
  for (const { invoice, amount } of allocations) {
    if (invoice.id !== payment.invoiceId) ledger.allocate(payment.id, invoice.id, amount);
  }
}
