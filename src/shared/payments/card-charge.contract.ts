/** The charge of a customer's saved card for one invoice, as its owner sees and plans it. */
import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import {
  dateField,
  dateText,
  decimalText,
  moneyField,
  nullableText,
  recordId,
} from '../contract/fields.ts';

/** Why an invoice is not charged to its customer's saved card by itself. */
export const NO_CHARGE = [
  'nothing_due',
  'no_card',
  /** The card was refused for good. */
  'refused',
  /** It was issued before the customer agreed. */
  'not_covered',
  /** A charge of it is under way. */
  'charging',
  /** It was charged for this due date, or paid otherwise, and the money given back. */
  'charged',
  /** Declined, and not tried again. */
  'declined',
  /** Its owner leaves it out. */
  'skipped',
  'disputed',
  'paused',
] as const;
export type NoCharge = (typeof NO_CHARGE)[number];

/** Days ahead that a charge can be moved at most. */
export const LATEST_CHARGE_MOVE = 366;

const changeChargeInput = z.object({
  id: recordId,
  /** Which charge; null is of the whole invoice, and can only be left out. */
  dueDate: dateField('dueDate').nullable(),
  /** The day on which it is charged; null leaves it out, and its own day takes a change back. */
  to: dateField('to').nullable(),
});
export type ChangeChargeInput = z.output<typeof changeChargeInput>;

const chargeNowInput = z.object({
  id: recordId,
  /** What its owner has confirmed: how much, by which agreement, as which attempt. */
  amount: moneyField('Amount', { required: 'Amount is required' }),
  mandateId: recordId,
  attempt: z
    .int({ error: 'Attempt must be a whole number from 1' })
    .min(1, { error: 'Attempt must be a whole number from 1' })
    .max(1_000_000, { error: 'Attempt must be a whole number from 1' }),
});
export type ChargeNowInput = z.output<typeof chargeNowInput>;

export const cardChargeSchema = z.object({
  /** 'Visa •••• 4242'; null where the customer has agreed to none. */
  card: nullableText,
  mandateId: z.number().nullable(),
  dueDate: dateText,
  /** The day that it is planned for by itself: due on it, or tried again. null: not any more. */
  plannedDate: dateText.nullable(),
  /** The day on which it is charged; null where it is not. */
  date: dateText.nullable(),
  without: z.enum(NO_CHARGE).nullable(),
  isMoved: z.boolean(),
  isSkipped: z.boolean(),
  currency: z.string(),
  /** What is charged then, as it is due now. */
  amount: decimalText,
  /** What its owner can charge at once, and as which attempt; null where that is not possible. */
  now: z.object({ amount: decimalText, attempt: z.number() }).nullable(),
});
export type CardCharge = z.output<typeof cardChargeSchema>;

export const chargeOutcomeSchema = z.object({
  /** 'confirming': the provider has it, or cannot be asked just now. */
  outcome: z.enum(['paid', 'declined', 'confirming']),
  /** Why it was declined, in the provider's words. */
  reason: nullableText,
  /** When a declined card is tried again; null where it is not. */
  retryOn: dateText.nullable(),
  charge: cardChargeSchema,
});
export type ChargeOutcome = z.output<typeof chargeOutcomeSchema>;

const TAG = 'Payments';

export const cardChargeCalls = {
  charge: getCall('/invoices/{id}/card-charge', TAG, z.object({ id: recordId }), cardChargeSchema),
  changeCharge: postCall(
    '/invoices/{id}/card-charge/change',
    TAG,
    changeChargeInput,
    cardChargeSchema,
  ),
  /** Charges at once what is due. Repeated, it is refused: each attempt is made once. */
  chargeNow: postCall('/invoices/{id}/card-charge/now', TAG, chargeNowInput, chargeOutcomeSchema),
};
