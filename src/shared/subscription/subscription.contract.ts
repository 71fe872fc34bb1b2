import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  SUBSCRIPTION_PLANS,
  SUBSCRIPTION_STATUSES,
  userStatusSchema,
} from '../accounts/account.contract.ts';
import { postCall } from '../contract/calls.ts';
import { dateText, decimalText, instantText, nullableText } from '../contract/fields.ts';

/** How the browser pays: the provider's own form, or the sandbox's. */
export const paymentFormSchema = z.object({
  kind: z.enum(['stripe', 'sandbox']),
  publishableKey: z.string(),
  /** Where the sandbox listens; null for the real provider. */
  apiBase: nullableText,
});
export type PaymentFormSettings = z.output<typeof paymentFormSchema>;

export const newSubscriptionSchema = z.object({
  clientSecret: z.string(),
  /** What the secret confirms: the first payment, or one that failed at a renewal. */
  plan: z.enum(SUBSCRIPTION_PLANS),
  amount: decimalText,
  form: paymentFormSchema,
});
export type NewSubscription = z.output<typeof newSubscriptionSchema>;

export const billingSchema = z.object({
  /** Whether this installation sells plans at all. */
  available: z.boolean(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.enum(SUBSCRIPTION_PLANS).nullable(),
  trialInvoicesUsed: z.number(),
  price: decimalText.nullable(),
  /** The next payment, or the day the plan ends when it is canceled. */
  currentPeriodEnd: dateText.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** A renewal was refused; the provider tries again, or the card is to be changed. */
  pastDue: z.boolean(),
  paymentMethod: z
    .object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() })
    .nullable(),
  receipts: z.array(
    z.object({
      id: z.string(),
      number: nullableText,
      createdAt: instantText,
      amount: decimalText,
      status: z.enum(['paid', 'open', 'void', 'uncollectible', 'draft']),
      /** The provider's page of it. */
      url: nullableText,
    }),
  ),
  /** Why receipts or the card could not be read just now, in words. */
  notice: nullableText,
});
export type Billing = z.output<typeof billingSchema>;

const TAG = 'Subscription';

export const subscriptionContract = {
  getOrCreate: postCall(
    '/get-or-create-subscription',
    TAG,
    z.object({ plan: z.enum(SUBSCRIPTION_PLANS, { error: 'Plan must be monthly or yearly' }) }),
    newSubscriptionSchema,
  ),
  verify: oc
    .route({ method: 'POST', path: '/verify-subscription', tags: [TAG] })
    .output(userStatusSchema.extend({ state: z.enum(['active', 'confirming', 'none']) })),
  portal: oc
    .route({ method: 'POST', path: '/create-customer-portal', tags: [TAG] })
    .output(z.object({ url: z.string() })),
  billing: oc.route({ method: 'GET', path: '/billing', tags: [TAG] }).output(billingSchema),
};
