/** What each report lists: its columns, where a row leads, and its card on the phone. */

import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type {
  CustomerItem,
  ExpenseItem,
  InvoiceItem,
  ReportType,
  RevenueItem,
} from '../../../shared/reports/report.contract.ts';
import { BADGE_COLUMN, InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { partyName, partyNames } from '../../documents/party-names.ts';
import { buildListAddress } from '../../lib/list-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconArrowDown } from '../../ui/icons.ts';
import type { RowList } from '../../ui/row-list.tsx';
import { amountColumn, formatAmount } from './sums.tsx';
import type { ReportItem } from './use-report.ts';

export const invoicePath = ({ invoiceId }: { invoiceId: number }) => `/invoices/${invoiceId}`;
export const customerPath = ({ customerId }: { customerId: number }) => `/customers/${customerId}`;
const expensePath = ({ description }: ExpenseItem) => buildListAddress('/expenses', description);
/** A payment's invoice, or whose credit it is. */
const revenuePath = ({ invoiceId, customerName }: RevenueItem) =>
  invoiceId === null ? buildListAddress('/customers', customerName) : invoicePath({ invoiceId });

export const CUSTOMER_NAME: Column<{ customerId: number; name: string; company: string | null }> = {
  title: 'Customer',
  kind: 'name',
  render: (row) => (
    <Link to={customerPath(row)}>
      <bdi>{partyNames(row).main}</bdi>
    </Link>
  ),
};

/** The column that a report is sorted by, the greatest first. */
const DOWN = { mark: <Icon as={IconArrowDown} size={13} /> };

const orDash = (text: string | null) => (text ? <bdi>{text}</bdi> : '—');
const DATE: Column<RevenueItem | ExpenseItem> = {
  title: 'Date',
  kind: 'date',
  width: 140,
  ...DOWN,
  render: ({ date }) => formatDate(date),
};
const CUSTOMER: Column<RevenueItem | InvoiceItem> = {
  title: 'Customer',
  render: (item) => <bdi>{partyName(item)}</bdi>,
};
const AMOUNT = amountColumn<RevenueItem | ExpenseItem | InvoiceItem>(
  'Amount',
  ({ amount }) => amount,
);
const number = <Item,>(
  path: (item: Item) => string,
  read: (item: Item) => string,
): Column<Item> => ({
  title: 'Number',
  kind: 'name',
  width: 152,
  render: (item) => <Link to={path(item)}>{read(item)}</Link>,
});
const shownAmount = (item: RevenueItem | ExpenseItem | InvoiceItem) =>
  formatAmount(item.amount, item.currency);

type Listed<Item> = Pick<ComponentProps<typeof RowList<Item>>, 'columns' | 'rowTo' | 'card'>;

export const REPORT_LISTS: { [Type in ReportType]: Listed<ReportItem<Type>> } = {
  revenue: {
    columns: [
      DATE,
      number(revenuePath, ({ invoiceNumber }) => invoiceNumber ?? 'Credit'),
      CUSTOMER,
      {
        title: 'Status',
        width: BADGE_COLUMN,
        roomy: true,
        render: ({ standing }) => (standing ? <InvoiceBadge standing={standing} /> : '—'),
      },
      AMOUNT,
    ],
    rowTo: revenuePath,
    card: (item) => ({
      name: partyName(item),
      amount: shownAmount(item),
      below: `${item.status ? shownNumber(item.invoiceNumber ?? '') : 'Credit'} · ${formatDate(item.date)}`,
      end: item.standing ? <InvoiceBadge standing={item.standing} /> : undefined,
    }),
  },
  expenses: {
    columns: [
      DATE,
      { title: 'Category', width: 212, roomy: true, render: ({ category }) => category },
      {
        title: 'Description',
        kind: 'name',
        render: (item) => <Link to={expensePath(item)}>{item.description}</Link>,
      },
      { title: 'Vendor', width: 220, roomy: 'much', render: ({ vendor }) => orDash(vendor) },
      AMOUNT,
    ],
    rowTo: expensePath,
    card: (item) => ({
      name: item.description,
      amount: shownAmount(item),
      below: item.vendor ? `${item.category} · ${item.vendor}` : item.category,
      end: formatDate(item.date),
    }),
  },
  customers: {
    columns: [
      {
        title: 'Name',
        kind: 'name',
        render: (item) => (
          <Link to={customerPath(item)}>
            <bdi>{item.name}</bdi>
          </Link>
        ),
      },
      { title: 'Company', roomy: true, render: ({ company }) => orDash(company) },
      { title: 'Email', roomy: true, render: ({ email }) => email ?? '—' },
      amountColumn<CustomerItem>('Total Invoiced', ({ totalInvoiced }) => totalInvoiced, DOWN),
      amountColumn<CustomerItem>('Total Paid', ({ totalPaid }) => totalPaid),
    ],
    rowTo: customerPath,
    card: (item) => ({
      name: partyNames(item).main,
      amount: formatAmount(item.totalInvoiced, item.currency),
      below: partyNames(item).beside ?? item.email,
      end: `${formatAmount(item.totalPaid, item.currency)} paid`,
    }),
  },
  invoices: {
    columns: [
      number<InvoiceItem>(invoicePath, ({ invoiceNumber }) => shownNumber(invoiceNumber)),
      CUSTOMER,
      {
        title: 'Issued',
        kind: 'date',
        width: 124,
        ...DOWN,
        render: ({ issueDate }) => formatDate(issueDate),
      },
      {
        title: 'Due',
        kind: 'date',
        width: 124,
        roomy: 'much',
        render: ({ dueDate }) => formatDate(dueDate),
      },
      {
        title: 'Status',
        width: BADGE_COLUMN,
        roomy: true,
        render: ({ standing }) => <InvoiceBadge standing={standing} />,
      },
      AMOUNT,
    ],
    rowTo: invoicePath,
    card: (item) => ({
      name: partyName(item),
      amount: shownAmount(item),
      below: `${shownNumber(item.invoiceNumber)} · ${formatDate(item.issueDate)}`,
      end: <InvoiceBadge standing={item.standing} />,
    }),
  },
};
