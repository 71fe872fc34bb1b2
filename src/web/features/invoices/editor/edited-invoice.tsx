import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { INVOICE_STATUS_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentEditor } from '../../../documents/editor/document-editor.tsx';
import type { DocumentCalls } from '../../../documents/editor/document-kind.ts';
import type { EditorSlots } from '../../../documents/editor/editor-context.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { MarkPaidDialog } from '../mark-paid-dialog.tsx';
import type { PaymentMade, PaymentOutcome } from '../use-invoice-actions.ts';
import { findDateFault } from '../use-invoice-actions.ts';
import { invoiceCalls, invoiceKind, saveInvoice, toInvoiceInput } from './invoice-kind.ts';
import { SetBackDialog } from './set-back-dialog.tsx';

interface Props extends EditorSlots {
  invoiceId: number;
  onClose: () => void;
  onSaved?: (invoice: InvoiceDetail) => void;
}

/** A save that changes what has been paid, and waits for its owner's word. */
interface Question {
  stored: InvoiceDetail;
  to: InvoiceDetail['status'];
  save: (payment?: PaymentMade) => Promise<PaymentOutcome>;
  cancel: () => void;
}

/** The owner has thought better of it: nothing was saved, and nothing went wrong. */
class Cancelled extends Error {}

/** Edits a stored invoice, and asks before a save records a payment or reverses one. */
export function EditedInvoice({ invoiceId, ...props }: Props) {
  const { calls, question, answered } = useAskingCalls();
  const { today } = useBusiness();
  const pays = question?.to === 'paid' ? question : undefined;
  const reverses = question && question.to !== 'paid' ? question : undefined;
  const cancel = () => {
    question?.cancel();
    answered();
  };
  return (
    <>
      <DocumentEditor kind={invoiceKind} calls={calls} documentId={invoiceId} {...props} />
      <MarkPaidDialog
        invoices={pays ? [pays.stored] : []}
        today={today}
        onClose={cancel}
        onConfirm={async (payment) => (await pays?.save(payment)) ?? { marked: false }}
      />
      <SetBackDialog
        invoice={reverses?.stored}
        status={reverses ? INVOICE_STATUS_LABELS[reverses.to] : ''}
        onClose={cancel}
        onConfirm={() => {
          void reverses?.save();
          answered();
        }}
      />
    </>
  );
}

/** The invoice's calls, and what the one that saves has to ask. */
function useAskingCalls() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const calls = useMemo<DocumentCalls<InvoiceDetail>>(
    () => ({
      ...invoiceCalls,
      async update(form, base) {
        const stored = await client.ensureQueryData(invoiceCalls.stored(base.id));
        const { status: to = 'draft' } = toInvoiceInput(form);
        // What was changed elsewhere meanwhile is told by the refusal of a stale save, and decided there.
        const isStale = stored.version !== base.version;
        if (isStale || (stored.status === 'paid') === (to === 'paid')) {
          return invoiceCalls.update(form, base);
        }
        return new Promise((resolve, reject) => {
          let isSaved = false;
          const save = async (payment?: PaymentMade): Promise<PaymentOutcome> => {
            try {
              const saved = await saveInvoice(form, base, payment);
              isSaved = true;
              // The question goes first: its own unsaved input would hold the editor back.
              setTimeout(() => resolve(saved));
            } catch (error) {
              const dateFault = findDateFault(error);
              if (dateFault !== undefined) return { marked: false, dateFault };
              reject(error);
            }
            return { marked: true };
          };
          const cancel = () => {
            if (!isSaved) reject(new Cancelled());
          };
          setQuestion({ stored, to, save, cancel });
        });
      },
      failed(error, form) {
        if (!(error instanceof Cancelled)) invoiceCalls.failed(error, form);
      },
    }),
    [client],
  );
  return { calls, question, answered: () => setQuestion(undefined) };
}
