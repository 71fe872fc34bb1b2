import { compareMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
import type { Transaction } from '../../db/database.ts';
import { insertEvent } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import type { Parts } from './covered-invoices.ts';
import { readAccountPayment } from './read-payments.ts';

/**
 * Tells the owner that more has come than was asked for, in the transaction in which a payment begins
 * to count: the invoice's page offers to give it back. Of several invoices it is told of the first that
 * did not take its part.
 * @param parts locked by the caller
 * @param balances of the invoices with this payment
 */
export async function tellOverpayment(
  tx: Transaction,
  parts: Parts,
  balances: ReadonlyMap<number, Settlement>,
  payment: Pick<PaymentRow, 'businessId' | 'id' | 'amount' | 'currency' | 'provider' | 'invoiceId'>,
  now: Date,
): Promise<void> {
  const { businessId, id: paymentId, provider } = payment;
  const [{ invoice }] = parts;
  const { invoiceId, excess } =
    payment.invoiceId === null
      ? await findCredit(tx, parts, payment)
      : { invoiceId: invoice.id, excess: balances.get(invoice.id)?.overpaid };
  if (!excess || !isPositive(excess)) return;
  const { amount, currency } = compareMoney(excess, payment) < 0 ? excess : payment;
  const data = { provider, paymentId, amount, currency };
  await insertEvent(tx, businessId, invoiceId, 'payment.overpaid', data, now);
}

/** What of a payment for several invoices settles none of them, and which of them did not take its part. */
async function findCredit(
  tx: Transaction,
  parts: Parts,
  { businessId, id, currency }: Pick<PaymentRow, 'businessId' | 'id' | 'currency'>,
) {
  const { allocations, unappliedAmount } = await readAccountPayment(tx, businessId, id);
  const settled = new Map(allocations.map((one) => [one.invoiceId, money(one.amount, currency)]));
  const lacking = parts.find(({ invoice, amount }) => {
    const here = settled.get(invoice.id);
    return !here || compareMoney(here, amount) < 0;
  });
  const { invoice } = lacking ?? parts[0];
  return { invoiceId: invoice.id, excess: money(unappliedAmount, currency) };
}
