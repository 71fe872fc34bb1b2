import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { accountRoutes } from './accounts.ts';
import type { ApiRoute } from './api-call.ts';
import { ApiError, errorAnswer, orderedFailure } from './api-error.ts';
import { challengePages } from './challenge-page.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutPages } from './checkout-page.ts';
import { checkoutSessionRoutes, sessionsDue } from './checkout-sessions.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { eventDeliveries, eventRoutes } from './events.ts';
import { debitsDue } from './intent-outcomes.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { portalPages } from './portal-page.ts';
import { portalRoutes } from './portal-sessions.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { receiptPages } from './receipt-pages.ts';
import { refundRoutes } from './refunds.ts';
import { subscriptionsDue } from './subscription-billing.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Every call of the API, with the parameters that it takes. */
export function stripeApi(context: SandboxContext): ApiRoute[] {
  return [
    ...accountRoutes(context),
    ...checkoutSessionRoutes(context),
    ...customerRoutes(context),
    ...productRoutes(context),
    ...priceRoutes(context),
    ...paymentIntentRoutes(context),
    ...paymentMethodRoutes(context),
    ...chargeRoutes(context),
    ...refundRoutes(context),
    ...disputeRoutes(context),
    ...portalRoutes(context),
    ...subscriptionRoutes(context),
    ...invoiceRoutes(context),
    ...eventRoutes(context),
    ...webhookEndpointRoutes(context),
  ];
}

function unknownCall(method: Route['method']): Route {
  return {
    method,
    pattern: '/v1/*',
    handler: ({ path }) =>
      errorAnswer(
        new ApiError(
          404,
          'invalid_request_error',
          `Unrecognized request URL (${method}: ${path}). The sandbox does not have it, or it does not exist.`,
        ),
      ),
  };
}

/** The API, its pages, and what runs by the clock. */
export function stripeRoutes(context: SandboxContext): Route[] {
  eventDeliveries(context);
  sessionsDue(context);
  debitsDue(context);
  subscriptionsDue(context);
  context.failures.shapeErrors(['/v1/'], orderedFailure);
  return [
    ...stripeApi(context),
    ...checkoutPages(context),
    ...challengePages(context),
    ...portalPages(context),
    ...receiptPages(context),
    ...(['GET', 'POST', 'DELETE'] as const).map(unknownCall),
  ];
}
