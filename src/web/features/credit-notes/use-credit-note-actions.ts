import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { refreshCreditNotes } from './refresh-credit-notes.ts';

type Named = Pick<CreditNote, 'id' | 'creditNoteNumber'>;

export interface CreditNoteActions {
  issue(creditNote: Named): Promise<void>;
  /** Deletes, with an Undo in the toast. @returns whether it is gone */
  remove(creditNote: Named): Promise<boolean>;
}

/** What the list and the page do to credit notes. Each tells its outcome in a toast. */
export function useCreditNoteActions(): CreditNoteActions {
  const client = useQueryClient();
  return useMemo(
    () => ({
      async issue({ id }) {
        try {
          const saved = await api.creditNotes.issue({ id });
          refreshCreditNotes(client, saved);
          notify.success('Credit Note Issued', `${saved.creditNoteNumber} is issued.`);
        } catch (error) {
          notify.error('Error', reason(error, 'Failed to issue credit note'));
          refreshCreditNotes(client);
        }
      },
      async remove({ id, creditNoteNumber }) {
        const undo = async () => {
          try {
            refreshCreditNotes(client, await api.creditNotes.restore({ id }));
            notify.success(
              'Credit Note Restored',
              `${shownNumber(creditNoteNumber)} is back in your lists.`,
            );
          } catch (error) {
            notify.error('Error', reason(error, 'Failed to restore credit note'));
          }
        };
        try {
          await api.creditNotes.delete({ id });
        } catch (error) {
          notify.error('Error', reason(error, 'Failed to delete credit note. Please try again.'));
          refreshCreditNotes(client);
          return false;
        }
        refreshCreditNotes(client);
        const words = `${shownNumber(creditNoteNumber)} is no longer in your lists.`;
        const again = { label: 'Undo', onClick: () => void undo() };
        notify.success('Credit Note Deleted', words, again);
        return true;
      },
    }),
    [client],
  );
}
