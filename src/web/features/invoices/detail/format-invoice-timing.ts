import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { daysBetween, formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';

type Timed = Pick<
  InvoiceDetail,
  | 'status'
  | 'standing'
  | 'dueDate'
  | 'nextDueDate'
  | 'payments'
  | 'currency'
  | 'total'
  | 'amountAdjusted'
  | 'amountWrittenOff'
  | 'settledBy'
  | 'installments'
>;

/** One sentence about time: when the money is expected, or came. `late` is its red part. */
export function formatInvoiceTiming(
  invoice: Timed,
  today: CalendarDate,
): { words: string; late?: string } {
  const date = formatDate(invoice.nextDueDate);
  if (invoice.status === 'paid') return { words: formatPaid(invoice) };
  if (invoice.standing === 'nothing_due') return { words: 'Nothing is due on this invoice.' };
  const days = daysBetween(today, invoice.nextDueDate);
  if (invoice.status === 'draft') return { words: `Not sent yet. Due ${date}.` };
  const isPart = invoice.nextDueDate !== invoice.dueDate;
  if (days < 0)
    return {
      words: `${isPart ? 'An installment was' : 'Was'} due ${date}, `,
      late: `${daysWord(-days)} ago.`,
    };
  const due = isPart ? 'Next due' : 'Due';
  if (days === 0) return { words: `${due} today, ${date}.` };
  return { words: `${due} ${date}, ${days === 1 ? 'tomorrow' : `in ${days} days`}.` };
}

function formatPaid(invoice: Timed): string {
  const { payments, dueDate, currency, settledBy, installments } = invoice;
  const writtenOff = money(invoice.amountWrittenOff, currency);
  if (isPositive(writtenOff)) return `Settled: ${formatMoney(writtenOff)} was written off.`;
  if (settledBy === 'credit') {
    return payments.length > 0 ? 'Settled by credit.' : 'Settled by credit. Nothing was paid.';
  }
  const last = payments.findLast((payment) => payment.status === 'completed');
  const refunded = money(invoice.amountAdjusted, currency);
  if (isPositive(refunded)) {
    const words = `${formatMoney(refunded)} was refunded and is not owed again.`;
    return last ? `Paid on ${formatDate(last.paymentDate)}. ${words}` : words;
  }
  if (!last) return 'Paid in full.';
  const paid = `Paid in full on ${formatDate(last.paymentDate)}`;
  // Of a plan each part had a day of its own, and nobody waits for nothing.
  if (installments.length > 0 || !isPositive(money(invoice.total, currency))) return `${paid}.`;
  const days = daysBetween(last.paymentDate, dueDate);
  if (days === 0) return `${paid}, the day it was due.`;
  return days > 0 ? `${paid}, ${daysWord(days)} early.` : `${paid}, ${daysWord(-days)} late.`;
}

function daysWord(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
