import { memo, useCallback, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import type { SortOf } from '../../../../shared/lists/list-sorts.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney, money, putOwnCurrencyFirst } from '../../../../shared/money/money.ts';
import { UndeliveredMark } from '../../../documents/email/undelivered-mark.tsx';
import { describeSort } from '../../../documents/filter/list-filter.ts';
import { formatDueDate } from '../../../documents/format-due-date.ts';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { formatPart } from '../../../documents/partly-paid.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { ViewedMark } from '../../../documents/viewed-badge.tsx';
import { formatTimeAhead } from '../../../lib/format-instant.ts';
import { cx } from '../../../ui/cx.ts';
import { RowCardLink } from '../../../ui/row-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { depositMark } from '../deposit-mark.ts';
import type { SummedAmount } from './month-groups.ts';
import { invoiceRows, monthRows } from './month-groups.ts';
import type { MenuPlace } from './row-menu.tsx';
import { RowMenu, RowMenuButton } from './row-menu.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

/** Of a month with one sum; each further currency has a line of its own. */
const MONTH_PX = 46;
const SUM_PX = 18;
const CARD_PX = 69;

interface Props {
  invoices: readonly Invoice[];
  hasMore: boolean;
  today: CalendarDate;
  /** The business's. */
  currency: string;
  sort: SortOf<'invoice'>;
  summed: SummedAmount;
  busy: boolean;
}

/** The phone's list: cards, under their months if they are sorted by them; amount and status at the right edge. */
export function InvoiceCards({ invoices, hasMore, today, currency, sort, summed, busy }: Props) {
  const isByMonth = sort === '-issueDate' || sort === 'issueDate';
  const months = useMemo(
    () => (isByMonth ? monthRows(invoices, hasMore, summed) : invoiceRows(invoices)),
    [invoices, hasMore, isByMonth, summed],
  );
  const { list, rows } = useVisibleRows<HTMLUListElement>(months.length, (row) =>
    months[row]?.kind === 'month' ? monthHeight(months[row].sums) : CARD_PX,
  );
  const { profile } = useBusiness();
  const [menu, setMenu] = useState<MenuPlace>();
  const openMenu = useCallback(
    (invoice: Invoice, button: HTMLElement) => setMenu({ invoice, button }),
    [],
  );
  return (
    <>
      <ul
        ref={list}
        className={cx(busy && 'opacity-60', !isByMonth && 'mt-4')}
        aria-label={`Invoices, ${describeSort(sort)}`}
        aria-busy={busy}
      >
        <li aria-hidden="true" style={{ height: rows.before }} />
        {months.slice(rows.start, rows.end).map((row, index) =>
          row.kind === 'month' ? (
            <li
              key={row.key}
              className="flex items-start justify-between gap-3 px-0.5 pt-5 pb-2 text-13 leading-[18px] text-muted tabular-nums"
              style={{ height: monthHeight(row.sums) }}
            >
              <h2 className="font-[500]">{row.title}</h2>
              {row.sums && (
                <span className="text-right font-[500]">
                  {putOwnCurrencyFirst(row.sums, currency).map((sum) => (
                    <span key={sum.currency} className="block">
                      {formatMoney(sum)}
                    </span>
                  ))}
                </span>
              )}
            </li>
          ) : (
            <InvoiceCard
              key={row.key}
              invoice={row.invoice}
              first={months[rows.start + index - 1]?.kind !== 'invoice'}
              last={row.last}
              today={today}
              timeZone={profile?.timeZone}
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

const monthHeight = (sums: readonly Money[] | undefined) =>
  MONTH_PX + SUM_PX * Math.max(0, (sums?.length ?? 1) - 1);

interface CardProps {
  invoice: Invoice;
  first: boolean;
  last: boolean;
  today: CalendarDate;
  timeZone: string | undefined;
  onMenu: (invoice: Invoice, button: HTMLElement) => void;
}

const InvoiceCard = memo(function InvoiceCard({
  invoice,
  first,
  last,
  today,
  timeZone,
  onMenu,
}: CardProps) {
  const due = formatDueDate(invoice, today);
  const part = formatPart(invoice);
  const mark = depositMark(invoice);
  const isViewed = invoice.viewedAt !== null;
  const goesOutAt = invoice.status === 'draft' ? invoice.undelivered?.at : undefined;
  return (
    <li
      className={cx(
        'grid h-[69px] grid-cols-[minmax(0,1fr)_44px] items-center border-x border-b border-hairline bg-surface',
        // As tall as the card, whose height tells where it stands in the list.
        '[&>a]:h-full [&>a]:min-h-0! [&>a]:content-center [&>a]:rounded-[inherit]! [&>a]:py-0! [&>a]:pr-1!',
        // There is room for a second line where number and sum are long.
        '[&_small]:line-clamp-2 [&_small]:leading-4 [&_small]:whitespace-normal',
        first && 'rounded-t border-t',
        last && 'rounded-b',
      )}
    >
      <RowCardLink
        to={`/invoices/${invoice.id}`}
        name={partyNames(invoice.customer).main}
        amount={
          // Beside the badge they would take the room of the due date.
          <span className="flex items-center gap-1">
            {isViewed && invoice.status === 'overdue' && <ViewedMark />}
            {invoice.status !== 'paid' && (
              <span className="-my-1 flex">
                <UndeliveredMark undelivered={invoice.undelivered} />
              </span>
            )}
            {part ? (
              <PartAmount part={part} />
            ) : (
              formatMoney(money(invoice.total, invoice.currency))
            )}
          </span>
        }
        below={
          <>
            {shownNumber(invoice.invoiceNumber)}
            {part && (
              <>
                {' · '}
                <span className="whitespace-nowrap">{part.whole}</span>
              </>
            )}
            {/* Beside a part there is no room for the day. */}
            {goesOutAt !== undefined &&
              ` · goes out ${formatTimeAhead(goesOutAt, today, timeZone)}`}
            {!part && due && goesOutAt === undefined && (
              <>
                {' · '}
                {due.late ? (
                  <span className="text-overdue">{due.words}</span>
                ) : (
                  `due ${shortDate(invoice.nextDueDate, today)}`
                )}
              </>
            )}
          </>
        }
        end={
          <span className="flex items-center gap-0.5">
            {mark && <small className="text-12 text-muted">{mark}</small>}
            <InvoiceBadge
              standing={invoice.standing}
              isViewed={isViewed && invoice.status === 'sent'}
            />
          </span>
        }
      />
      <RowMenuButton invoice={invoice} opened={false} onOpen={onMenu} large />
    </li>
  );
});

/** What the badge beneath it says too is for readers only: its room is the name's. */
const PartAmount = ({ part }: { part: NonNullable<ReturnType<typeof formatPart>> }) => (
  <span>
    {part.amount} <span className={cx(part.isSaid && 'sr-only')}>{part.words}</span>
  </span>
);

/** 'Dec 20', with its year when that is another one. */
function shortDate(date: CalendarDate, today: CalendarDate): string {
  const words = formatDate(date);
  return date.slice(0, 4) === today.slice(0, 4) ? words.slice(0, 6) : words;
}

export function CardsSkeleton() {
  return (
    <>
      <div
        className="mt-4.5 divide-y divide-hairline rounded border border-hairline bg-surface"
        aria-busy="true"
      >
        {[62, 74, 50, 68, 58].map((width, index) => (
          <div key={width} className="h-[68px] px-4 py-3.5" style={{ opacity: 1 - index * 0.16 }}>
            <div className="flex h-5 justify-between">
              <Skeleton width={`${width}%`} />
              <Skeleton width={76} />
            </div>
            <div className="flex h-5 justify-between">
              <Skeleton width="42%" height={10} />
            </div>
          </div>
        ))}
      </div>
      <output className="block px-0.5 py-3.5 text-muted">Loading invoices...</output>
    </>
  );
}
