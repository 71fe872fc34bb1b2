import { useQueryClient } from '@tanstack/react-query';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { dateToday } from '../../documents/date-today.ts';
import { partyNames } from '../../documents/party-names.ts';
import { DocumentDialogs, useDocumentDialogs } from '../../documents/records/document-dialogs.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { notify } from '../../ui/notify.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import type { CreditNoteCommands } from './credit-note-menu.ts';
import { creditNoteRecords, refreshCreditNotes } from './credit-note-records.ts';

interface Outcome {
  edit: (creditNote: CreditNote) => void;
  onDeleted?: () => void;
}

/** What can be done with credit notes, on their page and in the list. Each tells its outcome in a toast. */
export function useCreditNoteDialogs({ edit, onDeleted }: Outcome) {
  const client = useQueryClient();
  const { today } = useBusiness();
  const issue = async ({ id }: Pick<CreditNote, 'id'>): Promise<void> => {
    try {
      const saved = await api.creditNotes.issue({ id });
      refreshCreditNotes(client, saved);
      notify.success('Credit Note Issued', `${saved.creditNoteNumber} is issued.`);
    } catch (error) {
      const mend = dateToday(error, {
        today,
        read: () => api.creditNotes.get({ id }),
        save: (dates) => api.creditNotes.update({ id, ...dates }),
        issue: () => issue({ id }),
      });
      notify.error('Error', errorMessage(error, 'Failed to issue credit note'), mend);
      refreshCreditNotes(client);
    }
  };
  const dialogs = useDocumentDialogs(creditNoteRecords, { edit, onDeleted, act: { issue } });
  const commands: CreditNoteCommands = { ...dialogs.commands, markSent: dialogs.ask('issue') };
  return { ...dialogs, commands };
}

/** The dialogs themselves. */
export function CreditNoteDialogs(dialogs: ReturnType<typeof useCreditNoteDialogs>) {
  const { question } = dialogs;
  const shown = useFrozen(question, question !== undefined);
  const number = shown ? shownNumber(shown.document.creditNoteNumber) : '';
  const words =
    shown?.asked === 'issue'
      ? {
          title: `Issue ${number}?`,
          label: 'Issue',
          text: `${formatTotal(shown.document)} is credited to ${partyNames(shown.document.customer).main}. ${formatUse(shown.document)} Once issued, the credit note cannot be changed or deleted.`,
        }
      : {
          title: `Delete ${number}?`,
          label: 'Delete',
          text: 'Are you sure you want to delete this draft? You can undo this right after.',
          danger: true,
        };
  return <DocumentDialogs {...dialogs} words={words} />;
}

const formatTotal = ({ total, currency }: CreditNote) => formatMoney(money(total, currency));

/** A correction lowers its own invoice by itself; what is free waits for its owner. */
const formatUse = ({ correctsInvoiceId }: CreditNote) =>
  correctsInvoiceId === null
    ? 'You then apply it to invoices or pay it back.'
    : 'It is applied to its invoice right away; whatever exceeds the amount due becomes the customer’s credit.';
