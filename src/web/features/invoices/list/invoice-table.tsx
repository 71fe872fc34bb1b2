import type { MouseEvent, ReactNode } from 'react';
import { memo, useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { UndeliveredLink } from '../../../documents/email/undelivered-mark.tsx';
import { describeSort } from '../../../documents/filter/list-filter.ts';
import { formatDueDate } from '../../../documents/format-due-date.ts';
import { InvoiceAmount } from '../../../documents/invoice-amount.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { partyNames } from '../../../documents/party-names.ts';
import { cx } from '../../../ui/cx.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { depositMark } from '../deposit-mark.ts';
import { CheckBox } from './check-box.tsx';
import { useRowActions } from './row-actions.ts';
import type { MenuPlace } from './row-menu.tsx';
import { NextStep, RowMenu, RowMenuButton } from './row-menu.tsx';
import { AMOUNT_CELL, COLUMN, ROW_CELL } from './table-columns.ts';
import type { HeadSort } from './table-head.tsx';
import { InvoiceTableHead } from './table-head.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

export const TABLE_CARD = 'relative @container rounded border border-hairline bg-surface';
export const TABLE = 'w-full table-fixed border-collapse';

const ROW_PX = 44;
/** Its place for readers, who count the head. */
const FIRST_ROW = 2;

interface Props extends HeadSort {
  invoices: readonly Invoice[];
  /** How many there are in all, for readers; undefined while it is not known. */
  total: number | undefined;
  today: CalendarDate;
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
  onToggleAll: () => void;
  /** Takes the place of the head while something is chosen. */
  bulk: ReactNode;
  foot: ReactNode;
  busy: boolean;
}

export function InvoiceTable({
  invoices,
  sort,
  onSort,
  total,
  today,
  chosen,
  onToggle,
  onToggleAll,
  bulk,
  foot,
  busy,
}: Props) {
  const { list, rows } = useVisibleRows<HTMLTableSectionElement>(invoices.length, () => ROW_PX);
  const { edit } = useRowActions();
  useRowKeys(list, {
    rows: '[aria-rowindex]',
    onEdit: ({ ariaRowIndex }) => {
      const invoice = invoices[Number(ariaRowIndex) - FIRST_ROW];
      if (invoice && !invoice.isFixed) edit(invoice);
    },
  });
  const all = chosen.size > 0 && chosen.size >= invoices.length;
  const [menu, setMenu] = useState<MenuPlace>();
  const openMenu = useCallback((invoice: Invoice, button: HTMLElement) => {
    setMenu((was) => (was?.button === button ? undefined : { invoice, button }));
  }, []);
  return (
    // What gets the focus comes out from under the head.
    <div className={cx(TABLE_CARD, '[&_:is(a,button,input)]:scroll-mt-21')}>
      {bulk}
      {menu && <RowMenu place={menu} onClose={() => setMenu(undefined)} />}
      <table className={TABLE} aria-busy={busy} aria-rowcount={(total ?? invoices.length) + 1}>
        <caption className="sr-only">Invoices, {describeSort(sort)}</caption>
        <InvoiceTableHead
          sort={sort}
          onSort={onSort}
          check={
            <CheckBox
              label="Select all loaded invoices"
              checked={all}
              partly={!all && chosen.size > 0}
              onChange={onToggleAll}
            />
          }
        />
        <tbody ref={list} className={cx(busy && 'opacity-60')}>
          {rows.before > 0 && <Gap height={rows.before} />}
          {invoices.slice(rows.start, rows.end).map((invoice, index) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              position={rows.start + index + FIRST_ROW}
              today={today}
              chosen={chosen.has(invoice.id)}
              onToggle={onToggle}
              menuOpened={menu?.invoice.id === invoice.id}
              onMenu={openMenu}
            />
          ))}
          {rows.after > 0 && <Gap height={rows.after} />}
        </tbody>
        {foot}
      </table>
    </div>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={9} aria-hidden="true" className="p-0" style={{ height }} />
    </tr>
  );
}

const SMALL = 'block font-text text-12 leading-4 text-muted';
const DATE = 'text-ink-2 tabular-nums';
const LINK = 'py-2 text-inherit focus-visible:outline-offset-0';

interface RowProps {
  invoice: Invoice;
  position: number;
  today: CalendarDate;
  chosen: boolean;
  onToggle: (id: number) => void;
  menuOpened: boolean;
  onMenu: (invoice: Invoice, button: HTMLElement) => void;
}

const InvoiceRow = memo(function InvoiceRow({
  invoice,
  position,
  today,
  chosen,
  onToggle,
  menuOpened,
  onMenu,
}: RowProps) {
  const { open } = useRowActions();
  const { main, beside } = partyNames(invoice.customer);
  const due = formatDueDate(invoice, today);
  const mark = depositMark(invoice);
  const isViewed = invoice.viewedAt !== null;
  const isOverdue = invoice.status === 'overdue';
  const isDue = invoice.standing !== 'nothing_due';
  const pressed = (event: MouseEvent<HTMLElement>) => {
    // Buttons and boxes of the row have an aim of their own, and so has marking its text.
    const own = (event.target as Element).closest('a, button, label, [role=menu]');
    if (own || !event.currentTarget.contains(event.target as Node)) return;
    if (window.getSelection()?.toString()) return;
    open(invoice);
  };
  return (
    // The number is a link for keyboards and readers; the row only widens its target.
    <tr
      className={cx(
        'group cursor-pointer border-b border-hairline last:border-b-0',
        chosen ? 'bg-accent-soft' : 'hover:bg-sunken focus-within:bg-sunken',
      )}
      aria-rowindex={position}
      onClick={pressed}
    >
      <td className={cx(ROW_CELL, COLUMN.check)}>
        <CheckBox
          label={`Select ${shownNumber(invoice.invoiceNumber)}`}
          checked={chosen}
          onChange={() => onToggle(invoice.id)}
        />
      </td>
      <td className={cx(ROW_CELL, COLUMN.text, 'font-[520]')}>
        <Link to={`/invoices/${invoice.id}`} className={LINK}>
          {shownNumber(invoice.invoiceNumber)}
        </Link>
        {mark && <small className={SMALL}>{mark}</small>}
      </td>
      <td className={cx(ROW_CELL, COLUMN.customer)} title={beside ? `${main}, ${beside}` : main}>
        <Link to={`/customers/${invoice.customerId}`} className={LINK}>
          <bdi>{main}</bdi>
        </Link>
        {beside && <bdi className="ml-2.5 text-muted @max-[821px]:hidden">{beside}</bdi>}
        {/* The day stands beneath the customer where its column is closed. */}
        {due && (
          <small
            className={cx(
              'hidden font-text text-12 leading-4 @max-[821px]:block',
              due.late ? 'text-overdue' : 'text-muted',
            )}
          >
            {due.late ? due.words : `due ${formatDate(invoice.nextDueDate)}`}
          </small>
        )}
      </td>
      <td className={cx(ROW_CELL, COLUMN.issued, DATE)}>{formatDate(invoice.issueDate)}</td>
      <td className={cx(ROW_CELL, COLUMN.due, DATE)}>{formatDate(invoice.nextDueDate)}</td>
      <td className={cx(ROW_CELL, COLUMN.time, due?.late ? 'text-overdue' : 'text-muted')}>
        {due?.words}
      </td>
      <td className={cx(ROW_CELL, COLUMN.status)}>
        <span className="flex items-center gap-1">
          <InvoiceBadge standing={invoice.standing} isViewed={isViewed} />
          {invoice.status !== 'paid' && (
            // Where there is room for one sign beside the badge, that it was seen says more.
            <span
              className={cx('flex', ((isViewed && isOverdue) || !isDue) && '@max-[1061px]:hidden')}
            >
              <UndeliveredLink undelivered={invoice.undelivered} to={`/invoices/${invoice.id}`} />
            </span>
          )}
        </span>
      </td>
      <td className={cx(AMOUNT_CELL, 'font-[540]')}>
        <InvoiceAmount invoice={invoice} />
      </td>
      <td className={cx(ROW_CELL, COLUMN.actions)}>
        <div className="flex justify-end gap-0.5">
          {/* Out of sight but not out of reach: the keyboard finds it where the pointer does. */}
          <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 @max-[961px]:hidden [@media(hover:none)]:opacity-100">
            <NextStep invoice={invoice} />
          </span>
          <RowMenuButton invoice={invoice} opened={menuOpened} onOpen={onMenu} />
        </div>
      </td>
    </tr>
  );
});
