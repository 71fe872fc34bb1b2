import { useState } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '../../../shared/invoices/invoice-status.ts';
import { DateField } from '../../ui/date-field.tsx';
import { MoneyField } from '../../ui/decimal-field.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { readPaymentDate } from './read-payment-date.ts';
import type { FieldFaults } from './use-money-form.ts';
import { readTypedAmount } from './use-money-form.ts';

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));
const USUAL_METHOD: PaymentMethod = 'bank_transfer';
const { full, half } = fieldWidth;

/** Fields that calls name alike. */
export const MONEY_BY_HAND_FIELDS = ['amount', 'paymentDate', 'reference', 'notes'];

/** What is typed of money that moved past the providers, but for its amount. */
export function useMoneyByHand(today: CalendarDate) {
  const [date, setDate] = useState<string>(today);
  const [method, setMethod] = useState<string>(USUAL_METHOD);
  const [reference, setReference] = useState('');
  const [notes, setNotes] = useState('');
  return {
    today,
    date: { value: date, set: setDate },
    method: { value: method, set: setMethod },
    reference: { value: reference, set: setReference },
    notes: { value: notes, set: setNotes },
    isChanged: date !== today || method !== USUAL_METHOD || `${reference}${notes}` !== '',
    /** As the call takes it, or what is wrong with it by field. */
    read: (amount: string, currency: string) => {
      const readDate = readPaymentDate(date, today);
      const read = readTypedAmount(amount, currency);
      const wrong = new Map<string, string>();
      if ('fault' in read) wrong.set('amount', read.fault);
      if ('fault' in readDate) {
        wrong.set('paymentDate', readDate.fault ?? 'Payment date is required');
      }
      if ('fault' in read || 'fault' in readDate) return { wrong };
      return {
        wrong,
        values: {
          amount: read.amount.amount,
          paymentDate: readDate.date,
          paymentMethod: PAYMENT_METHODS.find((one) => one === method) ?? USUAL_METHOD,
          reference,
          notes,
        },
      };
    },
  };
}

interface Props {
  money: ReturnType<typeof useMoneyByHand>;
  amount: string;
  currency: string;
  amountHint?: string | undefined;
  faults: FieldFaults;
  onAmount: (text: string) => void;
}

/** Amount, date, method, reference and note. */
export function MoneyByHandFields({
  money,
  amount,
  currency,
  amountHint,
  faults,
  onAmount,
}: Props) {
  return (
    <FormLayout>
      <MoneyField
        label="Amount"
        className={half}
        currency={currency}
        value={amount}
        error={faults.about('amount')}
        hint={amountHint}
        data-autofocus
        onChange={(value) => {
          onAmount(value);
          faults.clear('amount');
        }}
      />
      <DateField
        label="Payment date"
        className={half}
        value={money.date.value}
        today={money.today}
        error={faults.about('paymentDate')}
        onChange={(value) => {
          money.date.set(value);
          faults.clear('paymentDate');
        }}
      />
      <SelectField
        label="Payment method"
        className={half}
        options={METHODS}
        value={money.method.value}
        onChange={(event) => money.method.set(event.target.value)}
      />
      <TextField
        label="Reference"
        className={half}
        optional
        autoComplete="off"
        placeholder="As on the bank statement"
        value={money.reference.value}
        error={faults.about('reference')}
        onChange={(event) => {
          money.reference.set(event.target.value);
          faults.clear('reference');
        }}
      />
      <TextAreaField
        label="Note"
        className={full}
        optional
        rows={1}
        value={money.notes.value}
        error={faults.about('notes')}
        onChange={(event) => {
          money.notes.set(event.target.value);
          faults.clear('notes');
        }}
      />
    </FormLayout>
  );
}
