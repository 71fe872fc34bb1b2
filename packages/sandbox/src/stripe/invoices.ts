/** Invoices of subscriptions: made and finalized at once, paid, or void. */
import type Stripe from 'stripe';
import { capitals, newId, randomText } from '../state/ids.ts';
import { formatAmount } from './amounts.ts';
import { priceAmount } from './catalog.ts';
import { emit } from './events.ts';
import {
  accountId,
  create,
  fill,
  findInvoiceIntent,
  findLinked,
  objects,
  toId,
  toList,
  type Work,
} from './objects.ts';
import { cancelIntent, newIntent } from './payments.ts';

export interface InvoiceLine {
  amount: number;
  description: string;
  item: Stripe.SubscriptionItem;
  period: { start: number; end: number };
  proration: boolean;
}

/** The lines of one whole period of a subscription. */
export const periodLines = (work: Work, subscription: Stripe.Subscription): InvoiceLine[] =>
  subscription.items.data.map((item) => {
    const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
    const name = findLinked(work, 'products', price.product)?.name ?? 'Subscription';
    const each = `${formatAmount(priceAmount(price), price.currency)} / ${price.recurring?.interval}`;
    return {
      amount: priceAmount(price, quantity),
      description: `${quantity} × ${name} (at ${each})`,
      item,
      period: { start, end },
      proration: false,
    };
  });

function newLine(
  { amount, description, item, period, proration }: InvoiceLine,
  invoice: string,
  { currency, id: subscription, metadata }: Stripe.Subscription,
): Stripe.InvoiceLineItem {
  const { price, quantity = 1 } = item;
  return fill<Stripe.InvoiceLineItem>('invoice_line', {
    id: newId('il'),
    amount,
    currency,
    description,
    discountable: !proration,
    invoice,
    metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pricing: {
      price_details: { price: price.id, product: toId(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity) as unknown as Stripe.InvoiceLineItem['quantity_decimal'],
    subscription,
    subtotal: amount,
  });
}

function nextNumber(customer: Stripe.Customer | undefined): string {
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) customer.next_invoice_sequence = sequence + 1;
  const prefix = customer?.invoice_prefix ?? randomText(8, capitals);
  return `${prefix}-${String(sequence).padStart(4, '0')}`;
}

/** An open invoice of a subscription; what is left of a credit stays the customer's. */
export function newInvoice(
  work: Work,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: InvoiceLine[],
): Stripe.Invoice {
  const { context } = work;
  const { currency, metadata } = subscription;
  const id = newId('in');
  const now = context.clock.seconds();
  const customer = findLinked(work, 'customers', subscription.customer);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const balance = customer?.balance ?? 0;
  const due = Math.max(0, total + balance);
  const ending = total + balance - due;
  if (customer) Object.assign(customer, { balance: ending, currency });
  const url = `${context.url}/invoices/${id}`;
  const data = lines.map((line) => newLine(line, id, subscription));
  const start = lines[0]?.period.start ?? now;
  const invoice = create(work, 'invoices', {
    id,
    amount_due: due,
    amount_remaining: due,
    billing_reason: reason,
    currency,
    customer: toId(subscription.customer),
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    effective_at: now,
    ending_balance: ending,
    hosted_invoice_url: url,
    invoice_pdf: url,
    issuer: { account: accountId(work), type: 'self' },
    lines: toList(data, `/v1/invoices/${id}/lines`),
    number: nextNumber(customer),
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: reason === 'subscription_cycle' ? start : now,
    period_start: now,
    starting_balance: balance,
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: now,
  });
  subscription.latest_invoice = id;
  emit(work, 'invoice.created', { ...invoice, status: 'draft', number: null });
  emit(work, 'invoice.finalized', invoice);
  return invoice;
}

export function linkIntent(work: Work, invoiceId: string, intentId: string): void {
  objects(work, 'invoice_intents').put(invoiceId, intentId);
  objects(work, 'intent_invoices').put(intentId, invoiceId);
}

/** The payment intent of an invoice, made when it is needed first. */
export function findOrCreateIntent(
  work: Work,
  invoice: Stripe.Invoice,
  description: string,
): Stripe.PaymentIntent {
  const existing = findInvoiceIntent(work, invoice.id);
  if (existing) return existing;
  const intent = newIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: toId(invoice.customer),
    description,
    setup_future_usage: 'off_session',
  });
  linkIntent(work, invoice.id, intent.id);
  return intent;
}

export function markPaid(work: Work, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') return;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count = Math.max(1, invoice.attempt_count);
  invoice.next_payment_attempt = null;
  invoice.status = 'paid';
  invoice.status_transitions.paid_at = work.context.clock.seconds();
  emit(work, 'invoice.paid', invoice);
  emit(work, 'invoice.payment_succeeded', invoice);
}

export function voidInvoice(work: Work, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') return;
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = work.context.clock.seconds();
  const intent = findInvoiceIntent(work, invoice.id);
  if (intent) cancelIntent(work, intent, 'void_invoice');
  emit(work, 'invoice.voided', invoice);
}

/** The subscription that an invoice belongs to. */
export const findSubscription = (
  work: Work,
  { parent }: Stripe.Invoice,
): Stripe.Subscription | undefined =>
  findLinked(work, 'subscriptions', parent?.subscription_details?.subscription);
