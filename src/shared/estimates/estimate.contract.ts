import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  baseVersion,
  boundedText,
  dateField,
  dateText,
  decimalText,
  documentNumber,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  rateField,
  recordId,
  recordNumber,
} from '../contract/fields.ts';
import { sendEmailInput } from '../emails/email.contract.ts';
import { EMAIL_EVENTS, emailSchema, undeliveredSchema } from '../emails/message.contract.ts';
import {
  documentLines,
  invoiceDetailSchema,
  lineItemSchema,
  previewInput,
  previewSchema,
} from '../invoices/invoice.contract.ts';
import { listAnswer, listQueryByStatus, searchQuery } from '../lists/list-query.ts';
import { ESTIMATE_STATUSES } from './estimate-status.ts';

// ── Answers ─────────────────────────────────────────────────────────────────

export const estimateLineItemSchema = lineItemSchema
  .omit({ invoiceId: true })
  .extend({ estimateId: z.number() });
export type EstimateLineItem = z.output<typeof estimateLineItemSchema>;

export const estimateSchema = z.object({
  id: z.number(),
  userId: z.string(),
  customerId: z.number(),
  customer: z.object({
    id: z.number(),
    name: z.string(),
    company: nullableText,
    email: nullableText,
  }),
  estimateNumber: z.string(),
  status: z.enum(ESTIMATE_STATUSES),
  issueDate: dateText,
  expiryDate: dateText,
  currency: z.string(),
  subtotal: decimalText,
  taxAmount: decimalText,
  taxRate: decimalText,
  total: decimalText,
  notes: nullableText,
  terms: nullableText,
  /** The invoice that it became (decision 15). */
  invoice: z.object({ id: z.number(), invoiceNumber: z.string(), deleted: z.boolean() }).nullable(),
  /** 128 random bits in hex: the estimate's name in public addresses. */
  publicId: z.string(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
  /** On a single estimate and on the whole list; a page of the list leaves them out. */
  lineItems: z.array(estimateLineItemSchema).optional(),
  /** Whether the newest message about it reached nobody; the whole list leaves it out. */
  undelivered: undeliveredSchema.nullable().optional(),
});
export type Estimate = z.output<typeof estimateSchema>;

export const ESTIMATE_EVENTS = [
  'estimate.created',
  'estimate.edited',
  'estimate.sent',
  'estimate.viewed',
  'estimate.accepted',
  'estimate.rejected',
  'estimate.expired',
  'estimate.reopened',
  'estimate.converted',
  'estimate.deleted',
  'estimate.restored',
  ...EMAIL_EVENTS,
] as const;
export type EstimateEventType = (typeof ESTIMATE_EVENTS)[number];

/** One estimate with everything that its page shows. History is newest first. */
export const estimateDetailSchema = estimateSchema.extend({
  lineItems: z.array(estimateLineItemSchema),
  /** Messages about it, newest first. */
  emails: z.array(emailSchema),
  history: z.array(
    z.object({
      id: z.number(),
      type: z.enum(ESTIMATE_EVENTS),
      data: z.record(z.string(), z.unknown()),
      createdAt: instantText,
    }),
  ),
});
export type EstimateDetail = z.output<typeof estimateDetailSchema>;

// ── Inputs ──────────────────────────────────────────────────────────────────

const statusField = z.enum(ESTIMATE_STATUSES, {
  error: 'Status must be draft, sent, accepted, rejected or expired',
});

/** Totals that a client sends are read by nobody: the server computes them (decision 9). */
export const estimateInput = z.object({
  customerId: recordNumber('Customer is required'),
  estimateNumber: documentNumber('Estimate number'),
  /** Accepted makes the invoice in the same step. */
  status: statusField.default('draft'),
  issueDate: dateField('Issue date'),
  expiryDate: dateField('Expiry date'),
  taxRate: rateField('Tax rate').default('0.00'),
  /** Holds only while the rate is 0: a flat tax. */
  taxAmount: moneyField('Tax amount').optional(),
  notes: optionalText('Notes', 10_000, 'lines'),
  terms: optionalText('Terms', 10_000, 'lines'),
  lineItems: documentLines('An estimate'),
});
export type EstimateInput = z.output<typeof estimateInput>;

/** Absent fields (status, tax amount) stay as they are stored. */
export const estimateUpdateInput = estimateInput.extend({
  id: recordId,
  status: statusField.optional(),
  version: baseVersion,
});
export type EstimateUpdateInput = z.output<typeof estimateUpdateInput>;

/** A form as it stands while somebody types; see previewInput of invoices. */
export const estimatePreviewInput = previewInput
  .omit({ invoiceNumber: true, poNumber: true, status: true, dueDate: true, style: true })
  .extend({
    estimateNumber: boundedText(200).optional(),
    status: z.enum(ESTIMATE_STATUSES).optional(),
    expiryDate: boundedText(40).optional(),
  });
export type EstimatePreviewInput = z.output<typeof estimatePreviewInput>;

const countAndTotal = z.object({ count: z.number(), total: decimalText });

/** Of the status that was asked for, and of each one under the same search. */
export const estimateSummarySchema = countAndTotal.extend({
  byStatus: z.object({
    draft: countAndTotal,
    sent: countAndTotal,
    accepted: countAndTotal,
    rejected: countAndTotal,
    expired: countAndTotal,
  }),
});
export type EstimateSummary = z.output<typeof estimateSummarySchema>;

// ── Calls ───────────────────────────────────────────────────────────────────

const byId = z.object({ id: recordId });
const tags = ['Estimates'];

export const estimateContract = {
  list: oc
    .route({ method: 'GET', path: '/estimates', outputStructure: 'detailed', tags })
    .input(listQueryByStatus(['all', ...ESTIMATE_STATUSES]))
    .output(listAnswer(estimateSchema)),
  /** Count and sum of what a list with the same filters holds; and of each status. */
  summary: oc
    .route({ method: 'GET', path: '/estimates/summary', tags })
    .input(
      searchQuery.extend({
        status: z.enum(['all', ...ESTIMATE_STATUSES]).optional(),
      }),
    )
    .output(estimateSummarySchema),
  nextNumber: oc
    .route({ method: 'GET', path: '/estimates/next-number', tags })
    .output(z.object({ estimateNumber: z.string() })),
  get: oc
    .route({ method: 'GET', path: '/estimates/{id}', tags })
    .input(byId)
    .output(estimateDetailSchema),
  create: oc
    .route({ method: 'POST', path: '/estimates', successStatus: 201, tags })
    .input(estimateInput)
    .output(estimateDetailSchema),
  update: oc
    .route({ method: 'PUT', path: '/estimates/{id}', tags })
    .input(estimateUpdateInput)
    .output(estimateDetailSchema),
  delete: oc
    .route({ method: 'DELETE', path: '/estimates/{id}', tags })
    .input(byId)
    .output(z.object({ id: z.number() })),
  restore: oc
    .route({ method: 'POST', path: '/estimates/{id}/restore', tags })
    .input(byId)
    .output(estimateDetailSchema),
  /** Makes its invoice, once: asked again, it answers with the same one. */
  convert: oc
    .route({ method: 'POST', path: '/estimates/{id}/convert', tags })
    .input(byId)
    .output(invoiceDetailSchema),
  /** Queues the estimate as an e-mail. Its state is on the estimate's `emails`. */
  sendEmail: oc
    .route({ method: 'POST', path: '/estimates/{id}/send-email', tags })
    .input(sendEmailInput)
    .output(estimateDetailSchema),
  preview: oc
    .route({ method: 'POST', path: '/estimates/preview', tags })
    .input(estimatePreviewInput)
    .output(previewSchema),
};
