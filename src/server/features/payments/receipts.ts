import type { Transaction } from '../../db/database.ts';
import { queueReceipt } from '../emails/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import type { CheckoutRow } from './checkout.store.ts';

/** Stripe writes to the customer itself, but not of test payments; PayPal writes to its own payer. */
export function sendsItsOwnReceipt(provider: PaymentRow['provider'], livemode: boolean): boolean {
  return provider === 'stripe' && livemode;
}

/**
 * Queues a receipt for the customer, in the transaction that makes an online payment count; none
 * where the provider sends one.
 * @param payment of an invoice that the caller has locked
 * @param checkout that it came of
 */
export async function sendReceipt(
  tx: Transaction,
  payment: Pick<
    PaymentRow,
    'businessId' | 'id' | 'invoiceId' | 'provider' | 'amount' | 'currency' | 'status'
  >,
  checkout: Pick<CheckoutRow, 'livemode'> | undefined,
  now: Date,
): Promise<void> {
  // What has gone back already has no receipt.
  if (payment.status !== 'completed') return;
  if (sendsItsOwnReceipt(payment.provider, checkout?.livemode ?? false)) return;
  await queueReceipt(tx, payment, now);
}
