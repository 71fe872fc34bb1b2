/** The collections of an account, by name, with the SDK's own types. */
import type Stripe from 'stripe';
import type { Account, Collection } from '../state/store.ts';
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

/** The id behind a field that may hold an id or an object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
