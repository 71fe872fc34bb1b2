import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { UndoDialog } from '../../../documents/records/undo-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayments } from './use-payments.ts';

interface Props {
  invoice: InvoiceDetail;
  opened: boolean;
  onClose: () => void;
}

/** Asks before what was written off is owed again. */
export function UndoWriteOffDialog({ invoice, opened, onClose }: Props) {
  const { undoWriteOff } = usePayments(invoice);
  const { amountWrittenOff, currency } = invoice;
  const amount = useFrozen(formatMoney(money(amountWrittenOff, currency)), opened);
  return (
    <UndoDialog
      opened={opened}
      title={`Undo the write-off of ${amount}?`}
      confirmLabel="Undo write-off"
      onConfirm={() => undoWriteOff(invoice.id)}
      onClose={onClose}
    >
      {`${amount} is owed again${invoice.status === 'paid' ? ', and the invoice is open' : ''}. The history keeps both.`}
    </UndoDialog>
  );
}
