/** Checkout sessions: made, read, paid as their page does, and expired. */
import type Stripe from 'stripe';
import type * as z from 'zod';
import { runWhenDue, type SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/ids.ts';
import { checkChargeable } from './amounts.ts';
import { newCustomer, newPrice, newProduct } from './catalog.ts';
import { invalid, missingParam } from './error.ts';
import { emit } from './events.ts';
import { boolean, choice, email, hash, integer, list, metadata, string, url } from './fields.ts';
import type { Intent, Session, Work } from './objects.ts';
import { create, fill, find, findLinked, objects } from './objects.ts';
import { type Call, listOperation, type Operation, operation, readOperation } from './operation.ts';
import { type CardInput, newBankAccount, newCard } from './payment-methods.ts';
import { confirmIntent, newIntent } from './payments.ts';
import { newSetupIntent } from './setup.ts';

type Details = Stripe.Checkout.Session.CustomerDetails;

const lineItem = hash({
  price_data: hash({
    currency: string,
    product_data: hash({ description: string.optional(), name: string }),
    unit_amount: integer,
  }),
  // An invoice is one line of one thing.
  quantity: choice('1').optional(),
});

const createFields = hash({
  adaptive_pricing: hash({ enabled: boolean }),
  allowed_payment_method_types: list(choice('card')),
  branding_settings: hash({ display_name: string }),
  cancel_url: url,
  client_reference_id: string,
  currency: string,
  customer: string,
  customer_creation: choice('always', 'if_required'),
  customer_email: email,
  line_items: list(lineItem),
  metadata,
  payment_intent_data: hash({
    description: string,
    metadata,
    receipt_email: string,
    setup_future_usage: choice('off_session'),
  }).partial(),
  setup_intent_data: hash({ description: string, metadata }).partial(),
  ui_mode: choice('hosted_page'),
})
  .partial()
  .extend({ mode: choice('payment', 'setup'), success_url: url });

function newLine(
  work: Work,
  { price_data: data }: z.output<typeof lineItem>,
  index: number,
): Stripe.LineItem {
  const product = newProduct(work, data.product_data);
  const param = `line_items[${index}][price_data]`;
  const price = newPrice(work, { ...data, product: product.id }, param);
  // Made for this session alone: it shows in no list of prices that can be used again.
  price.active = false;
  return fill<Stripe.LineItem>('line_item', {
    id: newId('li'),
    amount_subtotal: data.unit_amount,
    amount_total: data.unit_amount,
    currency: price.currency,
    description: product.name,
    price: structuredClone(price),
    quantity: 1,
  });
}

const daySeconds = 24 * 60 * 60;

type Asked = Call<z.output<typeof createFields>>;

/** One that keeps a card of a customer who is known, and takes no money. */
function createSetupSession(call: Asked): Session {
  const {
    line_items: items,
    branding_settings: branding,
    payment_intent_data: paid,
    setup_intent_data: data = {},
    ...given
  } = call.params;
  if (items) throw invalid('`line_items` cannot be used in `setup` mode.', { param: 'line_items' });
  const payment = '`payment_intent_data` cannot be used in `setup` mode.';
  if (paid) throw invalid(payment, { param: 'payment_intent_data' });
  const { customer, currency, allowed_payment_method_types: allowed } = given;
  if (currency === undefined) throw missingParam('currency');
  if (customer !== undefined) find(call, 'customers', customer, 'customer');
  const id = newId('cs_test', 58);
  const displayName = branding?.display_name;
  objects(call, 'session_facts').put(id, { lineItems: [], paymentIntentData: {}, displayName });
  const intent = newSetupIntent(call, { ...data, customer, allowed_payment_method_types: allowed });
  return create(call, 'checkout_sessions', {
    id,
    amount_subtotal: null,
    amount_total: null,
    customer_creation: null,
    expires_at: call.context.clock.seconds() + daySeconds,
    payment_status: 'no_payment_required',
    payment_method_types: ['card'],
    setup_intent: intent.id,
    url: `${call.context.url}/checkout/pay/${id}`,
    ...given,
  });
}

function createSession(call: Asked): Session {
  if (call.params.mode === 'setup') return createSetupSession(call);
  const {
    line_items: items = [],
    branding_settings: branding,
    payment_intent_data: paymentIntentData = {},
    setup_intent_data: _setup,
    currency: _currency,
    ...given
  } = call.params;
  const lineItems = items.map((item, index) => newLine(call, item, index));
  const currency = lineItems[0]?.currency;
  if (currency === undefined) throw missingParam('line_items');
  const total = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
  checkChargeable(total, currency, "The Checkout Session's total amount due");
  const id = newId('cs_test', 58);
  const displayName = branding?.display_name;
  objects(call, 'session_facts').put(id, { lineItems, paymentIntentData, displayName });
  const { customer_email: address } = given;
  return create(call, 'checkout_sessions', {
    id,
    amount_subtotal: total,
    amount_total: total,
    currency,
    customer_details: address ? fill<Details>('customer_details', { email: address }) : null,
    expires_at: call.context.clock.seconds() + daySeconds,
    // What the page offers: cards, and US bank accounts for dollars.
    payment_method_types: currency === 'usd' ? ['card', 'us_bank_account'] : ['card'],
    url: `${call.context.url}/checkout/pay/${id}`,
    ...given,
  });
}

export const findIntentSession = (work: Work, intentId: string): Session | undefined =>
  findLinked(work, 'checkout_sessions', objects(work, 'intent_sessions').get(intentId));

/** The return address of a session with its id put in. */
export const successUrl = ({ id, success_url: url }: Session): string =>
  (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);

export const findMerchant = (work: Work, session: Session | undefined): string | undefined =>
  objects(work, 'session_facts').get(session?.id ?? '')?.displayName;

/** Why a session takes no payment any more, for its page. */
export function closedReason({ status }: Session): string | null {
  if (status === 'complete') return 'This checkout has already been completed.';
  return status === 'open' ? null : 'This checkout has expired.';
}

function findOrCreateIntent(work: Work, session: Session): Intent {
  const existing = findLinked(work, 'payment_intents', session.payment_intent);
  if (existing) return existing;
  const intent = newIntent(work, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    payment_method_types: session.payment_method_types,
    ...objects(work, 'session_facts').get(session.id)?.paymentIntentData,
  });
  objects(work, 'intent_sessions').put(intent.id, session.id);
  session.payment_intent = intent.id;
  return intent;
}

/**
 * Tries to pay an open session as its page does. Answers the intent: `succeeded` or `processing` (the
 * session is complete), or `requires_action` (a challenge is next). A decline is thrown.
 * @param how with a card, or with a bank account whose debit ends so
 */
export function paySession(
  work: Work,
  session: Session,
  payer: Record<'email' | 'name', string>,
  how: CardInput | 'succeeds' | 'fails',
): Intent {
  const closed = closedReason(session);
  if (closed !== null) throw invalid(closed);
  const isBank = typeof how === 'string';
  if (isBank && !session.payment_method_types.includes('us_bank_account')) {
    throw invalid('This checkout takes no bank account.', { param: 'payment_method_types' });
  }
  const method = isBank ? newBankAccount(work, how, payer) : newCard(work, how, payer);
  const intent = findOrCreateIntent(work, session);
  if (session.customer_creation === 'always') keepCustomer(work, session, intent, payer);
  const { address } = method.billing_details;
  const details = { address, ...payer, tax_ids: [] };
  session.customer_details = fill<Details>('customer_details', details);
  const declined = confirmIntent(work, intent, { method, returnUrl: successUrl(session) });
  if (declined) throw declined;
  if (intent.status !== 'requires_action') completeSession(work, session, intent);
  return intent;
}

/** Whoever pays becomes a customer, who can be charged again. */
function keepCustomer(
  work: Work,
  session: Session,
  intent: Intent,
  payer: Record<'email' | 'name', string>,
): void {
  if (session.customer === null) session.customer = newCustomer(work, payer).id;
  intent.customer = session.customer;
}

/** The money is there (or on its way): the session is complete. */
export function completeSession(work: Work, session: Session, intent: Intent): void {
  const isPaid = intent.status === 'succeeded';
  if (session.status !== 'complete') {
    session.payment_status = isPaid ? 'paid' : 'unpaid';
    session.status = 'complete';
    session.url = null;
    emit(work, 'checkout.session.completed', session);
  } else if (isPaid && session.payment_status !== 'paid') {
    session.payment_status = 'paid';
    emit(work, 'checkout.session.async_payment_succeeded', session);
  }
}

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

export function expireSessionsInTime(context: SandboxContext): void {
  runWhenDue(context, function* due(work) {
    for (const session of objects(work, 'checkout_sessions').values()) {
      if (session.status !== 'open') continue;
      yield { at: session.expires_at * 1000, run: () => expireSession(work, session) };
    }
  });
}

const path = '/v1/checkout/sessions';
const collection = 'checkout_sessions';

export const checkoutOperations: Operation[] = [
  operation('POST', path, createFields, createSession),
  listOperation(path, collection, { payment_intent: string }),
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
];
