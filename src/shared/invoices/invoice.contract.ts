import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import {
  baseVersion,
  countAndSums,
  currencyField,
  dateField,
  dateText,
  decimalText,
  moneyField,
  nullableText,
  recordId,
  recordNumber,
  requiredText,
} from '../contract/fields.ts';
import { recordCalls, recordVerb } from '../contract/record-calls.ts';
import { CREDIT_NOTE_STATUSES } from '../credit-notes/credit-note-status.ts';
import { deductionSchema } from '../documents/deductions.ts';
import { contentInput } from '../documents/document-content.ts';
import {
  documentAnswer,
  documentDetail,
  documentPreview,
  previewSchema,
} from '../documents/document.contract.ts';
import { MAX_INSTALLMENTS } from '../documents/installments/installment-content.ts';
import { lineItemSchema } from '../documents/line-content.ts';
import { revisionCalls } from '../documents/revision.contract.ts';
import { EMAIL_EVENTS, holdField } from '../emails/message.contract.ts';
import { documentListQuery, documentSummaryQuery } from '../lists/list-query.ts';
import { DOCUMENT_SORTS } from '../lists/list-sorts.ts';
import { paymentFacts } from '../payments/account-payment.contract.ts';
import {
  INVOICE_FILTERS,
  INVOICE_STANDINGS,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  SETTLEMENTS,
} from './invoice-status.ts';

export const DEFAULT_DUE_DAYS = 30;

// ── Answers ─────────────────────────────────────────────────────────────────

const invoiceLine = lineItemSchema.extend({ invoiceId: z.number() });

export const invoiceSchema = documentAnswer('invoice', INVOICE_STATUSES, invoiceLine).extend({
  /** Its status, or why nothing is due on it though nobody has paid: what its badge says. */
  standing: z.enum(INVOICE_STANDINGS),
  /** Issued, and nothing that it says can change: it is corrected by another document. */
  isFixed: z.boolean(),
  stripePaymentIntentId: nullableText,
  paymentUrl: nullableText,
  /** What settles it: payments, credit notes, what was given back and is not owed again, what was given up. */
  amountPaid: decimalText,
  amountCredited: decimalText,
  amountAdjusted: decimalText,
  amountWrittenOff: decimalText,
  /** Still to be paid: the total less the four. */
  amountDue: decimalText,
  /** Of what is due, what is late: of a plan the installments whose day has passed. */
  amountOverdue: decimalText,
  /** When the first installment is due that is not settled; without a plan, the due date. */
  nextDueDate: dateText,
});
export type Invoice = z.output<typeof invoiceSchema>;

/** A payment as an invoice's page shows it. */
export const paymentSchema = z.object({
  ...paymentFacts,
  /** What was asked for this invoice by an online payment of several; null of any other payment. */
  partAmount: decimalText.nullable(),
  /** What is on its way back. */
  pendingRefundAmount: decimalText,
  /** Of what was given back, what was owed again when it was. */
  stillOwedAmount: decimalText,
  /** Of what was given back, what of the invoice that it was made for is not owed any more. */
  adjustedAmount: decimalText,
  /** The provider's receipt page. */
  receiptUrl: nullableText,
});
export type Payment = z.output<typeof paymentSchema>;

export const INVOICE_EVENTS = [
  'invoice.created',
  'invoice.edited',
  'invoice.sent',
  'invoice.overdue',
  'invoice.viewed',
  'invoice.paid',
  'invoice.written_off',
  'invoice.write_off_undone',
  'invoice.credited',
  'invoice.credit_withdrawn',
  'invoice.reopened',
  'invoice.deleted',
  'invoice.restored',
  'payment.link',
  'payment.received',
  'payment.recorded',
  'payment.reversed',
  'payment.processing',
  'payment.failed',
  'payment.review',
  'payment.accepted',
  'payment.refunded',
  'payment.refund_failed',
  'payment.overpaid',
  'payment.disputed',
  'payment.dispute_closed',
  'payment.agreed',
  'payment.agreement_ended',
  'payment.charge_asked',
  'payment.charge_changed',
  'reminder.refused',
  'reminders.paused',
  'reminders.resumed',
  'late_fee.made',
  'late_fee.refused',
  ...EMAIL_EVENTS,
] as const;
export type InvoiceEventType = (typeof INVOICE_EVENTS)[number];

/** One invoice with everything that its page shows. */
export const invoiceDetailSchema = invoiceSchema.extend({
  ...documentDetail('invoice', invoiceLine, INVOICE_EVENTS),
  payments: z.array(paymentSchema),
  /** What its installments come to, in the order in which they are due, and what of each is open. */
  schedule: z.array(
    z.object({
      number: z.number(),
      amount: decimalText,
      dueDate: dateText,
      amountDue: decimalText,
    }),
  ),
  /** Received for it and not given back. */
  amountReceived: decimalText,
  /** Received for it beyond what it asks for. */
  overpaid: decimalText,
  /** What left nothing due; null while something is. */
  settledBy: z.enum(SETTLEMENTS).nullable(),
  /** A payment was submitted, and its provider has yet to say whether the money comes. */
  paymentProcessing: z.boolean(),
  /** Of a deposit invoice: the final invoice that deducts it. */
  deductedBy: z.object({ id: z.number(), invoiceNumber: z.string() }).nullable(),
  /** The invoice that takes its place, which it was corrected by; a deleted one, too. */
  correction: z
    .object({ id: z.number(), invoiceNumber: z.string(), isDeleted: z.boolean() })
    .nullable(),
  /** The invoice that it takes the place of. */
  corrects: z.object({ id: z.number(), invoiceNumber: z.string() }).nullable(),
  /** The estimate that it was made from. */
  estimate: z.object({ id: z.number(), estimateNumber: z.string() }).nullable(),
  /** The recurring invoice that made it, if one did and it is still there. */
  recurringId: z.number().nullable(),
  /** Those that correct it, in their order. */
  creditNotes: z.array(
    z.object({
      id: z.number(),
      creditNoteNumber: z.string(),
      status: z.enum(CREDIT_NOTE_STATUSES),
      total: decimalText,
    }),
  ),
  /** What credit notes settle of it, in their order: those that correct it, and others. */
  credits: z.array(
    z.object({
      id: z.number(),
      creditNoteNumber: z.string(),
      issueDate: dateText,
      /** What of it settles this invoice, in the invoice's currency. */
      amount: decimalText,
      currency: z.string(),
      /** Whether it corrects this invoice: it settles it by itself, and stays. */
      isCorrection: z.boolean(),
    }),
  ),
});
export type InvoiceDetail = z.output<typeof invoiceDetailSchema>;
export type InvoiceEvent = InvoiceDetail['history'][number];

/**
 * Count and sum of what a list holds under each filter. Sums are of totals; of what is unpaid they are of
 * what is due, of what is overdue of what of that is late, and of what was written off of what was given up.
 */
export const invoiceSummarySchema = z.object({
  all: countAndSums,
  draft: countAndSums,
  sent: countAndSums,
  paid: countAndSums,
  overdue: countAndSums,
  unpaid: countAndSums,
  paid_or_credited: countAndSums,
  written_off: countAndSums,
});
export type InvoiceSummary = z.output<typeof invoiceSummarySchema>;

// ── Inputs ──────────────────────────────────────────────────────────────────

const statusField = z.enum(INVOICE_STATUSES, {
  error: 'Status must be draft, sent, paid or overdue',
});

const content = contentInput('invoice');

/** The deposit invoices that it deducts, in this order; of an update, what is stored unless told. */
const deductsInvoiceIds = z
  .array(recordNumber('Each of deductsInvoiceIds must be the number of an invoice'), {
    error: 'deductsInvoiceIds must be a list of numbers of invoices',
  })
  .max(50, { error: 'An invoice deducts at most 50 deposit invoices' })
  .optional();

export const invoiceInput = z
  .object({
    ...content,
    invoiceNumber: content.invoiceNumber.default(''),
    /** Of one with installments the day of the last one, unless told. */
    dueDate: content.dueDate.optional(),
    taxRate: content.taxRate.default('0.00'),
    status: statusField.default('draft'),
    deductsInvoiceIds,
    /** Of the message that goes out with one that is created as sent. */
    hold: holdField,
  })
  .refine(({ dueDate, installments }) => dueDate !== undefined || Boolean(installments?.length), {
    path: ['dueDate'],
    error: 'Due date is required',
    // Though other fields are wrong as well; what is wrong with these, or with the whole, is told already.
    when: ({ issues }) =>
      !issues.some(({ path: [name = 'dueDate'] = [] }) =>
        ['dueDate', 'installments'].includes(String(name)),
      ),
  });
export type InvoiceInput = z.output<typeof invoiceInput>;

/** Absent fields stay as they are stored. */
export const invoiceUpdateInput = z
  .object(content)
  .partial()
  .extend({
    id: recordId,
    status: statusField.optional(),
    /** How and when it was paid, where this sets the status to paid; in cash and today unless told. */
    paymentMethod: z
      .enum(PAYMENT_METHODS, {
        error: 'Payment method must be cash, check, card, bank_transfer or other',
      })
      .optional(),
    paymentDate: dateField('Payment date').optional(),
    deductsInvoiceIds,
    version: baseVersion,
  });
export type InvoiceUpdateInput = z.output<typeof invoiceUpdateInput>;

export const writeOffInput = z.object({
  id: recordId,
  /** All that is due unless told. */
  amount: moneyField('Amount').optional(),
  reason: requiredText('Reason', 500),
});
export type WriteOffInput = z.output<typeof writeOffInput>;

const NO_NUMBER = `number must be a whole number from 1 to ${MAX_INSTALLMENTS}`;

const moveInstallmentInput = z.object({
  id: recordId,
  /** From 1, in the order in which they are due. */
  number: z
    .int({ error: NO_NUMBER })
    .min(1, { error: NO_NUMBER })
    .max(MAX_INSTALLMENTS, { error: NO_NUMBER }),
  /** The day on which it is due now, as the caller knows it. */
  dueDate: dateField('dueDate'),
  to: dateField('to'),
});
export type MoveInstallmentInput = z.output<typeof moveInstallmentInput>;

/** A deposit invoice that can be deducted, as it would be. */
export const deductibleSchema = deductionSchema.extend({ estimateId: z.number() });
export type DeductibleDeposit = z.output<typeof deductibleSchema>;

export const previewInput = documentPreview('invoice', INVOICE_STATUSES).extend({
  /** What is stored unless told. */
  deductsInvoiceIds,
});
export type PreviewInput = z.output<typeof previewInput>;

/**
 * By what `status` holds, see INVOICE_FILTERS. 'paid' is every invoice of that status, whatever settled it;
 * the product's own list shows 'paid_or_credited' as 'Paid', and 'written_off' beside it.
 */
const invoiceListQuery = documentListQuery(INVOICE_FILTERS, DOCUMENT_SORTS.invoice);

// ── Calls ───────────────────────────────────────────────────────────────────

const TAG = 'Invoices';

export const invoiceContract = {
  ...recordCalls('/invoices', 'Invoices', {
    listed: invoiceSchema,
    answer: invoiceDetailSchema,
    list: invoiceListQuery,
    create: invoiceInput,
    update: invoiceUpdateInput,
  }),
  /** Of what a list with the same filters holds. */
  summary: getCall('/invoices/summary', TAG, documentSummaryQuery, invoiceSummarySchema),
  /** Empty where a series gives the numbers. */
  nextNumber: oc
    .route({ method: 'GET', path: '/invoices/next-number', tags: [TAG] })
    .output(z.object({ invoiceNumber: z.string() })),
  ...revisionCalls('/invoices', 'Invoices'),
  /** Gives up what is due, or a part of it. */
  writeOff: keyedCall('/invoices/{id}/write-off', TAG, writeOffInput, invoiceDetailSchema),
  /** All that was written off of it is owed again. */
  undoWriteOff: recordVerb('/invoices/{id}/undo-write-off', 'Invoices', invoiceDetailSchema),
  /** Has one installment due on another day, as an edit would. */
  moveInstallment: postCall(
    '/invoices/{id}/move-installment',
    TAG,
    moveInstallmentInput,
    invoiceDetailSchema,
  ),
  /** Gives its number, where it has none, and makes it sent, without a message. */
  issue: recordVerb('/invoices/{id}/issue', 'Invoices', invoiceDetailSchema),
  markSent: recordVerb('/invoices/{id}/mark-sent', 'Invoices', invoiceDetailSchema),
  /** Deposit invoices that an invoice of a customer in a currency can deduct; `id`: of this one. */
  deductible: getCall(
    '/invoices/deductible',
    TAG,
    z.object({
      customerId: recordNumber('Customer is required'),
      currency: currencyField('Currency'),
      id: recordId.optional(),
    }),
    z.array(deductibleSchema),
  ),
  preview: postCall('/invoices/preview', TAG, previewInput, previewSchema),
};
