/** What a caller sees of PayPal's objects (Orders v2, Payments v2, Disputes v1). */
import type { Work } from '../sandbox-context.ts';
import type { Capture, Dispute, Order, Refund, Webhook } from './objects.ts';
import { objects, toInstant } from './objects.ts';
import { findMerchantId } from './tokens.ts';

/** Links of an object by their names: a method and a path. */
const links = ({ context }: Work, targets: Record<string, string>): object[] =>
  Object.entries(targets).map(([rel, target]) => {
    const [method, path] = target.split(' ');
    return { href: `${context.url}${path}`, rel, method };
  });

export const approvePath = (order: Order): string => `/paypal/approve/${order.id}`;

function orderLinks(work: Work, order: Order): object[] {
  const path = `/v2/checkout/orders/${order.id}`;
  const targets = {
    COMPLETED: {},
    PAYER_ACTION_REQUIRED: { 'payer-action': `GET ${approvePath(order)}` },
    APPROVED: { update: `PATCH ${path}`, capture: `POST ${path}/capture` },
  };
  return links(work, { self: `GET ${path}`, ...targets[order.status] });
}

function payments(work: Work, order: Order): object | undefined {
  const capture = objects(work, 'captures').get(order.captureId ?? '');
  if (!capture) return undefined;
  const refunds = objects(work, 'refunds')
    .list()
    .filter(({ captureId }) => captureId === capture.id)
    .map((refund) => presentRefund(work, refund));
  const captures = [presentCapture(work, capture, false)];
  return refunds.length > 0 ? { captures, refunds } : { captures };
}

/** @param whole everything, and not the least that PayPal answers with: `Prefer: return=minimal` */
export function presentOrder(work: Work, order: Order, whole = true): object {
  const { id, status, createdAt, updatedAt } = order;
  const links = orderLinks(work, order);
  if (!whole) return { id, status, payment_source: { paypal: {} }, links };
  const wallet = {
    email_address: order.email ?? undefined,
    account_id: order.payerId ?? undefined,
  };
  const payee = { email_address: 'merchant@example.com', merchant_id: findMerchantId(work) };
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: { paypal: wallet },
    purchase_units: [{ ...order.unit, payee, payments: payments(work, order) }],
    create_time: toInstant(createdAt),
    update_time: updatedAt > createdAt ? toInstant(updatedAt) : undefined,
    links,
  };
}

/** @param whole read by itself; inside an order it does not name the order */
export function presentCapture(work: Work, capture: Capture, whole = true): object {
  const { id, amount, orderId, reason, status } = capture;
  return {
    id,
    status,
    status_details: reason ? { reason } : undefined,
    amount,
    final_capture: true,
    ...(whole ? { supplementary_data: { related_ids: { order_id: orderId } } } : {}),
    invoice_id: capture.invoiceId,
    custom_id: capture.customId,
    create_time: toInstant(capture.createdAt),
    update_time: toInstant(capture.updatedAt),
    links: links(work, {
      self: `GET /v2/payments/captures/${id}`,
      refund: `POST /v2/payments/captures/${id}/refund`,
      up: `GET /v2/checkout/orders/${orderId}`,
    }),
  };
}

export function presentRefund(work: Work, refund: Refund, whole = true): object {
  const { id, amount, captureId, createdAt, status } = refund;
  const self = `GET /v2/payments/refunds/${id}`;
  const shown = {
    id,
    status,
    links: links(work, { self, up: `GET /v2/payments/captures/${captureId}` }),
  };
  if (!whole) return shown;
  return {
    ...shown,
    status_details: status === 'PENDING' ? { reason: 'ECHECK' } : undefined,
    amount,
    create_time: toInstant(createdAt),
    update_time: toInstant(createdAt),
  };
}

/** @param whole as the dispute's own address shows it; lists leave out the transactions */
export function presentDispute(work: Work, dispute: Dispute, whole = true): object {
  const { id, amount, captureId, outcome, status } = dispute;
  const decided = { outcome_code: outcome, amount_refunded: amount };
  return {
    dispute_id: id,
    create_time: toInstant(dispute.createdAt),
    update_time: toInstant(dispute.updatedAt),
    ...(whole ? { disputed_transactions: [{ seller_transaction_id: captureId }] } : {}),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    dispute_state: status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: amount,
    ...(whole && outcome ? { dispute_outcome: decided } : {}),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    links: links(work, { self: `GET /v1/customer/disputes/${id}` }),
  };
}

export function presentWebhook(work: Work, { id, url, types }: Webhook): object {
  const path = `/v1/notifications/webhooks/${id}`;
  const targets = { self: `GET ${path}`, update: `PATCH ${path}`, delete: `DELETE ${path}` };
  return { id, url, event_types: types.map((name) => ({ name })), links: links(work, targets) };
}
