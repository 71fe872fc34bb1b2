import { useState } from 'react';
import type { CreditNoteDetail } from '../../../../shared/credit-notes/credit-note.contract.ts';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { partyNames } from '../../../documents/party-names.ts';
import {
  MONEY_BY_HAND_FIELDS,
  MoneyByHandFields,
  useMoneyByHand,
} from '../../../documents/payments/money-by-hand.tsx';
import { useMoneyForm } from '../../../documents/payments/use-money-form.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { DialogForm, FormDialog } from '../../../ui/dialog-form.tsx';
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
  const { refund } = useCredit(creditNote);
  const [first] = useState<string>(unappliedAmount);
  const [typed, setTyped] = useState(first);
  const byHand = useMoneyByHand(today);
  const form = useMoneyForm(typed !== first || byHand.isChanged, onClose);
  const submission = useSubmission(async (keyFor) => {
    const { wrong, values } = byHand.read(typed, currency);
    form.show(wrong);
    if (!values) return 'open';
    return form.end(await refund(values, keyFor), MONEY_BY_HAND_FIELDS);
  });
  return (
    <DialogForm {...form.shell} submitLabel="Record refund" submission={submission}>
      <MoneyByHandFields
        money={byHand}
        amount={typed}
        currency={currency}
        amountHint={`${formatMoney(money(unappliedAmount, currency))} is left`}
        faults={form}
        onAmount={setTyped}
      />
    </DialogForm>
  );
}
