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
  quantityField,
  rateField,
  recordId,
  recordNumber,
  requiredText,
} from '../contract/fields.ts';
import { EMAIL_EVENTS, emailSchema, undeliveredSchema } from '../emails/message.contract.ts';
import { listAnswer, listQueryByStatus, searchQuery } from '../lists/list-query.ts';
import { INVOICE_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from './invoice-status.ts';

export const MAX_LINE_ITEMS = 5_000;
/** Characters of all descriptions together: what can be drawn as one document. */
const MAX_LINE_TEXT = 1_000_000;
export const DEFAULT_DUE_DAYS = 30;

// ── Answers ─────────────────────────────────────────────────────────────────

export const lineItemSchema = z.object({
  id: z.number(),
  invoiceId: z.number(),
  itemId: z.number().nullable(),
  description: z.string(),
  quantity: decimalText,
  unitPrice: decimalText,
  total: decimalText,
});
export type LineItem = z.output<typeof lineItemSchema>;

export const invoiceSchema = z.object({
  id: z.number(),
  userId: z.string(),
  customerId: z.number(),
  customer: z.object({
    id: z.number(),
    name: z.string(),
    company: nullableText,
    email: nullableText,
  }),
  invoiceNumber: z.string(),
  poNumber: nullableText,
  status: z.enum(INVOICE_STATUSES),
  issueDate: dateText,
  dueDate: dateText,
  currency: z.string(),
  subtotal: decimalText,
  taxAmount: decimalText,
  taxRate: decimalText,
  total: decimalText,
  notes: nullableText,
  terms: nullableText,
  stripePaymentIntentId: nullableText,
  paymentUrl: nullableText,
  /** 128 random bits in hex: the invoice's name in public addresses. */
  publicId: z.string(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
  /** On a single invoice and on the whole list; a page of the list leaves them out. */
  lineItems: z.array(lineItemSchema).optional(),
  /** Whether the newest message about it reached nobody; the whole list leaves it out. */
  undelivered: undeliveredSchema.nullable().optional(),
});
export type Invoice = z.output<typeof invoiceSchema>;

export const paymentSchema = z.object({
  id: z.number(),
  invoiceId: z.number(),
  amount: decimalText,
  paymentDate: dateText,
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  status: z.enum(PAYMENT_STATUSES),
  /** Who moved the money; null for a payment recorded by hand. */
  provider: z.enum(['stripe', 'paypal']).nullable(),
  /** 'Visa ending 4242'; null for a payment recorded by hand. */
  methodDetail: nullableText,
  /** What has been given back, and what is on its way back. */
  refundedAmount: decimalText,
  pendingRefundAmount: decimalText,
  /** Of what was given back, what is owed again: its owner has set the invoice back by hand. */
  stillOwedAmount: decimalText,
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  /** The provider's receipt page. */
  receiptUrl: nullableText,
  notes: nullableText,
  createdAt: instantText,
});
export type Payment = z.output<typeof paymentSchema>;

export const INVOICE_EVENTS = [
  'invoice.created',
  'invoice.edited',
  'invoice.sent',
  'invoice.overdue',
  'invoice.viewed',
  'invoice.paid',
  'invoice.reopened',
  'invoice.deleted',
  'invoice.restored',
  'payment.link',
  'payment.received',
  'payment.processing',
  'payment.failed',
  'payment.review',
  'payment.accepted',
  'payment.refunded',
  'payment.refund_failed',
  'payment.overpaid',
  'payment.disputed',
  'payment.dispute_closed',
  ...EMAIL_EVENTS,
] as const;
export type InvoiceEventType = (typeof INVOICE_EVENTS)[number];

export const invoiceEventSchema = z.object({
  id: z.number(),
  type: z.enum(INVOICE_EVENTS),
  data: z.record(z.string(), z.unknown()),
  createdAt: instantText,
});
export type InvoiceEvent = z.output<typeof invoiceEventSchema>;

/** One invoice with everything that its page shows. History is newest first. */
export const invoiceDetailSchema = invoiceSchema.extend({
  lineItems: z.array(lineItemSchema),
  payments: z.array(paymentSchema),
  history: z.array(invoiceEventSchema),
  /** Received and not given back. */
  amountReceived: decimalText,
  /** Still to be paid; 0.00 when paid. */
  amountDue: decimalText,
  /** Received beyond the total. */
  overpaid: decimalText,
  /** A payment was submitted, and its provider has yet to say whether the money comes. */
  paymentProcessing: z.boolean(),
  /** Messages about it, newest first. */
  emails: z.array(emailSchema),
  /** The estimate that it was made from. */
  estimate: z.object({ id: z.number(), estimateNumber: z.string() }).nullable(),
});
export type InvoiceDetail = z.output<typeof invoiceDetailSchema>;

const countAndTotal = z.object({ count: z.number(), total: decimalText });

/** Count and sum for each status, and of what is unpaid (sent and overdue). */
export const invoiceSummarySchema = z.object({
  all: countAndTotal,
  draft: countAndTotal,
  sent: countAndTotal,
  paid: countAndTotal,
  overdue: countAndTotal,
  unpaid: countAndTotal,
});
export type InvoiceSummary = z.output<typeof invoiceSummarySchema>;

// ── Inputs ──────────────────────────────────────────────────────────────────

const customerId = recordNumber('Customer is required');

export const lineItemInput = z.object({
  itemId: z.number().int().positive().nullable().optional(),
  description: requiredText('Description', 2_000, 'lines'),
  quantity: quantityField('Quantity', 'Quantity must be positive'),
  unitPrice: moneyField('Unit price', { min: 'Unit price must be positive' }),
});
export type LineItemInput = z.output<typeof lineItemInput>;

/** The lines of 'An invoice' or 'An estimate'. */
export const documentLines = (document: string) =>
  z
    .array(lineItemInput, { error: 'At least one line item is required' })
    .min(1, { error: 'At least one line item is required' })
    .max(MAX_LINE_ITEMS, { error: `${document} has at most 5,000 line items` })
    .refine(
      (lines) => lines.reduce((sum, line) => sum + line.description.length, 0) <= MAX_LINE_TEXT,
      { error: 'The descriptions of all line items together have at most 1,000,000 characters' },
    );

const statusField = z.enum(INVOICE_STATUSES, {
  error: 'Status must be draft, sent, paid or overdue',
});

/** Totals that a client sends are read by nobody: the server computes them (decision 9). */
export const invoiceInput = z.object({
  customerId,
  invoiceNumber: documentNumber('Invoice number'),
  poNumber: optionalText('PO number', 60),
  status: statusField.default('draft'),
  issueDate: dateField('Issue date'),
  dueDate: dateField('Due date'),
  taxRate: rateField('Tax rate').default('0.00'),
  /** Holds only while the rate is 0: a flat tax. */
  taxAmount: moneyField('Tax amount').optional(),
  notes: optionalText('Notes', 10_000, 'lines'),
  terms: optionalText('Terms', 10_000, 'lines'),
  lineItems: documentLines('An invoice'),
});
export type InvoiceInput = z.output<typeof invoiceInput>;

/** Absent fields (PO number, tax amount, status) stay as they are stored. */
export const invoiceUpdateInput = invoiceInput.extend({
  id: recordId,
  status: statusField.optional(),
  /** How and when it was paid, where this sets the status to paid; in cash and today unless told. */
  paymentMethod: z
    .enum(PAYMENT_METHODS, {
      error: 'Payment method must be cash, check, card, bank_transfer or other',
    })
    .optional(),
  paymentDate: dateField('Payment date').optional(),
  version: baseVersion,
});
export type InvoiceUpdateInput = z.output<typeof invoiceUpdateInput>;

/**
 * A form as it stands while somebody types, for the live document: nothing is required, and what is
 * not a number is drawn as a dash, as are the sums that it belongs to.
 */
export const previewInput = z.object({
  /** The invoice being edited, so that a paid one is drawn as paid. */
  id: recordId.optional(),
  customerId: z.number().int().positive().nullable().optional(),
  invoiceNumber: boundedText(200).optional(),
  poNumber: boundedText(200).nullable().optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  issueDate: boundedText(40).optional(),
  dueDate: boundedText(40).optional(),
  taxRate: boundedText(40).optional(),
  taxAmount: boundedText(40).optional(),
  notes: boundedText(10_000).nullable().optional(),
  terms: boundedText(10_000).nullable().optional(),
  lineItems: z
    .array(
      z.object({
        description: boundedText(2_000),
        quantity: boundedText(40),
        unitPrice: boundedText(40),
      }),
    )
    .max(MAX_LINE_ITEMS),
  /** Pages wanted, from 1; the answer says how many there are. */
  pages: z.array(z.number().int().min(1).max(500)).max(5).default([1]),
  /**
   * A look other than the profile's, for trying themes and colors. It is tried on a sample customer
   * where none is named.
   */
  style: z
    .object({
      pdfTheme: boundedText(20),
      pdfPrimaryColor: boundedText(20),
      pdfAccentColor: boundedText(20),
    })
    .optional(),
});
export type PreviewInput = z.output<typeof previewInput>;

export const previewSchema = z.object({
  pageCount: z.number(),
  pages: z.array(z.object({ page: z.number(), svg: z.string() })),
});

// ── Calls ───────────────────────────────────────────────────────────────────

const byId = z.object({ id: recordId });
const tags = ['Invoices'];

export const invoiceContract = {
  list: oc
    .route({ method: 'GET', path: '/invoices', outputStructure: 'detailed', tags })
    .input(listQueryByStatus(['all', ...INVOICE_STATUSES]))
    .output(listAnswer(invoiceSchema)),
  summary: oc
    .route({ method: 'GET', path: '/invoices/summary', tags })
    .input(searchQuery)
    .output(invoiceSummarySchema),
  nextNumber: oc
    .route({ method: 'GET', path: '/invoices/next-number', tags })
    .output(z.object({ invoiceNumber: z.string() })),
  get: oc
    .route({ method: 'GET', path: '/invoices/{id}', tags })
    .input(byId)
    .output(invoiceDetailSchema),
  create: oc
    .route({ method: 'POST', path: '/invoices', successStatus: 201, tags })
    .input(invoiceInput)
    .output(invoiceDetailSchema),
  update: oc
    .route({ method: 'PUT', path: '/invoices/{id}', tags })
    .input(invoiceUpdateInput)
    .output(invoiceDetailSchema),
  delete: oc
    .route({ method: 'DELETE', path: '/invoices/{id}', tags })
    .input(byId)
    .output(z.object({ id: z.number() })),
  restore: oc
    .route({ method: 'POST', path: '/invoices/{id}/restore', tags })
    .input(byId)
    .output(invoiceDetailSchema),
  preview: oc
    .route({ method: 'POST', path: '/invoices/preview', tags })
    .input(previewInput)
    .output(previewSchema),
};
