import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import {
  formatMoney,
  formatSums,
  isPositive,
  money,
  sumMoney,
} from '../../../shared/money/money.ts';
import { partyNames } from '../../documents/party-names.ts';
import { readPaymentDate } from '../../documents/payments/read-payment-date.ts';
import { afterPress } from '../../lib/after-press.ts';
import { orpc } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../ui/dialog-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import type { PaymentMade, PaymentOutcome } from './use-invoice-actions.ts';

export type Payable = Pick<
  Invoice,
  'id' | 'invoiceNumber' | 'currency' | 'total' | 'amountDue' | 'customer'
>;

interface Props {
  /** What is to be marked as paid; none closes the dialog. */
  invoices: readonly Payable[];
  today: CalendarDate;
  onClose: () => void;
  onConfirm: (payment: PaymentMade) => Promise<PaymentOutcome>;
}

/** Asks how and when the money came. */
export function MarkPaidDialog({ invoices, onClose, ...rest }: Props) {
  return (
    <FormDialog
      opened={invoices.length > 0}
      onClose={onClose}
      title={invoices.length > 1 ? 'Mark Invoices as Paid' : 'Mark Invoice as Paid'}
      description={invoices.length > 0 && <Subject invoices={invoices} />}
    >
      <PaymentForm onClose={onClose} {...rest} />
    </FormDialog>
  );
}

function Subject({ invoices }: Pick<Props, 'invoices'>) {
  const [first] = invoices;
  // A list does not tell how much of it has come, only what is due.
  const { data } = useQuery(
    orpc.invoices.get.queryOptions({
      input: { id: first?.id ?? 0 },
      enabled: invoices.length === 1,
    }),
  );
  const detail = invoices.length === 1 ? data : undefined;
  const currency = first?.currency ?? DEFAULT_CURRENCY;
  const add = (sum: 'amountDue' | 'total') => {
    const sums = (detail ? [detail] : invoices).map((each) => money(each[sum], each.currency));
    return formatSums(sumMoney(sums), currency);
  };
  const due = add('amountDue');
  const whole = add('total');
  const received = money(detail?.amountReceived ?? '0', currency);
  return (
    <>
      {invoices.length === 1 && first
        ? `${shownNumber(first.invoiceNumber)} to ${partyNames(first.customer).main}, `
        : `${invoices.length} invoices, `}
      <b className="text-ink tabular-nums">{due}</b>
      {isPositive(received)
        ? ` still due: ${formatMoney(received)} of ${whole} has already been paid.`
        : due !== whole && ` still due of ${whole}.`}
      {detail?.paymentProcessing && (
        <span
          className="mt-3 flex items-start gap-2.5 rounded bg-caution-soft px-3 py-2.5 text-ink"
          role="status"
        >
          <Icon as={IconAlertTriangle} className="mt-0.5 text-caution" />
          An online payment is being confirmed. If this is another one, the invoice will be paid
          twice.
        </span>
      )}
    </>
  );
}

function PaymentForm({ today, onClose, onConfirm }: Omit<Props, 'invoices'>) {
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [date, setDate] = useState<string>(today);
  const [error, setError] = useState<string>();
  const dateInput = useRef<HTMLInputElement>(null);
  const dirty = method !== 'cash' || date !== today;
  const { release, onCancel } = useDialogForm({ dirty }, onClose);

  const showFault = (fault: string | undefined) => {
    setError(fault);
    dateInput.current?.focus();
  };
  const submission = useSubmission(async () => {
    const read = readPaymentDate(date, today);
    if ('fault' in read) {
      showFault(read.fault);
      return 'open';
    }
    const { marked, dateFault } = await onConfirm({
      paymentMethod: method,
      paymentDate: read.date,
    });
    if (marked) {
      // What stands behind may close at once, and this form is in its way no more.
      release();
      onClose();
      return 'done';
    }
    if (dateFault !== undefined) showFault(dateFault);
    return 'open';
  });
  return (
    <DialogForm submitLabel="Mark as Paid" submission={submission} onCancel={onCancel}>
      <fieldset className="mb-4 grid gap-1.5">
        <legend className="mb-1.5 text-13 font-med max-md:text-14">Payment method</legend>
        {PAYMENT_METHODS.map((value) => (
          <label
            key={value}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded border border-hairline px-3 hover:bg-wash has-checked:border-transparent has-checked:font-[560] has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-accent has-focus-visible:shadow-[0_0_0_4px_var(--accent-soft)] max-md:min-h-12 max-md:text-[1rem]"
          >
            <input
              type="radio"
              className="m-0 size-4 flex-none appearance-none rounded-full border-[1.5px] border-field bg-surface checked:border-[5px] checked:border-accent focus-visible:outline-none"
              name="payment-method"
              value={value}
              checked={method === value}
              onChange={() => setMethod(value)}
              {...(value === 'cash' ? { 'data-autofocus': true } : {})}
            />
            {PAYMENT_METHOD_LABELS[value]}
          </label>
        ))}
      </fieldset>
      <DateField
        ref={dateInput}
        label="Payment date"
        value={date}
        today={today}
        error={error}
        onChange={(value) => {
          setDate(value);
          setError(undefined);
        }}
        onBlur={() =>
          afterPress(() => {
            const read = readPaymentDate(date, today);
            setError('fault' in read ? read.fault : undefined);
          })
        }
      />
    </DialogForm>
  );
}
