import { useRef, useState } from 'react';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { PaymentMethod } from '../../../../shared/invoices/invoice-status.ts';
import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
} from '../../../../shared/invoices/invoice-status.ts';
import { isPositive, readTypedMoney } from '../../../../shared/money/money.ts';
import { byDueDate } from '../../../../shared/payments/divide-payment.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { MoneyField } from '../../../ui/decimal-field.tsx';
import { DialogActions, FormDialog, useDialogClose } from '../../../ui/dialog.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { divisionFaults } from './division-faults.ts';
import { DivisionFields } from './division-fields.tsx';
import { readPaymentDate } from './read-payment-date.ts';
import { useDivision } from './use-division.ts';
import { readTypedAmount, useFaults } from './use-faults.ts';
import { useOpenInvoices } from './use-open-invoices.ts';
import { usePayments } from './use-payments.ts';

interface Props {
  payer: Pick<InvoiceDetail, 'customerId' | 'currency'> & {
    customer: Pick<InvoiceDetail['customer'], 'name' | 'company' | 'email'>;
  };
  /** The one that it is recorded for; without it nothing is ticked. */
  invoice?: InvoiceDetail | undefined;
  today: CalendarDate;
  opened: boolean;
  onClose: () => void;
}

/** Records money that came past the providers: for this invoice, and others of the customer. */
export function RecordPaymentDialog({ opened, ...props }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={props.onClose}
      title="Record payment"
      description={`Money from ${partyNames(props.payer.customer).main} that did not come online: a bank transfer, a check, cash.`}
      size={560}
      fullOnPhone
    >
      <RecordPaymentForm {...props} />
    </FormDialog>
  );
}

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));
const USUAL_METHOD: PaymentMethod = 'bank_transfer';
const FIELDS = ['amount', 'paymentDate', 'reference', 'notes'];
const { full, half } = fieldWidth;

function RecordPaymentForm({ payer, invoice, today, onClose }: Omit<Props, 'opened'>) {
  const { currency, customer, customerId } = payer;
  const { record, busy } = usePayments(invoice);
  const open = useOpenInvoices(customerId, currency);
  const others = open.invoices.filter(({ id }) => id !== invoice?.id);
  const invoices = [...(invoice ? [invoice] : []), ...others].toSorted(byDueDate);
  // Undefined: it follows what is ticked, until somebody types.
  const [amount, setAmount] = useState<string>();
  const [date, setDate] = useState<string>(today);
  const [method, setMethod] = useState<string>(USUAL_METHOD);
  const [reference, setReference] = useState('');
  const [notes, setNotes] = useState('');
  const [sendsReceipt, setSendsReceipt] = useState(false);
  const typed = amount === undefined ? undefined : readTypedMoney(amount, currency);
  const division = useDivision(invoices, typed, currency, invoice ? [invoice.id] : []);
  const formRef = useRef<HTMLFormElement>(null);
  const faults = useFaults(formRef);
  const { leave, release } = useUnsavedGuard({
    dirty:
      amount !== undefined ||
      date !== today ||
      method !== USUAL_METHOD ||
      `${reference}${notes}` !== '' ||
      sendsReceipt ||
      division.isChanged,
  });
  const close = useDialogClose(leave, onClose);
  const isNothingYet = !invoice && !isPositive(division.taken);
  const shownAmount = amount ?? (isNothingYet ? '' : division.taken.amount);
  const { parts } = division;

  const submit = async () => {
    const readDate = readPaymentDate(date, today);
    const read = readTypedAmount(shownAmount, currency);
    const wrong = new Map<string, string>();
    if ('fault' in read) wrong.set('amount', read.fault);
    if ('fault' in readDate) wrong.set('paymentDate', readDate.fault ?? 'Payment date is required');
    faults.show(wrong);
    if (busy || 'fault' in read || 'fault' in readDate) return;
    const refused = await record({
      customerId,
      currency,
      amount: read.amount.amount,
      paymentDate: readDate.date,
      paymentMethod: PAYMENT_METHODS.find((one) => one === method) ?? USUAL_METHOD,
      reference,
      notes,
      allocations: parts.map(({ invoice: { id }, part }) => ({
        invoiceId: id,
        amount: part.amount,
      })),
      sendReceipt: sendsReceipt && parts.length > 0,
    });
    if (refused) {
      faults.show(divisionFaults(refused, parts, FIELDS));
      return;
    }
    release();
    onClose();
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormLayout>
        <MoneyField
          label="Amount"
          className={half}
          currency={currency}
          value={shownAmount}
          error={faults.about('amount')}
          data-autofocus
          onChange={(value) => {
            setAmount(value);
            faults.clear('amount');
          }}
        />
        <DateField
          label="Payment date"
          className={half}
          value={date}
          today={today}
          error={faults.about('paymentDate')}
          onChange={(value) => {
            setDate(value);
            faults.clear('paymentDate');
          }}
        />
        <SelectField
          label="Payment method"
          className={half}
          options={METHODS}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
        />
        <TextField
          label="Reference"
          className={half}
          optional
          autoComplete="off"
          placeholder="As on the bank statement"
          value={reference}
          error={faults.about('reference')}
          onChange={(event) => {
            setReference(event.target.value);
            faults.clear('reference');
          }}
        />
        <TextAreaField
          label="Note"
          className={full}
          optional
          rows={1}
          value={notes}
          error={faults.about('notes')}
          onChange={(event) => {
            setNotes(event.target.value);
            faults.clear('notes');
          }}
        />
      </FormLayout>
      <DivisionFields
        legend="Invoices it settles"
        amount={typed ?? division.taken}
        division={division}
        // One alone needs no choice: what it takes is said beneath.
        listed={others.length > 0}
        waiting={open.isPending}
        failed={open.isError}
        faults={faults}
      />
      {customer.email && (
        <CheckField
          label={`Email a receipt to ${customer.email}`}
          hint={
            parts.length > 0 ? undefined : 'A receipt names the invoices that a payment settles.'
          }
          disabled={parts.length === 0}
          checked={sendsReceipt && parts.length > 0}
          onChange={(event) => setSendsReceipt(event.target.checked)}
        />
      )}
      <DialogActions writes obstacle={faults.about('')}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" writes busy={busy}>
          Record payment
        </Button>
      </DialogActions>
    </form>
  );
}
