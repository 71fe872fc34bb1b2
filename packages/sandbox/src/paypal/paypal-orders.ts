/** Orders v2: create, show, change, capture. */
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { captureShape, experienceOf, orderShape, patchShape } from './order-shapes.ts';
import { apiRoute } from './paypal-accounts.ts';
import { invalid, notFound, PaypalError, unprocessable } from './paypal-error.ts';
import { emitPaypal } from './paypal-events.ts';
import { once, remembered, requestIdOf } from './paypal-idempotency.ts';
import { newPaypalId } from './paypal-ids.ts';
import { checkedMoney } from './paypal-money.ts';
import type { Capture, Order } from './paypal-objects.ts';
import { isAlive, objectsOf } from './paypal-objects.ts';
import {
  approvePath,
  presentCapture,
  presentOrder,
  presentOrderBriefly,
} from './present-paypal.ts';
import { type Checked, readBody } from './request-body.ts';

const wantsAll = ({ headers }: RouteRequest): boolean => headers.prefer === 'return=representation';

/** The order, while PayPal shows it. @throws PaypalError 404 */
export function findOrder(context: SandboxContext, account: Account, id: string): Order {
  const order = objectsOf(account, 'orders').get(id);
  if (!order || !isAlive(order, context.clock.now())) throw notFound(id, 'order_id');
  return order;
}

function create(context: SandboxContext, account: Account, request: RouteRequest): string {
  const body = readBody(request, orderShape);
  if (body.intent !== 'CAPTURE') {
    throw unprocessable('UNSUPPORTED_INTENT', 'Only orders that capture are known here.', {
      field: '/intent',
      value: body.intent,
      location: 'body',
    });
  }
  if (body.payment_source && !requestIdOf(request)) {
    throw invalid(
      'PAYPAL_REQUEST_ID_REQUIRED',
      'An order with a payment source needs a PayPal-Request-Id.',
      { field: 'PayPal-Request-Id', location: 'header' },
    );
  }
  const [unit] = body.purchase_units;
  const { amount, reference_id = 'default', ...texts } = unit;
  const experience = experienceOf(body);
  const now = context.clock.now();
  const order: Order = {
    id: newPaypalId(),
    status: body.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    createdAt: now,
    updatedAt: now,
    visitedAt: null,
    expired: false,
    named: body.payment_source !== undefined,
    unit: { reference_id, amount: checkedMoney(amount, '/purchase_units/0/amount'), ...texts },
    returnUrl: experience.return_url ?? null,
    cancelUrl: experience.cancel_url ?? null,
    brandName: experience.brand_name ?? null,
    payNow: experience.user_action === 'PAY_NOW',
    email: body.payment_source?.paypal.email_address ?? null,
    payerId: null,
    funding: 'completes',
    declined: false,
    captureId: null,
  };
  return objectsOf(account, 'orders').put(order.id, order).id;
}

/** Takes the money, if the payer agreed and the way to pay allows it. @throws PaypalError 422 */
function capture(context: SandboxContext, account: Account, order: Order): void {
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_CAPTURED', 'This order has been captured.');
  }
  if (order.status !== 'APPROVED') {
    throw unprocessable('ORDER_NOT_APPROVED', 'The payer has not approved this order.');
  }
  const { invoice_id: invoiceId, custom_id: customId, amount } = order.unit;
  const captures = objectsOf(account, 'captures');
  if (
    invoiceId &&
    captures.values().some((known) => known.invoiceId === invoiceId && known.status !== 'DECLINED')
  ) {
    throw unprocessable('DUPLICATE_INVOICE_ID', 'This invoice id has been paid before.', {
      field: '/purchase_units/@reference_id/invoice_id',
    });
  }
  const now = context.clock.now();
  if (order.funding === 'declines') {
    order.status = order.named ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
    order.declined = true;
    order.updatedAt = now;
    order.visitedAt = now;
    throw declined(context, order);
  }
  const pending = order.funding === 'pends';
  const taken: Capture = {
    id: newPaypalId(),
    orderId: order.id,
    status: pending ? 'PENDING' : 'COMPLETED',
    reason: pending ? 'PENDING_REVIEW' : null,
    amount,
    ...(customId ? { customId } : {}),
    ...(invoiceId ? { invoiceId } : {}),
    refunded: '0',
    createdAt: now,
    updatedAt: now,
  };
  captures.put(taken.id, taken);
  order.captureId = taken.id;
  order.status = 'COMPLETED';
  order.updatedAt = now;
  const event = pending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED';
  emitPaypal(context, account, event, presentCapture(context, taken));
}

function declined(context: SandboxContext, order: Order): PaypalError {
  const details = [
    {
      issue: 'INSTRUMENT_DECLINED',
      description: "The payer's bank or card declined, or it cannot be used for this payment.",
    },
  ];
  const redirect = { href: context.url() + approvePath(order), rel: 'redirect', method: 'GET' };
  return new PaypalError(422, details, { links: [redirect] });
}

/** The fields of a purchase unit that can be changed here, by the path that PayPal names. */
function patch(context: SandboxContext, order: Order, steps: Checked<typeof patchShape>): void {
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'A completed order cannot be changed.');
  }
  const changed = structuredClone(order.unit);
  for (const { op, path = '', value } of steps) {
    const field = /^\/purchase_units\/@reference_id=='([^']*)'\/(\w+)$/.exec(path);
    if (field?.[1] !== order.unit.reference_id) {
      throw unprocessable('REFERENCE_ID_NOT_FOUND', 'No purchase unit has this reference id.');
    }
    if (op === 'replace' && field[2] === 'amount') {
      changed.amount = checkedMoney(value as Order['unit']['amount'], path);
    } else if (
      (op === 'replace' || op === 'add') &&
      typeof value === 'string' &&
      (field[2] === 'custom_id' || field[2] === 'invoice_id' || field[2] === 'description')
    ) {
      changed[field[2]] = value;
    } else {
      throw unprocessable('NOT_PATCHABLE', 'This cannot be changed.', { field: path });
    }
  }
  order.unit = changed;
  order.updatedAt = context.clock.now();
}

export function orderRoutes(context: SandboxContext): Route[] {
  const show = (account: Account, id: string, status: number, whole: boolean): Answer => {
    const order = findOrder(context, account, id);
    return {
      status,
      body: whole ? presentOrder(context, account, order) : presentOrderBriefly(context, order),
    };
  };
  return [
    apiRoute(context, 'POST', '/v2/checkout/orders', (account, request) =>
      once(
        { context, account, request, operation: 'create', lifetime: remembered.orders },
        () => create(context, account, request),
        (id, isNew) => show(account, id, isNew ? 201 : 200, wantsAll(request)),
      ),
    ),
    apiRoute(context, 'GET', '/v2/checkout/orders/:id', (account, _, id) =>
      show(account, id, 200, true),
    ),
    apiRoute(context, 'PATCH', '/v2/checkout/orders/:id', (account, request, id) => {
      const steps = readBody(request, patchShape);
      patch(context, findOrder(context, account, id), steps);
      return { status: 204 };
    }),
    apiRoute(context, 'POST', '/v2/checkout/orders/:id/capture', (account, request, id) =>
      once(
        {
          context,
          account,
          request,
          operation: 'capture',
          lifetime: remembered.orders,
          keeps: (error) => error.details[0]?.issue === 'INSTRUMENT_DECLINED',
        },
        () => {
          readBody(request, captureShape);
          capture(context, account, findOrder(context, account, id));
          return id;
        },
        (orderId, isNew) => show(account, orderId, isNew ? 201 : 200, wantsAll(request)),
      ),
    ),
  ];
}
