import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import {
  baseVersion,
  countAndSums,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  orNone,
  quantityField,
  rateField,
  recordId,
  recordNumber,
} from '../contract/fields.ts';
import { recordCalls, recordVerb } from '../contract/record-calls.ts';
import { contentInput } from '../documents/document-content.ts';
import { MAX_DOCUMENT_LINES } from '../documents/document-data.ts';
import {
  documentAnswer,
  documentDetail,
  documentPreview,
  previewSchema,
} from '../documents/document.contract.ts';
import { lineItemSchema } from '../documents/line-content.ts';
import { revisionCalls } from '../documents/revision.contract.ts';
import { sendEmailInput } from '../emails/email.contract.ts';
import { EMAIL_EVENTS } from '../emails/message.contract.ts';
import { PAYMENT_METHODS } from '../invoices/invoice-status.ts';
import { invoiceDetailSchema } from '../invoices/invoice.contract.ts';
import { documentListQuery, documentSummaryByStatus } from '../lists/list-query.ts';
import { DOCUMENT_SORTS } from '../lists/list-sorts.ts';
import { isZero } from '../money/decimal.ts';
import {
  allocationSchema,
  allocationsField,
  moneyByHand,
} from '../payments/account-payment.contract.ts';
import { CREDIT_NOTE_STATUSES } from './credit-note-status.ts';

// ── What is credited of an invoice ──────────────────────────────────────────

const place = (what: string) =>
  recordNumber(`${what} must be the number of a ${what} of the invoice, from 1`).optional();

const selectedLine = z
  .object({
    /** Which of the invoice's lines, from 1. */
    line: place('line'),
    /** Which of its charges that name their own taxes, from 1. */
    charge: place('charge'),
    quantity: quantityField('Quantity', 'Quantity must be positive').optional(),
    percent: rateField('Percentage', '100')
      .refine((percent) => !isZero(percent), { error: 'Percentage must be above zero' })
      .optional(),
  })
  .superRefine(({ line, charge, quantity, percent }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (line === undefined && charge === undefined) refuse('line', 'Line is required');
    if (line !== undefined && charge !== undefined) {
      refuse('charge', 'Credit a line or a charge: name one of them');
    }
    if (quantity !== undefined && percent !== undefined) {
      refuse('percent', 'Credit a quantity or a percentage: name one of them');
    }
    if (quantity !== undefined && line === undefined) {
      refuse('quantity', 'A charge has no quantity: name a percentage');
    }
  });

/** An amount with tax, or lines; all that is left of the invoice where neither is named. */
export const creditInput = z
  .object({
    amount: moneyField('Amount')
      .refine((amount) => !isZero(amount), { error: 'Amount must be above zero' })
      .optional(),
    lines: z
      .array(selectedLine)
      .min(1, { error: 'Choose at least one line to credit' })
      .max(2 * MAX_DOCUMENT_LINES, { error: 'Too many lines are credited at once' })
      .optional(),
  })
  .refine(({ amount, lines }) => amount === undefined || lines === undefined, {
    path: ['amount'],
    error: 'Credit an amount or lines: name one of them',
  });

// ── Answers ─────────────────────────────────────────────────────────────────

const creditNoteLine = lineItemSchema.extend({ creditNoteId: z.number() });

export const creditNoteSchema = documentAnswer(
  'credit_note',
  CREDIT_NOTE_STATUSES,
  creditNoteLine,
).extend({
  correctsInvoiceId: z.number().nullable(),
  /** What of it settles invoices, what was paid back, and what is the customer's credit. */
  appliedAmount: decimalText,
  refundedAmount: decimalText,
  unappliedAmount: decimalText,
});
export type CreditNote = z.output<typeof creditNoteSchema>;

export const CREDIT_NOTE_EVENTS = [
  'credit_note.created',
  'credit_note.edited',
  'credit_note.issued',
  'credit_note.applied',
  'credit_note.withdrawn',
  'credit_note.refunded',
  'credit_note.refund_undone',
  'credit_note.sent',
  'credit_note.viewed',
  'credit_note.deleted',
  'credit_note.restored',
  ...EMAIL_EVENTS,
] as const;
export type CreditNoteEventType = (typeof CREDIT_NOTE_EVENTS)[number];

/** What of a credit note was paid back by hand. */
const creditRefundSchema = z.object({
  id: z.number(),
  amount: decimalText,
  paymentDate: dateText,
  paymentMethod: z.enum(PAYMENT_METHODS),
  reference: nullableText,
  notes: nullableText,
  createdAt: instantText,
  /** Taken back: it no longer counts. */
  undone: z.boolean(),
});

/** One credit note with everything that its page shows. */
export const creditNoteDetailSchema = creditNoteSchema.extend({
  ...documentDetail('credit_note', creditNoteLine, CREDIT_NOTE_EVENTS),
  /** What was asked to be credited of the invoice that it corrects. */
  credit: z
    .object({
      amount: decimalText.optional(),
      lines: z
        .array(
          z.object({
            line: z.number().optional(),
            charge: z.number().optional(),
            quantity: decimalText.optional(),
            percent: decimalText.optional(),
          }),
        )
        .optional(),
    })
    .nullable(),
  /** Which invoices it settles. */
  allocations: z.array(allocationSchema),
  refunds: z.array(creditRefundSchema),
});
export type CreditRefund = z.output<typeof creditRefundSchema>;
export type CreditNoteDetail = z.output<typeof creditNoteDetailSchema>;

/** What is left to credit of an invoice. */
export const creditableSchema = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  currency: z.string(),
  total: decimalText,
  /** What issued credit notes have credited of it, and what they have left. */
  credited: decimalText,
  left: decimalText,
  lines: z.array(
    z.object({
      line: z.number().nullable(),
      charge: z.number().nullable(),
      description: z.string(),
      quantity: decimalText,
      unit: nullableText,
      unitPrice: decimalText,
      gross: decimalText,
      quantityLeft: decimalText,
      netLeft: decimalText,
      grossLeft: decimalText,
      percentLeft: decimalText,
    }),
  ),
});
export type Creditable = z.output<typeof creditableSchema>;

// ── Inputs ──────────────────────────────────────────────────────────────────

/** Applied is what becomes of an issued one of which nothing is left. */
const statusField = z.enum(['draft', 'issued'], { error: 'Status must be draft or issued' });

const content = contentInput('credit_note');

/** What follows from the invoice where there is one. */
export const FOLLOWS_INVOICE = {
  customerId: 'The customer',
  lineItems: 'The lines',
  currency: 'The currency',
  roundingIncrement: 'The rounding',
  pricesIncludeTax: 'Whether prices include tax',
  discounts: 'The discounts',
  charges: 'The charges',
  exchangeRate: 'The exchange rate',
  taxRate: 'The tax rate',
  taxAmount: 'The tax amount',
} as const;

export const followsInvoice = (name: keyof typeof FOLLOWS_INVOICE): string =>
  `${FOLLOWS_INVOICE[name]} of a credit note for an invoice follow${name === 'lineItems' || name === 'discounts' || name === 'charges' ? '' : 's'} the invoice: name in credit what is credited`;

/** For an invoice, which says customer and lines, or free with its own. */
export const creditNoteInput = z
  .object({
    ...content,
    creditNoteNumber: content.creditNoteNumber.default(''),
    customerId: content.customerId.optional(),
    lineItems: content.lineItems.optional(),
    taxRate: content.taxRate.optional(),
    correctsInvoiceId: orNone(recordNumber('correctsInvoiceId must be the number of an invoice')),
    credit: creditInput.nullable().optional(),
    status: statusField.default('draft'),
  })
  .superRefine((input, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (input.correctsInvoiceId == null) {
      if (input.customerId === undefined) refuse('customerId', 'Customer is required');
      if (input.lineItems === undefined) {
        refuse('lineItems', 'At least one line item is required');
      }
      if (input.credit != null) refuse('credit', 'credit needs the invoice in correctsInvoiceId');
      return;
    }
    for (const name of followingNames) {
      if (input[name] !== undefined) refuse(name, followsInvoice(name));
    }
  });
export type CreditNoteInput = z.output<typeof creditNoteInput>;

const followingNames = Object.keys(FOLLOWS_INVOICE) as (keyof typeof FOLLOWS_INVOICE)[];

/** Absent fields stay as they are stored. */
export const creditNoteUpdateInput = z.object(content).partial().extend({
  id: recordId,
  credit: creditInput.nullable().optional(),
  status: statusField.optional(),
  version: baseVersion,
});
export type CreditNoteUpdateInput = z.output<typeof creditNoteUpdateInput>;

export const applyCreditInput = z.object({
  id: recordId,
  /** What of it settles each of these invoices from now on: 0 takes it back. Others stay. */
  allocations: allocationsField('A credit note').min(1, 'Choose at least one invoice'),
});
export type ApplyCreditInput = z.output<typeof applyCreditInput>;

export const refundCreditInput = z.object({ id: recordId, ...moneyByHand });
export type RefundCreditInput = z.output<typeof refundCreditInput>;

export const creditNotePreviewInput = documentPreview('credit_note', CREDIT_NOTE_STATUSES);

/** Of the status that was asked for, and of each one under the same search. */
export const creditNoteSummarySchema = countAndSums.extend({
  byStatus: z.object({ draft: countAndSums, issued: countAndSums, applied: countAndSums }),
  /** What is the customers' credit of those that are issued. */
  unapplied: countAndSums,
});
export type CreditNoteSummary = z.output<typeof creditNoteSummarySchema>;

// ── Calls ───────────────────────────────────────────────────────────────────

const TAG = 'Credit notes';
const tags = [TAG];
const byId = z.object({ id: recordId });

export const creditNoteContract = {
  ...recordCalls('/credit-notes', TAG, {
    listed: creditNoteSchema,
    answer: creditNoteDetailSchema,
    list: documentListQuery(['all', ...CREDIT_NOTE_STATUSES], DOCUMENT_SORTS.credit_note),
    create: creditNoteInput,
    update: creditNoteUpdateInput,
  }),
  /** Count and sum of what a list with the same filters holds; and of each status. */
  summary: getCall(
    '/credit-notes/summary',
    TAG,
    documentSummaryByStatus(['all', ...CREDIT_NOTE_STATUSES]),
    creditNoteSummarySchema,
  ),
  nextNumber: oc
    .route({ method: 'GET', path: '/credit-notes/next-number', tags })
    .output(z.object({ creditNoteNumber: z.string() })),
  ...revisionCalls('/credit-notes', TAG),
  /** From then on it is fixed; asked again, it is answered as it is. */
  issue: recordVerb('/credit-notes/{id}/issue', TAG, creditNoteDetailSchema),
  /** Has it settle invoices of its customer. */
  apply: keyedCall('/credit-notes/{id}/apply', TAG, applyCreditInput, creditNoteDetailSchema),
  /** Records that what is left of it, or a part, was paid back by hand. */
  refund: keyedCall('/credit-notes/{id}/refund', TAG, refundCreditInput, creditNoteDetailSchema),
  undoRefund: keyedCall(
    '/credit-notes/{id}/refunds/{refundId}/undo',
    TAG,
    z.object({ id: recordId, refundId: recordId }),
    creditNoteDetailSchema,
  ),
  /** Queues the credit note as an e-mail; a draft is issued by that. */
  sendEmail: keyedCall(
    '/credit-notes/{id}/send-email',
    TAG,
    sendEmailInput,
    creditNoteDetailSchema,
  ),
  preview: postCall('/credit-notes/preview', TAG, creditNotePreviewInput, previewSchema),
  /** What issued credit notes have left of an invoice. */
  creditable: getCall('/invoices/{id}/creditable', TAG, byId, creditableSchema),
  /**
   * An issued credit note for all that is left of an invoice, and a draft of a new invoice that says
   * the same. Both or neither.
   */
  correct: keyedCall(
    '/invoices/{id}/correct',
    TAG,
    byId,
    z.object({ creditNote: creditNoteDetailSchema, invoice: invoiceDetailSchema }),
  ),
};
