/** What the dashboard says about money, as words around figures. */

import type { Dashboard, DueInvoice } from '../../../shared/dashboard/dashboard.contract.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import { groupThousands, isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money } from '../../../shared/money/money.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import { shortDate } from '../../lib/format-instant.ts';

type FigureName = 'totalRevenue' | 'outstanding' | 'overdue' | 'paidThisMonth' | 'totalExpenses';
type EachCurrency = Record<FigureName, string> & { currency: string };

/** A figure in each currency in which there is anything, the business's own first. */
export function formatInEachCurrency(
  figures: EachCurrency & { otherCurrencies: readonly EachCurrency[] },
  name: FigureName,
): Money[] {
  return [figures, ...figures.otherCurrencies]
    .map((each) => money(each[name], each.currency))
    .filter(({ amount }) => amount != null && !isZero(amount));
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** 'Three invoices', '12 invoices': as a sentence begins. */
export function formatInvoiceCount(count: number): string {
  return `${NUMBERS[count] ?? formatCount(count)} ${count === 1 ? 'invoice' : 'invoices'}`;
}

/** Beneath the sum that is outstanding: '7 invoices, 3 overdue'. */
export function formatOutstanding({
  outstandingCount: count,
  overdueCount: overdue,
}: Pick<Dashboard, 'outstandingCount' | 'overdueCount'>): string {
  if (count === 0) return 'No unpaid invoices';
  return `${countNoun(count, 'invoice')}, ${overdue === 0 ? 'none' : formatCount(overdue)} overdue`;
}

export interface TrendWords {
  direction: 'up' | 'down' | 'level';
  verdict: 'good' | 'bad' | 'even';
  /** '12.5%' */
  strong: string;
}

/**
 * Which way a figure went. More money coming is good, more going is bad.
 * @returns undefined without history
 */
export function formatTrend(
  trend: { percent: string } | null,
  moreIs: 'good' | 'bad',
): TrendWords | undefined {
  if (!trend) return undefined;
  const down = trend.percent.startsWith('-');
  const size = trend.percent.replace(/^[-+]/, '');
  const [whole = '0', fraction] = size.split('.');
  const grouped = groupThousands(whole);
  const strong = `${fraction === undefined ? grouped : `${grouped}.${fraction}`}%`;
  if (/^[0.]*$/.test(size)) return { direction: 'level', verdict: 'even', strong };
  const better = down === (moreIs === 'bad');
  return { direction: down ? 'down' : 'up', verdict: better ? 'good' : 'bad', strong };
}

/** The days that this month is compared with: 'Oct 1–20', or 'Oct 1' on the first. */
export function formatComparison({ from, to }: Dashboard['comparedWith']): string {
  const first = shortDate(from, from);
  if (from === to) return first;
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${first}–${sameMonth ? Number(to.slice(8)) : shortDate(to, from)}`;
}

/**
 * By when an invoice is to be paid: '37 days overdue', 'Due Nov 24, in 4 days'. Overdue is what has
 * that status, as in every sum: in the minutes until it gets it, an invoice merely was due.
 */
export function formatDueDate(
  { dueDate, overdue }: Pick<DueInvoice, 'dueDate' | 'overdue'>,
  today: CalendarDate,
): { words: string; late: boolean } {
  const days = daysBetween(today, dueDate);
  const date = shortDate(dueDate, today);
  if (overdue) {
    const late = `${days === -1 ? '1 day' : `${-days} days`} overdue`;
    return { words: days < 0 ? late : `Overdue, due ${date}`, late: true };
  }
  if (days < 0) return { words: `Was due ${date}`, late: false };
  const when = days === 1 ? 'tomorrow' : `in ${days} days`;
  return { words: days === 0 ? 'Due today' : `Due ${date}, ${when}`, late: false };
}

/** 'Friday, Nov 20' */
export function weekdayAndDate(date: CalendarDate): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${date}T00:00:00Z`))}, ${shortDate(date, date)}`;
}
