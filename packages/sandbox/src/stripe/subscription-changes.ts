/** Changes of a running subscription: another plan with its proration, a card, an ending, a resumption. */
import type Stripe from 'stripe';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { periodEnd } from './billing-periods.ts';
import { amountOf } from './checkout-line-items.ts';
import { emitUpdate } from './events.ts';
import { type InvoiceLine, newInvoice, periodLines } from './invoice-objects.ts';
import { mergedMetadata } from './params.ts';
import { ownPaymentMethod } from './payment-methods.ts';
import { idOf } from './stripe-objects.ts';
import { collect, type PendingLines } from './subscription-billing.ts';
import {
  changeItem,
  firstItem,
  intervalOf,
  newItem,
  type SubscriptionLine,
} from './subscription-objects.ts';

interface ItemChange {
  id: string | undefined;
  deleted: boolean;
  quantity: number | undefined;
  line: SubscriptionLine | null;
}

export interface SubscriptionChange {
  billing_cycle_anchor?: 'now' | 'unchanged';
  cancel_at?: string | null;
  cancel_at_period_end?: boolean;
  cancellation_details?: {
    comment?: string | null;
    feedback?: Stripe.Subscription.CancellationDetails.Feedback;
  };
  default_payment_method?: string;
  description?: string | null;
  items?: ItemChange[];
  metadata?: Record<string, string>;
  payment_behavior?: string;
  payment_settings?: { save_default_payment_method?: 'off' | 'on_subscription' };
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none';
}

/** The unused part of what has been paid, as credit; or the rest of the period at a new price. */
function prorated(
  item: Stripe.SubscriptionItem,
  now: number,
  sign: 1 | -1,
  name: string,
): InvoiceLine {
  const { current_period_start: start, current_period_end: end, price } = item;
  const share = (end - now) / (end - start);
  const quantity = item.quantity ?? 1;
  return {
    amount: sign * Math.round(amountOf(price, quantity) * share),
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${name}`,
    item: structuredClone(item),
    quantity,
    period: { start: now, end },
    proration: true,
  };
}

function changeItems(
  work: Work,
  subscription: Stripe.Subscription,
  change: SubscriptionChange,
): void {
  const { account, context } = work;
  const now = context.clock.seconds();
  if (subscription.status !== 'active' && subscription.status !== 'past_due') {
    throw invalid(
      `This subscription has a status of ${subscription.status}: its items cannot be updated. Cancel it and create another.`,
      { code: 'subscription_payment_intent_requires_action' },
    );
  }
  const intervalBefore = JSON.stringify(intervalOf(firstItem(subscription).price));
  const unused = subscription.items.data.map((item) =>
    prorated(item, now, -1, item.price.nickname ?? 'plan'),
  );
  for (const wanted of change.items ?? []) {
    const found = subscription.items.data.find((item) => item.id === wanted.id);
    if (wanted.id !== undefined && !found) {
      throw invalid(`No such subscription item: '${wanted.id}'`, {
        code: 'resource_missing',
        param: 'items',
      });
    }
    if (found && wanted.deleted) {
      subscription.items.data = subscription.items.data.filter((item) => item !== found);
    } else if (found) {
      const price = wanted.line?.price ?? found.price;
      changeItem(found, { price, quantity: wanted.quantity ?? found.quantity ?? 1 });
    } else if (wanted.line) {
      const period = { anchor: subscription.billing_cycle_anchor, start: now };
      subscription.items.data.push(newItem(wanted.line, subscription.id, period, now));
    }
  }
  if (subscription.items.data.length === 0) {
    throw invalid('A subscription must have at least one active price.', { param: 'items' });
  }
  const behavior = change.proration_behavior ?? 'create_prorations';
  const resets =
    change.billing_cycle_anchor === 'now' ||
    JSON.stringify(intervalOf(firstItem(subscription).price)) !== intervalBefore;
  if (resets) {
    subscription.billing_cycle_anchor = now;
    for (const item of subscription.items.data) {
      item.current_period_start = now;
      item.current_period_end = periodEnd(now, intervalOf(item.price), now);
    }
  }
  const credit = behavior === 'none' ? [] : unused;
  if (resets) {
    const lines = [...credit, ...periodLines(work, subscription)];
    collect(work, newInvoice(work, { subscription, reason: 'subscription_update', lines }));
    return;
  }
  if (behavior === 'none') return;
  const rest = subscription.items.data.map((item) =>
    prorated(item, now, 1, item.price.nickname ?? 'plan'),
  );
  const lines = [...credit, ...rest];
  if (behavior === 'always_invoice') {
    collect(work, newInvoice(work, { subscription, reason: 'subscription_update', lines }));
    return;
  }
  const pending = account.collection<PendingLines>('pending_lines');
  pending.put(subscription.id, {
    lines: [...(pending.get(subscription.id)?.lines ?? []), ...lines],
  });
}

function changeEnding(
  work: Work,
  subscription: Stripe.Subscription,
  change: SubscriptionChange,
): void {
  const { cancel_at_period_end: atEnd, cancel_at: at } = change;
  const now = work.context.clock.seconds();
  if (atEnd !== undefined) {
    const isNew = atEnd && !subscription.cancel_at_period_end;
    subscription.cancel_at_period_end = atEnd;
    subscription.cancel_at = atEnd ? firstItem(subscription).current_period_end : null;
    if (isNew) subscription.canceled_at = now;
    if (!atEnd) subscription.canceled_at = null;
    if (subscription.cancellation_details) {
      subscription.cancellation_details.reason = atEnd ? 'cancellation_requested' : null;
    }
  }
  if (at !== undefined) {
    subscription.cancel_at = at === null ? null : Number(at);
    subscription.canceled_at = at === null ? null : now;
  }
}

/** Applies a change and emits what is different afterwards. */
export function updateSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  change: SubscriptionChange,
): void {
  const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  const onlyNotes = Object.keys(change).every((name) =>
    ['metadata', 'cancellation_details', 'expand'].includes(name),
  );
  if (isOver && !onlyNotes) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const before = structuredClone(subscription);
  if (change.default_payment_method !== undefined) {
    const method = ownPaymentMethod(
      work,
      change.default_payment_method,
      idOf(subscription.customer),
      'default_payment_method',
    );
    subscription.default_payment_method = method.id;
  }
  if (change.description !== undefined) subscription.description = change.description;
  const save = change.payment_settings?.save_default_payment_method;
  if (save && subscription.payment_settings)
    subscription.payment_settings.save_default_payment_method = save;
  subscription.metadata = mergedMetadata(subscription.metadata, change.metadata);
  const { comment, feedback } = change.cancellation_details ?? {};
  if (subscription.cancellation_details) {
    if (comment !== undefined) subscription.cancellation_details.comment = comment;
    if (feedback !== undefined) subscription.cancellation_details.feedback = feedback;
  }
  changeEnding(work, subscription, change);
  if (change.items) {
    try {
      changeItems(work, subscription, change);
    } catch (error) {
      Object.assign(subscription, before);
      throw error;
    }
  }
  emitUpdate(work, 'customer.subscription.updated', before, subscription);
}
