/** Calls about subscriptions and their invoices. */
import type Stripe from 'stripe';
import * as z from 'zod';
import { findActivePrice, newPrice, priceAmount, readInterval, recurring } from './catalog.ts';
import { invalid, missing, missingParam } from './error.ts';
import { emit, emitChange } from './events.ts';
import { boolean, choice, hash, integer, list, mergeMetadata, metadata, string } from './fields.ts';
import { findOrCreateIntent, type InvoiceLine, newInvoice, periodLines } from './invoices.ts';
import { find, findInvoiceIntent, objects, toId, toList, type Work } from './objects.ts';
import { type Call, listOperation, type Operation, operation, readOperation } from './operation.ts';
import { findOwnPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { cancelSubscription, collect, findCard } from './subscription-billing.ts';
import { firstItem, newSubscription, periodEnd, setPrice } from './subscriptions.ts';

const paymentSettings = hash({ save_default_payment_method: choice('off', 'on_subscription') });

const newItem = hash({
  price: string,
  price_data: hash(
    {},
    {
      currency: string,
      product: string,
      recurring,
      unit_amount: integer,
    },
  ),
});

const createFields = hash(
  {
    metadata,
    payment_behavior: choice('allow_incomplete', 'default_incomplete'),
    payment_settings: paymentSettings,
  },
  { customer: string, items: list(newItem) },
);

/** The price of an item as it was given. */
function findItemPrice(
  work: Work,
  { price: id, price_data: data }: z.output<typeof newItem>,
  index: number,
): Stripe.Price {
  const param = (name: string): string => `items[${index}][${name}]`;
  if ((id === undefined) === (data === undefined)) throw missingParam(param('price'));
  const findProduct = (product: string, name: string) => () =>
    find(work, 'products', product, name);
  const price = data
    ? newPrice(work, data, findProduct(data.product, param('product')), param('price_data'))
    : findActivePrice(work, id ?? '', param('price'));
  readInterval(price);
  return price;
}

/** A subscription by the API: its first invoice is open until it is paid. */
function createSubscription(call: Call<z.output<typeof createFields>>): Stripe.Subscription {
  const { params } = call;
  const { id: customer } = find(call, 'customers', params.customer, 'customer');
  if (params.items.length === 0) throw missingParam('items');
  const prices = params.items.map((item, index) => findItemPrice(call, item, index));
  const isPaidLater = params.payment_behavior === 'default_incomplete';
  const { default_payment_method: method } = find(call, 'customers', customer).invoice_settings;
  if (!isPaidLater && method === null) {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  const subscription = newSubscription(call, {
    customer,
    lines: prices.map((price) => ({ price, quantity: 1 })),
    status: 'incomplete',
    metadata: params.metadata,
    saveDefault: params.payment_settings?.save_default_payment_method,
  });
  emit(call, 'customer.subscription.created', subscription);
  const lines = periodLines(call, subscription);
  const invoice = newInvoice(call, subscription, 'subscription_create', lines);
  if (!isPaidLater || invoice.amount_due === 0) {
    collect(call, invoice);
    return subscription;
  }
  const intent = findOrCreateIntent(call, invoice, 'Subscription creation');
  const card = findCard(call, subscription);
  if (card) Object.assign(intent, { payment_method: card.id, status: 'requires_confirmation' });
  return subscription;
}

const updateFields = hash({
  cancel_at_period_end: boolean,
  default_payment_method: string,
  items: list(hash({}, { id: string, price: string })),
  metadata,
  proration_behavior: choice('always_invoice', 'none'),
});

export type SubscriptionChange = z.output<typeof updateFields>;

/** The unused part of what has been paid, as credit. */
function creditUnused(item: Stripe.SubscriptionItem, now: number): InvoiceLine {
  const { current_period_start: start, current_period_end: end, price, quantity = 1 } = item;
  const share = (end - now) / (end - start);
  return {
    amount: -Math.round(priceAmount(price, quantity) * share),
    description: `Unused time on ${price.nickname ?? 'plan'}`,
    item: structuredClone(item),
    period: { start: now, end },
    proration: true,
  };
}

/** Puts other prices on the items: plans differ by their interval, so a new period begins now. */
function changeItems(
  work: Work,
  subscription: Stripe.Subscription,
  items: NonNullable<SubscriptionChange['items']>,
  prorates: boolean,
): void {
  const now = work.context.clock.seconds();
  const { data } = subscription.items;
  if (subscription.status !== 'active' && subscription.status !== 'past_due') {
    throw invalid(
      `This subscription has a status of ${subscription.status}: its items cannot be updated. Cancel it and create another.`,
      { code: 'subscription_payment_intent_requires_action' },
    );
  }
  const lines = prorates ? data.map((item) => creditUnused(item, now)) : [];
  for (const [index, { id, price }] of items.entries()) {
    const item = data.find((each) => each.id === id);
    if (!item) throw missing('subscription item', id, 'items');
    setPrice(item, findItemPrice(work, { price }, index));
    item.current_period_start = now;
    item.current_period_end = periodEnd(now, item.price, now);
  }
  subscription.billing_cycle_anchor = now;
  lines.push(...periodLines(work, subscription));
  collect(work, newInvoice(work, subscription, 'subscription_update', lines));
}

/** Applies a change and emits what is different afterwards. */
export function updateSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  change: SubscriptionChange,
): void {
  const { cancel_at_period_end: ends, default_payment_method: method, items } = change;
  if (isOver(subscription)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  emitChange(work, 'customer.subscription.updated', subscription, () => {
    if (items) changeItems(work, subscription, items, change.proration_behavior !== 'none');
    if (method !== undefined) {
      const customer = toId(subscription.customer);
      const own = findOwnPaymentMethod(work, method, customer, 'default_payment_method');
      subscription.default_payment_method = own.id;
    }
    subscription.metadata = mergeMetadata(subscription.metadata, change.metadata);
    if (ends === undefined) return;
    subscription.cancel_at_period_end = ends;
    subscription.cancel_at = ends ? firstItem(subscription).current_period_end : null;
    subscription.canceled_at = ends ? work.context.clock.seconds() : null;
    if (subscription.cancellation_details) {
      subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
    }
  });
}

const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** How an invoice is paid: by one intent. */
function listPayments(work: Work, invoice: Stripe.Invoice) {
  const intent = findInvoiceIntent(work, invoice.id);
  const url = `/v1/invoices/${invoice.id}/payments`;
  if (!intent) return toList<Stripe.InvoicePayment>([], url);
  const { amount, canceled_at, created, currency, id, status } = intent;
  const isPaid = status === 'succeeded';
  const payment: Stripe.InvoicePayment = {
    id: `inpay_${invoice.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: isPaid ? amount : null,
    amount_requested: amount,
    created,
    currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: id, type: 'payment_intent' },
    status: isPaid ? 'paid' : status === 'canceled' ? 'canceled' : 'open',
    status_transitions: { canceled_at, paid_at: invoice.status_transitions.paid_at },
  };
  return toList([payment], url);
}

const subscriptions = '/v1/subscriptions';
const invoices = '/v1/invoices';

export const billingOperations: Operation[] = [
  operation('POST', subscriptions, createFields, createSubscription),
  operation(
    'GET',
    subscriptions,
    hash({
      customer: string,
      limit: integer,
      status: choice('active', 'all', 'canceled', 'ended', 'incomplete', 'past_due'),
    }),
    (call) => {
      const { customer, status, limit = 10 } = call.params;
      const isWanted = (one: Stripe.Subscription): boolean => {
        if (customer !== undefined && toId(one.customer) !== customer) return false;
        if (status === undefined) return one.status !== 'canceled';
        return status === 'all' || (status === 'ended' ? isOver(one) : one.status === status);
      };
      const found = objects(call, 'subscriptions').list().reverse().filter(isWanted);
      return { ...toList(found.slice(0, limit), subscriptions), has_more: found.length > limit };
    },
  ),
  readOperation(subscriptions, 'subscriptions'),
  operation('POST', `${subscriptions}/:id`, updateFields, (call) => {
    const subscription = find(call, 'subscriptions', call.id);
    updateSubscription(call, subscription, call.params);
    return subscription;
  }),
  // Unlike elsewhere its answer can be expanded.
  {
    ...operation('POST', `${subscriptions}/:id`, hash({}), (call) => {
      const subscription = find(call, 'subscriptions', call.id);
      if (isOver(subscription)) throw missing('subscription', call.id);
      cancelSubscription(call, subscription, 'cancellation_requested');
      return subscription;
    }),
    method: 'DELETE',
  },
  listOperation(
    invoices,
    'invoices',
    { customer: string, subscription: string },
    ({ parent }, { subscription }) =>
      !subscription || toId(parent?.subscription_details?.subscription) === subscription,
  ),
  readOperation(invoices, 'invoices'),
  operation('POST', `${invoices}/:id/pay`, hash({ payment_method: string }), (call) => {
    const invoice = find(call, 'invoices', call.id);
    const { payment_method: id } = call.params;
    if (invoice.status === 'paid') {
      throw invalid('Invoice is already paid', { code: 'invoice_already_paid' });
    }
    if (invoice.status !== 'open') {
      const message = `This invoice is ${invoice.status} and cannot be paid.`;
      throw invalid(message, { code: 'invoice_not_editable' });
    }
    const failed = collect(
      call,
      invoice,
      id === undefined ? id : findPaymentMethod(call, id, 'payment_method'),
    );
    if (failed) throw failed;
    return invoice;
  }),
  operation('GET', '/v1/invoice_payments', hash({}, { invoice: string }), (call) =>
    listPayments(call, find(call, 'invoices', call.params.invoice, 'invoice')),
  ),
];
