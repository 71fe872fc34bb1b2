import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import { CREDIT_NOTE_STATUS_LABELS } from '../../../shared/credit-notes/credit-note-status.ts';
import type { IndexPlace } from '../../documents/document-index.tsx';
import { DocumentIndex } from '../../documents/document-index.tsx';
import { Button } from '../../ui/button.tsx';
import { CreditNoteCard } from './credit-note-card.tsx';
import { CreditNoteDialogs, useCreditNoteDialogs } from './credit-note-dialogs.tsx';
import { creditNoteRecords } from './credit-note-records.ts';

interface Props extends IndexPlace<CreditNoteStatus> {
  onEdit: (id: number) => void;
}

/** The credit notes page: search, filter, cards and what can be done with each. */
export function CreditNoteList({ onEdit, ...place }: Props) {
  const dialogs = useCreditNoteDialogs({ edit: ({ id }) => onEdit(id) });
  return (
    <>
      <DocumentIndex
        {...place}
        records={creditNoteRecords}
        labels={{ all: 'All', ...CREDIT_NOTE_STATUS_LABELS }}
        summed={({ unapplied }) => ({ sum: unapplied, label: 'Not applied yet' })}
        empty={{
          words:
            'A credit note corrects a sent invoice: all of it, some of its lines or an amount. Open the invoice and choose Credit this invoice.',
          action: <Button to="/invoices">Choose an invoice to credit</Button>,
        }}
        renderCard={(creditNote) => (
          <CreditNoteCard key={creditNote.id} creditNote={creditNote} commands={dialogs.commands} />
        )}
      />
      <CreditNoteDialogs {...dialogs} />
    </>
  );
}
