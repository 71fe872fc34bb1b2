import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import { isNotEmailed } from '../../../../shared/emails/undelivered.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, isPositive, isSameAmount, money } from '../../../../shared/money/money.ts';
import { capitalize } from '../../../../shared/text/capitalize.ts';
import { DocumentActions } from '../../../documents/detail/document-actions.tsx';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
  RailPart,
  RailTiming,
} from '../../../documents/detail/document-rail.tsx';
import { RailVersions } from '../../../documents/detail/document-versions.tsx';
import { PlanNote, RailPlan } from '../../../documents/detail/rail-plan.tsx';
import { NotEmailed } from '../../../documents/email/not-emailed.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { isPartlyPaid } from '../../../documents/partly-paid.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import {
  IconCashBanknote,
  IconReceiptOff,
  IconReceiptRefund,
  IconRotate,
} from '../../../ui/icons.ts';
import { writeAction } from '../../../ui/menu.tsx';
import { InvoiceCharge } from '../charge/invoice-charge.tsx';
import { depositMark } from '../deposit-mark.ts';
import type { InvoiceCommands } from '../invoice-menu.ts';
import { invoiceMenu } from '../invoice-menu.ts';
import { InvoiceReminders } from '../reminders/invoice-reminders.tsx';
import { formatInvoiceEvent } from './format-invoice-event.ts';
import { formatInvoiceTiming } from './format-invoice-timing.ts';
import { InvoiceDeposits } from './invoice-deposits.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { nextSteps } from './next-steps.ts';

/** What an invoice's state is, what to do next, and what has happened. */
export function InvoiceHead({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { words, late } = formatInvoiceTiming(invoice, today);
  const received = money(invoice.amountReceived, invoice.currency);
  const credited = money(invoice.amountCredited, invoice.currency);
  const writtenOff = money(invoice.amountWrittenOff, invoice.currency);
  const adjusted = money(invoice.amountAdjusted, invoice.currency);
  const settled = [
    isPositive(received) && `received ${formatMoney(received)}`,
    isPositive(credited) && `credited ${formatMoney(credited)}`,
    isPositive(adjusted) && `${formatMoney(adjusted)} not owed again`,
  ]
    .filter((words) => words !== false)
    .join(', ');
  const due = money(invoice.amountDue, invoice.currency);
  const mark = depositMark(invoice);
  return (
    <RailHead
      badge={
        <span className="flex flex-wrap items-center gap-2">
          <InvoiceBadge standing={invoice.standing} isViewed={invoice.viewedAt !== null} roomy />
          {isNotEmailed(invoice) && <NotEmailed />}
          {mark && <span className="text-13 text-muted">{mark} invoice</span>}
          {isPartlyPaid(invoice) && <span className="text-13 text-muted">Partly paid</span>}
        </span>
      }
      amount={money(invoice.total, invoice.currency)}
    >
      <RailTiming words={words} late={late} />
      {invoice.status !== 'paid' && (settled !== '' || isPositive(writtenOff)) && (
        <RailPart
          settled={settled === '' ? `Written off ${formatMoney(writtenOff)}` : capitalize(settled)}
          left={`${formatMoney(due)} due`}
        />
      )}
    </RailHead>
  );
}

/** The next step by its state, then what is often wanted, then the rest. */
export function InvoiceActionButtons({
  invoice,
  sending,
  commands,
  onRecordPayment,
  onWriteOff,
  onCredit,
  onCorrect,
}: {
  invoice: InvoiceDetail;
  sending: boolean;
  commands: InvoiceCommands;
  onRecordPayment: () => void;
  onWriteOff: () => void;
  onCredit: () => void;
  onCorrect: () => void;
}) {
  const menu = invoiceMenu(invoice, commands);
  const steps = nextSteps(invoice, {
    ...menu,
    markSent: { ...menu.markSent, busy: sending },
    recordPayment: writeAction('Record payment', IconCashBanknote, onRecordPayment),
    writeOff: writeAction('Write off', IconReceiptOff, onWriteOff),
    credits: [
      writeAction('Credit this invoice', IconReceiptRefund, onCredit),
      {
        ...writeAction('Correct this invoice', IconRotate, onCorrect),
        ...(invoice.correction ? { disabledReason: IS_CORRECTED } : {}),
      },
    ],
  });
  return (
    <DocumentActions
      label={`More for ${shownNumber(invoice.invoiceNumber)}`}
      {...steps}
      share={menu.share}
      more={[...steps.more, [{ ...menu.remove, label: 'Delete invoice' }]]}
    />
  );
}

const IS_CORRECTED = 'This invoice has been corrected already. Another takes its place.';

/** Payments, history and customer. */
export function InvoiceFacts({
  invoice,
  onCredit,
}: {
  invoice: InvoiceDetail;
  onCredit: () => void;
}) {
  const { profile } = useBusiness();
  // What is issued stands among what settles the invoice.
  const drafts = invoice.creditNotes.filter(({ status }) => status === 'draft');
  return (
    <>
      <InvoicePlan invoice={invoice} />
      <InvoicePayments invoice={invoice} timeZone={profile?.timeZone} onCredit={onCredit} />
      <InvoiceCharge invoice={invoice} />
      <InvoiceReminders invoice={invoice} />
      {drafts.length > 0 && (
        <RailLink title={drafts.length === 1 ? 'Credit note' : 'Credit notes'}>
          {drafts.map(({ id, creditNoteNumber, total }) => (
            <p key={id}>
              <Link to={`/credit-notes/${id}`} className="underline">
                {creditNoteNumber || 'Without a number'}
              </Link>{' '}
              {formatMoney(money(total, invoice.currency))}, a draft
            </p>
          ))}
        </RailLink>
      )}
      <InvoiceDeposits invoice={invoice} />
      <RailVersions kind="invoice" document={invoice} />
      <RailHistory
        events={invoice.history}
        words={(event) => formatInvoiceEvent(event, invoice.currency)}
      />
      {invoice.recurringId !== null && (
        <RailLink title="Recurring invoice">
          <Link to={`/recurring/${invoice.recurringId}`}>Made by a recurring invoice</Link>
        </RailLink>
      )}
      {invoice.estimate && (
        <RailLink title="Estimate">
          <Link to={`/estimates/${invoice.estimate.id}`}>
            {shownNumber(invoice.estimate.estimateNumber)}
          </Link>
        </RailLink>
      )}
      {invoice.corrects && (
        <RailLink title="Corrects">
          <Link to={`/invoices/${invoice.corrects.id}`}>
            {shownNumber(invoice.corrects.invoiceNumber)}
          </Link>
        </RailLink>
      )}
      {invoice.correction && !invoice.correction.isDeleted && (
        <RailLink title="Corrected by">
          <Link to={`/invoices/${invoice.correction.id}`}>
            {shownNumber(invoice.correction.invoiceNumber)}
          </Link>
        </RailLink>
      )}
      <RailCustomer customer={invoice.customer} />
    </>
  );
}

/** The installments of an invoice, with what of each is open; nothing where there is no plan. */
function InvoicePlan({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { schedule, currency, status } = invoice;
  const shown = (amount: string) => formatMoney(money(amount, currency));
  const rows = schedule.map(({ number, amount, amountDue, dueDate }) => {
    const isSettled = isZero(amountDue) && status !== 'draft';
    const isLate = !isSettled && status !== 'draft' && dueDate < today;
    const isPart = !isSettled && !isSameAmount(amountDue, amount, currency);
    const notes = (
      <>
        {isSettled && <PlanNote>Settled</PlanNote>}
        {isPart && <PlanNote>{shown(amountDue)} open</PlanNote>}
        {isLate && <PlanNote late>Overdue</PlanNote>}
      </>
    );
    return { number, when: formatDate(dueDate), amount: shown(amount), notes };
  });
  return <RailPlan title="Installments" rows={rows} />;
}
