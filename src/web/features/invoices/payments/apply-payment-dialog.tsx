import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { ApplyCreditDialog } from '../../../documents/payments/apply-credit-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayments } from './use-payments.ts';

type AppliedPayment = Pick<Payment, 'id' | 'invoiceId' | 'amount' | 'currency' | 'unappliedAmount'>;

interface Props {
  customerId: number;
  /** On whose page it is asked for: the one that is ticked at the beginning. */
  invoice?: Pick<InvoiceDetail, 'id'>;
  /** What of it settles nothing is to be applied; none closes the dialog. */
  payment: AppliedPayment | undefined;
  onClose: () => void;
}

/** Has what is left of a payment settle invoices of its customer. */
export function ApplyPaymentDialog({ customerId, invoice, payment, onClose }: Props) {
  const shown = useFrozen(payment, payment !== undefined);
  const { apply } = usePayments(invoice);
  const credit = shown && money(shown.unappliedAmount, shown.currency);
  return (
    <ApplyCreditDialog
      opened={payment !== undefined}
      onClose={onClose}
      title="Apply credit"
      description={
        shown &&
        credit &&
        `${formatMoney(credit)} of the payment of ${formatMoney(shown)} is not applied to an invoice yet.`
      }
      form={
        shown &&
        credit && {
          customerId,
          credit,
          without: shown.invoiceId,
          ...(invoice ? { first: invoice.id } : {}),
          onApply: (parts) => apply(shown, parts),
        }
      }
    />
  );
}
