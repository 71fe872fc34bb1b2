/**
 * Taking money for a payment intent: success, decline, challenge, or a bank debit that takes time. Each
 * try has its charge.
 */
import type Stripe from 'stripe';
import { newId, randomText } from '../state/ids.ts';
import { invalid, StripeError } from './error.ts';
import type { Charge, Intent, Method, Work } from './objects.ts';
import { create, fill, findLinked, objects, toId } from './objects.ts';
import { type Decline, findDecline } from './payment-methods.ts';

type Details = Stripe.Charge.PaymentMethodDetails;

function describeMethod({ card, us_bank_account: bank }: Method, amount: number): Details {
  if (!card) {
    const shown = fill<Details['us_bank_account']>('bank_details', { last4: bank?.last4 });
    return { type: 'us_bank_account', us_bank_account: shown };
  }
  const { brand, checks, exp_month, exp_year, fingerprint, last4 } = card;
  const shown = fill<Details['card']>('card_details', {
    amount_authorized: amount,
    brand,
    checks: { cvc_check: checks?.cvc_check && 'pass' },
    exp_month,
    exp_year,
    fingerprint,
    last4,
    network: brand,
  });
  return { type: 'card', card: shown };
}

/** Writes the charge of a try, good or bad, or of a bank debit that is under way. */
function newCharge(
  work: Work,
  intent: Intent,
  method: Method,
  status: Charge['status'],
  decline?: Decline,
): Charge {
  const { amount, currency, description, metadata, receipt_email } = intent;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const charge = create(work, 'charges', {
    id,
    amount,
    amount_captured: decline ? 0 : amount,
    billing_details: method.billing_details,
    captured: !decline,
    currency,
    customer: toId(intent.customer),
    description,
    failure_code: decline?.code,
    failure_message: decline?.message,
    metadata,
    outcome: decline && {
      network_decline_code: '05',
      network_status: 'declined_by_network',
      reason: decline.declineCode,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: describeMethod(method, amount),
    receipt_email,
    receipt_url: decline ? null : `${work.context.url}/receipts/${id}`,
    status,
  });
  intent.latest_charge = id;
  return charge;
}

const debitMs = 60_000;

export function newIntent(
  work: Work,
  what: Pick<Intent, 'amount' | 'currency'> & Partial<Intent>,
): Intent {
  const id = newId('pi');
  const client_secret = `${id}_secret_${randomText(25)}`;
  return create(work, 'payment_intents', { id, client_secret, ...what });
}

export const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** The intent wants another payment method; `error` is what was wrong with this one. */
function fail(intent: Intent, error: Stripe.PaymentIntent.LastPaymentError): void {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = error;
}

/** Notes a decline. Answers the error that tells of it. */
export function decline(work: Work, intent: Intent, method: Method, reason: Decline): StripeError {
  const { code, declineCode, message } = reason;
  // Without the bank there was no try to take the money.
  if (declineCode !== null) newCharge(work, intent, method, 'failed', reason);
  const type = declineCode === null ? 'invalid_request_error' : 'card_error';
  fail(intent, { code, decline_code: declineCode ?? undefined, message, type });
  return new StripeError(402, 'card_error', message, { code, declineCode });
}

function succeed(intent: Intent): void {
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.next_action = null;
  intent.status = 'succeeded';
}

function startDebit(work: Work, intent: Intent, method: Method, succeeds: boolean): void {
  newCharge(work, intent, method, 'pending');
  const at = work.context.clock.now() + debitMs;
  intent.status = 'processing';
  objects(work, 'bank_debits').put(intent.id, { intent: intent.id, at, succeeds });
}

/** Ends a bank debit, well or badly; the intent is then succeeded or wants another method. */
export function endDebit(work: Work, intent: Intent, succeeds: boolean): void {
  const charge = findLinked(work, 'charges', intent.latest_charge);
  objects(work, 'bank_debits').delete(intent.id);
  if (!charge) return;
  if (succeeds) {
    charge.status = 'succeeded';
    succeed(intent);
    return;
  }
  const message = 'The bank account has insufficient funds for the debit.';
  charge.status = 'failed';
  charge.paid = false;
  charge.failure_code = 'insufficient_funds';
  charge.failure_message = message;
  fail(intent, { code: 'payment_intent_payment_attempt_failed', message, type: 'card_error' });
}

interface Confirmation {
  method: Method;
  /** The customer is not there: no challenge is possible. */
  offSession?: boolean;
  /** The challenge has been passed. */
  authenticated?: boolean;
  returnUrl?: string | null | undefined;
}

const payable: string[] = ['requires_confirmation', 'requires_action', 'requires_payment_method'];

/**
 * Tries to take the money. Afterwards the intent is `succeeded`, `processing` or `requires_action`; or
 * it was declined, and the answer says how. @throws StripeError where nothing can be paid
 */
export function confirmIntent(work: Work, intent: Intent, how: Confirmation): StripeError | null {
  const { method, offSession = false, authenticated = false, returnUrl = null } = how;
  if (!payable.includes(intent.status)) {
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${payable.join(', ')}.`,
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const card = objects(work, 'card_facts').get(method.id);
  if (!card) throw invalid('This payment method cannot be used.', { param: 'payment_method' });
  intent.payment_method = method.id;
  if (card.bank) {
    startDebit(work, intent, method, card.bank === 'succeeds');
    return null;
  }
  if (card.challenge && !authenticated && !offSession) {
    const url = `${work.context.url}/3ds/${intent.id}?secret=${intent.client_secret}`;
    const redirect_to_url = { return_url: returnUrl, url };
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = { type: 'redirect_to_url', redirect_to_url };
    return null;
  }
  const reason = findDecline(card, offSession);
  if (reason) return decline(work, intent, method, reason);
  newCharge(work, intent, method, 'succeeded');
  succeed(intent);
  // The card is the customer's from then on.
  if (intent.setup_future_usage) method.customer = toId(intent.customer);
  return null;
}

export function cancelIntent(
  work: Work,
  intent: Intent,
  reason: Intent['cancellation_reason'] = 'void_invoice',
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  intent.status = 'canceled';
  intent.canceled_at = work.context.clock.seconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
}
