/** How each list of a customer's page shows its rows: in a table, and on the phone. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { orpc } from '../../lib/api.ts';
import { inList } from '../../lib/list-address.ts';
import type { ListPage } from '../../lib/list-pages.ts';
import type { ListInput, Query } from '../../lib/use-pages.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowCard } from '../../ui/row-card.tsx';

export interface AccountList<T, Filter extends object> {
  call: Query<ListInput & Filter, ListPage<T>>;
  label: string;
  columns: readonly Column<T>[];
  /** Said while there is nothing. */
  none: string;
  rowTo?: (row: T) => string;
  renderCard: (row: T) => ReactNode;
}

export interface OfCustomer {
  customerId: number;
}

const invoicePath = ({ id }: { id: number }) => `/invoices/${id}`;
const dueOn = (invoice: Invoice) => formatMoney(money(invoice.amountDue, invoice.currency));
const formatTotal = ({ total, currency }: { total: string; currency: string }) =>
  formatMoney(money(total, currency));

const invoiceList = (
  label: string,
  none: string,
  /** What stands on the phone, where there is room for one sum. */
  sumOf: (invoice: Invoice) => string,
): AccountList<Invoice, OfCustomer & { status?: 'unpaid' }> => ({
  call: orpc.invoices.list,
  label,
  none,
  rowTo: invoicePath,
  columns: [
    {
      title: 'Number',
      kind: 'name',
      render: (row) => <Link to={invoicePath(row)}>{shownNumber(row.invoiceNumber)}</Link>,
    },
    { title: 'Issued', width: 128, kind: 'date', render: (row) => formatDate(row.issueDate) },
    { title: 'Due', width: 128, kind: 'date', render: (row) => formatDate(row.nextDueDate) },
    { title: 'Status', width: 112, render: ({ status }) => <InvoiceBadge status={status} /> },
    { title: 'Total', width: 136, kind: 'amount', roomy: true, render: formatTotal },
    { title: 'To be paid', width: 148, kind: 'amount', render: dueOn },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={invoicePath(row)}
      name={shownNumber(row.invoiceNumber)}
      amount={sumOf(row)}
      below={`Due ${formatDate(row.nextDueDate)}`}
      end={<InvoiceBadge status={row.status} />}
    />
  ),
});

export const OPEN = invoiceList('Open invoices', 'Nothing is to be paid.', dueOn);
export const INVOICES = invoiceList(
  'All invoices',
  'No invoice was made for this customer yet.',
  formatTotal,
);

const estimatePath = ({ id }: { id: number }) => `/estimates/${id}`;

export const ESTIMATES: AccountList<Estimate, OfCustomer> = {
  call: orpc.estimates.list,
  label: 'Estimates',
  none: 'No estimate was made for this customer yet.',
  rowTo: estimatePath,
  columns: [
    {
      title: 'Number',
      kind: 'name',
      render: (row) => <Link to={estimatePath(row)}>{shownNumber(row.estimateNumber)}</Link>,
    },
    { title: 'Issued', width: 128, kind: 'date', render: (row) => formatDate(row.issueDate) },
    { title: 'Expires', width: 128, kind: 'date', render: (row) => formatDate(row.expiryDate) },
    { title: 'Status', width: 120, render: ({ status }) => <EstimateBadge status={status} /> },
    { title: 'Total', width: 148, kind: 'amount', render: formatTotal },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={estimatePath(row)}
      name={shownNumber(row.estimateNumber)}
      amount={formatTotal(row)}
      below={`Expires ${formatDate(row.expiryDate)}`}
      end={<EstimateBadge status={row.status} />}
    />
  ),
};

const creditNotePath = ({ id }: { id: number }) => `/credit-notes/${id}`;
/** What of it is neither applied nor paid back; a draft credits nothing yet. */
function formatLeft({ status, unappliedAmount, currency }: CreditNote): string {
  const left = money(unappliedAmount, currency);
  return status !== 'draft' && isPositive(left) ? formatMoney(left) : '';
}

export const CREDIT_NOTES: AccountList<CreditNote, OfCustomer> = {
  call: orpc.creditNotes.list,
  label: 'Credit notes',
  none: 'Nothing was credited to this customer.',
  rowTo: creditNotePath,
  columns: [
    {
      title: 'Number',
      kind: 'name',
      render: (row) => <Link to={creditNotePath(row)}>{shownNumber(row.creditNoteNumber)}</Link>,
    },
    { title: 'Issued', width: 128, kind: 'date', render: (row) => formatDate(row.issueDate) },
    { title: 'Status', width: 112, render: ({ status }) => <CreditNoteBadge status={status} /> },
    { title: 'Left', width: 136, kind: 'amount', render: formatLeft },
    { title: 'Total', width: 148, kind: 'amount', render: formatTotal },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={creditNotePath(row)}
      name={shownNumber(row.creditNoteNumber)}
      amount={formatTotal(row)}
      below={formatLeft(row) ? `${formatLeft(row)} left` : formatDate(row.issueDate)}
      end={<CreditNoteBadge status={row.status} />}
    />
  ),
};

const expensePath = ({ description }: Expense) => inList('/expenses', description);
const spent = ({ amount, currency }: Expense) => formatMoney(money(amount, currency));

export const EXPENSES: AccountList<Expense, OfCustomer> = {
  call: orpc.expenses.list,
  label: 'Expenses',
  none: 'No expense names this customer.',
  rowTo: expensePath,
  columns: [
    { title: 'Date', width: 128, kind: 'date', render: (row) => formatDate(row.expenseDate) },
    {
      title: 'Description',
      kind: 'name',
      render: (row) => <Link to={expensePath(row)}>{row.description}</Link>,
    },
    { title: 'Category', width: 176, render: ({ category }) => category },
    { title: 'Amount', width: 148, kind: 'amount', render: spent },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={expensePath(row)}
      name={row.description}
      amount={spent(row)}
      below={formatDate(row.expenseDate)}
      end={row.category}
    />
  ),
};
