import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { nextDue } from '../../../shared/documents/installments/schedule-installments.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { formatMoney, isPositive, isSameAmount, money } from '../../../shared/money/money.ts';

/** A line of a message about an invoice. */
interface Fact {
  label: string;
  value: string;
}

/** What is still due of an invoice, and what of it next, where that is less; nothing of a paid one. */
export function dueFacts(invoice: InvoiceDetail, label: string): Fact[] {
  const due = money(invoice.amountDue, invoice.currency);
  if (!isPositive(due)) return [];
  return [{ label, value: formatMoney(due) }, ...nextDueFact(invoice)];
}

/** 'Next' and '$300.00 by Dec 23, 2026'; nothing where the next part is all that is due. */
export function nextDueFact(invoice: InvoiceDetail): Fact[] {
  const { currency, amountDue } = invoice;
  const { amount, dueDate } = nextDue(invoice);
  const isAll = isSameAmount(amount, amountDue, currency);
  if (invoice.schedule.length === 0 || isAll || isZero(amount)) return [];
  return [
    { label: 'Next', value: `${formatMoney(money(amount, currency))} by ${formatDate(dueDate)}` },
  ];
}

/** A line for each installment, with what of it is open. */
export function planFacts({ schedule, currency }: InvoiceDetail): Fact[] {
  return schedule.map(({ number, amount, amountDue, dueDate }) => {
    const shown = formatMoney(money(amount, currency));
    const open = isSameAmount(amountDue, amount, currency)
      ? shown
      : isZero(amountDue)
        ? `${shown}, settled`
        : `${shown}, ${formatMoney(money(amountDue, currency))} open`;
    return { label: `Installment ${number}, due ${formatDate(dueDate)}`, value: open };
  });
}
