/** A subscription and its items as objects, and how it begins. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { readInterval } from './catalog.ts';
import { emit } from './events.ts';
import { linkIntent, markPaid, newInvoice, periodLines } from './invoices.ts';
import { create, fill, objects, toId, toList, type Work } from './objects.ts';

/** `count` intervals after the anchor, in UTC; a month without that day ends on its last one. */
function addIntervals(anchor: number, price: Stripe.Price, count: number): number {
  const from = new Date(anchor * 1000);
  const months = count * (readInterval(price).interval === 'year' ? 12 : 1);
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const target = new Date(from);
  target.setUTCMonth(month, Math.min(from.getUTCDate(), last));
  return Math.floor(target.getTime() / 1000);
}

/** The end of the period that begins at `start`; both are seconds since the epoch. */
export function periodEnd(anchor: number, price: Stripe.Price, start: number): number {
  let count = 1;
  while (addIntervals(anchor, price, count) <= start) count += 1;
  return addIntervals(anchor, price, count);
}

function newPlan(price: Stripe.Price): Stripe.Plan {
  const { id, active, created, currency, metadata, nickname } = price;
  const { unit_amount: amount, unit_amount_decimal: amount_decimal } = price;
  const { interval, interval_count } = readInterval(price);
  const product = toId(price.product);
  const period = { interval, interval_count };
  const shown = {
    id,
    active,
    amount,
    amount_decimal,
    created,
    currency,
    metadata,
    nickname,
    product,
  };
  return fill<Stripe.Plan>('plan', { ...shown, ...period });
}

/** Puts another price on an item. */
export function setPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): void {
  item.price = structuredClone(price);
  item.plan = newPlan(price);
}

export interface NewSubscription {
  customer: string;
  lines: { price: Stripe.Price; quantity: number }[];
  status: Stripe.Subscription.Status;
  metadata?: Record<string, string> | undefined;
  paymentMethod?: string | null;
  saveDefault?: Stripe.Subscription.PaymentSettings.SaveDefaultPaymentMethod | undefined;
}

export function newSubscription(work: Work, what: NewSubscription): Stripe.Subscription {
  const now = work.context.clock.seconds();
  const id = newId('sub');
  const currency = what.lines[0]?.price.currency ?? 'usd';
  const items = what.lines.map(({ price, quantity }) =>
    fill<Stripe.SubscriptionItem>('subscription_item', {
      id: newId('si', 14),
      created: now,
      current_period_end: periodEnd(now, price, now),
      current_period_start: now,
      plan: newPlan(price),
      price: structuredClone(price),
      quantity,
      subscription: id,
    }),
  );
  return create(work, 'subscriptions', {
    id,
    billing_cycle_anchor: now,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: now,
    },
    currency,
    customer: what.customer,
    default_payment_method: what.paymentMethod ?? null,
    items: toList(items, `/v1/subscription_items?subscription=${id}`),
    metadata: what.metadata ?? {},
    payment_settings: fill<Stripe.Subscription.PaymentSettings>('payment_settings', {
      save_default_payment_method: what.saveDefault ?? 'off',
    }),
    start_date: now,
    status: what.status,
  });
}

/** The first item: the sandbox's pages and periods go by it. */
export function firstItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
}

/** A subscription whose first period has been paid on the hosted page. */
export function startPaidSubscription(
  work: Work,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const facts = objects(work, 'session_facts').get(session.id);
  const lines = (facts?.lineItems ?? []).flatMap(({ price, quantity }) =>
    price?.recurring ? [{ price, quantity: quantity ?? 1 }] : [],
  );
  const subscription = newSubscription(work, {
    customer: toId(intent.customer) ?? '',
    lines,
    status: 'active',
    metadata: facts?.subscriptionData.metadata,
    paymentMethod: toId(intent.payment_method),
    saveDefault: 'on_subscription',
  });
  const first = periodLines(work, subscription);
  const invoice = newInvoice(work, subscription, 'subscription_create', first);
  linkIntent(work, invoice.id, intent.id);
  emit(work, 'customer.subscription.created', subscription);
  markPaid(work, invoice);
  return { subscription, invoice };
}
