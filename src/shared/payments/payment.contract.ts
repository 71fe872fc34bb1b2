import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import {
  dateField,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  recordId,
} from '../contract/fields.ts';
import { publicIdInput } from '../documents/public-document.contract.ts';
import { PAYMENT_METHODS } from '../invoices/invoice-status.ts';
import { invoiceDetailSchema } from '../invoices/invoice.contract.ts';
import { accountPaymentCalls } from './account-payment.contract.ts';
import { cardChargeCalls } from './card-charge.contract.ts';

export const PAYMENT_PROVIDERS = ['stripe', 'paypal'] as const;
export type ProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** An invoice's public id, or its number for its signed-in owner (decision 1). */
const publicOrOwnId = publicIdInput.shape.id;

/**
 * What came of a customer's payment. 'paid': it is paid. 'confirming': the provider has it, or cannot
 * be asked just now; ask again. 'review': money came that is not what was asked for, and the business
 * looks at it. 'refunded': it was given back. 'failed': it was refused. 'unpaid': nobody has paid.
 */
export const paymentConfirmationSchema = z.object({
  state: z.enum(['paid', 'confirming', 'review', 'refunded', 'failed', 'unpaid']),
  invoiceNumber: z.string(),
  businessName: z.string(),
  /** What was paid, or given back; where nothing was, what is due. */
  amount: decimalText,
  currency: z.string(),
  dueDate: dateText,
  /** What is due of the invoice after that, and when what is due next of it is. */
  amountDue: decimalText,
  nextDueDate: dateText,
  /** The day of the payment in the business's time zone. */
  paidDate: dateText.nullable(),
  /** 'Visa ending 4242'. */
  method: nullableText,
  /** The invoice had been paid otherwise: the attempt that led here was not charged. */
  alreadyPaid: z.boolean(),
  /** Whether the provider sends its receipt to the address it was given. */
  receiptEmailed: z.boolean(),
});
export type PaymentConfirmation = z.output<typeof paymentConfirmationSchema>;

/** The day on which money came, as its owner says. */
export const paymentDateField = dateField('Payment date');

export const markPaidInput = z.object({
  id: publicOrOwnId,
  /** With it, the owner records a payment. Without it, the provider is asked (decision 2). */
  paymentMethod: z
    .enum(PAYMENT_METHODS, {
      error: 'Payment method must be cash, check, card, bank_transfer or other',
    })
    .optional(),
  paymentDate: paymentDateField.optional(),
});

export const createPaymentInput = z.object({
  id: publicOrOwnId,
  /** The provider to pay through; the business's preferred one unless told. */
  method: z
    .enum(PAYMENT_PROVIDERS, { error: 'Payment method must be stripe or paypal' })
    .optional(),
  /**
   * All that is due unless told: what is overdue or due next of a plan, or any part where the business
   * lets its customers choose.
   */
  amount: moneyField('Amount').optional(),
  /** The payer agrees that the card is charged for following invoices, too. */
  automatic: z.boolean({ error: 'Automatic must be true or false' }).optional(),
});

const savedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  agreedAt: instantText,
  /** It was refused for good: another card is needed. */
  isRefused: z.boolean(),
});

/** What a customer may agree to on an invoice's page, and has agreed to. */
export const automaticPaymentSchema = z.object({
  offered: z.boolean(),
  /** What is agreed to, word for word. */
  text: z.string(),
  card: savedCard.nullable(),
  /** The day on which the card is charged for this invoice; null where it is not. */
  chargedOn: dateText.nullable(),
});
export type AutomaticPayment = z.output<typeof automaticPaymentSchema>;

/** What a customer has agreed to and has not ended, for the owner. */
export const customerMandateSchema = z.object({
  card: savedCard.nullable(),
  text: nullableText,
  /** The newest charge of the card that was declined, where its invoice is not paid and was not charged since. */
  lastDecline: z
    .object({
      invoiceId: z.number(),
      invoiceNumber: z.string(),
      currency: z.string(),
      amount: decimalText,
      declinedAt: instantText,
      /** The day on which it is tried again; null where it is not. */
      retryOn: dateText.nullable(),
    })
    .nullable(),
});
export type CustomerMandate = z.output<typeof customerMandateSchema>;

export const paymentLinkSchema = z.object({
  paymentUrl: z.string(),
  method: z.enum(PAYMENT_PROVIDERS),
  expiresAt: instantText,
});
export type PaymentLink = z.output<typeof paymentLinkSchema>;

const TAG = 'Payments';

export const paymentContract = {
  ...accountPaymentCalls,
  ...cardChargeCalls,
  markPaid: keyedCall(
    '/invoices/{id}/mark-paid',
    TAG,
    markPaidInput,
    z.union([invoiceDetailSchema, paymentConfirmationSchema]),
  ),
  createPayment: postCall(
    '/invoices/{id}/create-payment',
    TAG,
    createPaymentInput,
    paymentLinkSchema,
  ),
  automatic: getCall(
    '/invoices/{id}/automatic-payment',
    TAG,
    z.object({ id: publicOrOwnId }),
    automaticPaymentSchema,
  ),
  /** For the customer: asked again, it answers the same. */
  endAutomatic: postCall(
    '/invoices/{id}/automatic-payment/end',
    TAG,
    z.object({ id: publicOrOwnId }),
    automaticPaymentSchema,
  ),
  mandate: getCall(
    '/customers/{id}/automatic-payment',
    TAG,
    z.object({ id: recordId }),
    customerMandateSchema,
  ),
  endMandate: postCall(
    '/customers/{id}/automatic-payment/end',
    TAG,
    z.object({ id: recordId }),
    customerMandateSchema,
  ),
  /** All that is left of a payment, unless an amount is given. */
  refund: keyedCall(
    '/invoices/{id}/payments/{paymentId}/refund',
    TAG, // A misspelt amount is refused: without one everything is given back.
    z.strictObject({
      id: recordId,
      paymentId: recordId,
      amount: moneyField('Amount').optional(),
      /** Sent to the customer, with what was refunded, once it has been. */
      message: optionalText('Message', 2_000, 'lines'),
      /**
       * Whether the customer still owes the amount. Unless told, it is owed where something was due on
       * the invoice, or where no money that was received is left.
       */
      stillOwed: z.boolean().optional(),
    }),
    invoiceDetailSchema,
  ),
  /** Takes a payment that is in review as it is: it counts from now on. */
  acceptPayment: postCall(
    '/invoices/{id}/payments/{paymentId}/accept',
    TAG,
    z.object({ id: recordId, paymentId: recordId }),
    invoiceDetailSchema,
  ),
};
