import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { PAYMENT_METHOD_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money, sumMoney } from '../../../../shared/money/money.ts';

/**
 * What a change of a paid invoice's status reverses, a sentence each.
 * @param status as people read it: 'Sent'
 */
export function formatReversal(
  { id, payments, credits, currency: own, amountWrittenOff }: InvoiceDetail,
  status: string,
): string[] {
  const counting = payments.filter((payment) => payment.status === 'completed');
  const counted = counting.filter(({ invoiceId }) => invoiceId === id);
  const released = sumMoney(
    counting
      .filter(({ invoiceId }) => invoiceId !== id)
      .map(({ allocatedAmount, currency }) => money(allocatedAmount, currency)),
  );
  const reversed = counted
    .filter(({ provider }) => provider === null)
    .map((payment) => {
      const { paymentDate, paymentMethod } = payment;
      const method = paymentMethod ? ` (${PAYMENT_METHOD_LABELS[paymentMethod]})` : '';
      return `The payment of ${formatMoney(payment)}${method} recorded for ${formatDate(paymentDate)} is reversed: it no longer counts.`;
    });
  const applied = sumMoney(credits.filter(({ isCorrection }) => !isCorrection));
  const writtenOff = money(amountWrittenOff, own);
  const refunded = sumMoney(
    counted
      .filter(({ provider }) => provider !== null)
      .map(({ refundedAmount, currency }) => money(refundedAmount, currency)),
  );
  return [
    ...reversed,
    ...released
      .filter(isPositive)
      .map(
        (sum) => `${formatMoney(sum)} of payments for several invoices is the customer’s credit.`,
      ),
    ...applied
      .filter(isPositive)
      .map((sum) => `${formatMoney(sum)} of credit notes is the customer’s credit again.`),
    ...refunded
      .filter(isPositive)
      .map((sum) => `${formatMoney(sum)} that went back to the customer is owed again.`),
    ...(isPositive(writtenOff)
      ? [`The write-off of ${formatMoney(writtenOff)} is undone: it is owed again.`]
      : []),
    `The status is then ${status}, and the part that is not paid is due.`,
  ];
}
