/** What payments do to subscriptions, and what the clock does: renewals, retries, endings. */
import type Stripe from 'stripe';
import { runWhenDue, type SandboxContext } from '../sandbox-context.ts';
import type { DueWork } from '../state/clock.ts';
import type { StripeError } from './error.ts';
import { emit, emitUpdate } from './events.ts';
import type { Intent, Invoice, Method, Subscription, Work } from './objects.ts';
import { findLinked, objects, toId } from './objects.ts';
import { confirmIntent } from './payments.ts';
import {
  findOrCreateIntent,
  findSubscription,
  firstItem,
  markPaid,
  newInvoice,
  periodEnd,
  voidInvoice,
} from './subscriptions.ts';

const day = 24 * 60 * 60;
const incompleteSeconds = 23 * 60 * 60;
/** Days between the tries to collect; after the last one the subscription is canceled. */
const retryDays = [3, 5, 7];

export function findCard(work: Work, subscription: Subscription): Method | undefined {
  const customer = findLinked(work, 'customers', subscription.customer);
  const usual = customer?.invoice_settings.default_payment_method;
  return findLinked(work, 'payment_methods', subscription.default_payment_method ?? usual);
}

function setStatus(work: Work, subscription: Subscription, status: Subscription['status']): void {
  emitUpdate(work, subscription, () => {
    subscription.status = status;
  });
}

function keepCard(work: Work, subscription: Subscription | undefined, intent: Intent): void {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  if (!method) return;
  method.customer = toId(intent.customer);
  if (subscription?.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = method.id;
  }
}

function noteFailure(work: Work, invoice: Invoice): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const subscription = findSubscription(work, invoice);
  const isFirst = subscription?.status === 'incomplete';
  const pause = isFirst ? undefined : retryDays[invoice.attempt_count - 1];
  const now = work.context.clock.seconds();
  invoice.next_payment_attempt = pause === undefined ? null : now + pause * day;
  emit(work, 'invoice.payment_failed', invoice);
  if (!subscription || isFirst) return;
  if (pause === undefined) cancelSubscription(work, subscription, 'payment_failed');
  else if (subscription.status === 'active') setStatus(work, subscription, 'past_due');
}

/** The intent of an invoice has changed: settles what follows. */
export function settleInvoice(work: Work, invoice: Invoice, intent: Intent): void {
  if (invoice.status !== 'open') return;
  if (intent.status === 'succeeded') {
    const subscription = findSubscription(work, invoice);
    keepCard(work, subscription, intent);
    markPaid(work, invoice);
    const isLate = ['incomplete', 'past_due'].includes(subscription?.status ?? '');
    if (subscription && isLate) setStatus(work, subscription, 'active');
  } else if (intent.status === 'requires_action') {
    emit(work, 'invoice.payment_action_required', invoice);
  } else if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
    noteFailure(work, invoice);
  }
}

/** Charges the saved card for an open invoice; a decline is settled, and answered. */
export function collect(work: Work, invoice: Invoice): StripeError | null {
  if (invoice.status !== 'open') return null;
  const subscription = findSubscription(work, invoice);
  const method = subscription && findCard(work, subscription);
  const intent = findOrCreateIntent(work, invoice, 'Subscription update');
  const declined = method && confirmIntent(work, intent, { method, offSession: true });
  if (method) settleInvoice(work, invoice, intent);
  else noteFailure(work, invoice);
  return declined ?? null;
}

/** Ends a subscription now; what is still open of one that was never paid is void. */
export function cancelSubscription(
  work: Work,
  subscription: Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  const now = work.context.clock.seconds();
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason;
  const latest = findLinked(work, 'invoices', subscription.latest_invoice);
  if (latest && wasIncomplete) voidInvoice(work, latest);
  else if (latest) latest.next_payment_attempt = null;
  emit(work, 'customer.subscription.deleted', subscription);
}

function expire(work: Work, subscription: Subscription): void {
  const latest = findLinked(work, 'invoices', subscription.latest_invoice);
  subscription.ended_at = work.context.clock.seconds();
  setStatus(work, subscription, 'incomplete_expired');
  if (latest) voidInvoice(work, latest);
}

function renew(work: Work, subscription: Subscription): void {
  emitUpdate(work, subscription, () => {
    for (const item of subscription.items.data) {
      const start = item.current_period_end;
      item.current_period_start = start;
      item.current_period_end = periodEnd(subscription.billing_cycle_anchor, item.price, start);
    }
    newInvoice(work, subscription, 'subscription_cycle');
  });
  const invoice = findLinked(work, 'invoices', subscription.latest_invoice);
  if (invoice) collect(work, invoice);
}

function nextStep(work: Work, subscription: Subscription): DueWork | null {
  const { status, cancel_at_period_end: ends, created } = subscription;
  if (status === 'incomplete') {
    return { at: created + incompleteSeconds, run: () => expire(work, subscription) };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  const cancel = () => cancelSubscription(work, subscription, 'cancellation_requested');
  const at = firstItem(subscription).current_period_end;
  return { at, run: ends ? cancel : () => renew(work, subscription) };
}

/** Renewals, tries to collect again, and endings, by the clock. */
export function billInTime(context: SandboxContext): void {
  runWhenDue(context, function* due(work) {
    for (const subscription of objects(work, 'subscriptions').values()) {
      const step = nextStep(work, subscription);
      if (step) yield { ...step, at: step.at * 1000 };
    }
    for (const invoice of objects(work, 'invoices').values()) {
      const at = invoice.next_payment_attempt;
      if (invoice.status !== 'open' || at === null) continue;
      yield { at: at * 1000, run: () => void collect(work, invoice) };
    }
  });
}
