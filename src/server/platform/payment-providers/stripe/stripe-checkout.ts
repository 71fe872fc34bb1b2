import type Stripe from 'stripe';
import type {
  Checkout,
  CheckoutState,
  ProviderPayment,
  SavedCard,
  ToldRefund,
} from '../payment-provider.ts';
import { ProviderError } from '../payment-provider.ts';
import { fromStripeUnits } from './stripe-currencies.ts';

/** A session read with its payment intent and that one's latest charge. */
export type ReadSession = Stripe.Checkout.Session;

/**
 * A checkout session in the port's terms.
 * @param disputes of its payment, where there are any
 */
export function presentSession(session: ReadSession, disputes: Stripe.Dispute[]): Checkout {
  const { currency, amount_total: total } = session;
  if (!currency || total === null) {
    throw new ProviderError('unavailable', 'Stripe gave a checkout without an amount.');
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const state = readState(session, intent);
  return {
    id: session.id,
    state,
    url: state === 'open' ? session.url : null,
    ...fromStripeUnits(total, currency),
    reference: session.client_reference_id ?? session.metadata?.['remit_invoice'] ?? null,
    livemode: session.livemode,
    expiresAt: new Date(session.expires_at * 1000),
    payment: intent && state === 'paid' ? readPayment(intent, disputes) : null,
    savedCard: intent && state === 'paid' ? readSavedCard(session, intent) : undefined,
  };
}

/** A charge of a saved card in the port's terms: nobody pays it any more once it was refused. */
export function presentIntent(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): Checkout {
  const state = INTENT_STATES[intent.status] ?? 'failed';
  const { last_payment_error: error } = intent;
  return {
    id: intent.id,
    state,
    url: null,
    ...fromStripeUnits(intent.amount, intent.currency),
    reference: intent.metadata['remit_invoice'] ?? null,
    livemode: intent.livemode,
    expiresAt: new Date(intent.created * 1000),
    payment: state === 'paid' ? readPayment(intent, disputes) : null,
    ...(state === 'failed' && error
      ? {
          decline: {
            code: error.decline_code ?? error.code ?? 'card_declined',
            message: error.message ?? 'The card was declined.',
          },
        }
      : {}),
  };
}

const INTENT_STATES: Record<string, CheckoutState> = {
  succeeded: 'paid',
  processing: 'processing',
  canceled: 'expired',
};

function readSavedCard(session: ReadSession, intent: Stripe.PaymentIntent): SavedCard | undefined {
  if (intent.setup_future_usage !== 'off_session') return undefined;
  return presentSavedCard(session.customer, intent.payment_method);
}

/** A card that is kept for a payer; undefined where it is none, or was not read with what names it. */
export function presentSavedCard(
  customer: Stripe.Checkout.Session['customer'],
  method: Stripe.PaymentIntent['payment_method'],
): SavedCard | undefined {
  const name = typeof customer === 'string' ? customer : customer?.id;
  if (typeof method !== 'object' || !method?.card || name === undefined) return undefined;
  const { brand, last4, exp_month: expiresMonth, exp_year: expiresYear } = method.card;
  return {
    customer: name,
    method: method.id,
    brand: cardBrand(brand),
    last4,
    expiresMonth,
    expiresYear,
  };
}

function readState(session: ReadSession, intent: Stripe.PaymentIntent | null): CheckoutState {
  switch (session.status) {
    case 'open':
      return 'open';
    case 'expired':
      return 'expired';
    default:
      break;
  }
  // Complete says that the form was sent; only the payment's own state says that money came.
  if (session.payment_status === 'paid' && intent?.status === 'succeeded') return 'paid';
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled') {
    return 'failed';
  }
  return 'processing';
}

function readPayment(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  if (!charge) throw new ProviderError('unavailable', 'Stripe gave a payment without a charge.');
  return {
    id: intent.id,
    chargeId: charge.id,
    ...fromStripeUnits(intent.amount_received, intent.currency),
    refunded: fromStripeUnits(charge.amount_refunded, charge.currency).amount,
    refunds: readRefunds(charge),
    dispute: readDispute(disputes),
    paidAt: new Date(charge.created * 1000),
    kind: readKind(charge.payment_method_details),
    method: describeMethod(charge.payment_method_details),
    receiptUrl: charge.receipt_url,
  };
}

/** At most the ten newest: those that Stripe puts into the charge. */
function readRefunds({ refunds, currency }: Stripe.Charge): ToldRefund[] {
  return (refunds?.data ?? [])
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(({ id, amount, created }) => ({
      id,
      amount: fromStripeUnits(amount, currency).amount,
      at: new Date(created * 1000),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function readDispute(disputes: Stripe.Dispute[]): ProviderPayment['dispute'] {
  if (disputes.length === 0) return 'none';
  if (disputes.some(({ status }) => status === 'lost')) return 'lost';
  const over = ['won', 'warning_closed', 'prevented'];
  return disputes.every(({ status }) => over.includes(status)) ? 'won' : 'open';
}

const BANKS = new Set([
  'ach_credit_transfer',
  'ach_debit',
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'customer_balance',
  'sepa_debit',
  'us_bank_account',
]);

function readKind(details: Stripe.Charge.PaymentMethodDetails | null): ProviderPayment['kind'] {
  if (!details || details.type === 'card') return 'card';
  return BANKS.has(details.type) ? 'bank_transfer' : 'other';
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa', of Stripe's 'visa'. */
const cardBrand = (brand: string): string => BRANDS[brand] ?? 'Card';

function describeMethod(details: Stripe.Charge.PaymentMethodDetails | null): string {
  const card = details?.card;
  if (card?.last4) return `${cardBrand(card.brand ?? '')} ending ${card.last4}`;
  const debit = details?.us_bank_account;
  if (debit?.last4) return `${debit.bank_name ?? 'Bank account'} ending ${debit.last4}`;
  const kind = (details?.type ?? 'card').replaceAll('_', ' ');
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
