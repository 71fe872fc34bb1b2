/** The collections of an account, by name, with the SDK's own types. */
import type Stripe from 'stripe';
import type { Account, Collection } from '../state/store.ts';
import { missing } from './api-error.ts';
import type { CardFacts } from './cards.ts';

/** What the API never shows: a card's number decides how a payment with it goes. */
export interface SecretEndpoint {
  secrets: string[];
}

export interface IdempotentAnswer {
  fingerprint: string;
  /** Milliseconds of the sandbox's clock. */
  at: number;
  status: number;
  body: object;
  requestId: string;
}

/** What the sandbox knows about a checkout session beside the object. */
export interface SessionFacts {
  lineItems: Stripe.LineItem[];
  paymentIntentData: {
    description?: string;
    metadata?: Record<string, string>;
    receipt_email?: string;
    statement_descriptor_suffix?: string;
    setup_future_usage?: string;
  };
  subscriptionData: { metadata?: Record<string, string>; description?: string };
  /** The business's name, where the session gives one. */
  displayName?: string;
}

export interface StripeObjects {
  balance_transactions: Stripe.BalanceTransaction;
  card_facts: CardFacts;
  charges: Stripe.Charge;
  checkout_sessions: Stripe.Checkout.Session;
  customers: Stripe.Customer;
  disputes: Stripe.Dispute;
  endpoint_secrets: SecretEndpoint;
  events: Stripe.Event;
  idempotency: IdempotentAnswer;
  invoices: Stripe.Invoice;
  payment_intents: Stripe.PaymentIntent;
  payment_methods: Stripe.PaymentMethod;
  portal_configurations: Stripe.BillingPortal.Configuration;
  portal_sessions: Stripe.BillingPortal.Session;
  prices: Stripe.Price;
  products: Stripe.Product;
  refunds: Stripe.Refund;
  session_facts: SessionFacts;
  subscriptions: Stripe.Subscription;
  webhook_endpoints: Stripe.WebhookEndpoint;
}

export function objects<N extends keyof StripeObjects>(
  account: Account,
  name: N,
): Collection<StripeObjects[N]> {
  return account.collection<StripeObjects[N]>(name);
}

/** What errors call an object of each collection that the API's calls name by id. */
const kinds = {
  balance_transactions: 'balance transaction',
  charges: 'charge',
  checkout_sessions: 'checkout.session',
  customers: 'customer',
  disputes: 'dispute',
  invoices: 'invoice',
  payment_intents: 'payment_intent',
  payment_methods: 'PaymentMethod',
  portal_configurations: 'configuration',
  prices: 'price',
  products: 'product',
  refunds: 'refund',
  subscriptions: 'subscription',
  webhook_endpoints: 'webhook endpoint',
} satisfies Partial<Record<keyof StripeObjects, string>>;

export type NamedObjects = Pick<StripeObjects, keyof typeof kinds>;

/** The object of an id, or the error that there is none; `param` is where the id came from. */
export function find<N extends keyof NamedObjects>(
  { account }: { account: Account },
  name: N,
  id: string,
  param = 'id',
): NamedObjects[N] {
  const found = objects(account, name).get(id);
  if (!found) throw missing(kinds[name], id, param);
  return found;
}

/** The object that a field of another one names, if there is one. */
export function linked<N extends keyof StripeObjects>(
  { account }: { account: Account },
  name: N,
  value: string | { id: string } | null | undefined,
): StripeObjects[N] | undefined {
  return objects(account, name).get(idOf(value) ?? '');
}

/** The id behind a field that may hold an id or an object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
