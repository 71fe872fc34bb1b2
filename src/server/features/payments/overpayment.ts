import type { SettlingPayment } from '../../../shared/invoices/settled-amount.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { payments } from '../../db/tables/payments.table.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { insertEvent } from '../invoices/index.ts';

/**
 * Tells the owner that more has come than was asked for, in the transaction in which a payment begins
 * to count: the invoice's page offers to give it back.
 * @param invoice locked by the caller
 * @param counted its payments that count, with this one
 */
export async function recordOverpayment(
  tx: Transaction,
  { businessId, id, total }: Pick<StoredInvoice, 'businessId' | 'id' | 'total'>,
  counted: readonly Pick<SettlingPayment, 'amount' | 'refundedAmount'>[],
  payment: Pick<typeof payments.$inferSelect, 'id' | 'amount' | 'provider'>,
  now: Date,
): Promise<void> {
  const received = counted.reduce(
    (sum, one) => sum + hundredths(one.amount) - hundredths(one.refundedAmount),
    0n,
  );
  const over = received - hundredths(total);
  const ofPayment = hundredths(payment.amount);
  if (over <= 0n) return;
  const data = {
    provider: payment.provider,
    paymentId: payment.id,
    amount: toDecimal(over < ofPayment ? over : ofPayment),
  };
  await insertEvent(tx, businessId, id, 'payment.overpaid', data, now);
}
