import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import {
  boundedText,
  dateText,
  chosenQuantityField,
  decimalText,
  moneyField,
  nullableText,
  optionalText,
  requiredText,
  wholeNumber,
} from '../contract/fields.ts';
import { MAX_DOCUMENT_LINES } from '../documents/document-data.ts';
import {
  publicAround,
  publicContent,
  publicLineSchema,
  publicIdInput,
} from '../documents/public-document.contract.ts';
import { acceptanceSchema } from './estimate-answer.ts';
import { ESTIMATE_STATUSES } from './estimate-status.ts';
import { signatureInput } from './signature.ts';

/** What a customer sees who follows an estimate's public address: to be read and answered. */
export const publicEstimateSchema = z.object({
  estimate: z.object({
    ...publicContent,
    estimateNumber: z.string(),
    status: z.enum(ESTIMATE_STATUSES),
    expiryDate: dateText,
    /** Days until it expires in the business's time zone; negative when that has passed. */
    daysUntilExpiry: z.number(),
    notes: nullableText,
    terms: nullableText,
    /** Names this version: an answer is to what was seen. */
    hash: nullableText,
    /** Whether its customer can accept or decline it now. */
    isOpen: z.boolean(),
    acceptance: acceptanceSchema
      .pick({ name: true, acceptedAt: true, sha256: true, revision: true })
      .nullable(),
    /** What is to be paid since it was accepted online. */
    toPay: z
      .object({
        id: z.string(),
        invoiceNumber: z.string(),
        isDeposit: z.boolean(),
        currency: z.string(),
        amountDue: decimalText,
      })
      .nullable(),
  }),
  ...publicAround,
  lineItems: z.array(
    publicLineSchema.extend({
      /** Which line of the version that is out this is, from 0. */
      line: z.number(),
      /** How much of it may be taken: '6 to 12 hours'; null where that is not to be chosen. */
      bounds: nullableText,
      optional: z.boolean(),
    }),
  ),
});
export type PublicEstimate = z.output<typeof publicEstimateSchema>;

const answered = {
  ...publicIdInput.shape,
  hash: boundedText(64, { error: 'hash of the version that was seen is required' }),
};

/** What is wanted of lines, from 0; what is not named is taken as it is offered. */
const choiceInput = z
  .array(
    z.object({
      line: wholeNumber('Line must be the place of a line, from 0', [0, MAX_DOCUMENT_LINES]),
      /** 0 leaves the line out. */
      quantity: chosenQuantityField,
    }),
  )
  .max(MAX_DOCUMENT_LINES);

export const chooseLinesInput = z.object({ ...answered, choice: choiceInput });
export type ChooseLinesInput = z.output<typeof chooseLinesInput>;

export const acceptEstimateInput = z.object({
  ...answered,
  choice: choiceInput.optional(),
  /** What was shown for that choice: another total by now is refused. */
  total: moneyField('Total').optional(),
  name: requiredText('Name', 100),
  signature: signatureInput,
  agreed: z.literal(true, { error: 'Agree to the terms to accept the estimate' }),
});
export type AcceptEstimateInput = z.output<typeof acceptEstimateInput>;

export const declineEstimateInput = z.object({
  ...answered,
  reason: optionalText('Reason', 1_000, 'lines'),
});
export type DeclineEstimateInput = z.output<typeof declineEstimateInput>;

export const publicEstimateContract = {
  get: getCall('/public/estimate/{id}', 'Public', publicIdInput, publicEstimateSchema),
  /** What it says with a choice of its lines; nothing is kept of it. */
  choose: postCall(
    '/public/estimate/{id}/choose',
    'Public',
    chooseLinesInput,
    publicEstimateSchema,
  ),
  /** Once: the very same acceptance is answered again, another is refused. */
  accept: postCall(
    '/public/estimate/{id}/accept',
    'Public',
    acceptEstimateInput,
    publicEstimateSchema,
  ),
  decline: postCall(
    '/public/estimate/{id}/decline',
    'Public',
    declineEstimateInput,
    publicEstimateSchema,
  ),
};
