import type { Decimal } from '../../../../shared/money/decimal.ts';
import { sumMoneyIn } from '../../../../shared/money/money.ts';
import type { Checkout, CheckoutState, ProviderPayment } from '../payment-provider.ts';
import type { PaypalCapture, PaypalOrder } from './paypal-answers.ts';
import type { PaypalHost } from './paypal-hosts.ts';
import { unavailable } from './paypal-refusal.ts';

/** PayPal keeps an order that nobody approves for three hours, and an approved one as long again. */
const LIFETIME = 3 * 3_600_000;

const STATE_OF_CAPTURE: Record<PaypalCapture['status'], CheckoutState> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'processing',
  DECLINED: 'failed',
  FAILED: 'failed',
};

const STATE_OF_ORDER: Record<Exclude<PaypalOrder['status'], 'COMPLETED'>, CheckoutState> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  VOIDED: 'expired',
};

/**
 * An order as a checkout. What was captured decides before the order's own status does: an order
 * can be approved again after a capture was refused.
 * @throws ProviderError 'unavailable' when a completed order names no capture
 */
export function readOrder(
  order: PaypalOrder,
  host: PaypalHost,
  dispute: ProviderPayment['dispute'] = 'none',
): Checkout {
  const [unit] = order.purchase_units;
  const capture = findCapture(order);
  const state = readState(order, capture);
  const since = state === 'approved' ? (order.update_time ?? order.create_time) : order.create_time;
  const submitted = capture && (state === 'paid' || state === 'processing' || state === 'failed');
  return {
    id: order.id,
    state,
    url: state === 'open' ? payAddress(order, host) : null,
    ...unit.amount,
    reference: unit.custom_id ?? null,
    livemode: host.livemode,
    expiresAt: new Date(since.getTime() + LIFETIME),
    payment: submitted ? readPayment(order, capture, dispute) : null,
  };
}

/** The capture that tells how the order stands: one that brought money before one that may, and so on. */
export function findCapture(order: PaypalOrder): PaypalCapture | undefined {
  const { captures } = order.purchase_units[0].payments;
  const inState = (state: CheckoutState) =>
    captures.find(({ status }) => STATE_OF_CAPTURE[status] === state);
  return inState('paid') ?? inState('processing') ?? captures.at(-1);
}

function readState(order: PaypalOrder, capture: PaypalCapture | undefined): CheckoutState {
  const captured = capture && STATE_OF_CAPTURE[capture.status];
  if (captured === 'paid' || captured === 'processing') return captured;
  if (order.status !== 'COMPLETED') return STATE_OF_ORDER[order.status];
  if (!captured) throw unavailable("PayPal's answer is incomplete: captures.");
  return captured;
}

function readPayment(
  order: PaypalOrder,
  capture: PaypalCapture,
  dispute: ProviderPayment['dispute'],
): ProviderPayment {
  return {
    id: capture.id,
    chargeId: null,
    ...capture.amount,
    refunded: sumRefunds(order, capture),
    refunds: listRefunds(order)
      .map(({ id, amount: { amount }, create_time: at }) => ({ id, amount, at }))
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
    dispute,
    paidAt: capture.create_time,
    kind: 'other',
    method: 'PayPal',
    receiptUrl: null,
  };
}

/** A refund on its way counts: what is left of the payment is what may still be given back. */
const listRefunds = (order: PaypalOrder) =>
  order.purchase_units[0].payments.refunds.filter(
    ({ status }) => status === 'COMPLETED' || status === 'PENDING',
  );

function sumRefunds(order: PaypalOrder, capture: PaypalCapture): Decimal {
  // PayPal itself took it back (a reversal); there is no refund of ours that says how much.
  if (capture.status === 'REFUNDED') return capture.amount.amount;
  return sumMoneyIn(
    capture.amount.currency,
    listRefunds(order).map(({ amount }) => amount),
  ).amount;
}

function payAddress(order: PaypalOrder, host: PaypalHost): string | null {
  const link = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  return link && host.owns(link.href) ? link.href : null;
}
