/** Calls about subscriptions and their invoices. */
import type * as z from 'zod';
import { readInterval } from './catalog.ts';
import { invalid, missing, missingParam } from './error.ts';
import { emit, emitUpdate } from './events.ts';
import { boolean, choice, hash, list, mergeMetadata, metadata, string } from './fields.ts';
import { find, type Price, type Subscription, type Work } from './objects.ts';
import type { Call, Operation } from './operation.ts';
import { expandable, listOperation, operation, readOperation } from './operation.ts';
import { cancelSubscription, collect } from './subscription-billing.ts';
import {
  findOrCreateIntent,
  firstItem,
  newInvoice,
  newSubscription,
  periodEnd,
  setPrice,
} from './subscriptions.ts';

const createFields = hash({
  customer: string,
  items: list(hash({ price: string })),
  metadata: metadata.optional(),
  payment_behavior: choice('default_incomplete'),
  payment_settings: hash({
    save_default_payment_method: choice('off', 'on_subscription'),
  }).optional(),
});

function findItemPrice(work: Work, id: string, index: number): Price {
  const price = find(work, 'prices', id, `items[${index}][price]`);
  readInterval(price);
  return price;
}

/** A subscription by the API: its first invoice is open until it is paid. */
function createSubscription(call: Call<z.output<typeof createFields>>): Subscription {
  const { params } = call;
  const { id: customer } = find(call, 'customers', params.customer, 'customer');
  if (params.items.length === 0) throw missingParam('items');
  const prices = params.items.map(({ price }, index) => findItemPrice(call, price, index));
  const { metadata: about, payment_settings } = params;
  const given = { customer, metadata: about, payment_settings };
  const subscription = newSubscription(call, prices, given);
  emit(call, 'customer.subscription.created', subscription);
  const invoice = newInvoice(call, subscription, 'subscription_create');
  findOrCreateIntent(call, invoice, 'Subscription creation');
  return subscription;
}

const updateFields = hash({
  cancel_at_period_end: boolean,
  items: list(hash({ id: string, price: string })),
  metadata,
  // Nothing is credited here, so whoever changes a price says that nothing should be.
  proration_behavior: choice('none'),
}).partial();

export type SubscriptionChange = z.output<typeof updateFields>;

/** Puts other prices on the items: plans differ by their interval, so a new period begins now. */
function changeItems(
  work: Work,
  subscription: Subscription,
  { items = [], proration_behavior: proration }: SubscriptionChange,
): void {
  const now = work.context.clock.seconds();
  if (proration === undefined) throw missingParam('proration_behavior');
  if (subscription.status !== 'active' && subscription.status !== 'past_due') {
    throw invalid(
      `This subscription has a status of ${subscription.status}: its items cannot be updated. Cancel it and create another.`,
      { code: 'subscription_payment_intent_requires_action' },
    );
  }
  for (const [index, { id, price }] of items.entries()) {
    const item = subscription.items.data.find((each) => each.id === id);
    if (!item) throw missing('subscription item', id, 'items');
    setPrice(item, findItemPrice(work, price, index));
    item.current_period_start = now;
    item.current_period_end = periodEnd(now, item.price, now);
  }
  subscription.billing_cycle_anchor = now;
  collect(work, newInvoice(work, subscription, 'subscription_update'));
}

export function updateSubscription(
  work: Work,
  subscription: Subscription,
  change: SubscriptionChange,
): void {
  const { cancel_at_period_end: ends } = change;
  if (isOver(subscription)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  emitUpdate(work, subscription, () => {
    if (change.items) changeItems(work, subscription, change);
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

const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

const subscriptions = '/v1/subscriptions';

export const billingOperations: Operation[] = [
  operation('POST', subscriptions, createFields, createSubscription),
  listOperation(
    subscriptions,
    'subscriptions',
    { customer: string, status: choice('all', 'ended', 'incomplete') },
    (one, { customer, status }) => {
      if (customer !== undefined && customer !== one.customer) return false;
      if (status === undefined) return one.status !== 'canceled';
      return status === 'all' || (status === 'ended' ? isOver(one) : one.status === status);
    },
  ),
  readOperation(subscriptions, 'subscriptions'),
  operation('POST', `${subscriptions}/:id`, updateFields, (call) => {
    const subscription = find(call, 'subscriptions', call.id);
    updateSubscription(call, subscription, call.params);
    return subscription;
  }),
  operation('DELETE', `${subscriptions}/:id`, hash(expandable), (call) => {
    const subscription = find(call, 'subscriptions', call.id);
    if (isOver(subscription)) throw missing('subscription', call.id);
    cancelSubscription(call, subscription, 'cancellation_requested');
    return subscription;
  }),
  listOperation('/v1/invoices', 'invoices', { customer: string }),
];
