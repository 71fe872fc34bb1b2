/** What payments do to subscriptions, and what the clock does: renewals, retries, endings. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { unasked, type Work } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { periodEnd } from './billing-periods.ts';
import { emit, emitUpdate } from './events.ts';
import {
  intentFor,
  markPaid,
  newInvoice,
  periodLines,
  subscriptionOf,
  voidInvoice,
} from './invoice-objects.ts';
import { attach } from './payment-methods.ts';
import { confirmIntent } from './payments.ts';
import { idOf, linked, objects } from './stripe-objects.ts';
import { firstItem, intervalOf } from './subscription-objects.ts';

const day = 24 * 60 * 60;
const incompleteSeconds = 23 * 60 * 60;
/** Days between the tries to collect; after the last one the subscription is canceled. */
const retryDays = [3, 5, 7];

/** The card that a subscription is charged on. */
export function cardOf(work: Work, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = linked(work, 'customers', subscription.customer);
  const id =
    idOf(subscription.default_payment_method) ??
    idOf(customer?.invoice_settings.default_payment_method);
  return id === null ? null : (objects(work.account, 'payment_methods').get(id) ?? null);
}

function setStatus(
  work: Work,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
): void {
  if (subscription.status === status) return;
  const previous = subscription.status;
  subscription.status = status;
  emit(work, 'customer.subscription.updated', subscription, { status: previous });
}

function setDelinquent(work: Work, invoice: Stripe.Invoice, delinquent: boolean): void {
  const customer = linked(work, 'customers', invoice.customer);
  if (customer) customer.delinquent = delinquent;
}

/** An invoice is paid: its subscription is (again) active. */
export function invoicePaid(work: Work, invoice: Stripe.Invoice): void {
  markPaid(work, invoice);
  setDelinquent(work, invoice, false);
  const subscription = subscriptionOf(work, invoice);
  if (subscription && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) {
    setStatus(work, subscription, 'active');
  }
}

function keepCard(work: Work, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const method = linked(work, 'payment_methods', intent.payment_method);
  const customer = idOf(intent.customer);
  if (!method || customer === null) return;
  attach(work, method, customer);
  const subscription = subscriptionOf(work, invoice);
  if (subscription?.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = method.id;
  }
}

function paymentFailed(work: Work, invoice: Stripe.Invoice): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const subscription = subscriptionOf(work, invoice);
  const isFirst = subscription?.status === 'incomplete';
  const wait = retryDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    isFirst || wait === undefined ? null : work.context.clock.seconds() + wait * day;
  setDelinquent(work, invoice, true);
  emit(work, 'invoice.payment_failed', invoice);
  if (!subscription || isFirst) return;
  if (wait === undefined) cancelSubscription(work, subscription, 'payment_failed');
  else if (subscription.status === 'active') setStatus(work, subscription, 'past_due');
}

/** The intent of an invoice has changed: settles what follows. */
export function invoiceIntentChanged(
  work: Work,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  if (invoice.status !== 'open') return;
  if (intent.status === 'succeeded') {
    keepCard(work, invoice, intent);
    invoicePaid(work, invoice);
  } else if (intent.status === 'requires_action') {
    emit(work, 'invoice.payment_action_required', invoice);
  } else if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
    paymentFailed(work, invoice);
  }
}

/** Charges the saved card for an open invoice; a decline is settled, and answered. */
export function collect(
  work: Work,
  invoice: Stripe.Invoice,
  given?: Stripe.PaymentMethod,
): ApiError | null {
  if (invoice.status !== 'open') return null;
  if (invoice.amount_due === 0) {
    invoicePaid(work, invoice);
    return null;
  }
  const subscription = subscriptionOf(work, invoice);
  const method = given ?? (subscription ? cardOf(work, subscription) : null);
  const intent = intentFor(work, invoice, 'Subscription update');
  if (!method) {
    paymentFailed(work, invoice);
    return new ApiError(
      402,
      'card_error',
      'There is no default payment method set on this Customer or Invoice. Please set a default_payment_method.',
      { code: 'invoice_payment_intent_requires_action' },
    );
  }
  let failed: ApiError | null = null;
  try {
    confirmIntent(work, intent, { method, offSession: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failed = error;
  }
  invoiceIntentChanged(work, invoice, intent);
  return failed;
}

/** Ends a subscription now; what is still open of it is void. */
export function cancelSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  const now = work.context.clock.seconds();
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason;
  const latest = linked(work, 'invoices', subscription.latest_invoice);
  if (latest && wasIncomplete) voidInvoice(work, latest);
  else if (latest) latest.next_payment_attempt = null;
  emit(work, 'customer.subscription.deleted', subscription);
}

function expireIncomplete(work: Work, subscription: Stripe.Subscription): void {
  const latest = linked(work, 'invoices', subscription.latest_invoice);
  subscription.ended_at = work.context.clock.seconds();
  setStatus(work, subscription, 'incomplete_expired');
  if (latest) voidInvoice(work, latest);
}

function renew(work: Work, subscription: Stripe.Subscription): void {
  const before = structuredClone(subscription);
  for (const item of subscription.items.data) {
    const start = item.current_period_end;
    item.current_period_start = start;
    item.current_period_end = periodEnd(
      subscription.billing_cycle_anchor,
      intervalOf(item.price),
      start,
    );
  }
  const pending = work.account.collection<PendingLines>('pending_lines').get(subscription.id);
  work.account.collection<PendingLines>('pending_lines').delete(subscription.id);
  const invoice = newInvoice(work, {
    subscription,
    reason: 'subscription_cycle',
    lines: [...(pending?.lines ?? []), ...periodLines(work, subscription)],
  });
  emitUpdate(work, 'customer.subscription.updated', before, subscription);
  collect(work, invoice);
}

/** Prorations that wait for the next invoice. */
export interface PendingLines {
  lines: ReturnType<typeof periodLines>;
}

function endsAt({
  cancel_at: at,
  cancel_at_period_end: atEnd,
  ...rest
}: Stripe.Subscription): number | null {
  const [item] = rest.items.data;
  const end = item?.current_period_end ?? Number.POSITIVE_INFINITY;
  if (atEnd) return end;
  return at;
}

interface DueStep {
  at: number;
  run: (work: Work) => void;
}

function nextStep(subscription: Stripe.Subscription): DueStep | null {
  const { status } = subscription;
  if (status === 'incomplete') {
    return {
      at: subscription.created + incompleteSeconds,
      run: (work) => expireIncomplete(work, subscription),
    };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  const end = endsAt(subscription);
  const renewal = firstItem(subscription).current_period_end;
  if (end !== null && end <= renewal) {
    return {
      at: end,
      run: (work) => cancelSubscription(work, subscription, 'cancellation_requested'),
    };
  }
  return { at: renewal, run: (work) => renew(work, subscription) };
}

/** Renewals, tries to collect again, and endings, by the clock. */
export function subscriptionsDue(context: SandboxContext): void {
  context.clock.onDue(function* due(until) {
    for (const account of context.store.accounts()) {
      const work = unasked(context, account);
      for (const subscription of objects(account, 'subscriptions').values()) {
        const step = nextStep(subscription);
        if (step && step.at * 1000 <= until)
          yield { at: step.at * 1000, run: () => step.run(work) };
      }
      for (const invoice of objects(account, 'invoices').values()) {
        const at = invoice.next_payment_attempt;
        if (invoice.status !== 'open' || at === null || at * 1000 > until) continue;
        yield { at: at * 1000, run: () => void collect(work, invoice) };
      }
    }
  });
}
