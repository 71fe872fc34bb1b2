import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import type { Stat } from '../../ui/stat-strip.tsx';
import { MoneyFigure, StatStrip, Trend } from '../../ui/stat-strip.tsx';

export const CARDS: Record<ReportType, readonly string[]> = {
  revenue: ['Total Revenue', 'Total Expenses', 'Net Profit'],
  expenses: ['Total Expenses', 'Average Per Day'],
  customers: ['Total Customers', 'Active customers'],
  invoices: ['Total Invoices', 'Invoices created'],
};

/** The figures of a report's range, by its type. */
export function SummaryCards({ report }: { report: Report }) {
  return <StatStrip label="Summary" figures={stats(report)} />;
}

function stats(report: Report): Stat[] {
  const lastDays = `in the last ${report.days} days`;
  switch (report.reportType) {
    case 'revenue': {
      // Only its sign: the figure itself carries the cents.
      const profit = Number(report.netProfit);
      return [
        {
          label: 'Total Revenue',
          value: <MoneyFigure amount={report.totalRevenue} />,
          below: countNoun(report.paidInvoiceCount, 'paid invoice'),
        },
        {
          label: 'Total Expenses',
          value: <MoneyFigure amount={report.totalExpenses} />,
          below: countNoun(report.expenseCount, 'record'),
        },
        {
          label: 'Net Profit',
          value: <MoneyFigure amount={report.netProfit} />,
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
          label: 'Total Expenses',
          value: <MoneyFigure amount={report.totalExpenses} />,
          below: countNoun(report.expenseCount, 'record'),
        },
        {
          label: 'Average Per Day',
          value: <MoneyFigure amount={report.averagePerDay} />,
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
