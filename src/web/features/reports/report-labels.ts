/** What a report says about its days and its figures. */
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { formatDate, monthTitle } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  formatMoney,
  isPositive,
  money,
  putOwnCurrencyFirst,
  subtractMoney,
  sumMoney,
} from '../../../shared/money/money.ts';
import type {
  CustomerItem,
  Report,
  ReportBucket,
  ReportFigures,
  ReportType,
} from '../../../shared/reports/report.contract.ts';
import { shortDate } from '../../lib/format-instant.ts';
import type { ChartGroup, ChartSeries } from '../../ui/bar-chart.tsx';

interface Drawn {
  title: string;
  series: readonly (ChartSeries & { of: 'revenue' | 'expenses' | 'invoiced' })[];
}

/** What is drawn beside each type's table. */
export const DRAWN: Record<ReportType, Drawn> = {
  revenue: {
    title: 'Revenue and expenses',
    series: [
      { name: 'Revenue', tone: 'main', of: 'revenue' },
      { name: 'Expenses', tone: 'out', of: 'expenses', beneath: true },
    ],
  },
  expenses: { title: 'Expenses', series: [{ name: 'Expenses', tone: 'out', of: 'expenses' }] },
  // What came meanwhile is mostly for older invoices, and the table is about these alone.
  customers: { title: 'Invoiced', series: [{ name: 'Invoiced', tone: 'outline', of: 'invoiced' }] },
  invoices: {
    title: 'Invoiced and paid',
    series: [
      { name: 'Invoiced', tone: 'outline', of: 'invoiced' },
      { name: 'Paid', tone: 'main', of: 'revenue' },
    ],
  },
};

/** What a report's rows count, where another report counts the same money otherwise. */
export const ROWS_ARE: Partial<Record<ReportType, string>> = {
  customers:
    'Invoices issued in this period, and what has been paid on them so far. The Revenue Report counts money on the day it was received.',
};

/** A group's bars, and their words to the cent: of a bar, only its height counts. */
export const readBars = (amounts: readonly string[], currency: string) => ({
  values: amounts.map(Number),
  words: amounts.map((amount) => formatMoney(money(amount, currency))),
});

/** Buckets of one currency as bars, with their words to the cent. */
export function chartGroups(
  type: ReportType,
  unit: 'day' | 'week' | 'month',
  { buckets, currency }: Pick<ReportFigures, 'buckets' | 'currency'>,
): ChartGroup[] {
  const lastDay = buckets.at(-1)?.to ?? '';
  return buckets.map((bucket) => ({
    key: bucket.from,
    ...bucketNames(bucket, unit, lastDay),
    ...readBars(
      DRAWN[type].series.map(({ of }) => bucket[of]),
      currency,
    ),
  }));
}

/** A bar's short name, which fits under it, and its whole one. */
export function bucketNames(
  { from, to }: DateRange,
  unit: 'day' | 'week' | 'month',
  lastDay: string,
): { label: string; name: string } {
  if (unit === 'month') {
    const month = monthTitle(from).slice(0, 3);
    const sameYear = from.slice(0, 4) === lastDay.slice(0, 4);
    return {
      label: sameYear ? month : `${month} ’${from.slice(2, 4)}`,
      name: monthTitle(from),
    };
  }
  const label = shortDate(from, from);
  if (unit === 'day' || from === to) return { label, name: formatDate(from) };
  return { label, name: `${shortDate(from, from)} to ${shortDate(to, to)}` };
}

/** Whether there is anything to draw. */
export function hasBars(type: ReportType, buckets: readonly ReportBucket[]): boolean {
  return DRAWN[type].series.some(({ of }) => buckets.some((bucket) => Number(bucket[of]) > 0));
}

/** Which days a sum is over: 'Aug 23 to Nov 20, 2026'. */
export function formatRange({ from, to }: DateRange): string {
  return `${shortDate(from, to)} to ${shortDate(to, to)}, ${to.slice(0, 4)}`;
}

type Paid = Partial<Pick<CustomerItem, 'totalPaid' | 'currency'>>;

/** The sums under a report's columns of money, in their order, each in every currency. */
export function reportTotals(report: Report, items: readonly Paid[]): (readonly Money[])[] {
  switch (report.reportType) {
    case 'revenue':
      return [inEach(report, 'totalRevenue')];
    case 'expenses':
      return [inEach(report, 'totalExpenses')];
    case 'invoices':
      return [inEach(report, 'createdTotal')];
    case 'customers':
      return [
        inEach(report, 'invoicedTotal'),
        putOwnCurrencyFirst(
          sumMoney(
            items.map(({ totalPaid = '0', currency = report.currency }) =>
              money(totalPaid, currency),
            ),
          ),
          report.currency,
        ),
      ];
  }
}

type Total = 'totalRevenue' | 'totalExpenses' | 'createdTotal' | 'invoicedTotal';

/** A figure in each currency in which there is anything; in the business's own where in none. */
function inEach(report: Report, name: Total): readonly Money[] {
  const sums = [report, ...report.otherCurrencies].map((each) => money(each[name], each.currency));
  const some = sums.filter(isPositive);
  return some.length > 0 ? some : sums.slice(0, 1);
}

/** What of an invoice report's sums stands on drafts, which nobody owes yet. */
export function draftsTotal(report: Report): Money[] {
  if (report.reportType !== 'invoices') return [];
  return [report, ...report.otherCurrencies]
    .filter(({ createdTotal, invoicedTotal }) => createdTotal != null && invoicedTotal != null)
    .map(({ createdTotal, invoicedTotal, currency }) =>
      subtractMoney(money(createdTotal, currency), money(invoicedTotal, currency)),
    )
    .filter(isPositive);
}
