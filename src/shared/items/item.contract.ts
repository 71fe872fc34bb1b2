import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import {
  baseVersion,
  currencyField,
  decimalText,
  instantText,
  nullableText,
  optionalText,
  recordId,
  requiredText,
  unitPriceField,
} from '../contract/fields.ts';
import { recordCalls } from '../contract/record-calls.ts';
import { unitField } from '../documents/line-content.ts';
import { listQuery, searchQuery } from '../lists/list-query.ts';

export const itemSchema = z.object({
  id: z.number(),
  userId: z.string(),
  name: z.string(),
  description: nullableText,
  unitPrice: decimalText,
  category: nullableText,
  currency: z.string(),
  unit: nullableText,
  itemCode: nullableText,
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type Item = z.output<typeof itemSchema>;

export const itemInput = z.object({
  name: requiredText('Name', 200),
  description: optionalText('Description', 2_000, 'lines'),
  unitPrice: unitPriceField('Unit price', { min: 'Unit price must be positive' }),
  category: optionalText('Category', 100),
  /** The business's where a new item names none. */
  currency: currencyField('Currency').optional(),
  unit: unitField,
  itemCode: optionalText('Item code', 60),
});
export type ItemInput = z.output<typeof itemInput>;

export const itemContract = {
  ...recordCalls('/items', 'Items', {
    listed: itemSchema,
    answer: itemSchema,
    list: listQuery,
    create: itemInput,
    update: itemInput.extend({ id: recordId, version: baseVersion }),
  }),
  count: getCall('/items/count', 'Items', searchQuery, z.object({ count: z.number() })),
};
