import { isZero } from '../../../shared/money/decimal.ts';
import { money } from '../../../shared/money/money.ts';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { PAYMENTS_NOTE } from '../../../shared/reports/revenue-notes.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import type { Stat } from '../../ui/stat-strip.tsx';
import {
  FurtherSums,
  MoneyFigure,
  RatesNote,
  StatNote,
  StatStrip,
  Trend,
} from '../../ui/stat-strip.tsx';

export const CARDS: Record<ReportType, readonly string[]> = {
  revenue: ['Total Revenue', 'Total Expenses', 'Net Profit'],
  expenses: ['Total Expenses', 'Average Per Day'],
  customers: ['Total Customers', 'Active customers'],
  invoices: ['Total Invoices', 'Invoices created'],
};

/** The figures of a report's range, by its type. */
export function SummaryCards({ report }: { report: Report }) {
  const { converted, reportType } = report;
  const hasSums = reportType === 'revenue' || reportType === 'expenses';
  return (
    <>
      <StatStrip label="Summary" figures={stats(report)} />
      {reportType === 'revenue' && <StatNote>{PAYMENTS_NOTE}</StatNote>}
      {converted && hasSums && <RatesNote date={converted.rateDate} />}
    </>
  );
}

/** A sum in the business's currency, and beneath it in others. */
function sumStat(
  report: Report,
  label: string,
  name: 'totalRevenue' | 'totalExpenses' | 'netProfit' | 'averagePerDay',
): Pick<Stat, 'label' | 'value' | 'also'> {
  const { currency, converted } = report;
  const others = report.otherCurrencies
    .map((each) => money(each[name], each.currency))
    .filter(({ amount }) => !isZero(amount));
  const about = converted && name !== 'averagePerDay' ? converted[name] : undefined;
  return {
    label,
    value: <MoneyFigure sum={money(report[name], currency)} />,
    also: others.length > 0 && (
      <FurtherSums sums={others} about={about === undefined ? undefined : money(about, currency)} />
    ),
  };
}

function stats(report: Report): Stat[] {
  const lastDays = `in the last ${report.days} days`;
  switch (report.reportType) {
    case 'revenue': {
      // Only its sign: the figure itself carries the cents.
      const profit = Number(report.netProfit);
      return [
        {
          ...sumStat(report, 'Total Revenue', 'totalRevenue'),
          below: countNoun(report.paidInvoiceCount, 'paid invoice'),
        },
        {
          ...sumStat(report, 'Total Expenses', 'totalExpenses'),
          below: countNoun(report.expenseCount, 'record'),
        },
        {
          ...sumStat(report, 'Net Profit', 'netProfit'),
          below: !Number.isNaN(profit) && (
            <Trend
              direction={profit > 0 ? 'up' : profit < 0 ? 'down' : 'level'}
              verdict={profit > 0 ? 'good' : profit < 0 ? 'bad' : 'even'}
              strong={profit >= 0 ? 'Profitable' : 'Loss'}
            />
          ),
        },
      ];
    }
    case 'expenses':
      return [
        {
          ...sumStat(report, 'Total Expenses', 'totalExpenses'),
          below: countNoun(report.expenseCount, 'record'),
        },
        {
          ...sumStat(report, 'Average Per Day', 'averagePerDay'),
          below: `over ${report.days} days`,
        },
      ];
    case 'customers':
      return [
        {
          label: 'Total Customers',
          value: formatCount(report.totalCustomers),
          below: 'on your list',
        },
        {
          label: 'Active customers',
          value: formatCount(report.activeCustomers),
          below: `with an invoice issued ${lastDays}`,
        },
      ];
    case 'invoices':
      return [
        {
          label: 'Total Invoices',
          value: formatCount(report.totalInvoices),
          below: 'drafts included',
        },
        {
          label: 'Invoices created',
          value: formatCount(report.createdInvoices),
          below: `issued ${lastDays}`,
        },
      ];
  }
}
