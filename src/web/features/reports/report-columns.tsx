import { IconArrowDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type {
  CustomerItem,
  ExpenseItem,
  InvoiceItem,
  RevenueItem,
} from '../../../shared/reports/report.contract.ts';
import { InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { partyName } from '../../documents/party-names.ts';
import { inList } from '../../lib/list-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The column that a report is sorted by, the greatest first. */
const DOWN = <Icon as={IconArrowDown} size={13} />;

export const invoicePath = ({ invoiceId }: { invoiceId: number }) => `/invoices/${invoiceId}`;
export const expensePath = ({ description }: ExpenseItem) => inList('/expenses', description);
export const customerPath = ({ customerId }: Pick<CustomerItem, 'customerId'>) =>
  `/customers/${customerId}`;

const DATE: Column<RevenueItem | ExpenseItem> = {
  title: 'Date',
  kind: 'date',
  width: 140,
  mark: DOWN,
  render: ({ date }) => formatDate(date),
};
/** A payment's invoice, or whose credit it is. */
export const revenuePath = ({ invoiceId, customerName }: RevenueItem) =>
  invoiceId === null ? inList('/customers', customerName) : invoicePath({ invoiceId });

const REVENUE_NUMBER: Column<RevenueItem> = {
  title: 'Number',
  kind: 'name',
  width: 152,
  render: (item) => <Link to={revenuePath(item)}>{item.invoiceNumber ?? 'Credit'}</Link>,
};
const NUMBER: Column<InvoiceItem> = {
  title: 'Number',
  kind: 'name',
  width: 152,
  render: (item) => <Link to={invoicePath(item)}>{shownNumber(item.invoiceNumber)}</Link>,
};
const CUSTOMER: Column<RevenueItem | InvoiceItem> = {
  title: 'Customer',
  render: (item) => <bdi>{partyName(item)}</bdi>,
};
const AMOUNT: Column<RevenueItem | ExpenseItem | InvoiceItem> = {
  title: 'Amount',
  kind: 'amount',
  width: 156,
  render: ({ amount, currency }) => formatMoney(money(amount, currency)),
};

export const REVENUE_COLUMNS: readonly Column<RevenueItem>[] = [
  DATE,
  REVENUE_NUMBER,
  CUSTOMER,
  {
    title: 'Status',
    width: 160,
    roomy: true,
    render: ({ status }) => (status ? <InvoiceBadge status={status} /> : '—'),
  },
  AMOUNT,
];

export const EXPENSE_COLUMNS: readonly Column<ExpenseItem>[] = [
  DATE,
  { title: 'Category', width: 212, roomy: true, render: ({ category }) => category },
  {
    title: 'Description',
    kind: 'name',
    render: (item) => <Link to={expensePath(item)}>{item.description}</Link>,
  },
  {
    title: 'Vendor',
    width: 220,
    roomy: true,
    render: ({ vendor }) => (vendor ? <bdi>{vendor}</bdi> : '—'),
  },
  AMOUNT,
];

export const CUSTOMER_COLUMNS: readonly Column<CustomerItem>[] = [
  {
    title: 'Name',
    kind: 'name',
    render: (item) => (
      <Link to={customerPath(item)}>
        <bdi>{item.name}</bdi>
      </Link>
    ),
  },
  {
    title: 'Company',
    roomy: true,
    render: ({ company }) => (company ? <bdi>{company}</bdi> : '—'),
  },
  { title: 'Email', roomy: true, render: ({ email }) => email ?? '—' },
  {
    title: 'Total Invoiced',
    kind: 'amount',
    width: 156,
    mark: DOWN,
    render: ({ totalInvoiced, currency }) => formatMoney(money(totalInvoiced, currency)),
  },
  {
    title: 'Total Paid',
    kind: 'amount',
    width: 156,
    render: ({ totalPaid, currency }) => formatMoney(money(totalPaid, currency)),
  },
];

export const INVOICE_COLUMNS: readonly Column<InvoiceItem>[] = [
  NUMBER,
  CUSTOMER,
  {
    title: 'Issued',
    kind: 'date',
    width: 124,
    mark: DOWN,
    render: ({ issueDate }) => formatDate(issueDate),
  },
  {
    title: 'Due',
    kind: 'date',
    width: 124,
    roomy: true,
    render: ({ dueDate }) => formatDate(dueDate),
  },
  {
    title: 'Status',
    width: 124,
    roomy: true,
    render: ({ status }) => <InvoiceBadge status={status} />,
  },
  AMOUNT,
];
