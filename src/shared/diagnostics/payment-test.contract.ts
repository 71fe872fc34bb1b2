import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { boundedText, decimalText, nullableText, recordId } from '../contract/fields.ts';

const qrCodeTest = z.object({
  generated: z.boolean(),
  /** Source of a picture: a data address. */
  qrCode: nullableText,
  url: nullableText,
  error: nullableText,
});

/** What the diagnostic page shows about one invoice. */
export const paymentTestSchema = z.object({
  invoice: z.object({
    number: z.string(),
    total: decimalText,
    currency: z.string(),
    status: z.string(),
  }),
  paymentConfiguration: z.object({
    hasStripe: z.boolean(),
    hasPayPal: z.boolean(),
    preferredMethod: z.string(),
    /** The one that Pay Now leads to; null for none. */
    activeMethod: nullableText,
    paymentUrlExists: z.boolean(),
    paymentUrl: nullableText,
  }),
  qrCodeTest,
  /** Text lines by topic. */
  recommendations: z.record(z.string(), z.string()),
  error: nullableText,
});
export type PaymentTest = z.output<typeof paymentTestSchema>;

/** The short test behind an invoice's action. */
const paymentIntegrationTestSchema = z.object({
  paymentConfiguration: z.object({
    /** 'stripe', 'paypal' or 'none'. */
    selectedPaymentMethod: z.string(),
  }),
  qrCode: z.object({ generated: z.boolean() }),
  recommendations: z.record(z.string(), z.string()),
});

const TAG = 'Diagnostics';

export const paymentTestContract = {
  /** Data for the invoice's owner alone; anyone else gets the same 404 as for no invoice. */
  publicTest: getCall(
    '/public/test-payment/{id}',
    TAG,
    z.object({ id: boundedText(64) }),
    paymentTestSchema,
  ),
  integrationTest: getCall(
    '/test-payment-integration/{invoiceId}',
    TAG,
    z.object({ invoiceId: recordId }),
    paymentIntegrationTestSchema,
  ),
};
