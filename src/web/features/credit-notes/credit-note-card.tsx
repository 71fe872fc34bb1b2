import { Link } from 'react-router';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { CreditNoteBadge } from '../../documents/credit-note-badge.tsx';
import { DocumentCard } from '../../documents/document-card.tsx';
import { IconCalendar, IconCoins, IconFileInvoice } from '../../ui/icons.ts';
import type { CreditNoteCommands } from './credit-note-menu.ts';
import { creditNoteMenu } from './credit-note-menu.ts';

interface Props {
  creditNote: CreditNote;
  commands: CreditNoteCommands;
}

/** A credit note as an index card: to whom, for which invoice, and what it comes to. */
export function CreditNoteCard({ creditNote, commands }: Props) {
  const { id, status, correctedInvoice, total, currency } = creditNote;
  const menu = creditNoteMenu(creditNote, commands);
  const isDraft = status === 'draft';
  const left = money(creditNote.unappliedAmount, currency);
  return (
    <DocumentCard
      page={`/credit-notes/${id}`}
      number={shownNumber(creditNote.creditNoteNumber)}
      customer={creditNote.customer}
      undelivered={creditNote.undelivered}
      badge={<CreditNoteBadge status={status} />}
      facts={[
        { icon: IconCalendar, label: 'Issued', value: formatDate(creditNote.issueDate) },
        {
          icon: IconFileInvoice,
          label: 'Corrects',
          value: correctedInvoice ? (
            <Link to={`/invoices/${correctedInvoice.invoiceId}`} className="text-inherit">
              {correctedInvoice.invoiceNumber}
            </Link>
          ) : (
            'No invoice'
          ),
          isNone: correctedInvoice === null,
        },
        ...(status === 'issued'
          ? [{ icon: IconCoins, label: 'Left', value: formatMoney(left) }]
          : []),
      ]}
      total={money(total, currency)}
      view={menu.view}
      menu={[
        isDraft ? [menu.edit, menu.download] : [menu.download],
        [menu.share, menu.sendEmail],
        isDraft ? [menu.issue] : [],
        isDraft ? [menu.remove] : [],
      ]}
    />
  );
}
