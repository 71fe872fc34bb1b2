import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney } from '../../../../shared/money/money.ts';
import type { AccountPayment } from '../../../../shared/payments/account-payment.contract.ts';
import { formatUndoing } from '../../../documents/payments/payment-words.ts';
import { UndoDialog } from '../../../documents/records/undo-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayment, usePayments } from './use-payments.ts';

interface Props {
  /** On whose page it is asked for. */
  invoice?: InvoiceDetail;
  /** None closes the dialog. */
  payment: Payment | AccountPayment | undefined;
  onClose: () => void;
}

/** Asks before a payment that was recorded by hand no longer counts. */
export function UndoPaymentDialog({ invoice, payment, onClose }: Props) {
  const shown = useFrozen(payment, payment !== undefined);
  const { data } = usePayment(payment?.id);
  const { undo } = usePayments(invoice);
  // Until it is known what else it settles, what it settles here is said.
  const here = invoice
    ? [{ ...invoice, invoiceId: invoice.id, amount: shown?.allocatedAmount ?? '0' }]
    : [];
  const known = data?.id === shown?.id ? data : shown && { allocations: here, ...shown };
  return (
    <UndoDialog
      opened={payment !== undefined}
      title={shown ? `Undo the payment of ${formatMoney(shown)}?` : 'Undo payment'}
      confirmLabel="Undo payment"
      danger
      onConfirm={async () => shown && undo(shown.id)}
      onClose={onClose}
    >
      {known && formatUndoing(known).join(' ')}
    </UndoDialog>
  );
}
