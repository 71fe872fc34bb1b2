import { monthTitle } from '../../../../shared/dates/calendar-date.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { money, sumMoney } from '../../../../shared/money/money.ts';

export type MonthRow =
  | { kind: 'month'; key: string; title: string; sums: Money[] | undefined }
  | { kind: 'invoice'; key: string; invoice: Invoice; last: boolean };

/**
 * Invoices, newest first, under the months in which they were issued. A month that may go on in
 * what is not loaded yet has no sums: half of one would be a wrong one.
 */
export function monthRows(invoices: readonly Invoice[], hasMore: boolean): MonthRow[] {
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
          : sumMoney(group.map(({ total, currency }) => money(total, currency))),
      },
      ...group.map((invoice, index): MonthRow => ({
        kind: 'invoice',
        key: String(invoice.id),
        invoice,
        last: index === group.length - 1,
      })),
    ];
  });
}
