/**
 * The stand-in for PayPal: tokens, Orders v2, Payments v2, Webhooks v1, the reading half of
 * Disputes v1, and the page on which a payer approves.
 */
import type { Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { approvePages } from './approve-page.ts';
import { deliverPaypalEvents } from './events.ts';
import { toRoute } from './operation.ts';
import { orderOperations } from './orders.ts';
import { completePending, paymentOperations } from './payments.ts';
import { tokenRoute } from './tokens.ts';
import { webhookOperations } from './webhooks.ts';

const operations = [...orderOperations, ...paymentOperations, ...webhookOperations];

export function paypalRoutes(context: SandboxContext): Route[] {
  deliverPaypalEvents(context);
  completePending(context);
  return [tokenRoute(context), ...operations.map(toRoute(context)), ...approvePages(context)];
}
