import { useState } from 'react';
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
function deletionWords(invoices: Props['invoices']): string[] {
  const many = invoices.length > 1;
  const isIssued = invoices.some(({ status }) => status !== 'draft');
  const isPaid = invoices.some(({ status }) => status === 'paid');
  return [
    many
      ? 'Are you sure you want to delete these invoices?'
      : 'Are you sure you want to delete this invoice?',
    ...(isIssued ? (many ? MANY_ISSUED : ONE_ISSUED) : []),
    ...(isPaid ? ['Payments stay recorded, but count in no total or report.'] : []),
    'You can undo this right after.',
  ];
}

const ONE_ISSUED = [
  'It has been issued: its public page stops working at once, its number is not used again and leaves a gap, and its sealed versions are kept.',
  'Tax offices usually expect an issued invoice to stay: to correct it, edit it instead.',
];
const MANY_ISSUED = [
  'Of those that have been issued, public pages stop working at once, numbers are not used again and leave gaps, and sealed versions are kept.',
  'Tax offices usually expect issued invoices to stay: to correct one, edit it instead.',
];

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
      title={many ? `Delete ${invoices.length} invoices` : `Delete ${first?.invoiceNumber ?? ''}`}
      confirmLabel="Delete"
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {deletionWords(invoices).join(' ')}
    </ConfirmDialog>
  );
}
