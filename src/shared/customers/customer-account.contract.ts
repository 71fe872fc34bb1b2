/** A customer's account: what is owed and how long since, and what happened to it in a period. */

import * as z from 'zod';
import { getCall, keyedCall } from '../contract/calls.ts';
import {
  dateField,
  dateText,
  decimalText,
  instantText,
  nullableText,
  recordId,
} from '../contract/fields.ts';
import { sendEmailInput } from '../emails/email.contract.ts';
import { emailSchema } from '../emails/message.contract.ts';
import { LEDGER_ENTRY_TYPES } from '../payments/ledger-entry.ts';
import { ageAmounts } from './age-amounts.ts';
import { customerSchema } from './customer.contract.ts';

/** What a customer owes in one currency. */
const openAccountSchema = z.object({
  currency: z.string(),
  /** The sum of the account: what is due less what is credit; below zero the business owes. */
  balance: decimalText,
  invoiced: decimalText,
  outstanding: decimalText,
  /** Paid or credited, and not used for an invoice. */
  unappliedCredit: decimalText,
  /** What is outstanding, by how long it is past due: each installment of a plan by its own date. */
  ageing: z.object(ageAmounts),
});
export type OpenAccount = z.output<typeof openAccountSchema>;

export const customerAccountSchema = z.object({
  customer: customerSchema,
  /** The day that it is for the business. */
  today: dateText,
  /** The customer's own currency first, though nothing is in it. */
  accounts: z.array(openAccountSchema).nonempty(),
  /** Issued invoices that are not deleted. */
  invoiceCount: z.number(),
  /** Customers that were merged into this one. */
  merged: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      company: nullableText,
      notes: nullableText,
      mergedAt: instantText,
    }),
  ),
});
export type CustomerAccount = z.output<typeof customerAccountSchema>;

/** Entries of a statement, and of one that is drawn as a PDF: more belong into several. */
export const MOST_STATEMENT_ENTRIES = 20_000;
export const MOST_STATEMENT_PDF_ENTRIES = 4_000;

const period = {
  /** The first day; a year before the last unless told. */
  from: dateField('From').optional(),
  /** The last day; today unless told. */
  to: dateField('To').optional(),
};
export const statementPeriod = z.object(period);
export const statementQuery = statementPeriod.extend({ id: recordId });
export type StatementQuery = z.output<typeof statementQuery>;

const statementEntrySchema = z.object({
  id: z.number(),
  date: dateText,
  type: z.enum(LEDGER_ENTRY_TYPES),
  /** What it is about: an invoice, a payment or a credit note, and the invoice that these are for. */
  invoiceId: z.number().nullable(),
  paymentId: z.number().nullable(),
  creditNoteId: z.number().nullable(),
  /** The credit note's, the invoice's, or those of the invoices that a payment settled. */
  number: nullableText,
  /** The payment's: a bank transfer's purpose, a check's number. */
  reference: nullableText,
  /** One of them: what is owed more, or less. */
  debit: decimalText.nullable(),
  credit: decimalText.nullable(),
  /** What is owed after it. */
  balance: decimalText,
});
export type StatementEntry = z.output<typeof statementEntrySchema>;

const statementAccountSchema = z.object({
  currency: z.string(),
  openingBalance: decimalText,
  debits: decimalText,
  credits: decimalText,
  closingBalance: decimalText,
  /** By day, and in the order in which they were written. */
  entries: z.array(statementEntrySchema),
});
export type StatementAccount = z.output<typeof statementAccountSchema>;

export const statementSchema = z.object({
  customer: z.object({ id: z.number(), name: z.string(), company: nullableText }),
  from: dateText,
  to: dateText,
  /** By currency, the customer's own first. */
  accounts: z.array(statementAccountSchema).nonempty(),
});
export type Statement = z.output<typeof statementSchema>;

export const sendStatementInput = sendEmailInput
  .omit({ invoiceNumber: true, hold: true })
  .extend(period);
export type SendStatementInput = z.output<typeof sendStatementInput>;

const TAG = 'Customers';

export const customerAccountContract = {
  get: getCall('/customers/{id}/account', TAG, z.object({ id: recordId }), customerAccountSchema),
  statement: getCall('/customers/{id}/statement', TAG, statementQuery, statementSchema),
  /** Queues the statement as an e-mail with its PDF; null where the same message waits already. */
  sendStatement: keyedCall(
    '/customers/{id}/send-statement',
    TAG,
    sendStatementInput,
    emailSchema.nullable(),
  ),
};
