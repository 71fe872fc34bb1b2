import { useState } from 'react';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { SendEmailDialog } from '../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../documents/email/use-send-email.ts';
import { partyNames } from '../../documents/party-names.ts';
import { ShareDialog } from '../../documents/share/share-dialog.tsx';
import { shareWays } from '../../documents/share/share-ways.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { creditNoteMail, MAILED_PAGE } from './credit-note-mail.ts';
import type { CreditNoteCommands } from './credit-note-menu.ts';
import { useCreditNoteActions } from './use-credit-note-actions.ts';

interface Question {
  creditNote: CreditNote;
  asked: 'issue' | 'delete';
}

interface Outcome {
  edit: (creditNote: CreditNote) => void;
  onDeleted?: () => void;
}

/**
 * What can be done with credit notes, on their page and in the list: what is asked before one is issued
 * or deleted, and what comes of it.
 */
export function useCreditNoteDialogs({ edit, onDeleted }: Outcome) {
  const [question, setQuestion] = useState<Question>();
  const [shared, setShared] = useState<CreditNote>();
  const [busy, setBusy] = useState(false);
  const actions = useCreditNoteActions();
  const email = useSendEmail(creditNoteMail);
  const act = async ({ creditNote, asked }: Question) => {
    setBusy(true);
    if (asked === 'issue') await actions.issue(creditNote);
    else if (await actions.remove(creditNote)) onDeleted?.();
    setBusy(false);
    setQuestion(undefined);
  };
  const commands: CreditNoteCommands = {
    edit,
    sendEmail: email.actions.start,
    share: setShared,
    markSent: (creditNote) => setQuestion({ creditNote, asked: 'issue' }),
    remove: (creditNote) => setQuestion({ creditNote, asked: 'delete' }),
  };
  return {
    commands,
    email,
    question,
    shared,
    busy,
    answer: () => void (question && !busy && act(question)),
    cancel: () => setQuestion(undefined),
    endSharing: () => setShared(undefined),
  };
}

/** The dialogs themselves. */
export function CreditNoteDialogs({
  question,
  shared,
  email,
  busy,
  ...on
}: ReturnType<typeof useCreditNoteDialogs>) {
  const shown = useFrozen(question, question !== undefined);
  const shownShare = useFrozen(shared, shared !== undefined);
  const number = shown ? shownNumber(shown.creditNote.creditNoteNumber) : '';
  const isIssue = shown?.asked === 'issue';
  return (
    <>
      <SendEmailDialog mail={creditNoteMail} email={email} page={MAILED_PAGE} />
      <ShareDialog
        opened={shared !== undefined}
        title={`Share ${shownShare?.creditNoteNumber || 'credit note'}`}
        ways={shownShare ? listShareWays(shownShare) : []}
        onClose={on.endSharing}
      />
      <ConfirmDialog
        opened={question !== undefined}
        writes
        title={isIssue ? `Issue ${number}?` : `Delete ${number}?`}
        confirmLabel={isIssue ? 'Issue' : 'Delete'}
        danger={!isIssue}
        busy={busy}
        onConfirm={on.answer}
        onCancel={on.cancel}
      >
        {shown && isIssue
          ? `${formatTotal(shown.creditNote)} is credited to ${partyNames(shown.creditNote.customer).main}. ${formatUse(shown.creditNote)} From then on the credit note can neither be changed nor deleted.`
          : 'Are you sure you want to delete this draft? You can undo this right after.'}
      </ConfirmDialog>
    </>
  );
}

const formatTotal = ({ total, currency }: CreditNote) => formatMoney(money(total, currency));

/** A correction lowers its own invoice by itself; what is free waits for its owner. */
const formatUse = ({ correctsInvoiceId }: CreditNote) =>
  correctsInvoiceId === null
    ? 'You then apply it to invoices or pay it back.'
    : 'It is applied to its invoice right away; what that does not need is the customer’s credit.';

/** The two links to a credit note: for the customer, and for its owner. */
function listShareWays(creditNote: CreditNote) {
  const { publicLink, ownLink } = shareWays(
    'credit_note',
    shownNumber(creditNote.creditNoteNumber),
    creditNote,
    'For your customer. Anyone who has it can read the credit note and its PDF, without signing in.',
  );
  return [publicLink, ownLink];
}
