import type Stripe from 'stripe';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { fromMinorUnits } from '../../../shared/money/money.ts';
import type { Plan } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { isMissing } from './platform-account.ts';
import { readId, readPlan } from './platform-prices.ts';

/** A subscription as the provider tells it, read just now. */
export interface SubscriptionReading {
  id: string;
  customerId: string;
  /** The provider's own word: incomplete, active, past_due, canceled … */
  status: string;
  plan: Plan | null;
  price: Decimal | null;
  /** When it renews; where it ends or has ended, when that is. */
  currentPeriodEnd: Date | null;
  /** It ends with the period that is paid, or on a day that is set. */
  ending: boolean;
  /** What is to be paid now, and the secret that pays it. */
  openInvoice: { clientSecret: string; amount: Decimal } | null;
  card: Billing['paymentMethod'];
}

interface ReadOptions {
  /** Reads the card as well. */
  card?: boolean;
  /** In milliseconds, without a second try; the client's own limit unless told. */
  timeout?: number;
}

/**
 * @returns undefined when the provider knows no such subscription
 * @throws ProviderError
 */
export async function readSubscription(
  client: Stripe,
  id: string,
  { card = false, timeout }: ReadOptions = {},
): Promise<SubscriptionReading | undefined> {
  const expand = ['latest_invoice.confirmation_secret'];
  if (card)
    expand.push('default_payment_method', 'customer.invoice_settings.default_payment_method');
  const limits = timeout === undefined ? {} : { timeout, maxNetworkRetries: 0 };
  try {
    return toReading(
      await ask('subscription', () => client.subscriptions.retrieve(id, { expand }, limits)),
    );
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What the provider's object says, in our terms. */
export function toReading(subscription: Stripe.Subscription): SubscriptionReading {
  const item = subscription.items.data[0];
  const amount = item?.price.unit_amount ?? null;
  const end = subscription.ended_at ?? subscription.cancel_at ?? item?.current_period_end;
  return {
    id: subscription.id,
    customerId: readId(subscription.customer),
    status: subscription.status,
    plan: item ? readPlan(item.price) : null,
    price: amount === null ? null : fromCents(amount),
    currentPeriodEnd: end === undefined ? null : new Date(end * 1000),
    ending: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    openInvoice: findOpenInvoice(subscription),
    card: readCard(subscription),
  };
}

/** Plans are sold in US dollars. */
export const fromCents = (cents: number): Decimal => fromMinorUnits(BigInt(cents), 'USD').amount;

function findOpenInvoice({ latest_invoice: invoice }: Stripe.Subscription) {
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return null;
  return {
    clientSecret: invoice.confirmation_secret?.client_secret ?? '',
    amount: fromCents(invoice.amount_remaining),
  };
}

/** The subscription's own card, or the customer's usual one. */
function readCard(subscription: Stripe.Subscription): Billing['paymentMethod'] {
  const { customer, default_payment_method: own } = subscription;
  const usual =
    typeof customer === 'string' || customer.deleted
      ? null
      : customer.invoice_settings?.default_payment_method;
  for (const method of [own, usual]) {
    if (!method || typeof method === 'string' || !method.card) continue;
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
    return { brand, last4, expMonth, expYear };
  }
  return null;
}

export type PaymentProgress = 'waiting' | 'processing' | 'failed';

/**
 * How far a payment has come: waiting for the payer, or on its way, or over without success.
 * @param clientSecret names it
 * @throws ProviderError
 */
export async function readPaymentProgress(
  client: Stripe,
  clientSecret: string,
): Promise<PaymentProgress> {
  const [id = ''] = clientSecret.split('_secret_');
  const intent = await ask('payment_intent', () => client.paymentIntents.retrieve(id));
  if (intent.status === 'processing' || intent.status === 'succeeded') return 'processing';
  return intent.status === 'canceled' ? 'failed' : 'waiting';
}
