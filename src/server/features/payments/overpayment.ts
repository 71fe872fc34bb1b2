import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { payments } from '../../db/tables/payments.table.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { insertEvent, sumReceived } from '../invoices/index.ts';

/**
 * Tells the owner that more has come than was asked for, in the transaction in which a payment begins
 * to count: the invoice's page offers to give it back.
 * @param invoice locked by the caller
 */
export async function recordOverpayment(
  tx: Transaction,
  { businessId, id, total }: Pick<StoredInvoice, 'businessId' | 'id' | 'total'>,
  payment: Pick<typeof payments.$inferSelect, 'id' | 'amount' | 'provider'>,
  now: Date,
): Promise<void> {
  const over = hundredths(await sumReceived(tx, businessId, id)) - hundredths(total);
  const ofPayment = hundredths(payment.amount);
  if (over <= 0n) return;
  const data = {
    provider: payment.provider,
    paymentId: payment.id,
    amount: toDecimal(over < ofPayment ? over : ofPayment),
  };
  await insertEvent(tx, businessId, id, 'payment.overpaid', data, now);
}
