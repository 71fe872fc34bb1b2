/** How each list of a customer's page shows its rows: in a table, and on the phone. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { PAYMENT_METHOD_LABELS } from '../../../shared/invoices/invoice-status.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';
import { countsAsReceived } from '../../../shared/payments/balance.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { orpc } from '../../lib/api.ts';
import { inList } from '../../lib/list-address.ts';
import type { ListPage } from '../../lib/list-pages.ts';
import type { ListInput, Query } from '../../lib/use-pages.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowCard } from '../../ui/row-card.tsx';
import { ServerLink } from '../../ui/server-link.tsx';

export interface AccountList<T, Filter extends object> {
  call: Query<ListInput & Filter, ListPage<T>>;
  label: string;
  columns: readonly Column<T>[];
  /** Said while there is nothing. */
  none: string;
  rowTo?: (row: T) => string;
  renderCard: (row: T) => ReactNode;
}

interface OfCustomer {
  customerId: number;
}

const invoicePath = ({ id }: { id: number }) => `/invoices/${id}`;
const dueOn = (invoice: Invoice) => formatMoney(money(invoice.amountDue, invoice.currency));
const totalOf = ({ total, currency }: { total: string; currency: string }) =>
  formatMoney(money(total, currency));

const invoiceList = (
  label: string,
  none: string,
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
    { title: 'Due', width: 128, kind: 'date', render: (row) => formatDate(row.dueDate) },
    { title: 'Status', width: 112, render: ({ status }) => <InvoiceBadge status={status} /> },
    { title: 'Total', width: 136, kind: 'amount', roomy: true, render: totalOf },
    { title: 'To be paid', width: 148, kind: 'amount', render: dueOn },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={invoicePath(row)}
      name={shownNumber(row.invoiceNumber)}
      amount={totalOf(row)}
      below={`Due ${formatDate(row.dueDate)}`}
      end={<InvoiceBadge status={row.status} />}
    />
  ),
});

export const OPEN = invoiceList('Open invoices', 'Nothing is to be paid.');
export const INVOICES = invoiceList('All invoices', 'No invoice was made for this customer yet.');

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
    { title: 'Total', width: 148, kind: 'amount', render: totalOf },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={estimatePath(row)}
      name={shownNumber(row.estimateNumber)}
      amount={totalOf(row)}
      below={`Expires ${formatDate(row.expiryDate)}`}
      end={<EstimateBadge status={row.status} />}
    />
  ),
};

const creditNotePath = ({ id }: { id: number }) => `/credit-notes/${id}`;
/** What of it is neither applied nor paid back; a draft credits nothing yet. */
function leftOf({ status, unappliedAmount, currency }: CreditNote): string {
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
    { title: 'Left', width: 136, kind: 'amount', render: leftOf },
    { title: 'Total', width: 148, kind: 'amount', render: totalOf },
  ],
  renderCard: (row) => (
    <RowCard
      key={row.id}
      to={creditNotePath(row)}
      name={shownNumber(row.creditNoteNumber)}
      amount={totalOf(row)}
      below={leftOf(row) ? `${leftOf(row)} left` : formatDate(row.issueDate)}
      end={<CreditNoteBadge status={row.status} />}
    />
  ),
};

/** By what it came: 'Visa ending 4242', 'Bank Transfer'. */
const methodOf = ({ methodDetail, paymentMethod }: AccountPayment): string =>
  methodDetail ?? (paymentMethod ? PAYMENT_METHOD_LABELS[paymentMethod] : 'Payment');

/** What became of it, where that is more than that it came. */
function paymentState({ status, refundedAmount, currency }: AccountPayment): string | undefined {
  if (status === 'completed') {
    const refunded = money(refundedAmount, currency);
    return isPositive(refunded) ? `${formatMoney(refunded)} refunded` : undefined;
  }
  return STATES[status];
}

const STATES = {
  pending: 'Pending',
  failed: 'Failed',
  reversed: 'Undone',
  refunded: 'Refunded',
  review: 'In review',
} as const;

const creditOf = ({ unappliedAmount, currency }: AccountPayment) =>
  money(unappliedAmount, currency);

function Settles({ payment }: { payment: AccountPayment }) {
  const state = paymentState(payment);
  const { allocations } = payment;
  return (
    <>
      {allocations.map(({ invoiceId, invoiceNumber }, index) => (
        <span key={invoiceId}>
          {index > 0 && ', '}
          <Link to={`/invoices/${invoiceId}`}>{shownNumber(invoiceNumber)}</Link>
        </span>
      ))}
      {state && (allocations.length > 0 ? `, ${state}` : state)}
    </>
  );
}

export const PAYMENTS: AccountList<AccountPayment, OfCustomer> = {
  call: orpc.payments.list,
  label: 'Payments',
  none: 'Nothing came from this customer yet.',
  columns: [
    { title: 'Date', width: 128, kind: 'date', render: (row) => formatDate(row.paymentDate) },
    { title: 'Method', width: 168, render: methodOf },
    { title: 'Reference', render: ({ reference }) => <bdi>{reference}</bdi>, roomy: true },
    { title: 'For', render: (row) => <Settles payment={row} /> },
    {
      title: 'Credit',
      width: 124,
      kind: 'amount',
      render: (row) => (isPositive(creditOf(row)) ? formatMoney(creditOf(row)) : ''),
    },
    { title: 'Amount', width: 148, kind: 'amount', render: (row) => formatMoney(row) },
    {
      title: 'Receipt',
      width: 88,
      render: (row) =>
        countsAsReceived(row) && (
          <ServerLink
            href={`/api/payments/${row.id}/receipt.pdf`}
            aria-label={`Receipt of ${formatMoney(row)}, ${formatDate(row.paymentDate)}`}
          >
            Receipt
          </ServerLink>
        ),
    },
  ],
  renderCard: (row) => {
    const [first] = row.allocations;
    const state = paymentState(row);
    const credit = creditOf(row);
    return (
      <RowCard
        key={row.id}
        to={first ? `/invoices/${first.invoiceId}` : '?show=statement'}
        name={row.reference ?? methodOf(row)}
        amount={formatMoney(row)}
        below={formatDate(row.paymentDate)}
        end={state ?? (isPositive(credit) ? `${formatMoney(credit)} credit` : undefined)}
      />
    );
  },
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
