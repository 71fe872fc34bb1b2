import { useState } from 'react';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import {
  isPositive,
  money,
  readTypedMoney,
  subtractMoney,
  sumMoneyIn,
} from '../../../../shared/money/money.ts';
import { byDueDate } from '../../../../shared/payments/divide-payment.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { DivisionFields } from '../../../documents/payments/division-fields.tsx';
import {
  MONEY_BY_HAND_FIELDS,
  MoneyByHandFields,
  useMoneyByHand,
} from '../../../documents/payments/money-by-hand.tsx';
import { useDivision } from '../../../documents/payments/use-division.ts';
import { useMoneyForm } from '../../../documents/payments/use-money-form.ts';
import { useOpenInvoices } from '../../../documents/payments/use-open-invoices.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { DialogForm, FormDialog } from '../../../ui/dialog-form.tsx';
import { usePayments } from './use-payments.ts';

interface Props {
  payer: Pick<InvoiceDetail, 'customerId' | 'currency'> & {
    customer: Pick<InvoiceDetail['customer'], 'name' | 'company' | 'email'>;
  };
  /** The one that it is recorded for; without it those are ticked that the amount reaches. */
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
      description={`Record money from ${partyNames(props.payer.customer).main} that was not paid online: a bank transfer, a check or cash.`}
      size={560}
      fullOnPhone
    >
      <RecordPaymentForm {...props} />
    </FormDialog>
  );
}

function RecordPaymentForm({ payer, invoice, today, onClose }: Omit<Props, 'opened'>) {
  const { currency, customer, customerId } = payer;
  const { record } = usePayments(invoice);
  const open = useOpenInvoices(customerId, currency);
  const others = open.invoices.filter(({ id }) => id !== invoice?.id);
  const invoices = [...(invoice ? [invoice] : []), ...others].toSorted(byDueDate);
  // Undefined: it follows what is ticked, until somebody types.
  const [amount, setAmount] = useState<string>();
  const byHand = useMoneyByHand(today);
  const [sendsReceipt, setSendsReceipt] = useState(false);
  const typed = amount === undefined ? undefined : readTypedMoney(amount, currency);
  const division = useDivision(invoices, typed, currency, invoice && [invoice.id]);
  const isChanged = amount !== undefined || byHand.isChanged || sendsReceipt || division.isChanged;
  const form = useMoneyForm(isChanged, onClose);
  const isNothingYet = !invoice && !isPositive(division.taken);
  const shownAmount = amount ?? (isNothingYet ? '' : division.taken.amount);
  const { parts } = division;

  const submission = useSubmission(async (keyFor) => {
    const { wrong, values } = byHand.read(shownAmount, currency);
    form.show(wrong);
    if (!values) return 'open';
    const due = sumMoneyIn(
      currency,
      parts.map(({ invoice: { amountDue } }) => money(amountDue, currency)),
    );
    const allocations = parts.map(({ invoice: { id }, part }) => ({
      invoiceId: id,
      amount: part.amount,
    }));
    const sendReceipt = sendsReceipt && parts.length > 0;
    const refused = await record(
      { customerId, currency, ...values, allocations, sendReceipt },
      subtractMoney(due, division.taken),
      keyFor,
    );
    return form.end(refused, MONEY_BY_HAND_FIELDS, parts);
  });
  return (
    <DialogForm {...form.shell} submitLabel="Record payment" submission={submission}>
      <MoneyByHandFields
        money={byHand}
        amount={shownAmount}
        currency={currency}
        faults={form}
        onAmount={setAmount}
      />
      <DivisionFields
        legend="Invoices it settles"
        amount={typed ?? division.taken}
        division={division}
        // One alone needs no choice: what it takes is said beneath.
        listed={others.length > 0}
        waiting={open.isPending}
        failed={open.isError}
        faults={form}
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
    </DialogForm>
  );
}
