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

export function DeleteInvoicesDialog({ invoices, onClose, onConfirm }: Props) {
  const [busy, setBusy] = useState(false);
  const [first] = invoices;
  const many = invoices.length > 1;
  const isPublic = invoices.some((invoice) => invoice.status !== 'draft');
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
      {many
        ? 'Are you sure you want to delete these invoices?'
        : 'Are you sure you want to delete this invoice?'}{' '}
      {isPublic &&
        (many
          ? 'Their public pages stop working at once. '
          : 'Its public page stops working at once. ')}
      You can undo this right after.
    </ConfirmDialog>
  );
}
