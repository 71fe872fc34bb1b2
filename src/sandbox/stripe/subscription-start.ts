import type Stripe from 'stripe';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';

export function startPaidSubscription(
  _work: Work,
  _session: Stripe.Checkout.Session,
  _intent: Stripe.PaymentIntent,
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  throw invalid('not yet');
}
