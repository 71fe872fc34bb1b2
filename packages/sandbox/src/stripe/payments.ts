/** Taking money for a payment intent: success, decline, challenge, or a bank debit that takes time. */
import type Stripe from 'stripe';
import { newId, randomLetters } from '../state/new-id.ts';
import type { Work } from './api-call.ts';
import { ApiError, invalid } from './api-error.ts';
import { type CardFacts, type Decline, declineOf } from './cards.ts';
import { creditCharge, newCharge } from './charges.ts';
import { emit } from './events.ts';
import { linked, objects } from './stripe-objects.ts';

export interface NewIntent {
  amount: number;
  currency: string;
  customer?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  setupFutureUsage?: Stripe.PaymentIntent.SetupFutureUsage | null;
  statementDescriptorSuffix?: string | null;
  automatic?: boolean;
}

/** A bank debit that is under way: decided at `at` (milliseconds of the sandbox's clock). */
export interface BankDebit {
  intent: string;
  at: number;
  succeeds: boolean;
}

const debitMs = 60_000;

export function newIntent(work: Work, what: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: what.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: what.automatic ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: 'automatic',
    created: work.context.clock.seconds(),
    currency: what.currency,
    customer: what.customer ?? null,
    customer_account: null,
    description: what.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: what.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: what.receiptEmail ?? null,
    review: null,
    setup_future_usage: what.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: what.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  objects(work.account, 'payment_intents').put(id, intent);
  emit(work, 'payment_intent.created', intent);
  return intent;
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

function refuse(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  withCharge: boolean,
): ApiError {
  let charge: Stripe.Charge | null = null;
  if (withCharge) {
    charge = newCharge(work, { intent, method, authenticated: false, decline });
    intent.latest_charge = charge.id;
    emit(work, 'charge.failed', charge);
  }
  const type = decline.declineCode === null ? 'invalid_request_error' : 'card_error';
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    ...(charge ? { charge: charge.id } : {}),
    code: decline.code as Stripe.PaymentIntent.LastPaymentError['code'],
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    payment_method: structuredClone(method),
    type,
  };
  emit(work, 'payment_intent.payment_failed', intent);
  return new ApiError(402, 'card_error', decline.message, {
    code: decline.code,
    ...(decline.declineCode ? { declineCode: decline.declineCode } : {}),
    extra: {
      ...(charge ? { charge: charge.id } : {}),
      payment_intent: structuredClone(intent),
      payment_method: structuredClone(method),
    },
  });
}

/** The challenge did not go well: the intent wants another payment method. */
export function failChallenge(work: Work, intent: Stripe.PaymentIntent): ApiError | null {
  const method = linked(work, 'payment_methods', intent.payment_method);
  if (!method || intent.status !== 'requires_action') return null;
  return refuse(work, intent, method, authenticationFailed, false);
}

function succeed(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): void {
  const charge = newCharge(work, { intent, method, authenticated, decline: null });
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  intent.next_action = null;
  intent.status = 'succeeded';
  emit(work, 'charge.succeeded', charge);
  emit(work, 'payment_intent.succeeded', intent);
}

function startDebit(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  succeeds: boolean,
): void {
  const charge = newCharge(work, {
    intent,
    method,
    authenticated: false,
    decline: null,
    pending: true,
  });
  intent.latest_charge = charge.id;
  intent.status = 'processing';
  const debit: BankDebit = { intent: intent.id, at: work.context.clock.now() + debitMs, succeeds };
  work.account.collection<BankDebit>('bank_debits').put(intent.id, debit);
  emit(work, 'charge.pending', charge);
  emit(work, 'payment_intent.processing', intent);
}

/** Ends a bank debit, well or badly; the intent is then succeeded or wants another method. */
export function settleDebit(
  work: Work,
  intentId: string,
  succeeds?: boolean,
): Stripe.PaymentIntent | null {
  const debits = work.account.collection<BankDebit>('bank_debits');
  const debit = debits.get(intentId);
  const intent = objects(work.account, 'payment_intents').get(intentId);
  const charge = linked(work, 'charges', intent?.latest_charge);
  if (!debit || !intent || !charge) return null;
  debits.delete(intentId);
  if (succeeds ?? debit.succeeds) {
    creditCharge(work, charge);
    intent.amount_received = intent.amount;
    intent.status = 'succeeded';
    emit(work, 'charge.succeeded', charge);
    emit(work, 'payment_intent.succeeded', intent);
    return intent;
  }
  const message = 'The bank account has insufficient funds for the debit.';
  charge.status = 'failed';
  charge.paid = false;
  charge.failure_code = 'insufficient_funds';
  charge.failure_message = message;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    charge: charge.id,
    code: 'payment_intent_payment_attempt_failed',
    message,
    type: 'card_error',
  };
  emit(work, 'charge.failed', charge);
  emit(work, 'payment_intent.payment_failed', intent);
  return intent;
}

export interface Confirmation {
  method: Stripe.PaymentMethod;
  /** The customer is not there: no challenge is possible. */
  offSession?: boolean;
  /** The challenge has been passed. */
  authenticated?: boolean;
  returnUrl?: string | null;
}

const payable = new Set<string>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/**
 * Tries to take the money. Afterwards the intent is `succeeded`, `processing` or `requires_action`;
 * a decline is thrown as a 402 `card_error`.
 */
export function confirmIntent(work: Work, intent: Stripe.PaymentIntent, how: Confirmation): void {
  const { method, offSession = false, authenticated = false, returnUrl = null } = how;
  if (!payable.has(intent.status)) {
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.`,
      {
        code: 'payment_intent_unexpected_state',
        extra: { payment_intent: structuredClone(intent) },
      },
    );
  }
  const facts: CardFacts | undefined = objects(work.account, 'card_facts').get(method.id);
  if (!facts) throw invalid('This payment method cannot be used.', { param: 'payment_method' });
  intent.payment_method = method.id;
  if (facts.bank) {
    startDebit(work, intent, method, facts.bank === 'succeeds');
    return;
  }
  const always = facts.challenge && method.card?.last4 !== '3155';
  if (offSession && always) throw refuse(work, intent, method, authenticationRequired, true);
  if (facts.challenge && !authenticated && !offSession) {
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: returnUrl,
        url: `${work.context.url()}/3ds/${intent.id}?secret=${intent.client_secret}`,
      },
    };
    emit(work, 'payment_intent.requires_action', intent);
    return;
  }
  const decline = declineOf(facts, offSession);
  if (decline) throw refuse(work, intent, method, decline, true);
  succeed(work, intent, method, authenticated);
}

export function cancelIntent(
  work: Work,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  intent.status = 'canceled';
  intent.canceled_at = work.context.clock.seconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  emit(work, 'payment_intent.canceled', intent);
}
