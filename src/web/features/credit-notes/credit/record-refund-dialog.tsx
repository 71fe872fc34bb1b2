import { useRef, useState } from 'react';
import type { CreditNoteDetail } from '../../../../shared/credit-notes/credit-note.contract.ts';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { divisionFaults } from '../../../documents/payments/division-faults.ts';
import {
  MONEY_BY_HAND_FIELDS,
  MoneyByHandFields,
  useMoneyByHand,
} from '../../../documents/payments/money-by-hand.tsx';
import { useFaults } from '../../../documents/payments/use-faults.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { FormDialog, useDialogClose } from '../../../ui/dialog.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useCredit } from './use-credit.ts';

interface Props {
  creditNote: CreditNoteDetail;
  today: CalendarDate;
  opened: boolean;
  onClose: () => void;
}

/** Records that credit was paid back: Remit moves no money here. */
export function RecordRefundDialog({ opened, ...props }: Props) {
  const { main } = partyNames(props.creditNote.customer);
  return (
    <FormDialog
      opened={opened}
      onClose={props.onClose}
      title="Record refund"
      description={`Record credit that you paid back to ${main} yourself, by bank transfer, check or cash.`}
      size={560}
      fullOnPhone
    >
      <RecordRefundForm {...props} />
    </FormDialog>
  );
}

function RecordRefundForm({ creditNote, today, onClose }: Omit<Props, 'opened'>) {
  const { currency, unappliedAmount } = creditNote;
  const { refund, busy } = useCredit(creditNote);
  const [amount, setAmount] = useState<string>(unappliedAmount);
  const byHand = useMoneyByHand(today);
  const formRef = useRef<HTMLFormElement>(null);
  const faults = useFaults(formRef);
  const { leave, release } = useUnsavedGuard({
    dirty: amount !== unappliedAmount || byHand.isChanged,
  });
  const close = useDialogClose(leave, onClose);
  const submit = async () => {
    const { wrong, values } = byHand.read(amount, currency);
    faults.show(wrong);
    if (busy || !values) return;
    const refused = await refund(values);
    if (refused) {
      faults.show(divisionFaults(refused, [], MONEY_BY_HAND_FIELDS));
      return;
    }
    release();
    onClose();
  };
  return (
    <DialogForm
      ref={formRef}
      submitLabel="Record refund"
      busy={busy}
      obstacle={faults.about('')}
      onSubmit={submit}
      onCancel={close}
    >
      <MoneyByHandFields
        money={byHand}
        amount={amount}
        currency={currency}
        amountHint={`${formatMoney(money(unappliedAmount, currency))} is left`}
        faults={faults}
        onAmount={setAmount}
      />
    </DialogForm>
  );
}
