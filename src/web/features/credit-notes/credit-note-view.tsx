import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { creditNotePicture } from '../../documents/detail/document-queries.ts';
import { DocumentView, StoredDocument } from '../../documents/records/document-view.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { CreditNoteDialogs, useCreditNoteDialogs } from './credit-note-dialogs.tsx';
import { CreditNoteActionButtons, CreditNoteFacts, CreditNoteHead } from './credit-note-rail.tsx';
import { creditNoteRecords } from './credit-note-records.ts';
import { ApplyCreditNoteDialog } from './credit/apply-credit-note-dialog.tsx';
import { RecordRefundDialog } from './credit/record-refund-dialog.tsx';

interface Props {
  id: number;
  onEdit: () => void;
}

/** One credit note: its document, its state and what to do next. */
export function CreditNoteView({ id, onEdit }: Props) {
  return (
    <StoredDocument {...creditNoteRecords} id={id}>
      {(creditNote) => <Found creditNote={creditNote} onEdit={onEdit} />}
    </StoredDocument>
  );
}

function Found({ creditNote, onEdit }: { creditNote: CreditNoteDetail; onEdit: () => void }) {
  const navigate = useNavigate();
  const { today } = useBusiness();
  const dialogs = useCreditNoteDialogs({
    edit: onEdit,
    onDeleted: () => void navigate('/credit-notes'),
  });
  const [opened, setOpened] = useState<'apply' | 'refund'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <DocumentView
        kind="credit_note"
        document={creditNote}
        picture={creditNotePicture}
        email={dialogs.email}
        closed={false}
        head={<CreditNoteHead creditNote={creditNote} />}
        actions={
          <CreditNoteActionButtons
            creditNote={creditNote}
            busy={dialogs.busy}
            commands={dialogs.commands}
            onApply={() => setOpened('apply')}
            onRefund={() => setOpened('refund')}
          />
        }
        facts={<CreditNoteFacts creditNote={creditNote} />}
        onShare={dialogs.commands.share}
      />
      <CreditNoteDialogs {...dialogs} />
      <ApplyCreditNoteDialog creditNote={creditNote} opened={opened === 'apply'} onClose={close} />
      <RecordRefundDialog
        creditNote={creditNote}
        today={today}
        opened={opened === 'refund'}
        onClose={close}
      />
    </>
  );
}
