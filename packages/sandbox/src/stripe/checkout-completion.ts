/** How a hosted session is paid: a try with a card or a bank account, and what follows. */
import type Stripe from 'stripe';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import type { CardInput } from './cards.ts';
import { newCustomer } from './customers.ts';
import { emit } from './events.ts';
import { attach, newBankAccount, newCard } from './payment-methods.ts';
import { confirmIntent, newIntent } from './payments.ts';
import { idOf, linked, objects } from './stripe-objects.ts';
import { startPaidSubscription } from './subscription-start.ts';

export interface SessionPayment {
  email: string;
  name: string;
  card?: CardInput;
  bank?: 'succeeds' | 'fails';
}

function sessionIntents(work: Work) {
  return work.account.collection<string>('intent_sessions');
}

export function sessionOfIntent(work: Work, intentId: string): Stripe.Checkout.Session | undefined {
  const id = sessionIntents(work).get(intentId);
  return id === undefined ? undefined : objects(work.account, 'checkout_sessions').get(id);
}

/** The return address of a session with its id put in. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function customerFor(
  work: Work,
  session: Stripe.Checkout.Session,
  payment: SessionPayment,
): string | null {
  const given = idOf(session.customer);
  if (given !== null) return given;
  if (session.mode === 'payment' && session.customer_creation !== 'always') return null;
  const customer = newCustomer(work, { email: payment.email, name: payment.name });
  emit(work, 'customer.created', customer);
  session.customer = customer.id;
  return customer.id;
}

function intentFor(
  work: Work,
  session: Stripe.Checkout.Session,
  payment: SessionPayment,
): Stripe.PaymentIntent {
  const existing = linked(work, 'payment_intents', session.payment_intent);
  if (existing) return existing;
  const customer = customerFor(work, session, payment);
  const facts = objects(work.account, 'session_facts').get(session.id);
  const data = facts?.paymentIntentData ?? {};
  const intent = newIntent(work, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
    description:
      data.description ?? (session.mode === 'subscription' ? 'Subscription creation' : null),
    metadata: data.metadata ?? {},
    receiptEmail: data.receipt_email ?? null,
    setupFutureUsage:
      session.mode === 'subscription' ? 'off_session' : (data.setup_future_usage ?? null),
    statementDescriptorSuffix: data.statement_descriptor_suffix ?? null,
  });
  intent.payment_method_types = session.payment_method_types;
  sessionIntents(work).put(intent.id, session.id);
  session.payment_intent = intent.id;
  return intent;
}

/** Why a session takes no payment any more, in words for its page. */
export function closedReason(session: Stripe.Checkout.Session): string | null {
  if (session.status === 'complete') return 'This checkout has been completed already.';
  return session.status === 'open' ? null : 'This checkout has expired.';
}

/**
 * Tries to pay an open session as its page does. Answers the intent: `succeeded` or `processing` (the
 * session is complete), or `requires_action` (a challenge is next). A decline is thrown.
 */
export function paySession(
  work: Work,
  session: Stripe.Checkout.Session,
  payment: SessionPayment,
): Stripe.PaymentIntent {
  const closed = closedReason(session);
  if (closed !== null) throw invalid(closed);
  const { email, name, card, bank } = payment;
  if (bank && !session.payment_method_types.includes('us_bank_account')) {
    throw invalid('This checkout takes no bank account.', { param: 'payment_method_types' });
  }
  const billing = { email, name };
  const method = card
    ? newCard(work, card, billing)
    : newBankAccount(work, bank ?? 'succeeds', billing);
  const intent = intentFor(work, session, payment);
  session.customer_details = {
    address: method.billing_details.address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: session.customer_details?.phone ?? null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  confirmIntent(work, intent, { method, returnUrl: successUrl(session) });
  if (intent.status !== 'requires_action') completeSession(work, session, intent);
  return intent;
}

/** The money is there (or on its way): the session is complete. */
export function completeSession(
  work: Work,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
): void {
  const paid = intent.status === 'succeeded';
  if (session.status === 'complete') {
    if (paid && session.payment_status !== 'paid') {
      session.payment_status = 'paid';
      emit(work, 'checkout.session.async_payment_succeeded', session);
    }
    return;
  }
  const method = linked(work, 'payment_methods', intent.payment_method);
  const customer = idOf(intent.customer);
  if (method && customer && intent.setup_future_usage) attach(work, method, customer);
  if (session.mode === 'subscription') {
    const { subscription, invoice } = startPaidSubscription(work, session, intent);
    session.subscription = subscription.id;
    session.invoice = invoice.id;
    // A session of this mode names its subscription; the payment is found at the invoice.
    session.payment_intent = null;
  }
  session.payment_status = paid ? 'paid' : 'unpaid';
  session.status = 'complete';
  session.url = null;
  emit(work, 'checkout.session.completed', session);
}

/** A bank debit of a completed session has failed. */
export function failSession(work: Work, session: Stripe.Checkout.Session): void {
  if (session.status === 'complete' && session.payment_status === 'unpaid') {
    emit(work, 'checkout.session.async_payment_failed', session);
  }
}
