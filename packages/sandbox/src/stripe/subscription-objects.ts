/** A subscription and its items as objects. */
import type Stripe from 'stripe';
import { newId } from '../state/new-id.ts';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { type Interval, periodEnd } from './billing-periods.ts';
import { idOf, objects } from './stripe-objects.ts';

export interface SubscriptionLine {
  price: Stripe.Price;
  quantity: number;
  metadata?: Record<string, string>;
}

export interface NewSubscription {
  customer: string;
  lines: SubscriptionLine[];
  status: Stripe.Subscription.Status;
  metadata?: Record<string, string>;
  description?: string | null;
  defaultPaymentMethod?: string | null;
  saveDefault?: Stripe.Subscription.PaymentSettings.SaveDefaultPaymentMethod;
  cancelAtPeriodEnd?: boolean;
}

/** The interval of a recurring price. */
export function intervalOf(price: Stripe.Price): Interval {
  if (!price.recurring) {
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items' },
    );
  }
  return price.recurring;
}

function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = intervalOf(price);
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function newItem(
  line: SubscriptionLine,
  subscription: string,
  period: { anchor: number; start: number },
  now: number,
): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd(period.anchor, intervalOf(line.price), period.start),
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: line.metadata ?? {},
    plan: planOf(line.price),
    price: structuredClone(line.price),
    quantity: line.quantity,
    subscription,
    tax_rates: [],
  };
}

/** Puts another price or quantity on an item. */
export function changeItem(item: Stripe.SubscriptionItem, line: SubscriptionLine): void {
  item.price = structuredClone(line.price);
  item.plan = planOf(line.price);
  item.quantity = line.quantity;
}

export function newSubscription(work: Work, what: NewSubscription): Stripe.Subscription {
  const now = work.context.clock.seconds();
  const id = newId('sub');
  const currencies = new Set(what.lines.map(({ price }) => price.currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) {
    throw invalid('All prices on a subscription must have the same currency.', { param: 'items' });
  }
  const intervals = new Set(what.lines.map(({ price }) => JSON.stringify(intervalOf(price))));
  if (intervals.size > 1) {
    throw invalid('Currently, all prices on a subscription must have the same billing interval.', {
      param: 'items',
    });
  }
  const items = what.lines.map((line) => newItem(line, id, { anchor: now, start: now }, now));
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: now,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: what.cancelAtPeriodEnd ?? false,
    canceled_at: what.cancelAtPeriodEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer: what.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: what.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: what.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: what.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: what.saveDefault ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: what.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
  return objects(work.account, 'subscriptions').put(id, subscription);
}

/** The first item: the sandbox's pages and periods go by it. */
export function firstItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`);
  return item;
}
