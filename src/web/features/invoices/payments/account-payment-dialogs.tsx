import type { AccountPayment } from '../../../../shared/payments/account-payment.contract.ts';
import { ApplyPaymentDialog } from './apply-payment-dialog.tsx';
import { UndoPaymentDialog } from './undo-payment-dialog.tsx';

/** What is asked about a payment on its customer's page. */
export interface AskedPayment {
  what: 'apply' | 'undo';
  payment: AccountPayment;
}

/** The dialogs of a payment where no invoice is looked at. */
export function AccountPaymentDialogs({
  customerId,
  asked,
  onClose,
}: {
  customerId: number;
  asked: AskedPayment | undefined;
  onClose: () => void;
}) {
  const about = (what: AskedPayment['what']) => (asked?.what === what ? asked.payment : undefined);
  return (
    <>
      <ApplyPaymentDialog customerId={customerId} payment={about('apply')} onClose={onClose} />
      <UndoPaymentDialog payment={about('undo')} onClose={onClose} />
    </>
  );
}
