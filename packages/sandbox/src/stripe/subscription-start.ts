/** How subscriptions begin: unpaid, charged at once, or after a hosted checkout has been paid. */
import type Stripe from 'stripe';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { emit } from './events.ts';
import { linkIntent } from './invoice-extras.ts';
import { intentFor, markPaid, newInvoice, periodLines } from './invoice-objects.ts';
import { idOf, objects } from './stripe-objects.ts';
import { cardOf, collect, invoicePaid } from './subscription-billing.ts';
import { type NewSubscription, newSubscription } from './subscription-objects.ts';

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

/** A subscription by the API: its first invoice is open until it is paid. */
export function startSubscription(
  work: Work,
  what: Omit<NewSubscription, 'status'>,
  behavior: PaymentBehavior,
): Stripe.Subscription {
  const { account } = work;
  const subscription = newSubscription(work, { ...what, status: 'incomplete' });
  const card = cardOf(work, subscription);
  const wants = behavior !== 'default_incomplete';
  const lines = periodLines(work, subscription);
  const isFree = lines.reduce((sum, line) => sum + line.amount, 0) === 0;
  if (wants && !card && !isFree) {
    objects(account, 'subscriptions').delete(subscription.id);
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  emit(work, 'customer.subscription.created', subscription);
  const invoice = newInvoice(work, { subscription, reason: 'subscription_create', lines });
  if (invoice.amount_due === 0) {
    invoicePaid(work, invoice);
    return subscription;
  }
  const intent = intentFor(work, invoice, 'Subscription creation');
  if (!wants) {
    if (card) {
      intent.payment_method = card.id;
      intent.status = 'requires_confirmation';
    }
    return subscription;
  }
  const failed = collect(work, invoice);
  if (failed && behavior === 'error_if_incomplete') {
    objects(account, 'subscriptions').delete(subscription.id);
    throw failed;
  }
  return subscription;
}

/** A subscription whose first period has been paid on the hosted page. */
export function startPaidSubscription(
  work: Work,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const facts = objects(work.account, 'session_facts').get(session.id);
  const lines = (facts?.lineItems ?? []).flatMap(({ price, quantity }) =>
    price?.recurring ? [{ price, quantity: quantity ?? 1 }] : [],
  );
  const subscription = newSubscription(work, {
    customer: idOf(intent.customer) ?? '',
    lines,
    status: 'active',
    metadata: facts?.subscriptionData.metadata ?? {},
    description: facts?.subscriptionData.description ?? null,
    defaultPaymentMethod: idOf(intent.payment_method),
    saveDefault: 'on_subscription',
  });
  const invoice = newInvoice(work, {
    subscription,
    reason: 'subscription_create',
    lines: periodLines(work, subscription),
  });
  linkIntent(work.account, invoice.id, intent.id);
  emit(work, 'customer.subscription.created', subscription);
  markPaid(work, invoice);
  return { subscription, invoice };
}
