import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { daysBetween, formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, hundredths } from '../../../../shared/money/money.ts';

type Timed = Pick<
  InvoiceDetail,
  'status' | 'dueDate' | 'payments' | 'amountReceived' | 'amountDue'
>;

/** One sentence about time: when the money is expected, or came. `late` is its red part. */
export function timeWords(invoice: Timed, today: CalendarDate): { words: string; late?: string } {
  const date = formatDate(invoice.dueDate);
  if (invoice.status === 'paid') return { words: paidWords(invoice) };
  const days = daysBetween(today, invoice.dueDate);
  if (invoice.status === 'draft') return { words: `Not sent yet. Due ${date}.` };
  if (days < 0) return { words: `Was due ${date}, `, late: `${daysWord(-days)} ago.` };
  if (days === 0) return { words: `Due today, ${date}.` };
  return { words: `Due ${date}, ${days === 1 ? 'tomorrow' : `in ${days} days`}.` };
}

function paidWords({ payments, dueDate, amountReceived, amountDue }: Timed): string {
  const last = payments.findLast((payment) => payment.status === 'completed');
  if (!last) return 'Paid in full.';
  if (hundredths(amountReceived) > 0n && hundredths(amountDue) > 0n) {
    return `Paid on ${formatDate(last.paymentDate)}. ${formatMoney(amountDue)} of it was refunded.`;
  }
  const paid = `Paid in full on ${formatDate(last.paymentDate)}`;
  const days = daysBetween(last.paymentDate, dueDate);
  if (days === 0) return `${paid}, the day it was due.`;
  return days > 0 ? `${paid}, ${daysWord(days)} early.` : `${paid}, ${daysWord(-days)} late.`;
}

function daysWord(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
