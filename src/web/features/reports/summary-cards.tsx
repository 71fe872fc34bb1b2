import { hundredths } from '../../../shared/money/money.ts';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { MoneyFigure, Stat, StatStrip, Trend } from '../../ui/stat-strip.tsx';
import { counted } from './report-words.ts';

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
      const profit = hundredths(report.netProfit);
      return (
        <>
          <Stat
            label="Total Revenue"
            value={<MoneyFigure amount={report.totalRevenue} />}
            below={counted(report.paidInvoiceCount, 'paid invoice')}
          />
          <Stat
            label="Total Expenses"
            value={<MoneyFigure amount={report.totalExpenses} />}
            below={counted(report.expenseCount, 'record')}
          />
          <Stat
            label="Net Profit"
            value={<MoneyFigure amount={report.netProfit} />}
            below={
              <Trend
                direction={profit > 0n ? 'up' : profit < 0n ? 'down' : 'level'}
                verdict={profit > 0n ? 'good' : profit < 0n ? 'bad' : 'even'}
                strong={profit >= 0n ? 'Profitable' : 'Loss'}
              />
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
            below={counted(report.expenseCount, 'record')}
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
          <Stat label="Total Customers" value={count(report.totalCustomers)} below="on your list" />
          <Stat
            label="Active customers"
            value={count(report.activeCustomers)}
            below={`with an invoice issued ${lastDays}`}
          />
        </>
      );
    case 'invoices':
      return (
        <>
          <Stat
            label="Total Invoices"
            value={count(report.totalInvoices)}
            below="drafts included"
          />
          <Stat
            label="Invoices created"
            value={count(report.createdInvoices)}
            below={`issued ${lastDays}`}
          />
        </>
      );
  }
}

const count = (value: number) => value.toLocaleString('en-US');
