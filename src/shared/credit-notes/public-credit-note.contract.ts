import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { dateText, nullableText } from '../contract/fields.ts';
import {
  publicAround,
  publicContent,
  publicIdInput,
} from '../documents/public-document.contract.ts';
import { CREDIT_NOTE_STATUSES } from './credit-note-status.ts';

/** What a customer sees who follows a credit note's public address. */
export const publicCreditNoteSchema = z.object({
  creditNote: z.object({
    ...publicContent,
    creditNoteNumber: z.string(),
    status: z.enum(CREDIT_NOTE_STATUSES),
    /** Of the invoice that it corrects. */
    correctedInvoice: z.object({ invoiceNumber: z.string(), issueDate: dateText }).nullable(),
    notes: nullableText,
    terms: nullableText,
  }),
  ...publicAround,
});
export type PublicCreditNote = z.output<typeof publicCreditNoteSchema>;

export const publicCreditNoteContract = {
  get: getCall('/public/credit-note/{id}', 'Public', publicIdInput, publicCreditNoteSchema),
};
