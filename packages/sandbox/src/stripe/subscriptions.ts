/** A subscription and its items as objects. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { readInterval } from './catalog.ts';
import {
  create,
  fill,
  type Part,
  type Price,
  type Subscription,
  toId,
  toList,
  type Work,
} from './objects.ts';

/** `count` intervals after the anchor, in UTC; a month without that day ends on its last one. */
function addIntervals(anchor: number, price: Price, count: number): number {
  const from = new Date(anchor * 1000);
  const months = count * (readInterval(price).interval === 'year' ? 12 : 1);
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const target = new Date(from);
  target.setUTCMonth(month, Math.min(from.getUTCDate(), last));
  return Math.floor(target.getTime() / 1000);
}

/** The end of the period that begins at `start`; both are seconds since the epoch. */
export function periodEnd(anchor: number, price: Price, start: number): number {
  let count = 1;
  while (addIntervals(anchor, price, count) <= start) count += 1;
  return addIntervals(anchor, price, count);
}

function newPlan(price: Price): Stripe.Plan {
  const { id, active, created, currency, metadata, nickname } = price;
  const { unit_amount: amount, unit_amount_decimal: amount_decimal } = price;
  const { interval } = readInterval(price);
  const product = toId(price.product);
  const sold = { id, active, created, currency, metadata, nickname, product };
  return fill<Stripe.Plan>('plan', { ...sold, amount, amount_decimal, interval });
}

/** Puts another price on an item. */
export function setPrice(item: Stripe.SubscriptionItem, price: Price): void {
  item.price = structuredClone(price);
  item.plan = newPlan(price);
}

/** A subscription whose first invoice is to be paid. */
export function newSubscription(
  work: Work,
  prices: Price[],
  given: Part<Subscription>,
): Subscription {
  const now = work.context.clock.seconds();
  const id = newId('sub');
  const items = prices.map((price) =>
    fill<Stripe.SubscriptionItem>('subscription_item', {
      id: newId('si', 14),
      created: now,
      current_period_end: periodEnd(now, price, now),
      current_period_start: now,
      plan: newPlan(price),
      price: structuredClone(price),
      subscription: id,
    }),
  );
  return create(work, 'subscriptions', {
    id,
    billing_cycle_anchor: now,
    billing_mode: { updated_at: now },
    currency: prices[0]?.currency,
    items: toList(items, `/v1/subscription_items?subscription=${id}`),
    start_date: now,
    ...given,
  });
}

/** The first item: the sandbox's pages and periods go by it. */
export function firstItem({ id, items }: Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
}
