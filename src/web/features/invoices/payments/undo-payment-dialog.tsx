import { useState } from 'react';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney } from '../../../../shared/money/money.ts';
import type { AccountPayment } from '../../../../shared/payments/account-payment.contract.ts';
import { formatUndoing } from '../../../documents/payments/payment-words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayment, usePayments } from './use-payments.ts';

interface Props {
  /** On whose page it is asked for. */
  invoice?: InvoiceDetail;
  /** None closes the dialog. */
  payment: Payment | AccountPayment | undefined;
  onClose: () => void;
}

/** Asks before a payment that was recorded by hand counts no longer. */
export function UndoPaymentDialog({ invoice, payment, onClose }: Props) {
  const shown = useFrozen(payment, payment !== undefined);
  const { data } = usePayment(payment?.id);
  const { undo, busy } = usePayments(invoice);
  const [failed, setFailed] = useState<string>();
  const close = () => {
    setFailed(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!shown) return;
    const refused = await undo(shown.id);
    if (refused) setFailed(refused.words);
    else close();
  };
  // Until it is known what else it settles, what it settles here is said.
  const here = invoice
    ? [{ ...invoice, invoiceId: invoice.id, amount: shown?.allocatedAmount ?? '0' }]
    : [];
  const known = data?.id === shown?.id ? data : shown && { allocations: here, ...shown };
  return (
    <ConfirmDialog
      opened={payment !== undefined}
      title={shown ? `Undo the payment of ${formatMoney(shown)}?` : 'Undo payment'}
      confirmLabel="Undo payment"
      danger
      writes
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      {known && formatUndoing(known).join(' ')}
      {failed && <span role="alert"> {failed}</span>}
    </ConfirmDialog>
  );
}
