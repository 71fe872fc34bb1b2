import type { ReactNode } from 'react';
import { useState } from 'react';
import type {
  PortalCreditNote,
  PortalEstimate,
  PortalInvoice,
  PortalPayment,
} from '../../../shared/customer-portal/portal.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { DownloadIcon } from '../../ui/public/icons.tsx';
import { closedAs, StatusBadge } from '../../ui/public/status-badge.tsx';
import { PdfLink } from './open-invoices.tsx';
import { Entry, List, Section } from './section.tsx';
import { useListed } from './use-listed.ts';

const LISTS = {
  invoices: { label: 'Settled invoices', Component: SettledInvoices },
  payments: { label: 'Payments', Component: Payments },
  creditNotes: { label: 'Credit notes', Component: CreditNotes },
  estimates: { label: 'Estimates', Component: PastEstimates },
};
type ListName = keyof typeof LISTS;

/** What is done with: one list at a time, so that only what is looked at is asked for. */
export function History() {
  const [shown, setShown] = useState<ListName>('invoices');
  const { Component } = LISTS[shown];
  return (
    <Section title="Earlier">
      <div className="mb-3 flex flex-wrap gap-2" role="group" aria-label="What is shown">
        {Object.entries(LISTS).map(([name, { label }]) => (
          <button
            key={name}
            type="button"
            className="min-h-10 cursor-pointer rounded-full border border-line-2 bg-surface px-4 text-[14.5px] font-[540] text-ink hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
            aria-pressed={shown === name}
            onClick={() => setShown(name as ListName)}
          >
            {label}
          </button>
        ))}
      </div>
      <Component />
    </Section>
  );
}

interface RowProps {
  title: string;
  href?: string | undefined;
  below: string;
  /** A status; what stands in its place where nobody has paid. */
  badge?: string | undefined;
  closedAs?: string | undefined;
  amount: { amount: string; currency: string };
  children?: ReactNode;
}

function Row({ title, href, below, badge, closedAs, amount, children }: RowProps) {
  return (
    <Entry>
      <div className="min-w-0 flex-[1_1_150px]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[600] wrap-anywhere">
          {href ? (
            <a className="text-ink underline decoration-line-2 underline-offset-3" href={href}>
              <bdi>{title}</bdi>
            </a>
          ) : (
            <bdi>{title}</bdi>
          )}
          {badge && <StatusBadge status={badge} closedAs={closedAs} size="list" />}
        </p>
        <p className="text-[14.5px] text-muted wrap-anywhere">{below}</p>
      </div>
      <p className="ml-auto font-[600] whitespace-nowrap tabular-nums" dir="ltr">
        {formatMoney(money(amount.amount, amount.currency))}
      </p>
      {children}
    </Entry>
  );
}

function SettledInvoices() {
  const list = useListed<PortalInvoice>('/invoices?status=paid');
  return (
    <List list={list} empty="No invoice has been settled yet.">
      {({ id, publicId, number, issueDate, total, currency, standing }) => (
        <Row
          key={id}
          title={number}
          href={`/pay-invoice/${publicId}`}
          below={`Issued ${formatDate(issueDate)}`}
          badge="paid"
          closedAs={closedAs(standing)}
          amount={{ amount: total, currency }}
        >
          <PdfLink kind="invoice" publicId={publicId} number={number} />
        </Row>
      )}
    </List>
  );
}

function PastEstimates() {
  const list = useListed<PortalEstimate>('/estimates?status=past');
  return (
    <List list={list} empty="No estimate has been answered yet.">
      {({ publicId, number, issueDate, total, currency, status }) => (
        <Row
          key={publicId}
          title={number}
          href={`/view-estimate/${publicId}`}
          below={`Issued ${formatDate(issueDate)}`}
          badge={status}
          amount={{ amount: total, currency }}
        >
          <PdfLink kind="estimate" publicId={publicId} number={number} />
        </Row>
      )}
    </List>
  );
}

function CreditNotes() {
  const list = useListed<PortalCreditNote>('/credit-notes');
  return (
    <List list={list} empty="There are no credit notes.">
      {({ publicId, number, issueDate, total, currency, unappliedAmount }) => (
        <Row
          key={publicId}
          title={number}
          href={`/view-credit-note/${publicId}`}
          below={`Issued ${formatDate(issueDate)}${isZero(unappliedAmount) ? '' : `, ${formatMoney(money(unappliedAmount, currency))} not used yet`}`}
          amount={{ amount: total, currency }}
        >
          <PdfLink kind="credit-note" publicId={publicId} number={number} />
        </Row>
      )}
    </List>
  );
}

const PAYMENTS: Record<PortalPayment['status'], string | undefined> = {
  completed: undefined,
  refunded: 'refunded',
  review: 'being checked',
};

/** Of a payment that settles no invoice: what went back may have paid one before. */
const NOT_USED: Record<PortalPayment['status'], string> = {
  completed: 'Not used for an invoice yet',
  refunded: '',
  review: 'Not used for an invoice yet',
};

function Payments() {
  const list = useListed<PortalPayment>('/payments');
  return (
    <List list={list} empty="No payment has arrived yet.">
      {(payment) => {
        const { id, paymentDate, amount, currency, refundedAmount, status } = payment;
        const isPartly = status === 'completed' && !isZero(refundedAmount);
        const invoices = payment.invoiceNumbers.join(', ');
        const below = [
          payment.method ?? '',
          invoices === '' ? NOT_USED[status] : `For ${invoices}`,
          isPartly ? `${formatMoney(money(refundedAmount, currency))} refunded` : '',
        ];
        return (
          <Row
            key={id}
            title={formatDate(paymentDate)}
            below={below.filter((part) => part !== '').join(' · ')}
            badge={PAYMENTS[status]}
            amount={{ amount, currency }}
          >
            {status === 'completed' && (
              <a
                className={buttonClass('outlined', 'min-h-10 px-3')}
                href={`/api/portal/payments/${id}/receipt.pdf`}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Receipt of ${formatDate(paymentDate)}`}
              >
                <DownloadIcon />
                Receipt
              </a>
            )}
          </Row>
        );
      }}
    </List>
  );
}
