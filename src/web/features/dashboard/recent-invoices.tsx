import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { isAwaited } from '../../documents/format-due-date.ts';
import { BADGE_COLUMN, InvoiceBadge } from '../../documents/invoice-badge.tsx';
import { partyNames } from '../../documents/party-names.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Panel, PanelLink, PanelNote } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';

const SHOWN = 8;
const ON_PHONE = 4;

const invoicePath = ({ id }: Invoice) => `/invoices/${id}`;
const formatTotal = ({ total, currency }: Invoice) => formatMoney(money(total, currency));
const renderBadge = ({ standing, viewedAt }: Invoice) => (
  <InvoiceBadge standing={standing} isViewed={viewedAt !== null} />
);

export const INVOICE_COLUMNS: readonly Column<Invoice>[] = [
  {
    title: 'Number',
    kind: 'name',
    width: 152,
    render: (invoice) => (
      <Link to={invoicePath(invoice)}>{shownNumber(invoice.invoiceNumber)}</Link>
    ),
  },
  { title: 'Customer', render: ({ customer }) => <bdi>{partyNames(customer).main}</bdi> },
  {
    title: 'Due',
    kind: 'date',
    width: 123,
    roomy: true,
    render: ({ nextDueDate }) => formatDate(nextDueDate),
  },
  { title: 'Status', width: BADGE_COLUMN, render: renderBadge },
  { title: 'Amount', kind: 'amount', render: formatTotal },
];

/** The newest invoices, as a table or as cards. */
export function RecentInvoices({ invoices }: { invoices: readonly Invoice[] }) {
  const phone = useIsPhone();
  return (
    <Panel
      title="Recent Invoices"
      aside={invoices.length > 0 && <PanelLink to="/invoices">View all</PanelLink>}
    >
      {invoices.length === 0 ? (
        <PanelNote>Your invoices are listed here, newest first.</PanelNote>
      ) : (
        <RowList
          label="Recent invoices"
          columns={INVOICE_COLUMNS}
          rows={invoices.slice(0, phone ? ON_PHONE : SHOWN)}
          rowKey={({ id }) => id}
          rowTo={invoicePath}
          card={(invoice) => ({
            name: partyNames(invoice.customer).main,
            amount: formatTotal(invoice),
            below: isAwaited(invoice)
              ? `${shownNumber(invoice.invoiceNumber)} · due ${formatDate(invoice.nextDueDate)}`
              : shownNumber(invoice.invoiceNumber),
            end: renderBadge(invoice),
          })}
        />
      )}
    </Panel>
  );
}
