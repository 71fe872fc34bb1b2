import { Link } from 'react-router';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import { DocumentActions } from '../../documents/detail/document-actions.tsx';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
  RailPart,
  RailTiming,
} from '../../documents/detail/document-rail.tsx';
import { RailVersions } from '../../documents/detail/document-versions.tsx';
import type { EventSentences } from '../../documents/event-sentences.ts';
import { commonSentences, formatEvent } from '../../documents/event-sentences.ts';
import { IconCashBanknote, IconFileInvoice } from '../../ui/icons.ts';
import { writeAction } from '../../ui/menu.tsx';
import type { CreditNoteCommands } from './credit-note-menu.ts';
import { creditNoteMenu } from './credit-note-menu.ts';
import { CreditUse } from './credit/credit-use.tsx';

/** What a credit note's state is. */
export function CreditNoteHead({ creditNote }: { creditNote: CreditNoteDetail }) {
  const { status, total, currency, issueDate, appliedAmount } = creditNote;
  const left = money(creditNote.unappliedAmount, currency);
  const refunded = money(creditNote.refundedAmount, currency);
  const used = [
    `Applied ${formatMoney(money(appliedAmount, currency))}`,
    ...(isPositive(refunded) ? [`paid back ${formatMoney(refunded)}`] : []),
  ].join(', ');
  return (
    <RailHead badge={<CreditNoteBadge status={status} />} amount={money(total, currency)}>
      <RailTiming
        words={
          status === 'draft'
            ? 'Credits nothing until it is issued'
            : `Issued ${formatDate(issueDate)}`
        }
      />
      {status !== 'draft' && (
        <RailPart
          settled={used}
          left={isPositive(left) ? `${formatMoney(left)} left` : 'nothing left'}
        />
      )}
    </RailHead>
  );
}

interface ActionProps {
  creditNote: CreditNoteDetail;
  busy: boolean;
  commands: CreditNoteCommands;
  onApply: () => void;
  onRefund: () => void;
}

/** The next step by its state, then what is often wanted, then the rest. */
export function CreditNoteActionButtons({
  creditNote,
  busy,
  commands,
  onApply,
  onRefund,
}: ActionProps) {
  const menu = creditNoteMenu(creditNote, commands);
  const { sendEmail, share, download, edit, view } = menu;
  const isDraft = creditNote.status === 'draft';
  const apply = writeAction('Apply to invoices', IconFileInvoice, onApply);
  const refund = writeAction('Record refund', IconCashBanknote, onRefund);
  const shape = {
    draft: { primary: { ...menu.issue, busy }, others: [sendEmail, download, edit] },
    issued: { primary: apply, others: [sendEmail, refund, download] },
    applied: { primary: sendEmail, others: [download] },
  }[creditNote.status];
  return (
    <DocumentActions
      label={`More for ${shownNumber(creditNote.creditNoteNumber)}`}
      {...shape}
      share={share}
      more={[[view], ...(isDraft ? [[{ ...menu.remove, label: 'Delete draft' }]] : [])]}
    />
  );
}

/** The invoice that it corrects, history and customer. */
export function CreditNoteFacts({ creditNote }: { creditNote: CreditNoteDetail }) {
  const { correctedInvoice, allocations } = creditNote;
  // Once it is issued, what it lowers says so.
  const isSaid = allocations.some(({ invoiceId }) => invoiceId === correctedInvoice?.invoiceId);
  return (
    <>
      {correctedInvoice && !isSaid && (
        <RailLink title="Corrects">
          <Link to={`/invoices/${correctedInvoice.invoiceId}`}>
            {correctedInvoice.invoiceNumber}
          </Link>
        </RailLink>
      )}
      <CreditUse creditNote={creditNote} />
      <RailVersions kind="credit_note" document={creditNote} />
      <RailHistory events={creditNote.history} words={formatCreditNoteEvent} />
      <RailCustomer customer={creditNote.customer} />
    </>
  );
}

type HistoryEntry = CreditNoteDetail['history'][number];

const SENTENCES: EventSentences<HistoryEntry['type']> = {
  ...commonSentences('credit_note'),
  'credit_note.created': ({ invoice }) => ['draft', `Created${invoice ? ` for ${invoice}` : ''}`],
  'credit_note.issued': ['issued', 'Issued'],
  'credit_note.applied': ({ amount = 'Credit', invoice = 'an invoice' }) => [
    'applied',
    `${amount} applied to ${invoice}`,
  ],
  'credit_note.withdrawn': ({ amount = 'Credit', invoice = 'an invoice' }) => [
    'removed',
    `${amount} unapplied from ${invoice}`,
  ],
  'credit_note.refunded': ({ amount = 'Credit' }) => ['removed', `${amount} paid back`],
  'credit_note.refund_undone': ({ amount = 'Credit' }) => ['edited', `Refund of ${amount} undone`],
};

/** An entry of a credit note's history, in words. */
const formatCreditNoteEvent = (event: HistoryEntry) => formatEvent(SENTENCES, event);
