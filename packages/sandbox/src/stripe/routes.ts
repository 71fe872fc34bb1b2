/** The stand-in for Stripe: its API, its pages, and what runs by the clock. */
import type Stripe from 'stripe';
import type { Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { billingOperations } from './billing.ts';
import { catalogOperations, customerOperations } from './catalog.ts';
import { checkoutPages } from './checkout-page.ts';
import { checkoutOperations, expireSessionsInTime } from './checkout.ts';
import { errorAnswer, StripeError } from './error.ts';
import { deliverStripeEvents, webhookOperations } from './events.ts';
import { hash } from './fields.ts';
import { accountId, fill } from './objects.ts';
import { type Operation, operation, toRoute } from './operation.ts';
import { endDebitsInTime, paymentIntentOperations } from './payment-intents.ts';
import { challengePages, receiptPages } from './payment-pages.ts';
import { portalOperations, portalPages } from './portal.ts';
import { reversalOperations } from './reversals.ts';
import { setupChallengePages } from './setup-page.ts';
import { billInTime } from './subscription-billing.ts';

/** Every call of the API, with the parameters that it takes. */
export const stripeOperations: Operation[] = [
  operation('GET', '/v1/account', hash({}), (call) =>
    fill<Stripe.Account>('account', { id: accountId(call), created: call.context.clock.seconds() }),
  ),
  ...checkoutOperations,
  ...customerOperations,
  ...catalogOperations,
  ...paymentIntentOperations,
  ...reversalOperations,
  ...portalOperations,
  ...billingOperations,
  ...webhookOperations,
];

const unknownCall = (method: 'GET' | 'POST' | 'DELETE'): Route => ({
  method,
  path: '/v1/*',
  handler({ path }) {
    const message = `Unrecognized request URL (${method}: ${path}). The sandbox does not have it, or it does not exist.`;
    return errorAnswer(new StripeError(404, 'invalid_request_error', message));
  },
});

export function stripeRoutes(context: SandboxContext): Route[] {
  deliverStripeEvents(context);
  expireSessionsInTime(context);
  endDebitsInTime(context);
  billInTime(context);
  return [
    ...stripeOperations.map(toRoute(context)),
    ...checkoutPages(context),
    ...challengePages(context),
    ...setupChallengePages(context),
    ...portalPages(context),
    ...receiptPages(context),
    ...(['GET', 'POST', 'DELETE'] as const).map(unknownCall),
  ];
}
