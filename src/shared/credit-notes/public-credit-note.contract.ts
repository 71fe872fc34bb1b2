import { oc } from '@orpc/contract';
import * as z from 'zod';
import { dateText, decimalText, nullableText } from '../contract/fields.ts';
import {
  publicBusinessSchema,
  publicCustomerSchema,
  publicFigures,
  publicIdInput,
  publicLineSchema,
  publicRevisionSchema,
} from '../documents/public-document.contract.ts';
import { CREDIT_NOTE_STATUSES } from './credit-note-status.ts';

/** What a customer sees who follows a credit note's public address. */
export const publicCreditNoteSchema = z.object({
  creditNote: z.object({
    id: z.string(),
    creditNoteNumber: z.string(),
    status: z.enum(CREDIT_NOTE_STATUSES),
    issueDate: dateText,
    /** Of the invoice that it corrects. */
    correctedInvoice: z.object({ invoiceNumber: z.string(), issueDate: dateText }).nullable(),
    currency: z.string(),
    subtotal: decimalText,
    taxRate: decimalText,
    taxAmount: decimalText,
    total: decimalText,
    ...publicFigures,
    notes: nullableText,
    terms: nullableText,
  }),
  revision: publicRevisionSchema,
  lineItems: z.array(publicLineSchema),
  businessProfile: publicBusinessSchema,
  customer: publicCustomerSchema,
});
export type PublicCreditNote = z.output<typeof publicCreditNoteSchema>;

export const publicCreditNoteContract = {
  get: oc
    .route({ method: 'GET', path: '/public/credit-note/{id}', tags: ['Public'] })
    .input(publicIdInput)
    .output(publicCreditNoteSchema),
};
