import type { CurrencyFigures } from '../../../shared/dashboard/dashboard.contract.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  addMonths,
  endOfMonth,
  startOfMonth,
} from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';
import { percentChange, sumOfDays } from '../../../shared/reports/day-sums.ts';
import type { StatusSum } from '../invoices/index.ts';

const MONTHS = 12;

/** Sums of a business as they were read, of all its currencies. */
export interface DashboardSums {
  statuses: StatusSum[];
  /** What customers have paid beyond what they were asked for. */
  unapplied: Money[];
  received: DaySum[];
  spent: DaySum[];
  spentInAll: Money[];
  invoiced: DaySum[];
  later: Money[];
}

/** The days that figures are about, as of today. */
export function dashboardTimes(today: CalendarDate) {
  const thisMonth = { from: startOfMonth(today), to: endOfMonth(today) };
  const aYearAgo = addMonths(today, -12);
  const yearBefore = { from: addDays(addMonths(today, -24), 1), to: aYearAgo };
  const aMonthAgo = addMonths(today, -1);
  const months = Array.from({ length: MONTHS }, (_, n) => {
    const from = addMonths(thisMonth.from, n + 1 - MONTHS);
    return { from, to: endOfMonth(from) };
  });
  return {
    thisMonth,
    monthSoFar: { from: thisMonth.from, to: today },
    monthBefore: { from: startOfMonth(aMonthAgo), to: aMonthAgo },
    lastYear: { from: addDays(aYearAgo, 1), to: today },
    yearBefore,
    months,
    /** Spans all of them. */
    read: { from: yearBefore.from, to: thisMonth.to },
  };
}
export type DashboardTimes = ReturnType<typeof dashboardTimes>;

/** What of the sums is in a currency. */
function sumsIn(currency: string, sums: DashboardSums): DashboardSums {
  const only = <Sum extends { currency: string }>(rows: readonly Sum[]) =>
    rows.filter((row) => row.currency === currency);
  return {
    statuses: only(sums.statuses),
    unapplied: only(sums.unapplied),
    received: only(sums.received),
    spent: only(sums.spent),
    spentInAll: only(sums.spentInAll),
    invoiced: only(sums.invoiced),
    later: only(sums.later),
  };
}

/** The figures of one currency. */
export function figuresIn(
  currency: string,
  allSums: DashboardSums,
  times: DashboardTimes,
): CurrencyFigures {
  const sums = sumsIn(currency, allSums);
  const sum = (amounts: readonly Money[]) => sumMoneyIn(currency, amounts).amount;
  const days = (rows: readonly DaySum[], range: DateRange) =>
    sumOfDays(rows, range, currency).amount;
  const owed = (...statuses: InvoiceStatus[]) =>
    sum(
      sums.statuses
        .filter(({ status }) => statuses.includes(status))
        .map(({ due }) => money(due, currency)),
    );
  const [outstanding, later] = [owed('sent', 'overdue'), sum(sums.later)];
  const overdue = sum(sums.statuses.map((one) => money(one.overdue, currency)));
  return {
    currency,
    totalRevenue: sum([
      ...sums.statuses.map(({ paid }) => money(paid, currency)),
      ...sums.unapplied,
    ]),
    outstanding,
    overdue,
    paidThisMonth: days(sums.received, times.thisMonth),
    totalExpenses: sum(sums.spentInAll),
    months: times.months.map((month) => ({
      month: month.from.slice(0, 7),
      invoiced: days(sums.invoiced, month),
      paid: days(sums.received, month),
      expenses: days(sums.spent, month),
    })),
    due: {
      overdue,
      // What is not overdue is due soon or later. Only the later part is summed: the days to come hold
      // few invoices, however many years lie behind.
      next14Days: subtractMoney(
        subtractMoney(money(outstanding, currency), money(overdue, currency)),
        money(later, currency),
      ).amount,
      later,
    },
  };
}

/** The figures of each currency but the business's own in which there is any. */
export function figuresOfOthers(
  own: string,
  sums: DashboardSums,
  times: DashboardTimes,
): CurrencyFigures[] {
  const named = [...sums.statuses, ...sums.unapplied, ...sums.received, ...sums.spentInAll];
  const others = new Set(named.map(({ currency }) => currency).filter((each) => each !== own));
  return [...others]
    .sort()
    .map((currency) => figuresIn(currency, sums, times))
    .filter(({ months, totalRevenue, outstanding, totalExpenses }) =>
      [totalRevenue, outstanding, totalExpenses, ...months.map(({ invoiced }) => invoiced)].some(
        (amount) => !isZero(amount),
      ),
    );
}

/** The changes against the times before, of one currency. */
export function trendsIn(currency: string, sums: DashboardSums, times: DashboardTimes) {
  const trend = (rows: readonly DaySum[], now: DateRange, before: DateRange) =>
    percentChange(sumOfDays(rows, now, currency), sumOfDays(rows, before, currency));
  return {
    totalRevenue: trend(sums.received, times.lastYear, times.yearBefore),
    paidThisMonth: trend(sums.received, times.monthSoFar, times.monthBefore),
    totalExpenses: trend(sums.spent, times.lastYear, times.yearBefore),
  };
}
