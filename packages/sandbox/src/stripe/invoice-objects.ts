/** Invoices of subscriptions: made and finalized at once, paid, or void. */
import type Stripe from 'stripe';
import { newId, randomLetters } from '../state/new-id.ts';
import { businessName } from './accounts.ts';
import { formatAmount } from './amounts.ts';
import type { Work } from './api-call.ts';
import { accountId } from './api-keys.ts';
import { amountOf } from './checkout-line-items.ts';
import { emit } from './events.ts';
import { intentOfInvoice, linkIntent } from './invoice-extras.ts';
import { cancelIntent, newIntent } from './payments.ts';
import { idOf, linked, objects } from './stripe-objects.ts';

export interface InvoiceLine {
  amount: number;
  description: string;
  item: Stripe.SubscriptionItem;
  quantity: number;
  period: { start: number; end: number };
  proration: boolean;
}

export interface NewInvoice {
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: InvoiceLine[];
}

/** The lines of one whole period of a subscription. */
export function periodLines(work: Work, subscription: Stripe.Subscription): InvoiceLine[] {
  return subscription.items.data.map((item) => {
    const quantity = item.quantity ?? 1;
    const product = linked(work, 'products', item.price.product);
    const { interval = 'month', interval_count: count = 1 } = item.price.recurring ?? {};
    const each = count === 1 ? interval : `${count} ${interval}s`;
    const amount = amountOf(item.price, quantity);
    return {
      amount,
      description: `${quantity} × ${product?.name ?? 'Subscription'} (at ${formatAmount(Math.round(amount / quantity), item.price.currency)} / ${each})`,
      item,
      quantity,
      period: { start: item.current_period_start, end: item.current_period_end },
      proration: false,
    };
  });
}

function lineItem(
  line: InvoiceLine,
  invoice: string,
  subscription: Stripe.Subscription,
): Stripe.InvoiceLineItem {
  const { item } = line;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(
      line.quantity,
    ) as unknown as Stripe.InvoiceLineItem['quantity_decimal'],
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}

function invoiceNumber(customer: Stripe.Customer | undefined): string {
  if (!customer) return `${randomLetters(8).toUpperCase()}-0001`;
  const next = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = next + 1;
  return `${customer.invoice_prefix ?? 'SANDBOX'}-${String(next).padStart(4, '0')}`;
}

/** An open invoice, with the payment intent that pays it when something is due. */
export function newInvoice(
  work: Work,
  { subscription, reason, lines }: NewInvoice,
): Stripe.Invoice {
  const { account, context } = work;
  const id = newId('in');
  const now = context.clock.seconds();
  const customer = linked({ account }, 'customers', subscription.customer);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const balance = customer?.balance ?? 0;
  const due = Math.max(0, total + balance);
  const ending = total + balance - due;
  if (customer) {
    customer.balance = ending;
    customer.currency = subscription.currency;
  }
  const first = lines[0]?.period ?? { start: now, end: now };
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: businessName(account) ?? 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: idOf(subscription.customer),
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: ending,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${context.url()}/invoices/${id}`,
    invoice_pdf: `${context.url()}/invoices/${id}`,
    issuer: { account: accountId(account), type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => lineItem(line, id, subscription)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: invoiceNumber(customer),
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: reason === 'subscription_cycle' ? first.start : now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: 'open',
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
  objects(account, 'invoices').put(id, invoice);
  subscription.latest_invoice = id;
  emit(work, 'invoice.created', { ...invoice, status: 'draft', number: null });
  emit(work, 'invoice.finalized', invoice);
  return invoice;
}

/** The payment intent of an invoice, made when it is needed first. */
export function intentFor(
  work: Work,
  invoice: Stripe.Invoice,
  description: string,
): Stripe.PaymentIntent {
  const existing = intentOfInvoice(work.account, invoice.id);
  if (existing) return existing;
  const intent = newIntent(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description,
    receiptEmail: null,
    setupFutureUsage: 'off_session',
  });
  linkIntent(work.account, invoice.id, intent.id);
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
  const intent = intentOfInvoice(work.account, invoice.id);
  if (intent) cancelIntent(work, intent, 'void_invoice');
  emit(work, 'invoice.voided', invoice);
}

/** The subscription that an invoice belongs to. */
export function subscriptionOf(
  work: Work,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? undefined : objects(work.account, 'subscriptions').get(id);
}
