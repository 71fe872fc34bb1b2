/** The collections of an account, by name, with the SDK's own types. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { accessObjects, type Work } from '../sandbox-context.ts';
import { invalid, missing } from './error.ts';
import type { CardFacts } from './payment-methods.ts';
import templates from './templates.json' with { type: 'json' };

export type { Work } from '../sandbox-context.ts';

export type Charge = Stripe.Charge;
export type Customer = Stripe.Customer;
export type Intent = Stripe.PaymentIntent;
export type Invoice = Stripe.Invoice;
export type Method = Stripe.PaymentMethod;
export type Price = Stripe.Price;
export type Session = Stripe.Checkout.Session;
export type SetupIntent = Stripe.SetupIntent;
export type Subscription = Stripe.Subscription;

interface StripeObjects {
  /** A bank debit that is under way: decided at `at` (milliseconds of the sandbox's clock). */
  bank_debits: { intent: string; at: number; succeeds: boolean };
  /** What the API never shows: a card's number decides how a payment with it goes. */
  card_facts: CardFacts;
  charges: Charge;
  checkout_sessions: Session;
  customers: Customer;
  deleted_customers: true;
  disputes: Stripe.Dispute;
  endpoint_secrets: { secrets: string[] };
  events: Stripe.Event;
  /** Ids of what an intent pays, and the other way round. */
  intent_invoices: string;
  intent_sessions: string;
  invoice_intents: string;
  invoices: Invoice;
  payment_intents: Intent;
  payment_methods: Method;
  /** Whether somebody saved the portal's default settings; in the sandbox they are there at first. */
  portal_configured: boolean;
  portal_sessions: Stripe.BillingPortal.Session;
  prices: Price;
  products: Stripe.Product;
  refunds: Stripe.Refund;
  /** What is known of a session beside the object; the business's name, where it gives one. */
  session_facts: {
    lineItems: Stripe.LineItem[];
    paymentIntentData: Partial<
      Pick<Intent, 'description' | 'metadata' | 'receipt_email' | 'setup_future_usage'>
    >;
    displayName?: string | undefined;
  };
  setup_intents: SetupIntent;
  subscriptions: Subscription;
  webhook_endpoints: Stripe.WebhookEndpoint;
}

export const { objects, findAnywhere } = accessObjects<StripeObjects>();

/** The objects of the API; the others are what the sandbox notes beside them. */
export type ApiObjects = Pick<StripeObjects, keyof StripeObjects & keyof typeof templates>;

/** The object of an id, or the error that there is none; `param` is where the id came from. */
export function find<N extends keyof ApiObjects>(
  work: Pick<Work, 'account'>,
  name: N,
  id: string,
  param = name === 'payment_intents' ? 'intent' : 'id',
): ApiObjects[N] {
  const found = objects(work, name).get(id);
  // Stripe calls these alone in two words.
  const kind = templates[name].object.replace('webhook_', 'webhook ');
  if (!found) throw missing(kind, id, param);
  return found;
}

type Link = string | { id: string } | null | undefined;

export const toId = (link: Link): string | null =>
  typeof link === 'object' ? (link?.id ?? null) : (link ?? null);

export const findLinked = <N extends keyof StripeObjects>(
  work: Pick<Work, 'account'>,
  name: N,
  link: Link,
): StripeObjects[N] | undefined => objects(work, name).get(toId(link) ?? '');

/** The payment intent that pays an invoice: each invoice has at most one here. */
export const findInvoiceIntent = (work: Work, invoiceId: string): Intent | undefined =>
  findLinked(work, 'payment_intents', objects(work, 'invoice_intents').get(invoiceId));

export const accountId = ({ account }: Work): string =>
  `acct_1${createHash('sha256').update(account.key).digest('hex').slice(0, 15)}`;

/** A list as the API gives it. */
export const toList = <T>(data: T[], url: string, has_more = false) =>
  ({ object: 'list', data, has_more, url }) as const;

export type Part<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Part<T[K]> }
    : T;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(shown: Fields, given: Fields): Fields {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const before = shown[name];
    shown[name] = isFields(before) && isFields(value) ? merge(before, value) : value;
  }
  return shown;
}

/** An object of the API: what Stripe shows where nothing here fills it, and the given fields. */
export const fill = <T>(name: keyof typeof templates, fields: Part<T>): T =>
  merge(structuredClone(templates[name]), fields as Fields) as T;

export function create<N extends keyof ApiObjects>(
  work: Work,
  name: N,
  fields: Part<ApiObjects[N]> & { id: string },
): ApiObjects[N] {
  const created = work.context.clock.seconds();
  return objects(work, name).put(fields.id, fill(name, { created, ...fields } as never));
}

/** The secret with which a browser pays an invoice; null when nothing is left to pay. */
function findSecret(work: Work, invoice: Fields): object | null {
  const secret = findInvoiceIntent(work, String(invoice['id']))?.client_secret;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
}

const REFUNDS_SHOWN = 10;

function listRefunds(work: Work, chargeId: string) {
  const all = objects(work, 'refunds')
    .list()
    .filter(({ charge }) => toId(charge) === chargeId)
    .toReversed();
  const shown = all.slice(0, REFUNDS_SHOWN).map((refund) => structuredClone(refund));
  return toList(shown, `/v1/charges/${chargeId}/refunds`, all.length > shown.length);
}

function expandPath(work: Work, value: unknown, segments: string[], path: string): void {
  const [field, ...rest] = segments;
  if (field === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(work, item, segments, path);
    return;
  }
  const holder = value as Fields;
  // The one field that is there only when it is asked for.
  if (field === 'confirmation_secret') holder[field] = findSecret(work, holder);
  // A list that is left out of its charge unless it is asked for, newest first.
  if (field === 'refunds') holder[field] = listRefunds(work, String(holder['id']));
  const id = holder[field];
  // Such as the charges of `latest_charge`.
  const name = `${field.replace(/^(latest|default)_/, '')}s` as keyof ApiObjects;
  if (typeof id === 'string') holder[field] = structuredClone(objects(work, name).get(id));
  if (typeof holder[field] !== 'object') {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding with 'data.' in front, or another name.`,
      { code: 'parameter_invalid_string', param: 'expand' },
    );
  }
  expandPath(work, holder[field], rest, path);
}

export function expand(work: Work, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(work, copy, path.split('.'), path);
  return copy;
}
