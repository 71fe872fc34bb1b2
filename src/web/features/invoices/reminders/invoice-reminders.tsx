import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { PAUSE_LABELS } from '../../../../shared/reminders/pause-labels.ts';
import { formatPlannedStep } from '../../../../shared/reminders/reminder-words.ts';
import type { InvoiceReminders as Reminders } from '../../../../shared/reminders/reminder.contract.ts';
import { RailLink } from '../../../documents/detail/document-rail.tsx';
import { Button } from '../../../ui/button.tsx';
import { PauseRemindersDialog } from './pause-reminders-dialog.tsx';
import { useChangeReminders, useReminders } from './use-reminders.ts';

/** Which reminder of an invoice is the next, or why there is none; nothing where nothing is due. */
export function InvoiceReminders({ invoice }: { invoice: InvoiceDetail }) {
  const { id, standing } = invoice;
  const { data } = useReminders(id);
  const [pausing, setPausing] = useState(false);
  const change = useChangeReminders(id);
  if (!data) return null;
  const { pause, without } = data;
  const isAsked = standing === 'sent' || standing === 'overdue';
  if (!isAsked) return <LateFees reminders={data} />;
  const isPausable = pause === null && without !== 'off' && without !== 'never';
  return (
    <>
      <RailLink title="Reminders">
        <p className="text-pretty wrap-anywhere">
          <NextReminder reminders={data} invoice={invoice} />
        </p>
        {pause && <PauseNote pause={pause} />}
        {pause && (
          <p className="mt-2.5">
            <Button
              size="sm"
              writes
              busy={change.isPending}
              onClick={() => change.mutate(undefined)}
            >
              Resume reminders
            </Button>
          </p>
        )}
        {isPausable && (
          <p className="mt-2.5">
            <Button size="sm" writes onClick={() => setPausing(true)}>
              Pause reminders
            </Button>
          </p>
        )}
        <PauseRemindersDialog opened={pausing} change={change} onClose={() => setPausing(false)} />
      </RailLink>
      <LateFees reminders={data} />
    </>
  );
}

/** What was charged for paying it late, or what it was charged for. */
function LateFees({ reminders: { lateFees, lateFeeFor } }: { reminders: Reminders }) {
  if (lateFeeFor) {
    return (
      <RailLink title="Late fee">
        <Link to={`/invoices/${lateFeeFor.id}`}>For {shownNumber(lateFeeFor.invoiceNumber)}</Link>
      </RailLink>
    );
  }
  if (lateFees.length === 0) return null;
  return (
    <RailLink title={lateFees.length === 1 ? 'Late fee' : 'Late fees'}>
      {lateFees.map(({ id, invoiceNumber, total, currency }) => (
        <p key={id}>
          <Link to={`/invoices/${id}`}>{shownNumber(invoiceNumber)}</Link>{' '}
          {formatMoney(money(total, currency))}
        </p>
      ))}
    </RailLink>
  );
}

const UNREACHED = {
  unsubscribed: 'has unsubscribed from reminders.',
  bounced: 'has an address from which an email came back.',
  blocked: 'has blocked messages from your business.',
};

function NextReminder({ reminders, invoice }: { reminders: Reminders; invoice: InvoiceDetail }) {
  const { next, without } = reminders;
  const { customer } = invoice;
  if (next) {
    return (
      <>
        The next one is sent on <b>{formatDate(next.date)}</b>:{' '}
        {formatPlannedStep(next.days, invoice.nextDueDate, next.date)}.
      </>
    );
  }
  switch (without) {
    case 'off':
      return (
        <>
          None is sent: reminders are off.{' '}
          <Link to="/business-profile#reminders" className="underline">
            Set up reminders
          </Link>
        </>
      );
    case 'never':
      return (
        <>
          None is sent:{' '}
          <Link to={`/customers/${customer.id}`} className="underline">
            this customer
          </Link>{' '}
          is never reminded.
        </>
      );
    case 'no_address':
      return (
        <>
          None can be sent:{' '}
          <Link to={`/customers/${customer.id}`} className="underline">
            the customer
          </Link>{' '}
          has no email address.
        </>
      );
    case 'unsubscribed':
    case 'bounced':
    case 'blocked':
      return (
        <>
          None is sent:{' '}
          <Link to={`/customers/${customer.id}`} className="underline">
            the customer
          </Link>{' '}
          {UNREACHED[without]}
        </>
      );
    case 'charged':
      return 'None is sent: the customer’s saved card is charged.';
    case 'disputed':
      return 'None is sent: the customer disputes a payment.';
    case 'paused':
      return 'None is sent: they are paused.';
    default:
      return reminders.sent.some(({ dueDate }) => dueDate === invoice.nextDueDate)
        ? 'All of them have been sent.'
        : 'None is to come any more: their days have passed.';
  }
}

function PauseNote({ pause: { reason, until, note } }: { pause: NonNullable<Reminders['pause']> }) {
  const label = PAUSE_LABELS.find(({ value }) => value === reason)?.label;
  return (
    <p className="mt-1 text-13 text-pretty whitespace-pre-line wrap-anywhere text-muted">
      {[
        `Paused${until === null ? '' : ` until ${formatDate(until)}`}`,
        label && reason !== 'other' ? `: ${label.toLowerCase()}` : '',
        '.',
        note ? ` ${note}` : '',
      ].join('')}
    </p>
  );
}
