import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import { baseVersion, countAndSums, dateText, decimalText, recordId } from '../contract/fields.ts';
import { recordCalls, recordVerb } from '../contract/record-calls.ts';
import { depositFields } from '../deposits/deposit.ts';
import { contentInput } from '../documents/document-content.ts';
import {
  documentAnswer,
  documentDetail,
  documentPreview,
  previewSchema,
} from '../documents/document.contract.ts';
import { choiceAnswer, lineItemSchema } from '../documents/line-content.ts';
import { revisionCalls } from '../documents/revision.contract.ts';
import { sendEmailInput } from '../emails/email.contract.ts';
import { EMAIL_EVENTS, holdField } from '../emails/message.contract.ts';
import { INVOICE_STANDINGS, INVOICE_STATUSES } from '../invoices/invoice-status.ts';
import { invoiceDetailSchema } from '../invoices/invoice.contract.ts';
import { documentListQuery, documentSummaryByStatus } from '../lists/list-query.ts';
import { DOCUMENT_SORTS } from '../lists/list-sorts.ts';
import { acceptanceSchema, onAcceptanceField } from './estimate-answer.ts';
import { ESTIMATE_STATUSES } from './estimate-status.ts';
import { ON_ACCEPTANCE } from './on-acceptance.ts';

// ── Answers ─────────────────────────────────────────────────────────────────

const estimateLine = lineItemSchema.extend({ ...choiceAnswer, estimateId: z.number() });

export const estimateSchema = documentAnswer('estimate', ESTIMATE_STATUSES, estimateLine).extend({
  /** The invoice that it became (decision 15). */
  invoice: z.object({ id: z.number(), invoiceNumber: z.string(), deleted: z.boolean() }).nullable(),
  /** What is made when its customer accepts online; null is what the profile says. */
  onAcceptance: z.enum(ON_ACCEPTANCE).nullable(),
});
export type Estimate = z.output<typeof estimateSchema>;

export const ESTIMATE_EVENTS = [
  'estimate.created',
  'estimate.edited',
  'estimate.sent',
  'estimate.viewed',
  'estimate.accepted',
  'estimate.rejected',
  'estimate.declined',
  'estimate.not_followed',
  'estimate.expired',
  'estimate.reopened',
  'estimate.converted',
  'estimate.deposit',
  'estimate.deleted',
  'estimate.restored',
  ...EMAIL_EVENTS,
] as const;
export type EstimateEventType = (typeof ESTIMATE_EVENTS)[number];

/** One estimate with everything that its page shows. */
export const estimateDetailSchema = estimateSchema.extend({
  ...documentDetail('estimate', estimateLine, ESTIMATE_EVENTS),
  /** Its deposit invoices, in their order, and what credit notes took of each. */
  depositInvoices: z.array(
    z.object({
      id: z.number(),
      invoiceNumber: z.string(),
      status: z.enum(INVOICE_STATUSES),
      standing: z.enum(INVOICE_STANDINGS),
      issueDate: dateText,
      total: decimalText,
      amountDue: decimalText,
      credited: decimalText,
      /** Refunded or written off: nobody owes it any more, and the final invoice deducts it all the same. */
      notOwed: decimalText,
      isDeducted: z.boolean(),
    }),
  ),
  /** Its total less what deposit invoices ask for; 0 once it has become its invoice. */
  leftToInvoice: decimalText,
  /** How its customer accepted it online, while that holds for what it says now. */
  acceptance: acceptanceSchema.nullable(),
});
export type EstimateDetail = z.output<typeof estimateDetailSchema>;

// ── Inputs ──────────────────────────────────────────────────────────────────

const statusField = z.enum(ESTIMATE_STATUSES, {
  error: 'Status must be draft, sent, accepted, rejected or expired',
});

const content = contentInput('estimate');

export const estimateInput = z.object({
  ...content,
  estimateNumber: content.estimateNumber.default(''),
  taxRate: content.taxRate.default('0.00'),
  /** Accepted makes the invoice in the same step. */
  status: statusField.default('draft'),
  onAcceptance: onAcceptanceField.nullable().optional(),
  /** Emails one that is created as sent to its customer, where there is an address. */
  sendEmail: z.boolean({ error: 'Send email must be true or false' }).optional(),
  /** Of that message. */
  hold: holdField,
});
export type EstimateInput = z.output<typeof estimateInput>;

/** Absent fields stay as they are stored. */
export const estimateUpdateInput = z.object(content).partial().extend({
  id: recordId,
  status: statusField.optional(),
  onAcceptance: onAcceptanceField.nullable().optional(),
  version: baseVersion,
});
export type EstimateUpdateInput = z.output<typeof estimateUpdateInput>;

/** What the estimate asks for unless told. */
export const depositInvoiceInput = z.object({
  id: recordId,
  ...depositFields,
});
export type DepositInvoiceInput = z.output<typeof depositInvoiceInput>;

export const estimatePreviewInput = documentPreview('estimate', ESTIMATE_STATUSES);

/** Of the status that was asked for, and of each one under the same search. */
export const estimateSummarySchema = countAndSums.extend({
  byStatus: z.object({
    draft: countAndSums,
    sent: countAndSums,
    accepted: countAndSums,
    rejected: countAndSums,
    expired: countAndSums,
  }),
});
export type EstimateSummary = z.output<typeof estimateSummarySchema>;

// ── Calls ───────────────────────────────────────────────────────────────────

const TAG = 'Estimates';

const verb = (name: string) =>
  recordVerb(`/estimates/{id}/${name}`, 'Estimates', estimateDetailSchema);

export const estimateContract = {
  ...recordCalls('/estimates', 'Estimates', {
    listed: estimateSchema,
    answer: estimateDetailSchema,
    list: documentListQuery(['all', ...ESTIMATE_STATUSES], DOCUMENT_SORTS.estimate),
    create: estimateInput,
    update: estimateUpdateInput,
  }),
  /** Count and sum of what a list with the same filters holds; and of each status. */
  summary: getCall(
    '/estimates/summary',
    TAG,
    documentSummaryByStatus(['all', ...ESTIMATE_STATUSES]),
    estimateSummarySchema,
  ),
  /** Empty where a series gives the numbers. */
  nextNumber: oc
    .route({ method: 'GET', path: '/estimates/next-number', tags: [TAG] })
    .output(z.object({ estimateNumber: z.string() })),
  /** Makes its invoice, once: asked again, it answers with the same one. */
  convert: recordVerb('/estimates/{id}/convert', 'Estimates', invoiceDetailSchema),
  /**
   * Makes a deposit invoice, a draft, and accepts the estimate: asked again while that is a draft, it
   * answers with the same one.
   */
  depositInvoice: oc
    .route({
      method: 'POST',
      path: '/estimates/{id}/deposit-invoice',
      tags: [TAG],
      successStatus: 201,
    })
    .input(depositInvoiceInput)
    .output(invoiceDetailSchema),
  ...revisionCalls('/estimates', 'Estimates'),
  markSent: verb('mark-sent'),
  /** Makes its invoice in the same step. */
  accept: verb('accept'),
  reject: verb('reject'),
  /** Queues the estimate as an e-mail. Its state is on the estimate's `emails`. */
  sendEmail: keyedCall('/estimates/{id}/send-email', TAG, sendEmailInput, estimateDetailSchema),
  preview: postCall('/estimates/preview', TAG, estimatePreviewInput, previewSchema),
};
