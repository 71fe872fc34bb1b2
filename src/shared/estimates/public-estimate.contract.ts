import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import {
  boundedText,
  dateText,
  decimalText,
  nullableText,
  optionalText,
  requiredText,
} from '../contract/fields.ts';
import {
  publicAround,
  publicContent,
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
});
export type PublicEstimate = z.output<typeof publicEstimateSchema>;

const answered = {
  ...publicIdInput.shape,
  hash: boundedText(64, { error: 'hash of the version that was seen is required' }),
};

export const acceptEstimateInput = z.object({
  ...answered,
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
  /** Once: asked again, it answers with what was accepted. */
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
