import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { divideRounded, isZero } from '../../../shared/money/decimal.ts';
import {
  fromMinorUnits,
  minorUnits,
  money,
  subtractMoney,
  sumMoneyIn,
} from '../../../shared/money/money.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';
import { sumOfDays } from '../../../shared/reports/day-sums.ts';
import type { ReportFigures } from '../../../shared/reports/report.contract.ts';
import type { InvoicedDay } from '../invoices/index.ts';
import type { Receipts } from '../ledger/index.ts';
import { splitIntoBuckets } from './report-range.ts';

/** Sums of a range by day, of all currencies. */
interface ReportSums {
  receipts: Receipts[];
  expenses: DaySum[];
  invoiced: InvoicedDay[];
}

/** The figures of one currency. */
export function figuresIn(
  currency: string,
  sums: ReportSums,
  range: DateRange,
  days: number,
): ReportFigures {
  const only = <Sum extends { currency: string }>(rows: readonly Sum[]) =>
    rows.filter((row) => row.currency === currency);
  const received = only(sums.receipts[0]?.days ?? []);
  const spent = only(sums.expenses);
  const invoiced = only(sums.invoiced);
  const within = (rows: readonly DaySum[], part: DateRange) => sumOfDays(rows, part, currency);
  const [revenue, expenses] = [within(received, range), within(spent, range)];
  const created = invoiced.map(({ createdTotal }) => money(createdTotal, currency));
  const perDay = divideRounded(minorUnits(expenses), BigInt(days));
  return {
    currency,
    totalRevenue: revenue.amount,
    totalExpenses: expenses.amount,
    netProfit: subtractMoney(revenue, expenses).amount,
    averagePerDay: fromMinorUnits(perDay, currency).amount,
    invoicedTotal: within(invoiced, range).amount,
    createdTotal: sumMoneyIn(currency, created).amount,
    buckets: splitIntoBuckets(range).map((bucket) => ({
      ...bucket,
      revenue: within(received, bucket).amount,
      expenses: within(spent, bucket).amount,
      invoiced: within(invoiced, bucket).amount,
    })),
  };
}

/** The figures of each currency but the business's own in which there is any. */
export function figuresOfOthers(
  own: string,
  sums: ReportSums,
  range: DateRange,
  days: number,
): ReportFigures[] {
  const named = [...(sums.receipts[0]?.days ?? []), ...sums.expenses, ...sums.invoiced];
  const others = new Set(named.map(({ currency }) => currency).filter((each) => each !== own));
  return [...others]
    .sort()
    .map((currency) => figuresIn(currency, sums, range, days))
    .filter(({ totalRevenue, totalExpenses, createdTotal }) =>
      [totalRevenue, totalExpenses, createdTotal].some((amount) => !isZero(amount)),
    );
}
