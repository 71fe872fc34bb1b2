/** How each list of a customer's page shows its rows: in a table, and on the phone. */
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import type { Expense } from '../../../shared/expenses/expense.contract.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import type { Recurring } from '../../../shared/recurring/recurring.contract.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import { EstimateBadge } from '../../documents/estimate-badge.tsx';
import { isAwaited } from '../../documents/format-due-date.ts';
import { BADGE_COLUMN, InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { formatPart } from '../../documents/partly-paid.ts';
import { RecurringBadge } from '../../documents/recurring-badge.tsx';
import { nameRecurring, recurringPath } from '../../documents/recurring-name.ts';
import { orpc } from '../../lib/api.ts';
import { buildListAddress } from '../../lib/list-address.ts';
import type { ListPage } from '../../lib/list-pages.ts';
import type { ListInput, Query } from '../../lib/use-pages.ts';
import { breakAmount } from '../../ui/break-amount.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { RowList } from '../../ui/row-list.tsx';

type ListProps<T> = ComponentProps<typeof RowList<T>>;

export interface AccountList<T, Filter extends object> extends Pick<
  ListProps<T>,
  'label' | 'columns' | 'rowTo' | 'card'
> {
  call: Query<ListInput & Filter, ListPage<T>>;
  /** Said while there is nothing. */
  none: string;
}

export interface OfCustomer {
  customerId: number;
}

/** @param width in px; the first column of a table has more room before it */
export const dateColumn = <T,>(
  title: string,
  read: (row: T) => string,
  width = 128,
): Column<T> => ({
  title,
  width,
  kind: 'date',
  render: (row) => formatDate(read(row)),
});

interface Document {
  id: number;
  total: string;
  currency: string;
  issueDate: string;
}

interface DocumentList<T, Filter extends object> extends Pick<
  AccountList<T, Filter>,
  'call' | 'label' | 'none'
> {
  /** '/invoices' */
  page: string;
  number: (row: T) => string;
  badge: (row: T) => ReactNode;
  /** After the date of issue, which is left out where there is no room for both. */
  dates?: Column<T>[];
  /** In px; as wide as the longest of its badges. */
  badgeWidth?: number;
  sums: Column<T>[];
  /** On the phone there is room for one sum, and for a few words. */
  card: (row: T) => { amount: string; below: string };
}

/** Documents of a kind: number, dates, status and sums. */
function documentList<T extends Document, Filter extends object = OfCustomer>({
  page,
  number,
  badge,
  dates = [],
  badgeWidth = 116,
  sums,
  card,
  ...list
}: DocumentList<T, Filter>): AccountList<T, Filter> {
  const rowTo = ({ id }: T) => `${page}/${id}`;
  const formatNumber = (row: T) => shownNumber(number(row));
  return {
    ...list,
    rowTo,
    columns: [
      {
        title: 'Number',
        kind: 'name',
        render: (row) => <Link to={rowTo(row)}>{formatNumber(row)}</Link>,
      },
      {
        ...dateColumn<T>('Issued', ({ issueDate }) => issueDate, 120),
        ...(dates.length > 0 && { roomy: 'much' }),
      },
      ...dates,
      { title: 'Status', width: badgeWidth, render: badge },
      ...sums,
    ],
    card: (row) => ({ name: formatNumber(row), ...card(row), end: badge(row) }),
  };
}

const formatTotal = ({ total, currency }: Pick<Document, 'total' | 'currency'>) =>
  formatMoney(money(total, currency));
const TOTAL = { title: 'Total', kind: 'amount', render: formatTotal } as const;

const formatDue = ({ amountDue, currency }: Invoice) => formatMoney(money(amountDue, currency));

/** What is due, and beneath it what of that is late where that is a part. */
function AmountDue({ invoice }: { invoice: Invoice }) {
  const late = findLatePart(invoice);
  if (!late) return breakAmount(formatDue(invoice));
  return (
    <span className="block leading-[18px]">
      {breakAmount(formatDue(invoice))}
      <small className="block font-text text-12 leading-4 text-overdue">
        {breakAmount(late.amount)} {late.words}
      </small>
    </span>
  );
}

function findLatePart(invoice: Invoice) {
  const part = formatPart(invoice);
  return part?.words === 'overdue' ? part : undefined;
}

/** On the phone the badge beneath a late part says that it is overdue. */
const openCard = (row: Invoice) => {
  const late = findLatePart(row);
  return {
    amount: late?.amount ?? formatDue(row),
    below: late ? `${late.whole} due` : `Due ${formatDate(row.nextDueDate)}`,
  };
};

/** @param always the column that stands where there is no room for the other one */
const invoiceList = (
  shown: Pick<AccountList<Invoice, OfCustomer>, 'label' | 'none'>,
  always: 'total' | 'due',
  card: DocumentList<Invoice, OfCustomer>['card'],
) =>
  documentList<Invoice, OfCustomer & { status?: 'unpaid' }>({
    ...shown,
    call: orpc.invoices.list,
    page: '/invoices',
    number: ({ invoiceNumber }) => invoiceNumber,
    badge: ({ standing }) => <InvoiceBadge standing={standing} />,
    badgeWidth: BADGE_COLUMN,
    dates: [dateColumn('Due', ({ nextDueDate }) => nextDueDate, 120)],
    sums: [
      { ...TOTAL, ...(always !== 'total' && { roomy: 'much' }) },
      {
        title: 'Amount due',
        kind: 'amount',
        ...(always !== 'due' && { roomy: 'much' }),
        render: (row) => <AmountDue invoice={row} />,
      },
    ],
    card,
  });

export const OPEN = invoiceList(
  { label: 'Open invoices', none: 'No open invoices.' },
  'due',
  openCard,
);
export const INVOICES = invoiceList(
  { label: 'All invoices', none: 'No invoices for this customer yet.' },
  'total',
  (row) => ({
    amount: formatTotal(row),
    below: isAwaited(row)
      ? `Due ${formatDate(row.nextDueDate)}`
      : `Issued ${formatDate(row.issueDate)}`,
  }),
);

export const ESTIMATES = documentList<Estimate>({
  call: orpc.estimates.list,
  label: 'Estimates',
  none: 'No estimates for this customer yet.',
  page: '/estimates',
  number: ({ estimateNumber }) => estimateNumber,
  badge: ({ status }) => <EstimateBadge status={status} />,
  dates: [dateColumn('Expires', ({ expiryDate }) => expiryDate)],
  sums: [TOTAL],
  card: (row) => ({ amount: formatTotal(row), below: `Expires ${formatDate(row.expiryDate)}` }),
});

/** What of it is neither applied nor paid back; a draft credits nothing yet. */
function formatLeft({ status, unappliedAmount, currency }: CreditNote): string {
  const left = money(unappliedAmount, currency);
  return status !== 'draft' && isPositive(left) ? formatMoney(left) : '';
}

export const CREDIT_NOTES = documentList<CreditNote>({
  call: orpc.creditNotes.list,
  label: 'Credit notes',
  none: 'No credit notes for this customer yet.',
  page: '/credit-notes',
  number: ({ creditNoteNumber }) => creditNoteNumber,
  badge: ({ status }) => <CreditNoteBadge status={status} />,
  sums: [{ title: 'Left', kind: 'amount', render: formatLeft }, TOTAL],
  card: (row) => ({
    amount: formatTotal(row),
    below: formatLeft(row) ? `${formatLeft(row)} left` : formatDate(row.issueDate),
  }),
});

const formatHowOften = ({ schedule }: Recurring) => describeSchedule(schedule);

export const RECURRING: AccountList<Recurring, OfCustomer> = {
  call: orpc.recurring.list,
  label: 'Recurring invoices',
  none: 'No recurring invoices for this customer yet.',
  rowTo: recurringPath,
  columns: [
    {
      title: 'Name',
      kind: 'name',
      render: (row) => <Link to={recurringPath(row)}>{nameRecurring(row)}</Link>,
    },
    { title: 'How often', width: 220, roomy: 'much', render: formatHowOften },
    {
      title: 'Next',
      width: 128,
      kind: 'date',
      render: ({ nextDate }) => (nextDate === null ? '' : formatDate(nextDate)),
    },
    { title: 'Status', width: 152, render: (row) => <RecurringBadge recurring={row} /> },
    { ...TOTAL, title: 'Amount' },
  ],
  card: (row) => ({
    name: nameRecurring(row),
    amount: formatTotal(row),
    below: formatHowOften(row),
    end: <RecurringBadge recurring={row} />,
  }),
};

const expensePath = ({ description }: Expense) => buildListAddress('/expenses', description);
const formatSpent = ({ amount, currency }: Expense) => formatMoney(money(amount, currency));

export const EXPENSES: AccountList<Expense, OfCustomer> = {
  call: orpc.expenses.list,
  label: 'Expenses',
  none: 'No expenses for this customer yet.',
  rowTo: expensePath,
  columns: [
    dateColumn('Date', ({ expenseDate }) => expenseDate),
    {
      title: 'Description',
      kind: 'name',
      render: (row) => <Link to={expensePath(row)}>{row.description}</Link>,
    },
    { title: 'Category', width: 176, render: ({ category }) => category },
    { title: 'Amount', kind: 'amount', render: formatSpent },
  ],
  card: (row) => ({
    name: row.description,
    amount: formatSpent(row),
    below: formatDate(row.expenseDate),
    end: row.category,
  }),
};
