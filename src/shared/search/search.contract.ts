import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { dateText, decimalText, instantText, nullableText } from '../contract/fields.ts';
import { CREDIT_NOTE_STATUSES } from '../credit-notes/credit-note-status.ts';
import { ESTIMATE_STATUSES } from '../estimates/estimate-status.ts';
import { INVOICE_STANDINGS, INVOICE_STATUSES } from '../invoices/invoice-status.ts';
import { searchText } from '../lists/list-query.ts';
import { recurringSchema } from '../recurring/recurring.contract.ts';

/** Hits of each kind at most. */
export const SEARCH_HITS = 5;

export const searchAnswerSchema = z.object({
  customers: z.array(z.object({ id: z.number(), name: z.string(), company: nullableText })),
  invoices: z.array(
    z.object({
      id: z.number(),
      invoiceNumber: z.string(),
      customerName: z.string(),
      customerCompany: nullableText,
      status: z.enum(INVOICE_STATUSES),
      standing: z.enum(INVOICE_STANDINGS),
      total: decimalText,
      amountDue: decimalText,
      amountOverdue: decimalText,
      amountWrittenOff: decimalText,
      viewedAt: instantText.nullable(),
      currency: z.string(),
    }),
  ),
  estimates: z.array(
    z.object({
      id: z.number(),
      estimateNumber: z.string(),
      customerName: z.string(),
      customerCompany: nullableText,
      status: z.enum(ESTIMATE_STATUSES),
      total: decimalText,
      viewedAt: instantText.nullable(),
      currency: z.string(),
    }),
  ),
  creditNotes: z.array(
    z.object({
      id: z.number(),
      creditNoteNumber: z.string(),
      customerName: z.string(),
      customerCompany: nullableText,
      status: z.enum(CREDIT_NOTE_STATUSES),
      total: decimalText,
      currency: z.string(),
    }),
  ),
  /** Recurring invoices, the next first. */
  recurring: z.array(
    recurringSchema.pick({
      id: true,
      name: true,
      customer: true,
      schedule: true,
      total: true,
      currency: true,
    }),
  ),
  items: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      category: nullableText,
      unitPrice: decimalText,
      currency: z.string(),
    }),
  ),
  expenses: z.array(
    z.object({
      id: z.number(),
      description: z.string(),
      vendor: nullableText,
      expenseDate: dateText,
      amount: decimalText,
      currency: z.string(),
    }),
  ),
});
export type SearchAnswer = z.output<typeof searchAnswerSchema>;

export const searchContract = {
  find: getCall(
    '/search',
    'Search',
    z.object({ q: searchText('q').default('') }),
    searchAnswerSchema,
  ),
};
