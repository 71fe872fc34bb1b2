import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import { contactAnswer, contactInput } from '../contract/contact-fields.ts';
import {
  baseVersion,
  currencyField,
  decimalText,
  instantText,
  nullableText,
  optionalText,
  orNone,
  recordId,
  recordNumber,
  requiredText,
} from '../contract/fields.ts';
import { recordCalls, recordVerb } from '../contract/record-calls.ts';
import { listQuery, searchQuery } from '../lists/list-query.ts';
import { vatIdField } from '../taxes/vat-id.ts';

/** Ways in which a customer is not taxed as others are. */
const CUSTOMER_TAX_CATEGORIES = ['E', 'AE', 'K', 'G', 'O'] as const;

/** Sums over a customer's invoices in one currency: all but drafts, what is unpaid, and what of that is late. */
const balanceSchema = z.object({
  currency: z.string(),
  invoiced: decimalText,
  outstanding: decimalText,
  overdue: decimalText,
});
export type Balance = z.output<typeof balanceSchema>;

export const customerSchema = z.object({
  id: z.number(),
  userId: z.string(),
  name: z.string(),
  company: nullableText,
  ...contactAnswer,
  /** Of new documents; the business's where it is null. */
  currency: nullableText,
  vatId: nullableText,
  /** How the customer is taxed, where not as others are, and why. */
  taxCategory: z.enum(CUSTOMER_TAX_CATEGORIES).nullable(),
  taxExemptionReason: nullableText,
  /** No reminder of what is due is sent by itself. */
  neverRemind: z.boolean(),
  /** For the business alone. */
  notes: nullableText,
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
  /**
   * In the customer's currency (the business's where that is none), or in the one that all invoices are
   * in; and what is in others.
   */
  balance: balanceSchema,
  otherBalances: z.array(balanceSchema),
});
export type Customer = z.output<typeof customerSchema>;

export const customerInput = z.object({
  name: requiredText('Name', 200),
  company: optionalText('Company', 200),
  ...contactInput,
  currency: orNone(currencyField('Currency')),
  vatId: vatIdField,
  taxCategory: z
    .enum(CUSTOMER_TAX_CATEGORIES, {
      error: `Tax category must be one of ${CUSTOMER_TAX_CATEGORIES.join(', ')}`,
    })
    .nullable()
    .optional(),
  taxExemptionReason: optionalText('Exemption reason', 500),
  neverRemind: z.boolean({ error: 'Never remind must be true or false' }).optional(),
  notes: optionalText('Notes', 5_000, 'lines'),
});
export type CustomerInput = z.output<typeof customerInput>;

/** What tells that somebody is a customer already. */
const sameInput = z.object({
  email: optionalText('Email', 254),
  vatId: vatIdField,
  /** The customer that is being edited. */
  exceptId: recordNumber('exceptId must be the number of a customer').optional(),
});
export type SameInput = z.output<typeof sameInput>;

const sameSchema = z.object({ id: z.number(), name: z.string(), company: nullableText });

export const mergeInput = z.object({
  id: recordId,
  /** Where what this customer has is read from then on. */
  intoCustomerId: recordNumber('Choose the customer to merge into'),
});
export type MergeInput = z.output<typeof mergeInput>;

export const customerContract = {
  ...recordCalls('/customers', 'Customers', {
    listed: customerSchema,
    answer: customerSchema,
    list: listQuery,
    create: customerInput,
    update: customerInput.extend({ id: recordId, version: baseVersion }),
  }),
  count: getCall('/customers/count', 'Customers', searchQuery, z.object({ count: z.number() })),
  /** Who has an address or a VAT ID already: the first by name of each. */
  same: getCall(
    '/customers/same',
    'Customers',
    sameInput,
    z.object({ byEmail: sameSchema.nullable(), byVatId: sameSchema.nullable() }),
  ),
  /** Refuses what deleting the customer would refuse, and changes nothing. */
  checkDeletion: getCall(
    '/customers/{id}/deletion',
    'Customers',
    z.object({ id: recordId }),
    z.object({ id: z.number() }),
  ),
  /** Makes two customers one: answers the one that stays. */
  merge: postCall('/customers/{id}/merge', 'Customers', mergeInput, customerSchema),
  /** Takes a merge back. */
  separate: recordVerb('/customers/{id}/separate', 'Customers', customerSchema),
};
