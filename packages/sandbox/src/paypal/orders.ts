/** Orders v2: create, show, approve, capture. */
import * as z from 'zod';
import type { Work } from '../sandbox-context.ts';
import { invalid, notFound, unprocessable } from './error.ts';
import { emit } from './events.ts';
import { checkedMoney } from './money.ts';
import { type Capture, isAlive, newPayerId, newPaypalId, type Order, objects } from './objects.ts';
import { type Call, idempotent, type Operation, operation } from './operation.ts';
import { approvePath, presentCapture, presentOrder } from './present.ts';
import { orderSchema } from './schemas.ts';

/** The order, while PayPal shows it. @throws PaypalError 404 */
function findOrder(work: Work, id: string): Order {
  const order = objects(work, 'orders').get(id);
  if (!order || !isAlive(order, work.context.clock.now())) throw notFound(id, 'order_id');
  return order;
}

function create(call: Call, body: z.output<typeof orderSchema>): string {
  const { intent, payment_source: source } = body;
  if (intent !== 'CAPTURE') {
    throw unprocessable('UNSUPPORTED_INTENT', { field: '/intent', value: intent });
  }
  if (call.requestId === undefined) {
    const description = 'An order with a payment source needs a PayPal-Request-Id.';
    const at = { field: 'PayPal-Request-Id', location: 'header' } as const;
    throw invalid('PAYPAL_REQUEST_ID_REQUIRED', description, at);
  }
  const [unit] = body.purchase_units;
  const { amount, reference_id = 'default', ...texts } = unit;
  const { email_address: email = null, experience_context: experience = {} } = source.paypal;
  const now = call.context.clock.now();
  const order: Order = {
    id: newPaypalId(),
    status: 'PAYER_ACTION_REQUIRED',
    createdAt: now,
    updatedAt: now,
    visitedAt: null,
    expired: false,
    unit: { reference_id, amount: checkedMoney(amount, '/purchase_units/0/amount'), ...texts },
    returnUrl: experience.return_url ?? null,
    cancelUrl: experience.cancel_url ?? null,
    brandName: experience.brand_name ?? null,
    payNow: experience.user_action === 'PAY_NOW',
    email,
    payerId: null,
    funding: 'completes',
    declined: false,
    captureId: null,
  };
  return objects(call, 'orders').put(order.id, order).id;
}

/** The payer agrees. Nothing is taken: that is for the merchant's server to do. */
export function approveOrder(work: Work, order: Order, funding: Order['funding']): void {
  order.status = 'APPROVED';
  order.funding = funding;
  order.declined = false;
  order.payerId ??= newPayerId();
  order.updatedAt = work.context.clock.now();
  emit(work, 'CHECKOUT.ORDER.APPROVED', presentOrder(work, order));
}

/** Takes the money, if the payer agreed and the way to pay allows it. @throws PaypalError 422 */
function capture(work: Work, order: Order): void {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  const { invoice_id: invoiceId, custom_id: customId, amount } = order.unit;
  const captures = objects(work, 'captures');
  const isPaid = (known: Capture): boolean =>
    known.invoiceId === invoiceId && known.status !== 'DECLINED';
  if (invoiceId && captures.list().some(isPaid)) {
    const field = '/purchase_units/@reference_id/invoice_id';
    throw unprocessable('DUPLICATE_INVOICE_ID', { field });
  }
  const now = work.context.clock.now();
  order.updatedAt = now;
  if (order.funding === 'declines') {
    order.status = 'PAYER_ACTION_REQUIRED';
    order.declined = true;
    order.visitedAt = now;
    const href = work.context.url + approvePath(order);
    throw unprocessable('INSTRUMENT_DECLINED', {}, [{ href, rel: 'redirect', method: 'GET' }]);
  }
  const pending = order.funding === 'pends';
  const id = newPaypalId();
  const taken = captures.put(id, {
    id,
    orderId: order.id,
    status: pending ? 'PENDING' : 'COMPLETED',
    reason: pending ? 'PENDING_REVIEW' : null,
    amount,
    customId,
    invoiceId,
    refunded: '0',
    createdAt: now,
    updatedAt: now,
  });
  order.captureId = id;
  order.status = 'COMPLETED';
  const event = pending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED';
  emit(work, event, presentCapture(work, taken));
}

const show = (call: Call, id: string): object =>
  presentOrder(call, findOrder(call, id), call.whole);

const path = '/v2/checkout/orders';

export const orderOperations: Operation[] = [
  idempotent({ path, schema: orderSchema, name: 'create', make: create, show }),
  operation('GET', `${path}/:id`, (call) => ({ body: show(call, call.id) })),
  idempotent({
    path: `${path}/:id/capture`,
    // An approved order needs no more; an empty object is taken.
    schema: z.strictObject({}),
    name: 'capture',
    make(call) {
      capture(call, findOrder(call, call.id));
      return call.id;
    },
    show,
    keeps: (error) => error.details[0]?.issue === 'INSTRUMENT_DECLINED',
  }),
];
