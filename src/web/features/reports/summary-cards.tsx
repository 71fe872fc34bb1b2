import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import { MoneyFigure, Stat, StatStrip, Trend } from '../../ui/stat-strip.tsx';

export const CARDS: Record<ReportType, readonly string[]> = {
  revenue: ['Total Revenue', 'Total Expenses', 'Net Profit'],
  expenses: ['Total Expenses', 'Average Per Day'],
  customers: ['Total Customers', 'Active customers'],
  invoices: ['Total Invoices', 'Invoices created'],
};

/** The figures of a report's range, by its type. */
export function SummaryCards({ report }: { report: Report }) {
  return <StatStrip label="Summary">{stats(report)}</StatStrip>;
}

function stats(report: Report) {
  const lastDays = `in the last ${report.days} days`;
  switch (report.reportType) {
    case 'revenue': {
      // Only its sign: the figure itself carries the cents.
      const profit = Number(report.netProfit);
      return (
        <>
          <Stat
            label="Total Revenue"
            value={<MoneyFigure amount={report.totalRevenue} />}
            below={countNoun(report.paidInvoiceCount, 'paid invoice')}
          />
          <Stat
            label="Total Expenses"
            value={<MoneyFigure amount={report.totalExpenses} />}
            below={countNoun(report.expenseCount, 'record')}
          />
          <Stat
            label="Net Profit"
            value={<MoneyFigure amount={report.netProfit} />}
            below={
              !Number.isNaN(profit) && (
                <Trend
                  direction={profit > 0 ? 'up' : profit < 0 ? 'down' : 'level'}
                  verdict={profit > 0 ? 'good' : profit < 0 ? 'bad' : 'even'}
                  strong={profit >= 0 ? 'Profitable' : 'Loss'}
                />
              )
            }
          />
        </>
      );
    }
    case 'expenses':
      return (
        <>
          <Stat
            label="Total Expenses"
            value={<MoneyFigure amount={report.totalExpenses} />}
            below={countNoun(report.expenseCount, 'record')}
          />
          <Stat
            label="Average Per Day"
            value={<MoneyFigure amount={report.averagePerDay} />}
            below={`over ${report.days} days`}
          />
        </>
      );
    case 'customers':
      return (
        <>
          <Stat
            label="Total Customers"
            value={formatCount(report.totalCustomers)}
            below="on your list"
          />
          <Stat
            label="Active customers"
            value={formatCount(report.activeCustomers)}
            below={`with an invoice issued ${lastDays}`}
          />
        </>
      );
    case 'invoices':
      return (
        <>
          <Stat
            label="Total Invoices"
            value={formatCount(report.totalInvoices)}
            below="drafts included"
          />
          <Stat
            label="Invoices created"
            value={formatCount(report.createdInvoices)}
            below={`issued ${lastDays}`}
          />
        </>
      );
  }
}
