import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../../shared/money/money.ts';
import {
  compareMoney,
  formatMoney,
  isPositive,
  money,
  noMoney,
  readTypedMoney,
} from '../../../../shared/money/money.ts';
import type { WithdrawnPart } from '../../../../shared/payments/withdrawn-parts.ts';
import { withdrawParts } from '../../../../shared/payments/withdrawn-parts.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { MoneyField } from '../../../ui/decimal-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { usePayment } from '../payments/use-payments.ts';
import { foreseeRefund, formatRefundEffect, refundableAmount } from './payment-labels.ts';
import type { Refund } from './use-refund.ts';
import { useRefund } from './use-refund.ts';

interface Props {
  invoice: InvoiceDetail;
  /** What the fields begin with; none closes the dialog. */
  wish: Refund | undefined;
  onClose: () => void;
  /** Where a credit note can be made instead. */
  onCredit: () => void;
}

/** Gives an online payment back, whole or in part. */
export function RefundDialog({ invoice, wish, onClose, onCredit }: Props) {
  const shown = useFrozen(wish, wish !== undefined);
  return (
    <FormDialog opened={wish !== undefined} onClose={onClose} title="Refund Payment">
      {shown && <RefundForm invoice={invoice} wish={shown} onClose={onClose} onCredit={onCredit} />}
    </FormDialog>
  );
}

const EFFECT = 'mt-3.5 text-ink-2 text-pretty';
/** Room for its longest words: what follows does not move while the amount is typed. */
const ROOM = 'min-h-[5.7em]';
const ROOM_AFTER_REFUNDS = 'min-h-[7.1em]';

interface FormProps extends Omit<Props, 'wish'> {
  wish: Refund;
}

function RefundForm({ invoice, wish, onClose, onCredit }: FormProps) {
  const refund = useRefund(invoice.id);
  const { today } = useBusiness();
  const { payment } = wish;
  const { currency } = payment;
  const left = refundableAmount(payment);
  const first: string = wish.amount.amount;
  const [written, setWritten] = useState(first);
  const [message, setMessage] = useState('');
  /** What the owner says of it; until then the box follows the amount. */
  const [said, setSaid] = useState<boolean>();
  const [error, setError] = useState<string>();
  const dirty = written !== first || message !== '' || said !== undefined;
  const { onCancel } = useDialogForm({ dirty }, onClose);
  const typed = readTypedMoney(written, currency);
  const valid = typed !== undefined && fault(written, left) === undefined ? typed : undefined;
  // While no amount can be read, the box stays as it is for all that is left.
  const foreseen = foreseeRefund(invoice, payment, valid ?? left, said);

  const isAdjusted = isPositive(money(invoice.amountAdjusted, invoice.currency));
  const room = isAdjusted ? ROOM_AFTER_REFUNDS : ROOM;

  const submission = useSubmission(async (keyFor) => {
    const wrong = fault(written, left);
    setError(wrong);
    if (wrong !== undefined || typed === undefined) return 'open';
    const wished = { payment, amount: typed, message, stillOwed: foreseen && said };
    const failed = await refund(wished, keyFor);
    setError(failed);
    if (failed !== undefined) return 'open';
    onClose();
    return 'done';
  });
  return (
    <DialogForm
      submitLabel={valid ? `Refund ${formatMoney(valid)}` : 'Refund'}
      danger
      isFinal
      submission={submission}
      onCancel={onCancel}
    >
      <FormLayout>
        <MoneyField
          label="Amount"
          className={fieldWidth.full}
          currency={currency}
          value={written}
          error={error}
          hint={`${formatMoney(left)} of this payment can be refunded.`}
          data-autofocus
          onChange={(value) => {
            setWritten(value);
            setError(undefined);
          }}
        />
        {foreseen && (
          <CheckField
            className={fieldWidth.full}
            label="The customer still owes what is refunded"
            checked={foreseen.stillOwed}
            onChange={(event) => setSaid(event.target.checked)}
          />
        )}
        <TextAreaField
          label="Message to the customer"
          className={fieldWidth.full}
          optional
          hint={
            invoice.customer.email
              ? `Emailed to ${invoice.customer.email} with the amount once the refund has gone through. Without a message, no email is sent.`
              : 'This customer has no email address, so nothing is sent.'
          }
          maxLength={2_000}
          disabled={!invoice.customer.email}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </FormLayout>
      <p className={payment.partAmount === null ? `${EFFECT} ${room}` : EFFECT}>
        {valid
          ? formatRefundEffect(invoice, payment, valid, { today, said })
          : 'Enter an amount to see what the refund will do.'}
      </p>
      {payment.partAmount !== null && (
        <SeveralInvoices paymentId={payment.id} refund={valid ?? noMoney(currency)} />
      )}
      {valid && lowersTax(invoice, payment, valid) && (
        <p className={`${EFFECT} ${ROOM}`}>
          Tax was charged on this invoice, and a refund alone does not lower it.{' '}
          <button
            type="button"
            className="cursor-pointer border-0 bg-transparent p-0 text-accent underline underline-offset-3"
            onClick={() => {
              onClose();
              onCredit();
            }}
          >
            Issue a credit note instead
          </button>
        </p>
      )}
    </DialogForm>
  );
}

/** The invoices that a payment settles together, and which of them its refund opens again. */
function SeveralInvoices({ paymentId, refund }: { paymentId: number; refund: Money }) {
  const { data } = usePayment(paymentId);
  if (!data || data.allocations.length === 0) return null;
  const credit = money(data.unappliedAmount, data.currency);
  const count = data.allocations.length;
  return (
    <div className="mt-3.5 text-ink-2">
      <p className="text-pretty">
        {`This payment covers ${count === 1 ? 'one invoice' : `${count} invoices`}. A refund reopens the last one first${
          isPositive(credit) ? `, after ${formatMoney(credit)} of credit` : ''
        }.`}
      </p>
      <ul className="mt-1.5 grid gap-1">
        {withdrawParts(data, refund).map((part) => (
          <li key={part.invoiceId} className="flex flex-wrap justify-between gap-x-3 tabular-nums">
            <bdi>{part.invoiceNumber}</bdi>
            <span className="ml-auto">{formatPart(part)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function formatPart({ before, withdrawn }: WithdrawnPart): string {
  if (!isPositive(withdrawn)) return `${formatMoney(before)} stays paid`;
  const isWhole = compareMoney(withdrawn, before) === 0;
  return `${formatMoney(withdrawn)}${isWhole ? '' : ` of ${formatMoney(before)}`} due again`;
}

/** Whether what goes back was charged with tax: what is the customer's credit already was not. */
function lowersTax(invoice: InvoiceDetail, payment: Refund['payment'], amount: Money): boolean {
  const { status, taxAmount, currency } = invoice;
  if (status === 'draft' || payment.currency !== currency) return false;
  if (!isPositive(money(taxAmount, currency))) return false;
  return compareMoney(amount, money(payment.unappliedAmount, currency)) > 0;
}

function fault(amount: string, left: Money): string | undefined {
  if (amount.trim() === '') return 'Amount is required';
  const typed = readTypedMoney(amount, left.currency);
  if (typed === undefined) return 'Amount is not a number';
  if (!isPositive(typed)) return 'Amount must be positive';
  if (compareMoney(typed, left) > 0) return `Amount must be at most ${formatMoney(left)}`;
  return undefined;
}
