import { oc } from '@orpc/contract';
import * as z from 'zod';
import { postCall, putCall } from '../contract/calls.ts';
import {
  baseVersion,
  decimalText,
  instantText,
  nullableText,
  recordId,
} from '../contract/fields.ts';
import { taxFields } from '../documents/line-content.ts';
import { TAX_CATEGORIES } from './tax.ts';

/** A rate that the business charges. Documents keep a copy: a change here changes none of them. */
export const taxRateSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** In percent, up to four decimals. */
  rate: decimalText,
  category: z.enum(TAX_CATEGORIES).nullable(),
  compound: z.boolean(),
  exemptionReason: nullableText,
  registrationNumber: nullableText,
  /** Whose tax it is, by its ISO 3166-1 code; null: of the business's country. */
  country: nullableText,
  /** Whether new lines in the editor carry it. */
  isDefault: z.boolean(),
  archivedAt: instantText.nullable(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type TaxRate = z.output<typeof taxRateSchema>;

export const taxRateInput = z.object({
  ...taxFields,
  isDefault: z.boolean({ error: 'Default must be true or false' }).optional(),
});
export type TaxRateInput = z.output<typeof taxRateInput>;

const TAG = 'Tax rates';

export const taxRateContract = {
  /** All of them, archived ones last. */
  list: oc.route({ method: 'GET', path: '/tax-rates', tags: [TAG] }).output(z.array(taxRateSchema)),
  create: oc
    .route({ method: 'POST', path: '/tax-rates', successStatus: 201, tags: [TAG] })
    .input(taxRateInput)
    .output(taxRateSchema),
  /** Absent fields stay as they are stored. */
  update: putCall(
    '/tax-rates/{id}',
    TAG,
    taxRateInput.partial().extend({ id: recordId, version: baseVersion }),
    taxRateSchema,
  ),
  /** Offered no more; documents keep it. */
  archive: postCall('/tax-rates/{id}/archive', TAG, z.object({ id: recordId }), taxRateSchema),
  restore: postCall('/tax-rates/{id}/restore', TAG, z.object({ id: recordId }), taxRateSchema),
};
