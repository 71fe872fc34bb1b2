import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { DocumentLayout } from '../../documents/detail/document-layout.tsx';
import { DocumentPages } from '../../documents/detail/document-pages.tsx';
import { creditNotePicture } from '../../documents/detail/document-queries.ts';
import { isMissing, UnreadDocument, WHILE_SHOWN } from '../../documents/detail/stored-document.tsx';
import { viewPdf } from '../../documents/document-files.ts';
import { requestEmail } from '../../documents/email/email-request.ts';
import { EmailState } from '../../documents/email/email-state.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { ApplyCreditNoteDialog } from './credit/apply-credit-note-dialog.tsx';
import { RecordRefundDialog } from './credit/record-refund-dialog.tsx';
import { CreditNoteDialogs, useCreditNoteDialogs } from './credit-note-dialogs.tsx';
import { CreditNoteActionButtons, CreditNoteFacts, CreditNoteHead } from './credit-note-rail.tsx';

interface Props {
  creditNoteId: number;
  onEdit: () => void;
}

/** One credit note: its document, its state and what to do next. */
export function CreditNoteView({ creditNoteId, onEdit }: Props) {
  const stored = useQuery({
    ...orpc.creditNotes.get.queryOptions({ input: { id: creditNoteId } }),
    ...WHILE_SHOWN,
    enabled: creditNoteId > 0,
  });
  const reading = { id: creditNoteId, query: stored };
  return stored.data && !isMissing(reading) ? (
    <Found creditNote={stored.data} onEdit={onEdit} />
  ) : (
    <UnreadDocument kind="credit_note" {...reading} />
  );
}

function Found({ creditNote, onEdit }: { creditNote: CreditNoteDetail; onEdit: () => void }) {
  const navigate = useNavigate();
  const dialogs = useCreditNoteDialogs({
    edit: onEdit,
    onDeleted: () => void navigate('/credit-notes'),
  });
  const { commands, email, busy } = dialogs;
  const { profile, today } = useBusiness();
  const [opened, setOpened] = useState<'apply' | 'refund'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <DocumentLayout
        list={{ to: '/credit-notes', label: 'Credit notes' }}
        number={shownNumber(creditNote.creditNoteNumber)}
        head={<CreditNoteHead creditNote={creditNote} />}
        actions={
          <CreditNoteActionButtons
            creditNote={creditNote}
            busy={busy}
            commands={commands}
            onApply={() => setOpened('apply')}
            onRefund={() => setOpened('refund')}
          />
        }
        state={
          <EmailState
            document={creditNote}
            closed={false}
            timeZone={profile?.timeZone}
            onRetry={(message) => void email.actions.retry(creditNote.id, message)}
            onWrite={() => requestEmail('credit_note', creditNote)}
            onShare={() => commands.share(creditNote)}
          />
        }
        document={
          <DocumentPages
            kind="credit_note"
            number={shownNumber(creditNote.creditNoteNumber)}
            picture={(page) => creditNotePicture(creditNote, page)}
            onOpenPdf={() => viewPdf('credit_note', creditNote)}
          />
        }
        rest={<CreditNoteFacts creditNote={creditNote} />}
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
