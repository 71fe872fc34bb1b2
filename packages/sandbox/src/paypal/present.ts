/** What a caller sees of PayPal's objects (Orders v2, Payments v2, Disputes v1). */
import type { SandboxContext, Work } from '../sandbox-context.ts';
import { toHundredths, toMoney } from './money.ts';
import {
  type Capture,
  type Dispute,
  type Order,
  objects,
  type Refund,
  toInstant,
  type Webhook,
} from './objects.ts';
import { findMerchantId } from './tokens.ts';

const payerName = { given_name: 'Jordan', surname: 'Sample' };
const payerEmail = 'payer@example.com';
const payerAddress = { country_code: 'US' };

/** Links of an object by their names: a method and a path. */
function links(context: SandboxContext, targets: Record<string, string>): object[] {
  return Object.entries(targets).map(([rel, target]) => {
    const [method, path = ''] = target.split(' ');
    return { href: context.url + path, rel, method };
  });
}

/** Where the payer approves. */
export const approvePath = (order: Order): string => `/paypal/approve/${order.id}`;

function orderLinks(context: SandboxContext, order: Order): object[] {
  const path = `/v2/checkout/orders/${order.id}`;
  const approve = `GET ${approvePath(order)}`;
  const targets = {
    COMPLETED: {},
    PAYER_ACTION_REQUIRED: { 'payer-action': approve },
    APPROVED: { update: `PATCH ${path}`, capture: `POST ${path}/capture` },
  };
  return links(context, { self: `GET ${path}`, ...targets[order.status] });
}

function payments(work: Work, order: Order): object {
  const capture = objects(work, 'captures').get(order.captureId ?? '');
  if (!capture) return {};
  const refunds = objects(work, 'refunds')
    .list()
    .filter(({ captureId }) => captureId === capture.id)
    .map((refund) => presentRefund(work, refund));
  const captures = [presentCapture(work, capture, false)];
  return { payments: { captures, ...(refunds.length > 0 ? { refunds } : {}) } };
}

/** @param whole everything, and not the least that PayPal answers with: `Prefer: return=minimal` */
export function presentOrder(work: Work, order: Order, whole = true): object {
  const { id, status } = order;
  const links = orderLinks(work.context, order);
  if (!whole) return { id, status, payment_source: { paypal: {} }, links };
  const approved = order.payerId !== null;
  const who = { email_address: payerEmail, name: payerName, address: payerAddress };
  const wallet = approved
    ? { ...who, account_id: order.payerId, account_status: 'VERIFIED' }
    : { email_address: order.email ?? undefined };
  const payee = { email_address: 'merchant@example.com', merchant_id: findMerchantId(work) };
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: { paypal: wallet },
    purchase_units: [{ ...order.unit, payee, ...payments(work, order) }],
    ...(approved ? { payer: { ...who, payer_id: order.payerId } } : {}),
    create_time: toInstant(order.createdAt),
    ...(order.updatedAt > order.createdAt ? { update_time: toInstant(order.updatedAt) } : {}),
    links,
  };
}

/** @param whole read by itself; inside an order it does not name the order */
export function presentCapture({ context }: Work, capture: Capture, whole = true): object {
  const { id, amount, orderId, reason, status } = capture;
  const currency = amount.currency_code;
  const gross = toHundredths(amount);
  // 3.49 % and 49 hundredths, as an account in the US pays; what the business keeps is the rest.
  const fee = (gross * 349n) / 10_000n + 49n;
  const breakdown = {
    gross_amount: amount,
    paypal_fee: toMoney(fee, currency),
    net_amount: toMoney(gross - fee, currency),
  };
  const isTaken = status !== 'PENDING' && status !== 'DECLINED';
  return {
    id,
    status,
    ...(reason ? { status_details: { reason } } : {}),
    amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(isTaken ? { seller_receivable_breakdown: breakdown } : {}),
    ...(whole ? { supplementary_data: { related_ids: { order_id: orderId } } } : {}),
    ...(capture.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    ...(capture.customId ? { custom_id: capture.customId } : {}),
    create_time: toInstant(capture.createdAt),
    update_time: toInstant(capture.updatedAt),
    links: links(context, {
      self: `GET /v2/payments/captures/${id}`,
      refund: `POST /v2/payments/captures/${id}/refund`,
      up: `GET /v2/checkout/orders/${orderId}`,
    }),
  };
}

export function presentRefund({ context }: Work, refund: Refund, whole = true): object {
  const { id, amount, captureId, createdAt, status } = refund;
  const shown = {
    id,
    status,
    links: links(context, {
      self: `GET /v2/payments/refunds/${id}`,
      up: `GET /v2/payments/captures/${captureId}`,
    }),
  };
  if (!whole) return shown;
  const currency = amount.currency_code;
  return {
    ...shown,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: toMoney(0n, currency),
      net_amount: amount,
      total_refunded_amount: toMoney(BigInt(refund.total), currency),
    },
    create_time: toInstant(createdAt),
    update_time: toInstant(createdAt),
  };
}

/** @param whole as the dispute's own address shows it; lists leave out the transactions */
export function presentDispute({ context }: Work, dispute: Dispute, whole = true): object {
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
    links: links(context, { self: `GET /v1/customer/disputes/${id}` }),
  };
}

export function presentWebhook({ context }: Work, { id, url, types }: Webhook): object {
  const path = `/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: types.map((name) => ({ name })),
    links: links(context, {
      self: `GET ${path}`,
      update: `PATCH ${path}`,
      delete: `DELETE ${path}`,
    }),
  };
}
