import { memo, useCallback, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, formatSums, money } from '../../../../shared/money/money.ts';
import { UndeliveredMark } from '../../../documents/email/undelivered-mark.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { partyNames } from '../../../documents/party-names.ts';
import { cx } from '../../../ui/cx.ts';
import { RowCardLink } from '../../../ui/row-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { depositMark } from '../deposit-mark.ts';
import { formatPartDue } from '../partly-paid.ts';
import { formatDueDate } from './format-due-date.ts';
import classes from './invoice-cards.module.css';
import { monthRows } from './month-groups.ts';
import type { MenuPlace } from './row-menu.tsx';
import { RowMenu, RowMenuButton } from './row-menu.tsx';
import skeleton from './table-skeleton.module.css';
import { useVisibleRows } from './use-visible-rows.ts';
import { rowOffsets } from './visible-rows.ts';

const MONTH_PX = 46;
const CARD_PX = 69;

interface Props {
  invoices: readonly Invoice[];
  hasMore: boolean;
  today: CalendarDate;
  /** The business's. */
  currency: string;
  busy: boolean;
}

/** The phone's list: cards under their months, amount and status at the right edge. */
export function InvoiceCards({ invoices, hasMore, today, currency, busy }: Props) {
  const months = useMemo(() => monthRows(invoices, hasMore), [invoices, hasMore]);
  const offsets = useMemo(
    () => rowOffsets(months.map((row) => (row.kind === 'month' ? MONTH_PX : CARD_PX))),
    [months],
  );
  const { list, rows } = useVisibleRows<HTMLUListElement>(offsets);
  const [menu, setMenu] = useState<MenuPlace>();
  const openMenu = useCallback(
    (invoice: Invoice, button: HTMLElement) => setMenu({ invoice, button }),
    [],
  );
  return (
    <>
      <ul
        ref={list}
        className={cx(busy && classes.busy)}
        aria-label="Invoices, newest first"
        aria-busy={busy}
      >
        <li aria-hidden="true" style={{ height: rows.before }} />
        {months.slice(rows.start, rows.end).map((row, index) =>
          row.kind === 'month' ? (
            <li key={row.key} className={classes.month}>
              <h2>{row.title}</h2>
              {row.sums && <span>{formatSums(row.sums, currency)}</span>}
            </li>
          ) : (
            <InvoiceCard
              key={row.key}
              invoice={row.invoice}
              first={months[rows.start + index - 1]?.kind === 'month'}
              last={row.last}
              today={today}
              onMenu={openMenu}
            />
          ),
        )}
        <li aria-hidden="true" style={{ height: rows.after }} />
      </ul>
      {menu && <RowMenu sheet place={menu} onClose={() => setMenu(undefined)} />}
    </>
  );
}

interface CardProps {
  invoice: Invoice;
  first: boolean;
  last: boolean;
  today: CalendarDate;
  onMenu: (invoice: Invoice, button: HTMLElement) => void;
}

const InvoiceCard = memo(function InvoiceCard({ invoice, first, last, today, onMenu }: CardProps) {
  const due = formatDueDate(invoice, today);
  const part = formatPartDue(invoice);
  const mark = depositMark(invoice);
  return (
    <li className={cx(classes.card, first && classes.first, last && classes.last)}>
      <RowCardLink
        to={`/invoices/${invoice.id}`}
        name={partyNames(invoice.customer).main}
        amount={part ? part.due : formatMoney(money(invoice.total, invoice.currency))}
        below={
          <>
            {shownNumber(invoice.invoiceNumber)} ·{' '}
            {due?.late ? (
              <span className={classes.late}>{due.words}</span>
            ) : (
              `due ${shortDate(invoice.nextDueDate, today)}`
            )}
            {part && ` · ${part.total}`}
          </>
        }
        end={
          <span className={classes.state}>
            {mark && <small className={classes.mark}>{mark}</small>}
            {invoice.status !== 'paid' && <UndeliveredMark undelivered={invoice.undelivered} />}
            <InvoiceBadge status={invoice.status} amounts={invoice} />
          </span>
        }
      />
      <RowMenuButton invoice={invoice} opened={false} onOpen={onMenu} large />
    </li>
  );
});

/** 'Dec 20', with its year when that is another one. */
function shortDate(date: CalendarDate, today: CalendarDate): string {
  const words = formatDate(date);
  return date.slice(0, 4) === today.slice(0, 4) ? words.slice(0, 6) : words;
}

export function CardsSkeleton() {
  return (
    <>
      <div className={skeleton.cards} aria-busy="true">
        {[62, 74, 50, 68, 58].map((width, index) => (
          <div key={width} className={skeleton.card} style={{ opacity: 1 - index * 0.16 }}>
            <div className={skeleton.line}>
              <Skeleton width={`${width}%`} />
              <Skeleton width={76} />
            </div>
            <div className={skeleton.line}>
              <Skeleton width="42%" height={10} />
            </div>
          </div>
        ))}
      </div>
      <output className={skeleton.loading}>Loading invoices...</output>
    </>
  );
}
