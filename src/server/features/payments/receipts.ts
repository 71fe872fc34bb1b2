import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { checkouts, type payments } from '../../db/tables/payments.table.ts';
import { queueReceipt, readInvoice } from '../invoices/index.ts';

type PaymentRow = typeof payments.$inferSelect;

/** Stripe writes to the customer itself, but not of test payments; PayPal writes to its own payer. */
export function sendsItsOwnReceipt(provider: PaymentRow['provider'], livemode: boolean): boolean {
  return provider === 'stripe' && livemode;
}

/**
 * Queues a receipt for the customer, in the transaction that makes an online payment count; none
 * where the provider sends one.
 * @param payment of an invoice that the caller has locked
 */
export async function sendReceipt(
  tx: Transaction,
  payment: Pick<
    PaymentRow,
    'businessId' | 'id' | 'invoiceId' | 'checkoutId' | 'provider' | 'amount' | 'status'
  >,
  now: Date,
): Promise<void> {
  const { businessId, checkoutId, provider } = payment;
  // What has gone back already has no receipt.
  if (payment.status !== 'completed') return;
  const [checkout] =
    checkoutId === null
      ? []
      : await tx
          .select({ livemode: checkouts.livemode })
          .from(checkouts)
          .where(and(eq(checkouts.businessId, businessId), eq(checkouts.id, checkoutId)));
  if (sendsItsOwnReceipt(provider, checkout?.livemode ?? false)) return;
  const invoice = await readInvoice(tx, businessId, payment.invoiceId);
  await queueReceipt(tx, businessId, invoice, payment, now);
}
