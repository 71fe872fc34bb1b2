import { money } from '../../../shared/money/money.ts';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { PAYMENTS_NOTE } from '../../../shared/reports/revenue-notes.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import type { Stat } from '../../ui/stat-strip.tsx';
import { RatesNote, StatNote, StatStrip, Trend } from '../../ui/stat-strip.tsx';
import { sumStat } from './sums.tsx';

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
      <StatStrip label="Summary" figures={readStats(report)} />
      {reportType === 'revenue' && <StatNote>{PAYMENTS_NOTE}</StatNote>}
      {converted && hasSums && <RatesNote date={converted.rateDate} />}
    </>
  );
}

function readStats(report: Report): Stat[] {
  const { converted, currency, days } = report;
  const sums = (name: 'totalRevenue' | 'totalExpenses' | 'netProfit' | 'averagePerDay') =>
    [report, ...report.otherCurrencies].map((each) => money(each[name], each.currency));
  const total = (
    label: string,
    name: 'totalRevenue' | 'totalExpenses' | 'netProfit',
    below: Stat['below'],
  ) => sumStat(label, sums(name), below, converted ? money(converted[name], currency) : undefined);
  const expenses = total(
    'Total Expenses',
    'totalExpenses',
    countNoun(report.expenseCount, 'record'),
  );
  const count = (label: string, value: number, below: string): Stat => ({
    label,
    value: formatCount(value),
    below,
  });
  switch (report.reportType) {
    case 'revenue': {
      const paid = countNoun(report.paidInvoiceCount, 'paid invoice');
      return [
        total('Total Revenue', 'totalRevenue', paid),
        expenses,
        total('Net Profit', 'netProfit', <Verdict netProfit={report.netProfit} />),
      ];
    }
    case 'expenses':
      return [expenses, sumStat('Average Per Day', sums('averagePerDay'), `over ${days} days`)];
    case 'customers':
      return [
        count('Total Customers', report.totalCustomers, 'on your list'),
        count(
          'Active customers',
          report.activeCustomers,
          `with an invoice issued in the last ${days} days`,
        ),
      ];
    case 'invoices':
      return [
        count('Total Invoices', report.totalInvoices, 'drafts included'),
        count('Invoices created', report.createdInvoices, `issued in the last ${days} days`),
      ];
  }
}

/** By the sign alone: the figure itself carries the cents. */
function Verdict({ netProfit }: { netProfit: string }) {
  const profit = Number(netProfit);
  // Where nothing came in and nothing went out there is nothing to judge.
  if (Number.isNaN(profit) || profit === 0) return null;
  return (
    <Trend
      direction={profit > 0 ? 'up' : 'down'}
      verdict={profit > 0 ? 'good' : 'bad'}
      strong={profit > 0 ? 'Profitable' : 'Loss'}
    />
  );
}
