import { compareMoney, isPositive } from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
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
  { overpaid }: Settlement,
  payment: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'provider'>,
  now: Date,
): Promise<void> {
  if (!isPositive(overpaid)) return;
  const { id: paymentId, provider } = payment;
  const { amount, currency } = compareMoney(overpaid, payment) < 0 ? overpaid : payment;
  await insertEvent(
    tx,
    businessId,
    id,
    'payment.overpaid',
    { provider, paymentId, amount, currency },
    now,
  );
}
