/** The collections of an account, by name, with the SDK's own types. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Work as CommonWork, SandboxContext } from '../sandbox-context.ts';
import type { Collection } from '../state/store.ts';
import type { CardFacts } from './cards.ts';
import { missing } from './error.ts';
import templates from './templates.json' with { type: 'json' };

/** On whose behalf something happens, and because of which request (null: by itself). */
export interface Work extends CommonWork {
  request: { id: string; idempotency_key: string | null } | null;
}

/** What the sandbox knows about a checkout session beside the object. */
export interface SessionFacts {
  lineItems: Stripe.LineItem[];
  paymentIntentData: {
    description?: string | undefined;
    metadata?: Record<string, string> | undefined;
    receipt_email?: string | undefined;
  };
  /** The business's name, where the session gives one. */
  displayName?: string | undefined;
}

export interface StripeObjects {
  /** A bank debit that is under way: decided at `at` (milliseconds of the sandbox's clock). */
  bank_debits: { intent: string; at: number; succeeds: boolean };
  /** What the API never shows: a card's number decides how a payment with it goes. */
  card_facts: CardFacts;
  charges: Stripe.Charge;
  checkout_sessions: Stripe.Checkout.Session;
  customers: Stripe.Customer;
  deleted_customers: true;
  disputes: Stripe.Dispute;
  endpoint_secrets: { secrets: string[] };
  events: Stripe.Event;
  /** Ids of what an intent pays, and the other way round. */
  intent_invoices: string;
  intent_sessions: string;
  invoice_intents: string;
  invoices: Stripe.Invoice;
  payment_intents: Stripe.PaymentIntent;
  payment_methods: Stripe.PaymentMethod;
  /** Whether somebody saved the portal's default settings; in the sandbox they are there at first. */
  portal_configured: boolean;
  portal_sessions: Stripe.BillingPortal.Session;
  prices: Stripe.Price;
  products: Stripe.Product;
  refunds: Stripe.Refund;
  session_facts: SessionFacts;
  subscriptions: Stripe.Subscription;
  webhook_endpoints: Stripe.WebhookEndpoint;
}

export const objects = <N extends keyof StripeObjects>(
  { account }: Pick<Work, 'account'>,
  name: N,
): Collection<StripeObjects[N]> => account.collection(name);

/** What errors call an object of each collection that the API's calls name by id. */
const kinds = {
  charges: 'charge',
  checkout_sessions: 'checkout.session',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  invoices: 'invoice',
  payment_intents: 'payment_intent',
  payment_methods: 'PaymentMethod',
  prices: 'price',
  products: 'product',
  refunds: 'refund',
  subscriptions: 'subscription',
  webhook_endpoints: 'webhook endpoint',
} satisfies Partial<Record<keyof StripeObjects, string>>;

export type NamedObjects = Pick<StripeObjects, keyof typeof kinds>;

/** The object of an id, or the error that there is none; `param` is where the id came from. */
export function find<N extends keyof NamedObjects>(
  work: Pick<Work, 'account'>,
  name: N,
  id: string,
  param = name === 'payment_intents' ? 'intent' : 'id',
): NamedObjects[N] {
  const found = objects(work, name).get(id);
  if (!found) throw missing(kinds[name], id, param);
  return found;
}

type Link = string | { id: string } | null | undefined;

/** The id behind a field that may hold an id or an object. */
export const toId = (link: Link): string | null =>
  typeof link === 'object' ? (link?.id ?? null) : (link ?? null);

/** The object that a field of another one names, if there is one. */
export const findLinked = <N extends keyof StripeObjects>(
  work: Pick<Work, 'account'>,
  name: N,
  link: Link,
): StripeObjects[N] | undefined => objects(work, name).get(toId(link) ?? '');

/** An object by its id alone, in whatever account it is: for pages and controls, that bring no key. */
export function findAnywhere<N extends keyof StripeObjects>(
  context: SandboxContext,
  name: N,
  id = '',
): { work: Work; object: StripeObjects[N] } | undefined {
  const found = context.store.find<StripeObjects[N]>(name, id);
  return (
    found && { work: { context, account: found.account, request: null }, object: found.object }
  );
}

/** What happens by the clock, in every account: because of no request of the API. */
export const allWork = (context: SandboxContext): Work[] =>
  context.store.accounts().map((account) => ({ context, account, request: null }));

/** The payment intent that pays an invoice: each invoice has at most one here. */
export const findInvoiceIntent = (
  work: Work,
  invoiceId: string,
): Stripe.PaymentIntent | undefined =>
  findLinked(work, 'payment_intents', objects(work, 'invoice_intents').get(invoiceId));

/** The account's id, the same for a key at all times. */
export const accountId = ({ account }: Work): string =>
  `acct_1${createHash('sha256').update(account.key).digest('hex').slice(0, 15)}`;

/** A list as the API gives it, whole. */
export const toList = <T>(data: T[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
});

/** An object of the API: what Stripe shows where nothing here fills it, and the given fields. */
export const fill = <T>(name: keyof typeof templates, fields: Partial<T>): T =>
  ({ ...structuredClone(templates[name]), ...fields }) as unknown as T;

/** A new object of a collection, kept under its id. */
export function create<N extends keyof StripeObjects & keyof typeof templates>(
  work: Work,
  name: N,
  fields: Partial<StripeObjects[N]> & { id: string },
): StripeObjects[N] {
  const created = work.context.clock.seconds();
  return objects(work, name).put(fields.id, fill<StripeObjects[N]>(name, { created, ...fields }));
}
