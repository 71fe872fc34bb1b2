/** Subscriptions, their items and their invoices as objects: made, paid, or void. */
import type Stripe from 'stripe';
import { capitals, newId, randomText } from '../state/ids.ts';
import { formatAmount } from './amounts.ts';
import { readInterval } from './catalog.ts';
import { emit } from './events.ts';
import type { Customer, Intent, Invoice, Part, Price, Subscription, Work } from './objects.ts';
import {
  accountId,
  create,
  fill,
  findInvoiceIntent,
  findLinked,
  objects,
  toId,
  toList,
} from './objects.ts';
import { cancelIntent, newIntent } from './payments.ts';

/** `count` intervals after the anchor, in UTC; a month without that day ends on its last one. */
function addIntervals(anchor: number, price: Price, count: number): number {
  const from = new Date(anchor * 1000);
  const months = count * (readInterval(price).interval === 'year' ? 12 : 1);
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const target = new Date(from);
  target.setUTCMonth(month, Math.min(from.getUTCDate(), last));
  return Math.floor(target.getTime() / 1000);
}

/** The end of the period that begins at `start`; both are seconds since the epoch. */
export function periodEnd(anchor: number, price: Price, start: number): number {
  let count = 1;
  while (addIntervals(anchor, price, count) <= start) count += 1;
  return addIntervals(anchor, price, count);
}

function newPlan(price: Price): Stripe.Plan {
  const { id, active, created, currency, metadata, nickname } = price;
  const { unit_amount: amount, unit_amount_decimal: amount_decimal } = price;
  const { interval } = readInterval(price);
  const product = toId(price.product);
  const sold = { id, active, created, currency, metadata, nickname, product };
  return fill<Stripe.Plan>('plan', { ...sold, amount, amount_decimal, interval });
}

export function setPrice(item: Stripe.SubscriptionItem, price: Price): void {
  item.price = structuredClone(price);
  item.plan = newPlan(price);
}

/** A subscription whose first invoice is to be paid. */
export function newSubscription(
  work: Work,
  prices: Price[],
  given: Part<Subscription>,
): Subscription {
  const now = work.context.clock.seconds();
  const id = newId('sub');
  const items = prices.map((price) =>
    fill<Stripe.SubscriptionItem>('subscription_item', {
      id: newId('si', 14),
      created: now,
      current_period_end: periodEnd(now, price, now),
      current_period_start: now,
      plan: newPlan(price),
      price: structuredClone(price),
      subscription: id,
    }),
  );
  return create(work, 'subscriptions', {
    id,
    billing_cycle_anchor: now,
    billing_mode: { updated_at: now },
    currency: prices[0]?.currency,
    items: toList(items, `/v1/subscription_items?subscription=${id}`),
    start_date: now,
    ...given,
  });
}

/** The first item: the sandbox's pages and periods go by it. */
export function firstItem({ id, items }: Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
}

/** The line of an item's whole period. */
function newLine(
  work: Work,
  { id: subscription_item, price, ...item }: Stripe.SubscriptionItem,
  invoice: string,
  { currency, id: subscription, metadata }: Subscription,
): Stripe.InvoiceLineItem {
  const amount = price.unit_amount ?? 0;
  const name = findLinked(work, 'products', price.product)?.name ?? 'Subscription';
  const each = `${formatAmount(amount, price.currency)} / ${price.recurring?.interval}`;
  return fill<Stripe.InvoiceLineItem>('invoice_line', {
    id: newId('il'),
    amount,
    currency,
    description: `1 × ${name} (at ${each})`,
    invoice,
    metadata,
    parent: { subscription_item_details: { subscription, subscription_item } },
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: {
      price_details: { price: price.id, product: toId(price.product) ?? '' },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    subscription,
    subtotal: amount,
  });
}

function nextNumber(customer: Customer | undefined): string {
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) customer.next_invoice_sequence = sequence + 1;
  const prefix = customer?.invoice_prefix ?? randomText(8, capitals);
  return `${prefix}-${String(sequence).padStart(4, '0')}`;
}

export function newInvoice(
  work: Work,
  subscription: Subscription,
  reason: Stripe.Invoice.BillingReason,
): Invoice {
  const { currency, id: subscriptionId, items, metadata } = subscription;
  const id = newId('in');
  const now = work.context.clock.seconds();
  const customer = findLinked(work, 'customers', subscription.customer);
  if (customer) customer.currency = currency;
  const url = `${work.context.url}/invoices/${id}`;
  const lines = items.data.map((item) => newLine(work, item, id, subscription));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const start = lines[0]?.period.start ?? now;
  const invoice = create(work, 'invoices', {
    id,
    amount_due: total,
    amount_remaining: total,
    billing_reason: reason,
    currency,
    customer: toId(subscription.customer),
    customer_email: customer?.email,
    customer_name: customer?.name,
    effective_at: now,
    hosted_invoice_url: url,
    invoice_pdf: url,
    issuer: { account: accountId(work) },
    lines: toList(lines, `/v1/invoices/${id}/lines`),
    number: nextNumber(customer),
    parent: { subscription_details: { metadata, subscription: subscriptionId } },
    period_end: reason === 'subscription_cycle' ? start : now,
    period_start: now,
    status_transitions: { finalized_at: now },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: now,
  });
  subscription.latest_invoice = id;
  return invoice;
}

export function findOrCreateIntent(work: Work, invoice: Invoice, description: string): Intent {
  const existing = findInvoiceIntent(work, invoice.id);
  if (existing) return existing;
  const intent = newIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: toId(invoice.customer),
    description,
    setup_future_usage: 'off_session',
  });
  objects(work, 'invoice_intents').put(invoice.id, intent.id);
  objects(work, 'intent_invoices').put(intent.id, invoice.id);
  return intent;
}

export function markPaid(work: Work, invoice: Invoice): void {
  if (invoice.status !== 'open') return;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count = Math.max(1, invoice.attempt_count);
  invoice.next_payment_attempt = null;
  invoice.status = 'paid';
  invoice.status_transitions.paid_at = work.context.clock.seconds();
  emit(work, 'invoice.paid', invoice);
}

export function voidInvoice(work: Work, invoice: Invoice): void {
  if (invoice.status !== 'open') return;
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = work.context.clock.seconds();
  const intent = findInvoiceIntent(work, invoice.id);
  if (intent) cancelIntent(work, intent);
  emit(work, 'invoice.voided', invoice);
}

export const findSubscription = (work: Work, { parent }: Invoice): Subscription | undefined =>
  findLinked(work, 'subscriptions', parent?.subscription_details?.subscription);
