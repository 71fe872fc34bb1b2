/** What an invoice shows only when it is asked for: the way to pay it, and how it was paid. */
import type Stripe from 'stripe';
import type { Account } from '../state/store.ts';
import { type ListAnswer, wholeList } from './lists.ts';
import { objects } from './stripe-objects.ts';

/** The payment intent that pays an invoice: each invoice has at most one here. */
export function intentOfInvoice(
  account: Account,
  invoiceId: string,
): Stripe.PaymentIntent | undefined {
  const id = account.collection<string>('invoice_intents').get(invoiceId);
  return id === undefined ? undefined : objects(account, 'payment_intents').get(id);
}

export function invoiceOfIntent(account: Account, intentId: string): Stripe.Invoice | undefined {
  const id = account.collection<string>('intent_invoices').get(intentId);
  return id === undefined ? undefined : objects(account, 'invoices').get(id);
}

export function linkIntent(account: Account, invoiceId: string, intentId: string): void {
  account.collection<string>('invoice_intents').put(invoiceId, intentId);
  account.collection<string>('intent_invoices').put(intentId, invoiceId);
}

/** The secret with which a browser pays the invoice; null when nothing is left to pay. */
export function invoiceSecret(
  account: Account,
  invoiceId: string,
): Stripe.Invoice.ConfirmationSecret | null {
  const intent = intentOfInvoice(account, invoiceId);
  if (!intent?.client_secret) return null;
  return { client_secret: intent.client_secret, type: 'payment_intent' };
}

export function invoicePayments(
  account: Account,
  invoiceId: string,
): ListAnswer<Stripe.InvoicePayment> {
  const invoice = objects(account, 'invoices').get(invoiceId);
  const intent = intentOfInvoice(account, invoiceId);
  const url = `/v1/invoices/${invoiceId}/payments`;
  if (!invoice || !intent) return wholeList<Stripe.InvoicePayment>([], url);
  const paid = intent.status === 'succeeded';
  const payment: Stripe.InvoicePayment = {
    id: `inpay_${invoiceId.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: paid ? intent.amount : null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice: invoiceId,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: paid ? 'paid' : intent.status === 'canceled' ? 'canceled' : 'open',
    status_transitions: {
      canceled_at: intent.canceled_at,
      paid_at: invoice.status_transitions.paid_at,
    },
  };
  return wholeList([payment], url);
}
