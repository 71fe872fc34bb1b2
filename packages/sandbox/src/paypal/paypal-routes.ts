import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { approveRoutes } from './approve-page.ts';
import { tokenRoute } from './paypal-accounts.ts';
import { completePending } from './paypal-actions.ts';
import { errorAnswer, newDebugId, PaypalError } from './paypal-error.ts';
import { paypalDeliveries } from './paypal-events.ts';
import { orderRoutes } from './paypal-orders.ts';
import { paymentRoutes } from './paypal-payments.ts';
import { webhookRoutes } from './paypal-webhooks.ts';

export { paypalControls } from './paypal-controls.ts';

/**
 * The stand-in for PayPal: tokens, Orders v2, Payments v2, Webhooks v1, the reading half of
 * Disputes v1, and the page on which a payer approves.
 */
export function paypalRoutes(context: SandboxContext): Route[] {
  const { failures } = context;
  failures.shapeErrors(['/v1/oauth2/'], (status) => ({
    status,
    headers: { 'paypal-debug-id': newDebugId() },
    body: { error: 'server_error', error_description: 'A failure that a test ordered' },
  }));
  failures.shapeErrors(
    ['/v2/checkout/', '/v2/payments/', '/v1/notifications/', '/v1/customer/disputes'],
    (status) =>
      errorAnswer(
        new PaypalError(status, [
          { issue: 'ORDERED_BY_TEST', description: 'A failure that a test ordered' },
        ]),
      ),
  );
  paypalDeliveries(context);
  completePending(context);
  return [
    tokenRoute(context),
    ...orderRoutes(context),
    ...paymentRoutes(context),
    ...webhookRoutes(context),
    ...approveRoutes(context),
  ];
}
