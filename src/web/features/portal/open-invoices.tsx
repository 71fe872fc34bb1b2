import { useEffect, useId, useRef, useState } from 'react';
import { MOST_PAID_AT_ONCE } from '../../../shared/customer-portal/portal-rules.ts';
import type { Portal, PortalInvoice } from '../../../shared/customer-portal/portal.contract.ts';
import { daysBetween, formatDate } from '../../../shared/dates/calendar-date.ts';
import {
  compareMoney,
  formatMoney,
  isPositive,
  money,
  sumMoneyIn,
} from '../../../shared/money/money.ts';
import { describeCharge, describeDecline } from '../../../shared/payments/automatic-payment.ts';
import type { PaymentLink } from '../../../shared/payments/payment.contract.ts';
import { isWebAddress } from '../../lib/public-calls.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { DownloadIcon } from '../../ui/public/icons.tsx';
import { sendPortal } from './portal-calls.ts';
import { Entry, List, Section } from './section.tsx';
import type { Together } from './select-invoices.ts';
import { findObstacle, findObstacleBeside, listTogether } from './select-invoices.ts';
import { useListed } from './use-listed.ts';
import { unlessEnded, useVisit } from './visit.ts';

/** What is to be paid: one by one, or some at once. */
export function OpenInvoices({ portal: { paysOnline, today } }: { portal: Portal }) {
  const list = useListed<PortalInvoice>('/invoices?status=open');
  const { end, changed } = useVisit();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [paying, setPaying] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const said = useRef<HTMLParagraphElement>(null);
  // It stands below a list that may be longer than the screen, away from the button that was pressed.
  useEffect(() => {
    if (failure !== undefined) said.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  const shown = list.items ?? [];
  const picked = shown.filter((one) => chosen.has(one.id) && findObstacle(one) === undefined);
  const currency = picked[0]?.currency;
  const offersChoice = paysOnline && shown.length > 1;
  const together = offersChoice ? listTogether(shown) : [];
  const isCut = together.some((each) => each.isCut);

  const toggle = (id: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const pay = async (what: string, invoiceIds: number[]) => {
    if (paying !== undefined) return;
    setPaying(what);
    setFailure(undefined);
    const outcome = unlessEnded(await sendPortal<PaymentLink>('/pay', { invoiceIds }), end);
    if (outcome?.state === 'done' && isWebAddress(outcome.data.paymentUrl)) {
      location.assign(outcome.data.paymentUrl);
      return;
    }
    setPaying(undefined);
    if (outcome?.state === 'refused') {
      setFailure(outcome.words);
      // What is due may be another amount by now, or paid.
      changed();
    }
  };

  return (
    <Section
      title="Open invoices"
      beside={
        <SelectAll
          together={together}
          chosen={new Set(picked.map(({ id }) => id))}
          onSelect={(ids) => setChosen(new Set(ids))}
        />
      }
    >
      {isCut && (
        <p className="mb-3 text-[14.5px] text-pretty text-muted">
          At most {MOST_PAID_AT_ONCE} invoices can be paid at once, those that are due first. Pay
          the others after them.
        </p>
      )}
      <List list={list} empty="Nothing is to be paid. Thank you.">
        {(invoice) => (
          <OpenInvoice
            key={invoice.id}
            invoice={invoice}
            today={today}
            paysOnline={paysOnline}
            choice={
              offersChoice
                ? {
                    isChosen: chosen.has(invoice.id),
                    obstacle: findObstacleBeside(invoice, {
                      currency,
                      isFull: picked.length >= MOST_PAID_AT_ONCE && !chosen.has(invoice.id),
                    }),
                    toggle: () => toggle(invoice.id),
                  }
                : undefined
            }
            isBusy={paying === String(invoice.id)}
            onPay={() => void pay(String(invoice.id), [invoice.id])}
          />
        )}
      </List>
      {currency !== undefined && (
        <div className="sticky bottom-0 z-1 mt-3 rounded-lg bg-deep p-3 [--focus:#fff] phone:-mx-5 phone:w-[calc(100%+40px)] phone:rounded-none phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
          <button
            type="button"
            className={buttonClass('bar', 'w-full')}
            aria-busy={paying === 'selected'}
            onClick={() =>
              void pay(
                'selected',
                picked.map(({ id }) => id),
              )
            }
          >
            Pay selected ({picked.length}) ·{' '}
            {formatMoney(
              sumMoneyIn(
                currency,
                picked.map(({ amountDue }) => money(amountDue, currency)),
              ),
            )}
          </button>
        </div>
      )}
      <p ref={said} className="mt-2 text-[15px] text-pretty text-overdue empty:hidden" role="alert">
        {failure}
      </p>
    </Section>
  );
}

interface SelectAllProps {
  together: readonly Together[];
  chosen: ReadonlySet<number>;
  onSelect: (ids: readonly number[]) => void;
}

/** Selects what can be paid together: one button for each currency, which clears it again. */
function SelectAll({ together, chosen, onSelect }: SelectAllProps) {
  if (together.length === 0) return null;
  const isChosen = ({ ids }: Together) =>
    ids.length === chosen.size && ids.every((id) => chosen.has(id));
  const inAll = (currency: string) => (together.length > 1 ? ` in ${currency}` : '');
  return (
    <div className="flex flex-wrap gap-2 phone:w-full">
      {together.map((each) => (
        <button
          key={each.currency}
          type="button"
          className={buttonClass('outlined', 'min-h-10 phone:flex-1')}
          onClick={() => onSelect(isChosen(each) ? [] : each.ids)}
        >
          {isChosen(each)
            ? `Clear selection${inAll(each.currency)}`
            : each.isCut
              ? `Select the first ${each.ids.length}${inAll(each.currency)}`
              : `Select all ${each.ids.length}${inAll(each.currency)}`}
        </button>
      ))}
    </div>
  );
}

interface OpenInvoiceProps {
  invoice: PortalInvoice;
  today: string;
  paysOnline: boolean;
  choice: { isChosen: boolean; obstacle: string | undefined; toggle: () => void } | undefined;
  isBusy: boolean;
  onPay: () => void;
}

function OpenInvoice({ invoice, today, paysOnline, choice, isBusy, onPay }: OpenInvoiceProps) {
  const id = useId();
  const {
    publicId,
    number,
    amountDue,
    amountOverdue,
    currency,
    nextDueDate,
    charge,
    declinedCard,
  } = invoice;
  const [due, overdue] = [money(amountDue, currency), money(amountOverdue, currency)];
  const isLateInPart = isPositive(overdue) && compareMoney(overdue, due) < 0;
  const late = daysBetween(nextDueDate, today);
  const cannotPay = findObstacle(invoice);
  const obstacle = choice?.obstacle ?? cannotPay;
  return (
    <Entry>
      {choice && (
        <label className="-my-2 -mr-3 -ml-3 grid size-11 flex-none cursor-pointer place-items-center">
          <span className="sr-only">Select {number}</span>
          <input
            type="checkbox"
            className="m-0 size-5 accent-accent"
            checked={choice.isChosen && obstacle === undefined}
            disabled={obstacle !== undefined}
            aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}
            onChange={choice.toggle}
          />
        </label>
      )}
      <div className="min-w-0 flex-[1_1_150px]">
        <a
          className="font-[600] text-ink underline decoration-line-2 underline-offset-3 wrap-anywhere"
          href={`/pay-invoice/${publicId}`}
        >
          <bdi>{number}</bdi>
        </a>
        <p className="text-[14.5px] text-muted">
          {late > 0 ? (
            <span className="text-overdue">
              {isLateInPart ? `${formatMoney(overdue)} overdue` : 'Overdue'} since{' '}
              {formatDate(nextDueDate)}
            </span>
          ) : (
            (!charge || declinedCard !== null) && (
              <>Due {late === 0 ? 'today' : formatDate(nextDueDate)}</>
            )
          )}
        </p>
        {declinedCard !== null ? (
          <p className="text-[14.5px] text-pretty text-overdue">
            {describeDecline(declinedCard, charge?.date)}
          </p>
        ) : (
          charge && <p className="text-[14.5px] text-pretty text-muted">{describeCharge(charge)}</p>
        )}
        {obstacle !== undefined && (
          <p id={`${id}-obstacle`} className="text-[14px] text-pretty text-muted">
            {obstacle}
          </p>
        )}
      </div>
      <p className="ml-auto text-right font-[600] whitespace-nowrap tabular-nums" dir="ltr">
        {formatMoney(due)}
      </p>
      <div className="flex flex-none gap-2 phone:w-full phone:*:flex-1">
        <PdfLink kind="invoice" publicId={publicId} number={number} />
        {charge && declinedCard === null ? (
          // It can be paid there, too, by who would rather do that.
          <a
            className={buttonClass('outlined', 'min-h-10')}
            href={`/pay-invoice/${publicId}`}
            aria-label={`View ${number}`}
          >
            View
          </a>
        ) : paysOnline && cannotPay === undefined ? (
          <button
            type="button"
            className={buttonClass('outlined', 'min-h-10')}
            aria-busy={isBusy}
            aria-label={`Pay ${number}`}
            onClick={onPay}
          >
            Pay
          </button>
        ) : null}
      </div>
    </Entry>
  );
}

/** The way to a document's PDF. */
export function PdfLink({
  kind,
  publicId,
  number,
}: {
  kind: 'invoice' | 'estimate' | 'credit-note';
  publicId: string;
  number: string;
}) {
  return (
    <a
      className={buttonClass('outlined', 'min-h-10 px-3')}
      href={`/api/public/${kind}/${publicId}/pdf`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`PDF of ${number}`}
    >
      <DownloadIcon />
      PDF
    </a>
  );
}
