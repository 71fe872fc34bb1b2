/** Payment intents: made, confirmed and canceled by calls, and what follows from their payments. */
import type Stripe from 'stripe';
import * as z from 'zod';
import type { SandboxContext } from '../sandbox-context.ts';
import { checkAmount, checkChargeable, checkedCurrency } from './amounts.ts';
import { completeSession, failSession, findIntentSession } from './checkout.ts';
import { invalid, missing, missingParam, type StripeError } from './error.ts';
import { boolean, choice, hash, integer, metadata, string } from './fields.ts';
import { allWork, find, findLinked, objects, toId, type Work } from './objects.ts';
import { type Operation, operation } from './operation.ts';
import { findPaymentMethod, newCard } from './payment-methods.ts';
import {
  type Confirmation,
  cancelIntent,
  confirmIntent,
  endDebit,
  failChallenge,
  newIntent,
  unexpectedState,
} from './payments.ts';
import { settleInvoice } from './subscription-billing.ts';

/** What follows from a change of an intent: its session completes, its invoice is paid. */
function settle(work: Work, intent: Stripe.PaymentIntent): void {
  const invoice = findLinked(work, 'invoices', objects(work, 'intent_invoices').get(intent.id));
  if (invoice) settleInvoice(work, invoice, intent);
  const session = findIntentSession(work, intent.id);
  if (!session) return;
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    completeSession(work, session, intent);
  } else if (intent.status === 'requires_payment_method') failSession(work, session);
}

/** Confirms and does what follows; a decline is thrown after what follows from it is done. */
function confirmAndSettle(work: Work, intent: Stripe.PaymentIntent, how: Confirmation): void {
  try {
    confirmIntent(work, intent, how);
  } finally {
    settle(work, intent);
  }
}

/** The customer passed the challenge, or did not. Answers the decline when the payment failed. */
export function endChallenge(
  work: Work,
  intent: Stripe.PaymentIntent,
  passed: boolean,
): StripeError | null {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !method) return null;
  if (passed) {
    confirmAndSettle(work, intent, { method, authenticated: true });
    return null;
  }
  const error = failChallenge(work, intent);
  settle(work, intent);
  return error;
}

/** Bank debits are decided by the clock. */
export function endDebitsInTime(context: SandboxContext): void {
  context.clock.onDue(function* due() {
    for (const work of allWork(context)) {
      for (const { at, intent: id } of objects(work, 'bank_debits').values()) {
        const run = () => {
          const intent = endDebit(work, id);
          if (intent) settle(work, intent);
        };
        yield { at, run };
      }
    }
  });
}

/** A browser sees an intent only with its client secret. */
function checkSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (secret === undefined) throw missingParam('client_secret');
  if (secret !== intent.client_secret) throw missing('payment_intent', intent.id, 'intent');
}

/** What a browser may see of an intent. */
function presentToBrowser(intent: Stripe.PaymentIntent): object {
  const { metadata: _, customer: __, latest_charge: ___, receipt_email: ____, ...rest } = intent;
  return rest;
}

const card = hash({ cvc: string }, { number: string, exp_month: integer, exp_year: integer });
const billing = hash({ email: string, name: string });
const confirmFields = hash({
  client_secret: string,
  payment_method: string,
  payment_method_data: hash({ billing_details: billing }, { type: choice('card'), card }),
  return_url: string,
});

type Wish = Pick<
  z.output<typeof confirmFields>,
  'payment_method' | 'payment_method_data' | 'return_url'
>;

function confirm(work: Work, intent: Stripe.PaymentIntent, wish: Wish): void {
  const { payment_method: id, payment_method_data: data, return_url: returnUrl = null } = wish;
  if (returnUrl !== null && !/^https?:\/\/\S+$/.test(returnUrl)) {
    throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  }
  const chosen = id ?? toId(intent.payment_method);
  if (!data && !chosen) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      intent,
    );
  }
  const method = data
    ? newCard(work, data.card, data.billing_details)
    : findPaymentMethod(work, chosen ?? '', 'payment_method');
  confirmAndSettle(work, intent, { method, returnUrl });
}

const path = '/v1/payment_intents';

export const paymentIntentOperations: Operation[] = [
  operation(
    'POST',
    path,
    hash(
      { confirm: boolean, metadata, payment_method: string, return_url: string },
      { amount: integer, currency: string },
    ),
    (call) => {
      const { params } = call;
      const { amount } = params;
      const currency = checkedCurrency(params.currency, 'currency');
      checkAmount(amount, currency, 'amount');
      checkChargeable(amount, currency, 'Amount', 'amount');
      const intent = newIntent(call, {
        amount,
        currency,
        metadata: params.metadata ?? {},
        automatic_payment_methods: { allow_redirects: 'always', enabled: true },
      });
      if (params.confirm) confirm(call, intent, params);
      return intent;
    },
  ),
  operation(
    'GET',
    `${path}/:id`,
    hash({ client_secret: string }),
    (call) => {
      const intent = find(call, 'payment_intents', call.id);
      if (!call.publishable) return intent;
      checkSecret(intent, call.params.client_secret);
      return presentToBrowser(intent);
    },
    true,
  ),
  operation(
    'POST',
    `${path}/:id/confirm`,
    confirmFields,
    (call) => {
      const intent = find(call, 'payment_intents', call.id);
      if (call.publishable) checkSecret(intent, call.params.client_secret);
      confirm(call, intent, call.params);
      return call.publishable ? presentToBrowser(intent) : intent;
    },
    true,
  ),
  operation('POST', `${path}/:id/cancel`, hash({}), (call) => {
    const intent = find(call, 'payment_intents', call.id);
    const { status } = intent;
    if (status === 'succeeded' || status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${status}.`;
      throw unexpectedState(message, intent);
    }
    cancelIntent(call, intent);
    return intent;
  }),
];
