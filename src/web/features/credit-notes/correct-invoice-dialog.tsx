import { useQueryClient } from '@tanstack/react-query';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { errorMessage, isUnreachable } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import type { KeyFor, Outcome } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { refreshCreditNotes } from './credit-note-records.ts';

interface Props {
  opened: boolean;
  invoiceId: number;
  onClose: () => void;
  /** The draft that takes the invoice's place. */
  onCorrected: (invoice: InvoiceDetail) => void;
}

/** Asks before an invoice is taken back and begun anew. */
export function CorrectInvoiceDialog({ opened, invoiceId, onClose, onCorrected }: Props) {
  const client = useQueryClient();
  const correct = async (keyFor: KeyFor): Promise<Outcome> => {
    const input = { id: invoiceId };
    try {
      const { creditNote, invoice } = await api.creditNotes.correct(input, {
        context: { idempotencyKey: keyFor(input) },
      });
      refreshCreditNotes(client, creditNote);
      for (const call of [orpc.invoices.list, orpc.invoices.summary]) {
        void client.invalidateQueries({ queryKey: call.key() });
      }
      notify.success(
        'Invoice Credited',
        `${creditNote.creditNoteNumber} is issued. ${invoice.invoiceNumber ? `${invoice.invoiceNumber} is the new draft` : 'A new draft takes its place'}.`,
      );
      onCorrected(invoice);
    } catch (error) {
      notify.error('Error', errorMessage(error, 'Failed to correct invoice'));
      // It may have been done: asked again with the same key, the answer leads to the draft.
      if (isUnreachable(error)) return 'open';
      onClose();
    }
    return 'done';
  };
  return (
    <ConfirmDialog
      opened={opened}
      writes
      title="Correct this invoice?"
      confirmLabel="Correct invoice"
      danger={false}
      onConfirm={correct}
      onCancel={onClose}
    >
      This issues a credit note for everything not yet credited; it cannot be changed or deleted
      afterwards. You also get a draft of a new invoice with the same lines to correct. Neither
      counts toward the free trial.
    </ConfirmDialog>
  );
}
