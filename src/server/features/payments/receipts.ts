import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { findCustomerRow } from '../customers/index.ts';
import { isAddress, queueReceipt } from '../emails/index.ts';
import { lockInvoice } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import type { Parts } from './covered-invoices.ts';
import { readAccountPayment } from './read-payments.ts';

/** Stripe writes to the customer itself, but not of test payments; PayPal writes to its own payer. */
export function sendsItsOwnReceipt(provider: PaymentRow['provider'], livemode: boolean): boolean {
  return provider === 'stripe' && livemode;
}

/**
 * Queues a receipt for the customer, in the transaction that makes an online payment count; none
 * where the provider sends one. One for several invoices names all that it settles.
 * @param payment of invoices that the caller has locked
 * @param checkout that it came of
 * @param parts what it was made for
 */
export async function sendReceipt(
  tx: Transaction,
  payment: Pick<
    PaymentRow,
    'businessId' | 'id' | 'customerId' | 'invoiceId' | 'provider' | 'amount' | 'currency' | 'status'
  >,
  checkout: Pick<CheckoutRow, 'livemode'> | undefined,
  parts: Parts,
  now: Date,
): Promise<void> {
  // What has gone back already has no receipt.
  if (payment.status !== 'completed') return;
  if (sendsItsOwnReceipt(payment.provider, checkout?.livemode ?? false)) return;
  const [{ invoice }] = parts;
  if (payment.invoiceId !== null) {
    await queueReceipt(tx, { ...payment, invoiceId: payment.invoiceId }, now);
    return;
  }
  const { allocations } = await readAccountPayment(tx, payment.businessId, payment.id);
  const [first = { invoiceId: invoice.id }] = allocations;
  const settled = allocations.map(({ invoiceNumber }) => invoiceNumber);
  const asked = parts.map((part) => part.invoice.invoiceNumber);
  const invoiceNumbers = settled.length > 0 ? settled : asked;
  await queueReceipt(tx, { ...payment, invoiceId: first.invoiceId, invoiceNumbers }, now);
}

/** @throws AppError CONFLICT of a payment that does not count (any more) */
export function requireReceived({ status }: Pick<PaymentRow, 'status'>): void {
  if (status === 'completed') return;
  throw new AppError('CONFLICT', 'This payment does not count, so it has no receipt.');
}

/**
 * Queues a receipt for a payment that was recorded by hand, once more where there was one. It names
 * all invoices that the payment settles, and leads to the first.
 * @throws AppError CONFLICT where it settles none, does not count, or the customer has no address
 */
export async function sendPaymentReceipt(
  tx: Transaction,
  businessId: string,
  paymentId: number,
  now: Date,
): Promise<void> {
  const payment = await readAccountPayment(tx, businessId, paymentId);
  const [first] = payment.allocations;
  requireReceived(payment);
  if (!first) {
    throw new AppError(
      'CONFLICT',
      'This payment is not applied to an invoice yet. Apply it first.',
    );
  }
  const customer = await findCustomerRow(tx, businessId, payment.customerId);
  if (!isAddress(customer?.email ?? null)) {
    const message = `${payment.customer.name} has no email address.`;
    throw new AppError('CONFLICT', message, { fields: [{ path: 'sendReceipt', message }] });
  }
  const { id, amount, currency, allocations } = payment;
  const { invoiceId } = first;
  // Before the message: so whoever delivers it locks them, too.
  await lockInvoice(tx, businessId, invoiceId);
  const invoiceNumbers = allocations.map(({ invoiceNumber }) => invoiceNumber);
  const confirmed = { businessId, id, invoiceId, invoiceNumbers, amount, currency };
  await queueReceipt(tx, confirmed, now, { again: true });
}
