import { useState } from 'react';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  /** What is to be deleted; none closes the dialog. */
  invoices: readonly Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>[];
  onClose: () => void;
  /** @returns whether all are gone */
  onConfirm: () => Promise<boolean>;
}

/** The question, and what it means for what is out and for what was paid. */
function describeDeletion(invoices: Props['invoices']): string[] {
  const many = invoices.length > 1;
  const isIssued = invoices.some(({ status }) => status !== 'draft');
  const isPaid = invoices.some(({ status }) => status === 'paid');
  const words = many ? MANY : ONE;
  return [
    words.question,
    ...(isIssued ? [words.issued] : []),
    ...(isPaid ? ['Payments stay recorded, but count in no total or report.'] : []),
    ...(isIssued ? [words.advice] : []),
    'You can undo this right after.',
  ];
}

const ONE = {
  question: 'Are you sure you want to delete this invoice?',
  issued:
    'Its public page stops working immediately. Its number is not used again and leaves a gap; its sealed versions are kept.',
  advice: 'Tax offices usually expect an issued invoice to be kept: edit it to correct it.',
};
const MANY: typeof ONE = {
  question: 'Are you sure you want to delete these invoices?',
  issued:
    'Their public pages stop working immediately. Their numbers are not used again and leave gaps; sealed versions are kept.',
  advice: 'Tax offices usually expect issued invoices to be kept: edit one to correct it.',
};

export function DeleteInvoicesDialog({ invoices, onClose, onConfirm }: Props) {
  const [busy, setBusy] = useState(false);
  const [first] = invoices;
  const many = invoices.length > 1;
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={invoices.length > 0}
      writes
      title={
        many
          ? `Delete ${invoices.length} invoices`
          : `Delete ${first ? shownNumber(first.invoiceNumber) : ''}`
      }
      confirmLabel="Delete"
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {describeDeletion(invoices).join(' ')}
    </ConfirmDialog>
  );
}
