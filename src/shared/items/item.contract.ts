import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  baseVersion,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  recordId,
  requiredText,
} from '../contract/fields.ts';
import { listAnswer, listQuery, searchQuery } from '../lists/list-query.ts';

export const itemSchema = z.object({
  id: z.number(),
  userId: z.string(),
  name: z.string(),
  description: nullableText,
  unitPrice: decimalText,
  category: nullableText,
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type Item = z.output<typeof itemSchema>;

export const itemInput = z.object({
  name: requiredText('Name', 200),
  description: optionalText('Description', 2_000, 'lines'),
  unitPrice: moneyField('Unit price', { min: 'Unit price must be positive' }),
  category: optionalText('Category', 100),
});
export type ItemInput = z.output<typeof itemInput>;

const byId = z.object({ id: recordId });

export const itemContract = {
  list: oc
    .route({ method: 'GET', path: '/items', outputStructure: 'detailed', tags: ['Items'] })
    .input(listQuery)
    .output(listAnswer(itemSchema)),
  count: oc
    .route({ method: 'GET', path: '/items/count', tags: ['Items'] })
    .input(searchQuery)
    .output(z.object({ count: z.number() })),
  get: oc
    .route({ method: 'GET', path: '/items/{id}', tags: ['Items'] })
    .input(byId)
    .output(itemSchema),
  create: oc
    .route({ method: 'POST', path: '/items', successStatus: 201, tags: ['Items'] })
    .input(itemInput)
    .output(itemSchema),
  update: oc
    .route({ method: 'PUT', path: '/items/{id}', tags: ['Items'] })
    .input(itemInput.extend({ id: recordId, version: baseVersion }))
    .output(itemSchema),
  delete: oc
    .route({ method: 'DELETE', path: '/items/{id}', tags: ['Items'] })
    .input(byId)
    .output(z.object({ id: z.number() })),
  restore: oc
    .route({ method: 'POST', path: '/items/{id}/restore', tags: ['Items'] })
    .input(byId)
    .output(itemSchema),
};
