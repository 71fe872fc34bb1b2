/** Payment intents: read and confirmed by calls, and what follows from their payments. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { completeSession, failSession, findIntentSession } from './checkout.ts';
import { missing, missingParam, type StripeError } from './error.ts';
import { checkUrl, choice, hash, integer, string } from './fields.ts';
import { allWork, find, findLinked, objects, type Work } from './objects.ts';
import { type Operation, operation } from './operation.ts';
import { newCard } from './payment-methods.ts';
import { type Confirmation, confirmIntent, endDebit, failChallenge } from './payments.ts';
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
const confirmFields = hash(
  { client_secret: string, return_url: string },
  { payment_method_data: hash({ billing_details: billing }, { type: choice('card'), card }) },
);

const path = '/v1/payment_intents';

export const paymentIntentOperations: Operation[] = [
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
      const { client_secret, payment_method_data: data, return_url: returnUrl } = call.params;
      const intent = find(call, 'payment_intents', call.id);
      if (call.publishable) checkSecret(intent, client_secret);
      checkUrl(returnUrl, 'return_url');
      const method = newCard(call, data.card, data.billing_details);
      confirmAndSettle(call, intent, { method, returnUrl: returnUrl ?? null });
      return call.publishable ? presentToBrowser(intent) : intent;
    },
    true,
  ),
];
