/** Checkout sessions: made, read, paid as their page does, and expired. */
import type Stripe from 'stripe';
import type * as z from 'zod';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/ids.ts';
import { checkChargeable } from './amounts.ts';
import type { CardInput } from './cards.ts';
import { findActivePrice, newPrice, newProduct, priceAmount, recurring } from './catalog.ts';
import { newCustomer } from './customers.ts';
import { invalid, missingParam } from './error.ts';
import { emit } from './events.ts';
import { boolean, choice, hash, integer, list, metadata, paging, string } from './fields.ts';
import { allWork, create, fill, find, findLinked, objects, toId, type Work } from './objects.ts';
import {
  type Call,
  listOperation,
  type Operation,
  operation,
  paginate,
  readOperation,
} from './operation.ts';
import { attach, newBankAccount, newCard } from './payment-methods.ts';
import { confirmIntent, newIntent } from './payments.ts';
import { startPaidSubscription } from './subscriptions.ts';

type Session = Stripe.Checkout.Session;
type Details = Stripe.Checkout.Session.CustomerDetails;

const lineItem = hash({
  price: string,
  price_data: hash(
    { recurring },
    {
      currency: string,
      product_data: hash({ description: string }, { name: string }),
      unit_amount: integer,
    },
  ),
  quantity: integer,
});

const createFields = hash(
  {
    adaptive_pricing: hash({ enabled: boolean }),
    branding_settings: hash({ display_name: string }),
    cancel_url: string,
    client_reference_id: string,
    customer: string,
    customer_email: string,
    expires_at: integer,
    line_items: list(lineItem),
    metadata,
    payment_intent_data: hash({ description: string, metadata, receipt_email: string }),
    subscription_data: hash({ metadata }),
    success_url: string,
    ui_mode: choice('hosted_page'),
  },
  { mode: choice('payment', 'subscription') },
);

type CreateCall = Call<z.output<typeof createFields>>;

function newLine(
  work: Work,
  { price: id, price_data: data, quantity = 1 }: z.output<typeof lineItem>,
  index: number,
): Stripe.LineItem {
  const param = (name: string): string => `line_items[${index}][${name}]`;
  const price = data
    ? newPrice(work, data, () => newProduct(work, data.product_data), param('price_data'))
    : findActivePrice(work, id ?? '', param('price'));
  // Made for this session alone: it shows in no list of prices that can be used again.
  if (data) price.active = false;
  const amount = priceAmount(price, quantity);
  return fill<Stripe.LineItem>('line_item', {
    id: newId('li'),
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    description: findLinked(work, 'products', price.product)?.name ?? null,
    price: structuredClone(price),
    quantity,
  });
}

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined || /^https?:\/\/[^\s/?#]+/.test(url)) return;
  throw invalid('Not a valid URL', { code: 'url_invalid', param });
}

const halfHour = 30 * 60;
const day = 48 * halfHour;

function checkRequest({ params, context }: CreateCall): void {
  const { mode, customer_email: email, expires_at: expires } = params;
  if (params.success_url === undefined) throw missingParam('success_url');
  checkUrl(params.success_url, 'success_url');
  checkUrl(params.cancel_url, 'cancel_url');
  if (email !== undefined && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email)) {
    const facts = { code: 'email_invalid', param: 'customer_email' };
    throw invalid(`Invalid email address: ${email}`, facts);
  }
  const misplaced = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[misplaced] !== undefined) {
    const message = `You can not pass \`${misplaced}\` in \`${mode}\` mode.`;
    throw invalid(message, { param: misplaced });
  }
  // A few seconds of grace: the caller's clock and ours need not agree to the second.
  const ahead = expires === undefined ? day : expires - context.clock.seconds();
  if (ahead >= halfHour - 10 && ahead <= day + 10) return;
  const limit = ahead < day ? 'at least 30 minutes' : 'less than 24 hours';
  const message = `The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`;
  throw invalid(message, { param: 'expires_at' });
}

/** The sum of the lines, and their currency; an invoice has one. */
function sumLines(lines: Stripe.LineItem[]): { currency: string; total: number } {
  const currency = lines[0]?.currency;
  if (currency === undefined) throw missingParam('line_items');
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  checkChargeable(total, currency, "The Checkout Session's total amount due");
  return { currency, total };
}

/** The session that a call asks for; it is open. */
function createSession(call: CreateCall): Session {
  checkRequest(call);
  const { params, context } = call;
  const { mode, customer_email: email = null } = params;
  const customer = params.customer ? find(call, 'customers', params.customer, 'customer') : null;
  const lines = (params.line_items ?? []).map((line, index) => newLine(call, line, index));
  const { currency, total } = sumLines(lines);
  const isPayment = mode === 'payment';
  const id = newId('cs_test', 58);
  const known = { email: email ?? customer?.email ?? null, name: customer?.name ?? null };
  objects(call, 'session_facts').put(id, {
    lineItems: lines,
    paymentIntentData: params.payment_intent_data ?? {},
    subscriptionData: params.subscription_data ?? {},
    displayName: params.branding_settings?.display_name,
  });
  return create(call, 'checkout_sessions', {
    id,
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency,
    customer: customer?.id ?? null,
    customer_creation: isPayment ? 'if_required' : null,
    customer_details: email || customer ? fill<Details>('customer_details', known) : null,
    customer_email: email,
    expires_at: params.expires_at ?? context.clock.seconds() + day,
    invoice_creation: isPayment ? fill('invoice_creation', {}) : null,
    metadata: params.metadata ?? {},
    mode,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    // What the page offers: cards, and US bank accounts for dollars.
    payment_method_types: isPayment && currency === 'usd' ? ['card', 'us_bank_account'] : ['card'],
    success_url: params.success_url ?? null,
    url: `${context.url}/checkout/pay/${id}`,
  });
}

export const findIntentSession = (work: Work, intentId: string): Session | undefined =>
  findLinked(work, 'checkout_sessions', objects(work, 'intent_sessions').get(intentId));

/** The return address of a session with its id put in. */
export const successUrl = ({ id, success_url: url }: Session): string =>
  (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);

/** Who is paid, as the session names them. */
export const findMerchant = (work: Work, sessionId = ''): string | undefined =>
  objects(work, 'session_facts').get(sessionId)?.displayName;

/** Why a session takes no payment any more, for its page. */
export function closedReason({ status }: Session): string | null {
  if (status === 'complete') return 'This checkout has been completed already.';
  return status === 'open' ? null : 'This checkout has expired.';
}

export interface SessionPayment {
  email: string;
  name: string;
  card?: CardInput;
  bank?: 'succeeds' | 'fails' | undefined;
}

function findOrCreateIntent(
  work: Work,
  session: Session,
  { email, name }: SessionPayment,
): Stripe.PaymentIntent {
  const existing = findLinked(work, 'payment_intents', session.payment_intent);
  if (existing) return existing;
  const isSubscription = session.mode === 'subscription';
  if (isSubscription && !session.customer) {
    const customer = newCustomer(work, { email, name });
    emit(work, 'customer.created', customer);
    session.customer = customer.id;
  }
  const data = objects(work, 'session_facts').get(session.id)?.paymentIntentData ?? {};
  const intent = newIntent(work, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: toId(session.customer),
    description: isSubscription ? 'Subscription creation' : (data.description ?? null),
    metadata: data.metadata ?? {},
    payment_method_types: session.payment_method_types,
    receipt_email: data.receipt_email ?? null,
    setup_future_usage: isSubscription ? 'off_session' : null,
  });
  objects(work, 'intent_sessions').put(intent.id, session.id);
  session.payment_intent = intent.id;
  return intent;
}

/**
 * Tries to pay an open session as its page does. Answers the intent: `succeeded` or `processing` (the
 * session is complete), or `requires_action` (a challenge is next). A decline is thrown.
 */
export function paySession(
  work: Work,
  session: Session,
  payment: SessionPayment,
): Stripe.PaymentIntent {
  const closed = closedReason(session);
  if (closed !== null) throw invalid(closed);
  const { email, name, card, bank } = payment;
  if (bank && !session.payment_method_types.includes('us_bank_account')) {
    throw invalid('This checkout takes no bank account.', { param: 'payment_method_types' });
  }
  const method = card
    ? newCard(work, card, { email, name })
    : newBankAccount(work, bank ?? 'succeeds', { email, name });
  const intent = findOrCreateIntent(work, session, payment);
  const { address } = method.billing_details;
  session.customer_details = fill<Details>('customer_details', {
    address,
    email,
    name,
    tax_ids: [],
  });
  confirmIntent(work, intent, { method, returnUrl: successUrl(session) });
  if (intent.status !== 'requires_action') completeSession(work, session, intent);
  return intent;
}

/** The money is there (or on its way): the session is complete. */
export function completeSession(work: Work, session: Session, intent: Stripe.PaymentIntent): void {
  const isPaid = intent.status === 'succeeded';
  if (session.status === 'complete') {
    if (isPaid && session.payment_status !== 'paid') {
      session.payment_status = 'paid';
      emit(work, 'checkout.session.async_payment_succeeded', session);
    }
    return;
  }
  if (session.mode === 'subscription') {
    const method = findLinked(work, 'payment_methods', intent.payment_method);
    const customer = toId(intent.customer);
    if (method && customer) attach(work, method, customer);
    const started = startPaidSubscription(work, session, intent);
    session.subscription = started.subscription.id;
    session.invoice = started.invoice.id;
    // A session of this mode names its subscription; the payment is found at the invoice.
    session.payment_intent = null;
  }
  session.payment_status = isPaid ? 'paid' : 'unpaid';
  session.status = 'complete';
  session.url = null;
  emit(work, 'checkout.session.completed', session);
}

/** A bank debit of a completed session has failed. */
export function failSession(work: Work, session: Session): void {
  if (session.status === 'complete' && session.payment_status === 'unpaid') {
    emit(work, 'checkout.session.async_payment_failed', session);
  }
}

function expireSession(work: Work, session: Session): void {
  session.status = 'expired';
  session.url = null;
  emit(work, 'checkout.session.expired', session);
}

/** Sessions whose time is over expire by the clock. */
export function expireSessionsInTime(context: SandboxContext): void {
  context.clock.onDue(function* due() {
    for (const work of allWork(context)) {
      for (const session of objects(work, 'checkout_sessions').values()) {
        if (session.status !== 'open') continue;
        yield { at: session.expires_at * 1000, run: () => expireSession(work, session) };
      }
    }
  });
}

const path = '/v1/checkout/sessions';
const collection = 'checkout_sessions';

export const checkoutOperations: Operation[] = [
  operation('POST', path, createFields, createSession),
  listOperation(path, collection, { customer: string, payment_intent: string }),
  readOperation(path, collection),
  operation('POST', `${path}/:id/expire`, hash({}), (call) => {
    const session = find(call, collection, call.id);
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    expireSession(call, session);
    return session;
  }),
  operation('GET', `${path}/:id/line_items`, hash(paging), (call) => {
    const { id } = find(call, collection, call.id);
    const lines = objects(call, 'session_facts').get(id)?.lineItems ?? [];
    return paginate(lines, `${path}/${id}/line_items`, call.params);
  }),
];
