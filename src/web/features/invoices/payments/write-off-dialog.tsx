import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { compareMoney, formatMoney, money } from '../../../../shared/money/money.ts';
import { readTypedAmount, useMoneyForm } from '../../../documents/payments/use-money-form.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { MoneyField } from '../../../ui/decimal-field.tsx';
import { DialogForm, FormDialog } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePayments } from './use-payments.ts';

interface Props {
  invoice: InvoiceDetail;
  opened: boolean;
  onClose: () => void;
}

/** Gives up what is due on an invoice, or a part of it. */
export function WriteOffDialog({ opened, invoice, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Write off"
      description="Give up money that will not be paid. The customer is no longer asked for it, and it counts as lost, not as received."
    >
      <WriteOffForm invoice={invoice} onClose={onClose} />
    </FormDialog>
  );
}

function WriteOffForm({ invoice, onClose }: Omit<Props, 'opened'>) {
  const { writeOff } = usePayments(invoice);
  const { currency, amountDue } = invoice;
  const due = money(amountDue, currency);
  const [first] = useState<string>(amountDue);
  const [typed, setTyped] = useState(first);
  const [reason, setReason] = useState('');
  const form = useMoneyForm(typed !== first || reason !== '', onClose);
  const read = readTypedAmount(typed, currency);
  const isAll = 'amount' in read && compareMoney(read.amount, due) === 0;

  const submission = useSubmission(async () => {
    if ('fault' in read) return form.show(new Map([['amount', read.fault]]));
    const refused = await writeOff({ id: invoice.id, amount: read.amount.amount, reason });
    return form.end(refused, ['amount', 'reason']);
  });
  return (
    <DialogForm
      {...form.shell}
      submitLabel={'amount' in read ? `Write off ${formatMoney(read.amount)}` : 'Write off'}
      danger
      submission={submission}
    >
      <FormLayout>
        <MoneyField
          label="Amount"
          className={fieldWidth.full}
          currency={currency}
          value={typed}
          hint={`${formatMoney(due)} is due.`}
          error={form.about('amount')}
          onChange={(value) => {
            setTyped(value);
            form.clear('amount');
          }}
        />
        <TextField
          label="Reason"
          className={fieldWidth.full}
          autoComplete="off"
          placeholder="Insolvency, rounding difference"
          hint="For your own records: the customer does not see it."
          value={reason}
          error={form.about('reason')}
          data-autofocus
          onChange={(event) => {
            setReason(event.target.value);
            form.clear('reason');
          }}
        />
      </FormLayout>
      <p style={{ marginTop: 14 }}>
        {isAll ? 'The invoice is then shown as written off.' : 'The rest stays due.'} If money
        arrives after all, it replaces the write-off. You can undo this on the invoice.
      </p>
    </DialogForm>
  );
}
