import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, noMoney } from '../../../shared/money/money.ts';
import type {
  AccountPayment,
  AllocatePaymentInput,
  AllocationInput,
  RecordPaymentInput,
} from '../../../shared/payments/account-payment.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { holdCustomerRow } from '../customers/index.ts';
import type { Allocation, StoredInvoice } from '../invoices/index.ts';
import {
  changeAccount,
  holdPayers,
  insertEvent,
  lockAccount,
  openAmount,
  readAllocations,
  readPositiveAmount,
  refuseFuturePayment,
  refuseOverallocation,
} from '../invoices/index.ts';
import type { OpenLedger, PaymentRow } from '../ledger/index.ts';
import { readBusinessCurrency, readBusinessDay } from '../profile/index.ts';
import { readAccountPayment } from './read-payments.ts';
import { sendPaymentReceipt } from './receipts.ts';

/** Payments that an owner records: money that came past the providers. */

type ManualServices = Pick<Services, 'db' | 'clock'>;

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
    const invoiceIds = input.allocations.map(toInvoiceId);
    const account = await lockAccount(tx, businessId, { invoiceIds });
    const { invoices: locked } = account;
    const payers = await holdPayers(tx, businessId, input.customerId, locked, invoiceIds);
    const customer = await holdCustomerRow(tx, businessId, input.customerId);
    if (!customer || customer.deletedAt) throw notFound('Customer', 'customerId');
    const currency =
      input.currency ??
      locked.values().next().value?.currency ??
      customer.currency ??
      (await readBusinessCurrency(tx, businessId));
    const amount = readPositiveAmount(input.amount, currency, 'amount');
    const today = await readBusinessDay(tx, businessId, now);
    const { paymentDate = today, paymentMethod, reference = null, notes = null } = input;
    refuseFuturePayment(paymentDate, today);
    const payer = { payers, currency, name: 'payment' };
    const allocations = readAllocations(input.allocations, locked, payer, openAmount);
    refuseOverallocation(allocations, amount);
    const { result: id } = await changeAccount(tx, account, now, async (ledger) => {
      const payment = await ledger.recordPayment({
        ...amount,
        customerId: findPayer(allocations) ?? customer.id,
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
    if (input.sendReceipt) await sendPaymentReceipt(tx, businessId, id, now);
    return readAccountPayment(tx, businessId, id);
  });
}

/**
 * Says anew which invoices a payment settles; an empty list releases all of it. One that was made for an
 * invoice goes on settling it with what the others leave.
 * @throws AppError as `recordPayment`; CONFLICT for a payment that does not count, and where an empty list
 *   would release nothing of one that was made for an invoice
 */
export function allocatePayment(
  { db, clock }: ManualServices,
  businessId: string,
  { id, allocations: wanted }: AllocatePaymentInput,
): Promise<AccountPayment> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoiceIds = wanted.map(toInvoiceId);
    const account = await lockAccount(tx, businessId, { invoiceIds, paymentIds: [id] });
    const { invoices: locked } = account;
    await changeAccount(tx, account, now, async (ledger) => {
      const payment = ledger.findPayment(id);
      if (!payment) throw notFound('Payment');
      if (payment.status !== 'completed') {
        throw new AppError(
          'CONFLICT',
          'This payment does not count, so it cannot settle an invoice.',
        );
      }
      const { customerId, currency, invoiceId } = payment;
      const settled = ledger.settledBy(id);
      if (wanted.length + settled.length === 0) refuseRelease(locked.get(invoiceId ?? 0));
      for (const one of settled) ledger.allocate(id, one, noMoney(currency));
      const payers = await holdPayers(tx, businessId, customerId, locked, invoiceIds);
      const own = { invoiceId, refusal: madeFor };
      const source = { payers, currency, name: 'payment', own };
      const allocations = readAllocations(wanted, locked, source, ledger.openAmount);
      refuseOverallocation(allocations, ledger.unapplied(id));
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
    const account = await lockAccount(tx, businessId, { paymentIds: [id] });
    const { result: undone } = await changeAccount(tx, account, now, async (ledger) => {
      const payment = ledger.findPayment(id);
      if (!payment) throw notFound('Payment');
      if (payment.provider !== null) {
        throw new AppError(
          'CONFLICT',
          'This payment came online. Refund it on its invoice instead.',
        );
      }
      if (payment.status !== 'completed') return undefined;
      const { amount, currency, invoiceId: madeFor } = payment;
      const invoiceIds = [...(madeFor === null ? [] : [madeFor]), ...ledger.settledBy(id)];
      ledger.reverse(id, 'undone');
      return { amount, currency, invoiceIds };
    });
    for (const invoiceId of undone?.invoiceIds ?? []) {
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
  key?: string,
): Promise<AccountPayment> {
  const request = { businessId, key, call: 'payments.sendReceipt', input: { id } };
  return runIdempotently(db, request, async (tx) => {
    await sendPaymentReceipt(tx, businessId, id, clock.now());
    return readAccountPayment(tx, businessId, id);
  });
}

const toInvoiceId = ({ invoiceId }: AllocationInput): number => invoiceId;
const madeFor = (number: string): string =>
  `This payment was made for ${number}, which takes what others leave`;

/** @throws AppError CONFLICT naming the invoice that a payment was made for, and settles by itself */
function refuseRelease(madeForIt: StoredInvoice | undefined): void {
  if (!madeForIt) return;
  const number = madeForIt.invoiceNumber || 'this draft';
  const message = `This payment was made for ${number} and settles nothing else, so there is nothing to release. Undo or refund the payment instead.`;
  throw new AppError('CONFLICT', message, { fields: [{ path: 'allocations', message }] });
}

/**
 * Whose invoices a payment settles, where they are all of one customer: merged ones whose money was not
 * mixed can be separated.
 */
function findPayer(allocations: readonly Allocation[]): number | undefined {
  const [first, ...others] = new Set(allocations.map(({ invoice }) => invoice.customerId));
  return others.length === 0 ? first : undefined;
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
