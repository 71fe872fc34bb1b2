import { useState } from 'react';
import { findAmountFault } from '../../../../shared/money/check-amount.ts';
import type { LateFee } from '../../../../shared/reminders/late-fee.ts';
import { lateFeeInput } from '../../../../shared/reminders/reminder.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { MoneyField, RateField } from '../../../ui/decimal-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextField } from '../../../ui/text-field.tsx';

interface Props {
  opened: boolean;
  fee: LateFee | null;
  /** @returns whether it is saved */
  save: (fee: LateFee | null) => Promise<boolean>;
  onClose: () => void;
}

/** What is charged for paying late. */
export function LateFeeDialog({ opened, ...form }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title="Late fee"
      description="Charged by an invoice of its own, without tax. Charge only what your terms or the law allow. It applies to invoices that are due from today on; so does each change."
      size={520}
    >
      <LateFeeForm {...form} />
    </FormDialog>
  );
}

type Kind = LateFee['kind'] | 'none';
const KINDS: { value: Kind; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'fixed', label: 'A fixed amount, once' },
  { value: 'percent', label: 'Interest for each month' },
];
const DELIVERIES = [
  { value: 'draft', label: 'Draft it for me to review' },
  { value: 'send', label: 'Issue and send it' },
];

interface Typed extends Record<'amount' | 'afterDays' | 'percent' | 'months', string> {
  kind: Kind;
  delivery: LateFee['delivery'];
}

const { full, half } = fieldWidth;

function LateFeeForm({ fee, save, onClose }: Omit<Props, 'opened'>) {
  const { currency } = useBusiness();
  const first: Typed = {
    kind: fee?.kind ?? 'none',
    amount: fee?.kind === 'fixed' ? fee.amount : '',
    afterDays: fee?.kind === 'fixed' ? String(fee.afterDays) : '30',
    percent: fee?.kind === 'percent' ? fee.percent : '',
    months: fee?.kind === 'percent' ? String(fee.months) : '12',
    delivery: fee?.delivery ?? 'draft',
  };
  const [typed, setTyped] = useState<Typed>(first);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const isDirty = JSON.stringify(typed) !== JSON.stringify(first);
  const { release, onCancel } = useDialogForm({ dirty: isDirty }, onClose);
  const change = (changes: Partial<Typed>) => {
    setTyped({ ...typed, ...changes });
    setFaults({});
  };
  const { kind, delivery } = typed;

  const submission = useSubmission(async () => {
    const read =
      kind === 'none'
        ? undefined
        : lateFeeInput.safeParse(
            kind === 'fixed'
              ? { kind, delivery, amount: typed.amount, afterDays: Number(typed.afterDays || NaN) }
              : { kind, delivery, percent: typed.percent, months: Number(typed.months || NaN) },
          );
    if (read && !read.success) {
      setFaults(
        Object.fromEntries(
          read.error.issues.map(({ path, message }) => [String(path[0]), message]),
        ),
      );
      return 'open';
    }
    const amount = read?.data.kind === 'fixed' ? read.data.amount : undefined;
    const fault = amount && findAmountFault(amount, currency, 'Amount');
    if (fault) {
      setFaults({ amount: fault });
      return 'open';
    }
    if (!(await save(read?.data ?? null))) return 'open';
    release();
    onClose();
    return 'done';
  });

  return (
    <DialogForm submitLabel="Save changes" submission={submission} onCancel={onCancel}>
      <FormLayout>
        <SelectField
          label="Charge"
          className={full}
          value={kind}
          options={KINDS}
          data-autofocus
          onChange={(event) =>
            change({
              kind: KINDS.find(({ value }) => value === event.target.value)?.value ?? 'none',
            })
          }
        />
        {kind === 'fixed' && (
          <>
            <MoneyField
              label="Amount"
              className={half}
              currency={currency}
              value={typed.amount}
              error={faults['amount']}
              hint={`For invoices in ${currency}.`}
              onChange={(amount) => change({ amount })}
            />
            <TextField
              label="Days after the due date"
              className={half}
              inputMode="numeric"
              autoComplete="off"
              value={typed.afterDays}
              error={faults['afterDays']}
              onChange={(event) => change({ afterDays: event.target.value })}
            />
          </>
        )}
        {kind === 'percent' && (
          <>
            <RateField
              label="Percent a month"
              className={half}
              value={typed.percent}
              error={faults['percent']}
              hint="Of what is overdue when each month has passed, without compounding."
              onChange={(percent) => change({ percent })}
            />
            <TextField
              label="Months at most"
              className={half}
              inputMode="numeric"
              autoComplete="off"
              value={typed.months}
              error={faults['months']}
              onChange={(event) => change({ months: event.target.value })}
            />
          </>
        )}
        {kind !== 'none' && (
          <SelectField
            label="What is done with it"
            className={full}
            value={delivery}
            options={DELIVERIES}
            onChange={(event) =>
              change({ delivery: event.target.value === 'send' ? 'send' : 'draft' })
            }
          />
        )}
      </FormLayout>
    </DialogForm>
  );
}
