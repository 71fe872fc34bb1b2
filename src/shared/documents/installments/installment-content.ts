/** What an installment of a document says: as calls take it, as answers have it, and as it is typed. */
import * as z from 'zod';
import {
  boundedText,
  dateText,
  decimalText,
  moneyField,
  optionalDate,
  orNone,
  rateField,
} from '../../contract/fields.ts';

/** What an installment waits for: the invoice's issue, or the acceptance of the estimate. */
export const INSTALLMENT_EVENTS = ['issue', 'acceptance'] as const;

export const MAX_INSTALLMENTS = 24;
/** Ten years. */
export const MAX_DAYS_AFTER = 3_650;

const MOST_OF_NUMBER = 40;
const NO_DAYS = `Days must be a whole number from 0 to ${MAX_DAYS_AFTER.toLocaleString('en-US')}`;

const installmentInput = z.object({
  /** Of the total. One of the two; the last installment may have neither, and takes the rest. */
  percent: orNone(rateField('Installment percentage', '100')),
  amount: orNone(moneyField('Installment amount')),
  /** One of the two. */
  dueDate: optionalDate('Installment due date'),
  event: orNone(z.enum(INSTALLMENT_EVENTS, { error: 'Event must be issue or acceptance' })),
  /** After the event; none unless told. */
  days: orNone(
    z.int({ error: NO_DAYS }).min(0, { error: NO_DAYS }).max(MAX_DAYS_AFTER, { error: NO_DAYS }),
  ),
});
export type InstallmentInput = z.output<typeof installmentInput>;

export const installmentsInput = z
  .array(installmentInput)
  .max(MAX_INSTALLMENTS, { error: `A document has at most ${MAX_INSTALLMENTS} installments` })
  .optional();

const installmentAnswer = z.object({
  percent: decimalText.nullable(),
  amount: decimalText.nullable(),
  dueDate: dateText.nullable(),
  event: z.enum(INSTALLMENT_EVENTS).nullable(),
  days: z.number().nullable(),
});
/** Of what was issued before there were installments: none. */
export const installmentsAnswer = z.array(installmentAnswer).default([]);
/** An installment as documents keep it. */
export type Installment = z.output<typeof installmentAnswer>;

const typedInstallment = z.object({
  percent: boundedText(MOST_OF_NUMBER),
  amount: boundedText(MOST_OF_NUMBER),
  dueDate: boundedText(MOST_OF_NUMBER),
  event: z.enum(INSTALLMENT_EVENTS).nullable(),
  days: boundedText(MOST_OF_NUMBER),
});
export type TypedInstallment = z.output<typeof typedInstallment>;
export const typedInstallments = z.array(typedInstallment).max(MAX_INSTALLMENTS).optional();

/** An installment as it is kept, of one that a call gives. */
export function toInstallment(input: InstallmentInput): Installment {
  const { percent = null, amount = null, dueDate = null, event = null, days = null } = input;
  return { percent, amount, dueDate, event, days: event === null ? null : (days ?? 0) };
}
