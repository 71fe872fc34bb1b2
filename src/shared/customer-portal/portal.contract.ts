/** The calls of a customer's visit to the portal: the customer is who the visit's cookie says. */
import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import { requiredEmail } from '../contract/contact-fields.ts';
import {
  boundedText,
  dateText,
  decimalText,
  instantText,
  moneySchema,
  nullableText,
  recordId,
  recordNumber,
} from '../contract/fields.ts';
import { publicBusinessSchema } from '../documents/public-document.contract.ts';
import { ESTIMATE_STATUSES } from '../estimates/estimate-status.ts';
import { INVOICE_STANDINGS, INVOICE_STATUSES } from '../invoices/invoice-status.ts';
import { paymentLinkSchema } from '../payments/payment.contract.ts';
import { contactDetailsInput, contactDetailsSchema } from './contact-details.ts';
import { MOST_PAID_AT_ONCE } from './portal-rules.ts';

const TAG = 'Customer portal';
/** Tokens have 64 letters; what is longer is none. */
const tokenInput = z.object({ token: boundedText(200) });
const nothing = z.object({});
const said = z.object({ message: z.string() });

export const portalSchema = z.object({
  business: publicBusinessSchema.pick({
    businessName: true,
    email: true,
    phone: true,
    logoUrl: true,
    brand: true,
  }),
  customer: z.object({ name: z.string(), company: nullableText }),
  /** The day that it is for the business. */
  today: dateText,
  /** What is to be paid and what of that is late, by currency; none where nothing is. */
  open: z.array(moneySchema.extend({ count: z.number(), overdue: decimalText })),
  /** Whether anything can be paid online, and whether payments are a rehearsal. */
  paysOnline: z.boolean(),
  testMode: z.boolean(),
});
export type Portal = z.output<typeof portalSchema>;

const listInput = z.object({ cursor: boundedText(300).optional() });
/** @returns a page, and where the next one begins */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: nullableText });

const documentFacts = {
  publicId: z.string(),
  number: z.string(),
  issueDate: dateText,
  currency: z.string(),
  total: decimalText,
};

export const portalInvoiceSchema = z.object({
  id: z.number(),
  ...documentFacts,
  status: z.enum(INVOICE_STATUSES),
  /** The same, or what is said where nothing was ever due, or nobody has paid what is settled. */
  standing: z.enum(INVOICE_STANDINGS),
  dueDate: dateText,
  /** When what is due next of it is. */
  nextDueDate: dateText,
  amountDue: decimalText,
  /** Of it, what is late. */
  amountOverdue: decimalText,
  /** A payment is on its way. */
  isBeingConfirmed: z.boolean(),
  /** Why all that is due cannot be paid online at once, in words; null where it can. */
  obstacle: nullableText,
  /** The saved card that is charged for what is due, and when; null where the customer is asked for it. */
  charge: z.object({ card: z.string(), date: dateText }).nullable(),
  /** The saved card that was declined for what is due, while no other is charged; null where none was. */
  declinedCard: nullableText,
});
export type PortalInvoice = z.output<typeof portalInvoiceSchema>;

export const portalEstimateSchema = z.object({
  ...documentFacts,
  status: z.enum(ESTIMATE_STATUSES),
  expiryDate: dateText,
});
export type PortalEstimate = z.output<typeof portalEstimateSchema>;

export const portalCreditNoteSchema = z.object({
  ...documentFacts,
  /** What of it is still credit. */
  unappliedAmount: decimalText,
});
export type PortalCreditNote = z.output<typeof portalCreditNoteSchema>;

export const portalPaymentSchema = z.object({
  id: z.number(),
  paymentDate: dateText,
  amount: decimalText,
  currency: z.string(),
  refundedAmount: decimalText,
  /** 'review': the business looks at it first. */
  status: z.enum(['completed', 'refunded', 'review']),
  /** 'Visa ending 4242', 'Bank transfer'. */
  method: nullableText,
  /** What it settles; of one that does not count, what it was for. */
  invoiceNumbers: z.array(z.string()),
});
export type PortalPayment = z.output<typeof portalPaymentSchema>;

/** 'open' is what is to be paid, the first due first; 'paid' what is settled, the newest first. */
export const portalInvoicesInput = listInput.extend({
  status: z.enum(['open', 'paid'], { error: 'status must be open or paid' }),
});
/** 'waiting' can be answered; 'past' was. */
export const portalEstimatesInput = listInput.extend({
  status: z.enum(['waiting', 'past'], { error: 'status must be waiting or past' }),
});

export const payInvoicesInput = z.object({
  invoiceIds: z
    .array(recordNumber('Choose invoices to pay'), { error: 'Choose invoices to pay' })
    .min(1, { error: 'Choose at least one invoice' })
    .max(MOST_PAID_AT_ONCE, { error: `Choose at most ${MOST_PAID_AT_ONCE} invoices` }),
});

export const combinedConfirmationSchema = z.object({
  state: z.enum(['paid', 'confirming', 'failed', 'unpaid', 'review']),
  amount: decimalText,
  currency: z.string(),
});
export type CombinedConfirmation = z.output<typeof combinedConfirmationSchema>;

export const portalContactSchema = z.object({
  current: contactDetailsSchema,
  /** What the customer has proposed and the business has not decided about yet. */
  proposal: z
    .object({ changes: contactDetailsSchema.partial(), createdAt: instantText })
    .nullable(),
});
export type PortalContact = z.output<typeof portalContactSchema>;

/** A card that is charged for what is due. */
const portalCardSchema = z.object({
  /** The customer who agreed: of customers that were merged each has its own. */
  customerId: z.number(),
  brand: z.string(),
  last4: z.string(),
  expiresMonth: z.number(),
  expiresYear: z.number(),
  agreedAt: instantText,
  isRefused: z.boolean(),
  /** What was agreed to, word for word. */
  text: z.string(),
  /** What is agreed to with another card in its place; null where that is not offered. */
  changeText: nullableText,
});
export const portalCardsSchema = z.object({ cards: z.array(portalCardSchema) });
export type PortalCards = z.output<typeof portalCardsSchema>;
const cardInput = z.object({ customerId: recordId });

export const portalContract = {
  /** Asks for a link, from the page of a document; the answer is the same whatever there is. */
  askLink: postCall(
    '/public/{kind}/{id}/portal-link',
    TAG,
    z.object({
      kind: z.enum(['invoice', 'estimate', 'credit-note'], {
        error: 'kind must be invoice, estimate or credit-note',
      }),
      id: boundedText(64),
      email: requiredEmail('Email'),
    }),
    said,
  ),
  /** The same by a link that works no more: a new one goes where that one went. */
  askAgain: postCall('/portal/ask-again', TAG, tokenInput, said),
  /** Uses a link up, and begins a visit. */
  open: postCall('/portal/open', TAG, tokenInput, nothing),
  signOut: postCall('/portal/sign-out', TAG, nothing.optional(), nothing),
  get: getCall('/portal', TAG, nothing, portalSchema),
  invoices: getCall('/portal/invoices', TAG, portalInvoicesInput, pageOf(portalInvoiceSchema)),
  estimates: getCall('/portal/estimates', TAG, portalEstimatesInput, pageOf(portalEstimateSchema)),
  creditNotes: getCall('/portal/credit-notes', TAG, listInput, pageOf(portalCreditNoteSchema)),
  payments: getCall('/portal/payments', TAG, listInput, pageOf(portalPaymentSchema)),
  pay: postCall('/portal/pay', TAG, payInvoicesInput, paymentLinkSchema),
  /** What came of a payment, by the key that its return address has. */
  confirm: postCall(
    '/portal/confirm-payment',
    TAG,
    z.object({ key: boundedText(64) }),
    combinedConfirmationSchema,
  ),
  contact: getCall('/portal/contact', TAG, nothing, portalContactSchema),
  /** Takes the place of what was proposed before; what is so already is no proposal. */
  propose: postCall('/portal/contact', TAG, contactDetailsInput, portalContactSchema),
  cards: getCall('/portal/cards', TAG, nothing, portalCardsSchema),
  /** Leads to where another card is typed, which then takes this one's place. */
  changeCard: postCall(
    '/portal/cards/{customerId}/change',
    TAG,
    cardInput,
    z.object({ url: z.string() }),
  ),
  endCard: postCall('/portal/cards/{customerId}/end', TAG, cardInput, portalCardsSchema),
};
