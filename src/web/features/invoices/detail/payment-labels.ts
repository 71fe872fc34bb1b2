/** A payment in words: how it came, what has become of it, and what can be given back. */

import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { PAYMENT_METHOD_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type { Decimal } from '../../../../shared/money/hundredths.ts';
import {
  formatMoney,
  hundredths,
  isPositive,
  parseTyped,
  sumDecimals,
  toDecimal,
} from '../../../../shared/money/hundredths.ts';
import { computeBalance, countsAsReceived } from '../../../../shared/payments/balance.ts';
import { PROVIDER_LABELS } from '../../../../shared/payments/provider-labels.ts';

/** 'Card, Visa ending 4242', 'PayPal', 'Bank transfer'. */
export function paymentTitle({ provider, methodDetail, paymentMethod }: Payment): string {
  if (provider === 'paypal') {
    if (!methodDetail || /^paypal$/i.test(methodDetail)) return 'PayPal';
    return /^paypal/i.test(methodDetail) ? methodDetail : `PayPal, ${methodDetail}`;
  }
  if (provider === 'stripe') {
    const kind =
      PAYMENT_METHOD_LABELS[paymentMethod === 'bank_transfer' ? 'bank_transfer' : 'card'];
    if (!methodDetail) return kind;
    return /ending/.test(methodDetail) ? `${kind}, ${methodDetail}` : methodDetail;
  }
  return paymentMethod ? PAYMENT_METHOD_LABELS[paymentMethod] : 'Payment';
}

export interface PaymentNote {
  words: string;
  /** 'bad' asks for a look, 'quiet' only tells. */
  tone: 'bad' | 'quiet';
}

/** What has become of it, where that is not simply 'received'. */
export function paymentNotes(payment: Payment): PaymentNote[] {
  const { status, amount, refundedAmount, pendingRefundAmount, dispute, notes } = payment;
  const list: PaymentNote[] = [];
  const say = (words: string, tone: PaymentNote['tone'] = 'quiet') => list.push({ words, tone });
  const provider = payment.provider ? PROVIDER_LABELS[payment.provider] : 'the provider';

  if (status === 'pending') say('Being confirmed');
  if (status === 'failed') say(notes ? `Failed. ${notes}` : 'Failed', 'bad');
  if (status === 'review') {
    say(`Needs review${notes ? `: ${notes}` : '.'} It does not count as paid.`, 'bad');
  }
  if (status === 'reversed' && dispute !== 'lost') say('Reversed');
  const refunded = isPositive(refundedAmount);
  if (refunded && hundredths(refundedAmount) >= hundredths(amount)) say('Refunded in full');
  else if (refunded) say(`${formatMoney(refundedAmount)} refunded`);
  else if (status === 'refunded') say('Refunded in full');
  if (isPositive(pendingRefundAmount)) {
    say(`A refund of ${formatMoney(pendingRefundAmount)} is on its way`);
  }
  if (dispute === 'open') say(`Disputed by the customer: ${provider} decides`, 'bad');
  if (dispute === 'won') say('Dispute won');
  if (dispute === 'lost') say('Dispute lost: the money went back', 'bad');
  return list;
}

/** What is on its way to this invoice, in words; undefined where nothing is. */
export function formatProcessing({
  paymentProcessing,
  history,
}: Pick<InvoiceDetail, 'paymentProcessing' | 'history'>): string | undefined {
  if (!paymentProcessing) return undefined;
  // Newest first: the last one that was submitted.
  const told = history.find(({ type }) => type === 'payment.processing')?.data['amount'];
  const amount = typeof told === 'string' ? parseTyped(told) : undefined;
  return `${amount ? `A payment of ${formatMoney(amount)}` : 'A payment'} is being confirmed.`;
}

/** What can still be given back through the provider; '0.00' for none. */
export function refundableAmount(payment: Payment): Decimal {
  const { provider, status, dispute } = payment;
  if (provider === null || dispute === 'open' || dispute === 'lost') return '0.00';
  if (status !== 'completed' && status !== 'review') return '0.00';
  // What an answer lacks counts for nothing.
  const cents = (amount: Decimal | undefined) => hundredths(amount ?? '0');
  const left =
    cents(payment.amount) - cents(payment.refundedAmount) - cents(payment.pendingRefundAmount);
  return toDecimal(left > 0n ? left : 0n);
}

/** The newest payment that an overpayment can be given back from, and how much of it. */
export function overpaymentRefund(
  invoice: Pick<InvoiceDetail, 'payments' | 'overpaid'>,
): { payment: Payment; amount: Decimal } | undefined {
  const over = hundredths(invoice.overpaid ?? '0');
  const payment = invoice.payments
    .filter((one) => countsAsReceived(one) && isPositive(refundableAmount(one)))
    .toSorted((one, other) => other.id - one.id)[0];
  if (!payment || over <= 0n) return undefined;
  const left = hundredths(refundableAmount(payment));
  return { payment, amount: toDecimal(left < over ? left : over) };
}

/** What a refund of this amount will do, in a sentence or three. */
export function formatRefundEffect(
  invoice: Pick<InvoiceDetail, 'status' | 'total' | 'payments'>,
  payment: Payment,
  amount: Decimal,
): string {
  const back = `${formatMoney(amount)} goes back the way it came (${paymentTitle(payment)}). It takes some days to arrive, and it cannot be undone.`;
  if (!countsAsReceived(payment) || invoice.status !== 'paid') return back;
  const refundedAmount = sumDecimals([payment.refundedAmount, amount]);
  const after = invoice.payments.map((one) =>
    one.id === payment.id ? { ...one, refundedAmount } : one,
  );
  return computeBalance({ total: invoice.total, payments: after }).isPaid
    ? `${back} The invoice stays paid.`
    : `${back} The invoice is then open again.`;
}
