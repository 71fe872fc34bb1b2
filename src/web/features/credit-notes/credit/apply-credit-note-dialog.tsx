import type { CreditNoteDetail } from '../../../../shared/credit-notes/credit-note.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { ApplyCreditDialog } from '../../../documents/payments/apply-credit-dialog.tsx';
import { useCredit } from './use-credit.ts';

interface Props {
  creditNote: CreditNoteDetail;
  opened: boolean;
  onClose: () => void;
}

/** Has what is left of a credit note settle invoices of its customer. */
export function ApplyCreditNoteDialog({ creditNote, opened, onClose }: Props) {
  const { apply } = useCredit(creditNote);
  const { customerId, creditNoteNumber, correctsInvoiceId: without } = creditNote;
  const credit = money(creditNote.unappliedAmount, creditNote.currency);
  return (
    <ApplyCreditDialog
      opened={opened}
      onClose={onClose}
      title="Apply to invoices"
      description={`${formatMoney(credit)} of ${creditNoteNumber} is not applied to an invoice yet.`}
      form={opened ? { customerId, credit, without, onApply: apply } : undefined}
    />
  );
}
