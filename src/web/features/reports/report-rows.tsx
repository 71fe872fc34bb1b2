import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, formatSums, money } from '../../../shared/money/money.ts';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { REPORT_LABELS } from '../../../shared/reports/report.contract.ts';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { partyName, partyNames } from '../../documents/party-names.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable, DataTableSkeleton, TableTotal } from '../../ui/data-table.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { RowCard, RowCards } from '../../ui/row-card.tsx';
import {
  CUSTOMER_COLUMNS,
  customerPath,
  EXPENSE_COLUMNS,
  expensePath,
  INVOICE_COLUMNS,
  invoicePath,
  REVENUE_COLUMNS,
  revenuePath,
} from './report-columns.tsx';
import { draftsTotal, formatRange, reportTotals } from './report-labels.ts';
import classes from './report-rows.module.css';
import { listItems } from './use-report.ts';

interface Props {
  pages: readonly Report[];
  /** All rows are here: the sum may be drawn beneath them. */
  complete: boolean;
  busy: boolean;
  phone: boolean;
}

/** The rows of a report, as a table or as cards, and their sum under a double rule. */
export function ReportRows({ pages, complete, busy, phone }: Props) {
  const report = pages[0];
  if (!report) return null;
  const rest = { report, complete, busy, phone };
  switch (report.reportType) {
    case 'revenue':
      return (
        <Rows
          {...rest}
          columns={REVENUE_COLUMNS}
          rows={listItems(pages, 'revenue')}
          rowTo={revenuePath}
          card={(item) => ({
            name: partyName(item),
            amount: formatMoney(money(item.amount, item.currency)),
            below: `${item.status ? shownNumber(item.invoiceNumber ?? '') : 'Credit'} · ${formatDate(item.date)}`,
            end: item.status ? <InvoiceBadge status={item.status} /> : undefined,
          })}
        />
      );
    case 'expenses':
      return (
        <Rows
          {...rest}
          columns={EXPENSE_COLUMNS}
          rows={listItems(pages, 'expenses')}
          rowTo={expensePath}
          card={(item) => ({
            name: item.description,
            amount: formatMoney(money(item.amount, item.currency)),
            below: item.vendor ? `${item.category} · ${item.vendor}` : item.category,
            end: formatDate(item.date),
          })}
        />
      );
    case 'customers':
      return (
        <Rows
          {...rest}
          columns={CUSTOMER_COLUMNS}
          rows={listItems(pages, 'customers')}
          rowTo={customerPath}
          card={(item) => ({
            name: partyNames(item).main,
            amount: formatMoney(money(item.totalInvoiced, item.currency)),
            below: partyNames(item).beside ?? item.email,
            end: `${formatMoney(money(item.totalPaid, item.currency))} paid`,
          })}
        />
      );
    case 'invoices':
      return (
        <Rows
          {...rest}
          columns={INVOICE_COLUMNS}
          rows={listItems(pages, 'invoices')}
          rowTo={invoicePath}
          card={(item) => ({
            name: partyName(item),
            amount: formatMoney(money(item.amount, item.currency)),
            below: `${shownNumber(item.invoiceNumber)} · ${formatDate(item.issueDate)}`,
            end: <InvoiceBadge status={item.status} />,
          })}
        />
      );
  }
}

interface RowsProps<Row> extends Omit<Props, 'pages'> {
  report: Report;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowTo: (row: Row) => string;
  card: (row: Row) => { name: string; amount: string; below: string | null; end: ReactNode };
}

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { report, columns, rows, rowTo, card, complete, busy, phone } = props;
  const label = REPORT_LABELS[report.reportType];
  const totals = reportTotals(report, rows);
  const words = `Total, ${formatRange(report)}`;
  const drafts = draftsTotal(report);
  const note = report.reportType === 'customers' && (
    <p className={classes.note}>Total Paid is what was received for these invoices.</p>
  );
  if (!phone) {
    return (
      <>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={(_row, index) => index}
          rowTo={rowTo}
          busy={busy}
          foot={
            complete && (
              <TableTotal
                columns={columns}
                words={words}
                sums={totals.map((sums) => (
                  <Sums key={formatSums(sums, report.currency)} sums={sums} />
                ))}
                of={
                  drafts.length === 0
                    ? undefined
                    : { words: 'of which drafts', sum: formatSums(drafts, report.currency) }
                }
              />
            )
          }
        />
        {note}
      </>
    );
  }
  return (
    <>
      <RowCards label={label} busy={busy}>
        {rows.map((row, index) => (
          // Rows are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <RowCard key={index} to={rowTo(row)} {...card(row)} />
        ))}
      </RowCards>
      {complete && (
        <p className={classes.total}>
          <span>{words}</span>
          <Sums sums={totals[0] ?? []} />
        </p>
      )}
      {complete && drafts.length > 0 && (
        <p className={classes.part}>
          <span>of which drafts</span>
          <span>{formatSums(drafts, report.currency)}</span>
        </p>
      )}
      {note}
    </>
  );
}

/** Under a column, each currency's sum in a line of its own. */
function Sums({ sums }: { sums: readonly Money[] }) {
  return (
    <span className={classes.sums}>
      {sums.map((sum) => (
        <DoubleRule key={sum.currency}>{formatMoney(sum)}</DoubleRule>
      ))}
    </span>
  );
}

const SKELETON_COLUMNS: Record<ReportType, readonly Column<never>[]> = {
  revenue: REVENUE_COLUMNS,
  expenses: EXPENSE_COLUMNS,
  customers: CUSTOMER_COLUMNS,
  invoices: INVOICE_COLUMNS,
};

export function ReportRowsSkeleton({ type }: { type: ReportType }) {
  return (
    <DataTableSkeleton columns={SKELETON_COLUMNS[type]} rows={8} words="Loading the report..." />
  );
}
