/** A subscription and its items as objects, and how it begins. */
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { readInterval } from './catalog.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { linkIntent, markPaid, newInvoice, periodLines } from './invoices.ts';
import { nulls, objects, toId, toList, type Work } from './objects.ts';

const day = 24 * 60 * 60;

/** `count` intervals after the anchor, in UTC; a month without that day ends on its last one. */
function addIntervals(anchor: number, price: Stripe.Price, count: number): number {
  const { interval, interval_count: each } = readInterval(price);
  if (interval === 'day') return anchor + count * each * day;
  if (interval === 'week') return anchor + count * each * 7 * day;
  const from = new Date(anchor * 1000);
  const month = from.getUTCMonth() + count * each * (interval === 'year' ? 12 : 1);
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
  const { interval, interval_count } = readInterval(price);
  return {
    ...nulls('meter tiers_mode transform_usage trial_period_days'),
    id,
    object: 'plan',
    active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    interval,
    interval_count,
    livemode: false,
    metadata,
    nickname,
    product: toId(price.product),
    usage_type: 'licensed',
  };
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
  const different = (values: unknown[]): number => new Set(values).size;
  const currency = what.lines[0]?.price.currency ?? 'usd';
  if (different(what.lines.map(({ price }) => price.currency)) > 1) {
    const message = 'All prices on a subscription must have the same currency.';
    throw invalid(message, { param: 'items' });
  }
  const ends = what.lines.map(({ price }) => periodEnd(now, price, now));
  if (different(ends) > 1) {
    const message = 'Currently, all prices on a subscription must have the same billing interval.';
    throw invalid(message, { param: 'items' });
  }
  const items = what.lines.map(
    ({ price, quantity }): Stripe.SubscriptionItem => ({
      ...nulls('billing_thresholds current_trial'),
      id: newId('si', 14),
      object: 'subscription_item',
      created: now,
      current_period_end: periodEnd(now, price, now),
      current_period_start: now,
      discounts: [],
      metadata: {},
      plan: newPlan(price),
      price: structuredClone(price),
      quantity,
      subscription: id,
      tax_rates: [],
    }),
  );
  return objects(work, 'subscriptions').put(id, {
    ...nulls('application application_fee_percent billing_cycle_anchor_config billing_thresholds'),
    ...nulls('cancel_at canceled_at customer_account days_until_due default_source description'),
    ...nulls('ended_at latest_invoice managed_payments next_pending_invoice_item_invoice'),
    ...nulls('on_behalf_of pause_collection pending_invoice_item_interval pending_setup_intent'),
    ...nulls('pending_update schedule test_clock transfer_data trial_end trial_start'),
    id,
    object: 'subscription',
    automatic_tax: { ...nulls('disabled_reason liability'), enabled: false },
    billing_cycle_anchor: now,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: now,
    },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: nulls('comment feedback feedback_option reason'),
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer: what.customer,
    default_payment_method: what.paymentMethod ?? null,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      ...nulls('account_tax_ids custom_fields description footer'),
      issuer: { type: 'self' },
    },
    items: toList(items, `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    metadata: what.metadata ?? {},
    payment_settings: {
      ...nulls('payment_method_options payment_method_types'),
      save_default_payment_method: what.saveDefault ?? 'off',
    },
    start_date: now,
    status: what.status,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
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
