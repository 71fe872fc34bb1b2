import { monthTitle } from '../../../../shared/dates/calendar-date.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { money, sumMoney } from '../../../../shared/money/money.ts';

export type MonthRow =
  | { kind: 'month'; key: string; title: string; sums: Money[] | undefined }
  | { kind: 'invoice'; key: string; invoice: Invoice; last: boolean };

/** What of invoices is summed: under most filters their totals. */
export type SummedAmount = 'total' | 'amountOverdue' | 'amountWrittenOff';

/** Invoices in an order that months do not divide. */
export const invoiceRows = (invoices: readonly Invoice[]): MonthRow[] =>
  invoices.map((invoice, index) => ({
    kind: 'invoice',
    key: String(invoice.id),
    invoice,
    last: index === invoices.length - 1,
  }));

/**
 * Invoices, by their issue date, under the months in which they were issued. A month that may go on in
 * what is not loaded yet has no sums: half of one would be a wrong one.
 * @param summed as the summary sums the list's filter
 */
export function monthRows(
  invoices: readonly Invoice[],
  hasMore: boolean,
  summed: SummedAmount = 'total',
): MonthRow[] {
  const months = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const month = invoice.issueDate.slice(0, 7);
    const group = months.get(month);
    if (group) group.push(invoice);
    else months.set(month, [invoice]);
  }
  const keys = [...months.keys()];
  return [...months].flatMap(([month, group]): MonthRow[] => {
    const open = hasMore && month === keys.at(-1);
    return [
      {
        kind: 'month',
        key: month,
        title: monthTitle(month),
        sums: open
          ? undefined
          : sumMoney(group.map((invoice) => money(invoice[summed], invoice.currency))),
      },
      ...invoiceRows(group),
    ];
  });
}
