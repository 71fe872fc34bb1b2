/** What a report says about its days and its figures. */
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { formatDate, monthTitle } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import {
  formatMoney,
  hundredths,
  sumDecimals,
  toDecimal,
} from '../../../shared/money/hundredths.ts';
import type {
  Report,
  ReportBucket,
  ReportRange,
  ReportType,
} from '../../../shared/reports/report.contract.ts';
import { shortDate } from '../../lib/format-instant.ts';
import type { ChartGroup, ChartSeries } from '../../ui/bar-chart.tsx';

/** What one bar of a range stands for. */
export const BAR_UNITS: Record<ReportRange, 'day' | 'week' | 'month'> = {
  '7': 'day',
  '30': 'day',
  '90': 'week',
  '365': 'month',
};

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
    'Invoices issued in these days, and what has been paid on them so far. The Revenue Report counts money by the day it came.',
};

/** A report's buckets as bars, with their words to the cent. */
export function chartGroups(
  type: ReportType,
  unit: 'day' | 'week' | 'month',
  buckets: readonly ReportBucket[],
): ChartGroup[] {
  const lastDay = buckets.at(-1)?.to ?? '';
  return buckets.map((bucket) => {
    const amounts = DRAWN[type].series.map(({ of }) => bucket[of]);
    return {
      key: bucket.from,
      ...bucketNames(bucket, unit, lastDay),
      // Only the height of a bar: the words carry the cents.
      values: amounts.map(Number),
      words: amounts.map(formatMoney),
    };
  });
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

/** The sums under a report's columns of money, in their order. */
export function reportTotals(report: Report, items: readonly { totalPaid?: string }[]): string[] {
  switch (report.reportType) {
    case 'revenue':
      return [report.totalRevenue];
    case 'expenses':
      return [report.totalExpenses];
    case 'invoices':
      return [report.createdTotal];
    case 'customers':
      return [sumInvoiced(report), sumDecimals(items.map(({ totalPaid }) => totalPaid ?? '0'))];
  }
}

/** An answer may lack a figure: what is there is summed. */
const sumInvoiced = ({ buckets }: Report) =>
  sumDecimals(buckets.map(({ invoiced }) => invoiced ?? '0'));

/** What of an invoice report's sum stands on drafts, which nobody owes yet. */
export function draftsTotal(report: Report): Decimal | undefined {
  if (report.reportType !== 'invoices') return undefined;
  if (report.createdTotal == null) return undefined;
  const invoiced = sumInvoiced(report);
  const drafts = hundredths(report.createdTotal) - hundredths(invoiced);
  return drafts > 0n ? toDecimal(drafts) : undefined;
}
