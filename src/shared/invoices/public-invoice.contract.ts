import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { dateText, decimalText, nullableText } from '../contract/fields.ts';
import {
  publicAround,
  publicContent,
  publicIdInput,
} from '../documents/public-document.contract.ts';
import {
  INVOICE_STANDINGS,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  SETTLEMENTS,
} from './invoice-status.ts';

const partLimits = z.object({ least: decimalText, most: decimalText });

/** What a customer sees who follows an invoice's public address. It names no record's number. */
export const publicInvoiceSchema = z.object({
  invoice: z.object({
    ...publicContent,
    /** 'Deposit invoice', 'Final invoice' or 'Invoice'. */
    title: z.string(),
    invoiceNumber: z.string(),
    status: z.enum(INVOICE_STATUSES),
    /** The same, or why nothing is due on it though nobody has paid. */
    standing: z.enum(INVOICE_STANDINGS),
    dueDate: dateText,
    /** When the next part of it is due; without a plan, the due date. */
    nextDueDate: dateText,
    /** Days until `nextDueDate` in the business's time zone; negative when it has passed. */
    daysUntilDue: z.number(),
    /** What is still to be paid: the total less what came; 0.00 when paid. */
    amountDue: decimalText,
    /**
     * What has gone back to the customer: of a paid invoice what is not owed again, of one that is open
     * all that was given back of its payments; null where nothing has.
     */
    refunded: decimalText.nullable(),
    /** What of that is not owed again: it lowers what is due; null where nothing. */
    adjusted: decimalText.nullable(),
    /** What credit notes have lowered it by; null where nothing. */
    credited: decimalText.nullable(),
    /** What its owner has given up of it; null where nothing. */
    writtenOff: decimalText.nullable(),
    /** What left nothing due; null while something is. */
    settledBy: z.enum(SETTLEMENTS).nullable(),
    /** The last payment of a paid invoice, without a method where it was paid in several ways; null before. */
    paid: z.object({ date: dateText, method: z.enum(PAYMENT_METHODS).nullable() }).nullable(),
    /** A payment was submitted, and its provider has yet to say whether the money comes. */
    paymentProcessing: z.boolean(),
    /** The saved card that is charged for it by itself, and the day; null where none is. */
    charge: z.object({ card: z.string(), date: dateText }).nullable(),
    /** The saved card that was declined for what is due, while no other is charged; null where none was. */
    declinedCard: nullableText,
    /** An address that the amount can be paid at now; null when one is to be made first. */
    paymentUrl: nullableText,
  }),
  ...publicAround,
  /** Ways to pay that can take the amount that is due, in its currency. */
  paymentConfig: z.object({
    hasStripe: z.boolean(),
    hasPayPal: z.boolean(),
    /** What of its plan is overdue or due next, where that is less than all, and what can take it. */
    installment: z
      .object({
        amount: decimalText,
        dueDate: dateText,
        hasStripe: z.boolean(),
        hasPayPal: z.boolean(),
      })
      .nullable(),
    /** Between which amounts a payer may choose, by the way to pay; null where all is asked for. */
    parts: z.object({ stripe: partLimits.optional(), paypal: partLimits.optional() }).nullable(),
    /** Why none that the business has set up can: 'PayPal cannot be used for payments in KWD.' */
    refusal: z.string().optional(),
    /** No real money moves. */
    testMode: z.boolean(),
  }),
});
export type PublicInvoice = z.output<typeof publicInvoiceSchema>;

export const publicInvoiceContract = {
  get: getCall('/public/invoice/{id}', 'Public', publicIdInput, publicInvoiceSchema),
};
