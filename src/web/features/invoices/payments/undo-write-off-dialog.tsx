import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayments } from './use-payments.ts';

interface Props {
  invoice: InvoiceDetail;
  opened: boolean;
  onClose: () => void;
}

/** Asks before what was written off is owed again. */
export function UndoWriteOffDialog({ invoice, opened, onClose }: Props) {
  const { undoWriteOff, busy } = usePayments(invoice);
  const [failed, setFailed] = useState<string>();
  const { amountWrittenOff, currency } = invoice;
  const amount = useFrozen(formatMoney(money(amountWrittenOff, currency)), opened);
  const close = () => {
    setFailed(undefined);
    onClose();
  };
  const confirm = async () => {
    const refused = await undoWriteOff(invoice.id);
    if (refused) setFailed(refused.words);
    else close();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Undo the write-off of ${amount}?`}
      confirmLabel="Undo write-off"
      writes
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      {`${amount} is owed again${invoice.status === 'paid' ? ', and the invoice is open' : ''}. The history keeps both the write-off and its undoing.`}
      {failed && <span role="alert"> {failed}</span>}
    </ConfirmDialog>
  );
}
