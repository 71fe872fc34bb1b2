import { oc } from '@orpc/contract';
import * as z from 'zod';
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

const tags = ['Diagnostics'];

export const paymentTestContract = {
  /** Data for the invoice's owner alone; anyone else gets the same 404 as for no invoice. */
  publicTest: oc
    .route({ method: 'GET', path: '/public/test-payment/{id}', tags })
    .input(z.object({ id: boundedText(64) }))
    .output(paymentTestSchema),
  integrationTest: oc
    .route({ method: 'GET', path: '/test-payment-integration/{invoiceId}', tags })
    .input(z.object({ invoiceId: recordId }))
    .output(paymentIntegrationTestSchema),
};
