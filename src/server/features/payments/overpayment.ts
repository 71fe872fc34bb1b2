import { hundredths } from '../../../shared/money/hundredths.ts';
import type { Balance } from '../../../shared/payments/balance.ts';
import type { Transaction } from '../../db/database.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { insertEvent } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';

/**
 * Tells the owner that more has come than was asked for, in the transaction in which a payment begins
 * to count: the invoice's page offers to give it back.
 * @param invoice locked by the caller
 * @param balance with this payment
 */
export async function recordOverpayment(
  tx: Transaction,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  { overpaid }: Balance,
  { id: paymentId, provider, amount: ofPayment }: Pick<PaymentRow, 'id' | 'amount' | 'provider'>,
  now: Date,
): Promise<void> {
  if (hundredths(overpaid) <= 0n) return;
  const amount = hundredths(overpaid) < hundredths(ofPayment) ? overpaid : ofPayment;
  await insertEvent(tx, businessId, id, 'payment.overpaid', { provider, paymentId, amount }, now);
}
