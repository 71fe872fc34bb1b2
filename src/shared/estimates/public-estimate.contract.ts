import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { dateText, nullableText } from '../contract/fields.ts';
import {
  publicAround,
  publicContent,
  publicIdInput,
} from '../documents/public-document.contract.ts';
import { ESTIMATE_STATUSES } from './estimate-status.ts';

/** What a customer sees who follows an estimate's public address: to be read, not to be answered. */
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
  }),
  ...publicAround,
});
export type PublicEstimate = z.output<typeof publicEstimateSchema>;

export const publicEstimateContract = {
  get: getCall('/public/estimate/{id}', 'Public', publicIdInput, publicEstimateSchema),
};
