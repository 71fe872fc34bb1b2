import type { MouseEvent, ReactNode } from 'react';
import { memo, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { UndeliveredLink } from '../../../documents/email/undelivered-mark.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { partyNames } from '../../../documents/party-names.ts';
import { cx } from '../../../ui/cx.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { depositMark } from '../deposit-mark.ts';
import { formatPartDue } from '../partly-paid.ts';
import { CheckBox } from './check-box.tsx';
import { formatDueDate } from './format-due-date.ts';
import classes from './invoice-table.module.css';
import { useRowActions } from './row-actions.ts';
import type { MenuPlace } from './row-menu.tsx';
import { NextStep, RowMenu, RowMenuButton } from './row-menu.tsx';
import { useVisibleRows } from './use-visible-rows.ts';
import { rowOffsets } from './visible-rows.ts';

const ROW_PX = 44;
/** Its place for readers, who count the head. */
const FIRST_ROW = 2;

interface Props {
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
  total,
  today,
  chosen,
  onToggle,
  onToggleAll,
  bulk,
  foot,
  busy,
}: Props) {
  const offsets = useMemo(() => rowOffsets(invoices.map(() => ROW_PX)), [invoices]);
  const { list, rows } = useVisibleRows<HTMLTableSectionElement>(offsets);
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
    <div className={cx(classes.card, busy && classes.busy)}>
      {bulk}
      {menu && <RowMenu place={menu} onClose={() => setMenu(undefined)} />}
      <table
        className={classes.table}
        aria-busy={busy}
        aria-rowcount={(total ?? invoices.length) + 1}
      >
        <caption className="sr-only">Invoices, newest first</caption>
        <InvoiceTableHead
          check={
            <CheckBox
              label="Select all loaded invoices"
              checked={all}
              partly={!all && chosen.size > 0}
              onChange={onToggleAll}
            />
          }
        />
        <tbody ref={list}>
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
    <tr aria-hidden="true" className={classes.gap}>
      <td colSpan={9} aria-hidden="true" style={{ height }} />
    </tr>
  );
}

/** Columns of a fixed width, so that nothing moves on hover, choice or loading. */
export function InvoiceTableHead({ check }: { check: ReactNode }) {
  return (
    <>
      <colgroup>
        <col className={classes.check} />
        <col className={classes.number} />
        <col />
        <col className={classes.issued} />
        <col className={classes.due} />
        <col className={classes.time} />
        <col className={classes.status} />
        <col className={classes.amount} />
        <col className={classes.actions} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={classes.check}>
            {check}
          </th>
          <th scope="col">Number</th>
          <th scope="col">Customer</th>
          <th scope="col" className={classes.issued}>
            Issued
          </th>
          <th scope="col" className={classes.due}>
            Due
          </th>
          <th scope="col" className={classes.time}>
            <VisuallyHidden>Time left</VisuallyHidden>
          </th>
          <th scope="col">Status</th>
          <th scope="col" className={classes.right}>
            Amount
          </th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
    </>
  );
}

/** The total, and first what is due where that is another amount. */
function Amount({ invoice }: { invoice: Invoice }) {
  const part = formatPartDue(invoice);
  if (!part) return formatMoney(money(invoice.total, invoice.currency));
  return (
    <span className={classes.part}>
      {part.due} <small>{part.total}</small>
    </span>
  );
}

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
      className={cx(classes.row, chosen && classes.chosen)}
      aria-rowindex={position}
      onClick={pressed}
    >
      <td className={classes.check}>
        <CheckBox
          label={`Select ${shownNumber(invoice.invoiceNumber)}`}
          checked={chosen}
          onChange={() => onToggle(invoice.id)}
        />
      </td>
      <td className={classes.no}>
        <Link to={`/invoices/${invoice.id}`}>{shownNumber(invoice.invoiceNumber)}</Link>
        {mark && <small className={classes.mark}>{mark}</small>}
      </td>
      <td className={classes.who} title={beside ? `${main}, ${beside}` : main}>
        <Link to={`/customers/${invoice.customerId}`}>
          <bdi>{main}</bdi>
        </Link>
        {beside && <bdi className={classes.beside}>{beside}</bdi>}
        <small className={cx(classes.below, due?.late && classes.late)}>
          {due?.late ? due.words : `due ${formatDate(invoice.nextDueDate)}`}
        </small>
      </td>
      <td className={cx(classes.date, classes.issued)}>{formatDate(invoice.issueDate)}</td>
      <td className={cx(classes.date, classes.due)}>{formatDate(invoice.nextDueDate)}</td>
      <td className={cx(classes.time, due?.late ? classes.late : classes.dim)}>{due?.words}</td>
      <td>
        <span className={classes.state}>
          <InvoiceBadge status={invoice.status} amounts={invoice} />
          {invoice.status !== 'paid' && (
            <UndeliveredLink undelivered={invoice.undelivered} to={`/invoices/${invoice.id}`} />
          )}
        </span>
      </td>
      <td className={cx(classes.right, classes.sum)}>
        <Amount invoice={invoice} />
      </td>
      <td className={classes.actions}>
        <div className={classes.tools}>
          <span className={classes.next}>
            <NextStep invoice={invoice} />
          </span>
          <RowMenuButton invoice={invoice} opened={menuOpened} onOpen={onMenu} />
        </div>
      </td>
    </tr>
  );
});
