/** Payment intents: made, read and confirmed by calls, and what follows from their payments. */
import type * as z from 'zod';
import { runWhenDue, type SandboxContext } from '../sandbox-context.ts';
import { checkChargeable } from './amounts.ts';
import { completeSession, failSession, findIntentSession } from './checkout.ts';
import { invalid, missing, missingParam, StripeError } from './error.ts';
import { choice, hash, integer, metadata, positive, string, url } from './fields.ts';
import { find, findLinked, type Intent, objects, toId, type Work } from './objects.ts';
import { type Call, listOperation, type Operation, operation } from './operation.ts';
import { newCard } from './payment-methods.ts';
import {
  authenticationFailed,
  cancelIntent,
  confirmIntent,
  decline,
  endDebit,
  newIntent,
} from './payments.ts';
import { settleInvoice } from './subscription-billing.ts';

/** What follows from a change of an intent: its session completes, its invoice is paid. */
function settle(work: Work, intent: Intent): void {
  const invoice = findLinked(work, 'invoices', objects(work, 'intent_invoices').get(intent.id));
  if (invoice) settleInvoice(work, invoice, intent);
  const session = findIntentSession(work, intent.id);
  if (!session) return;
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    completeSession(work, session, intent);
  } else if (intent.status === 'requires_payment_method') failSession(work, session);
}

/** The customer passed the challenge, or did not. Answers the decline when the payment failed. */
export function endChallenge(work: Work, intent: Intent, passed: boolean): StripeError | null {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !method) return null;
  const declined = passed
    ? confirmIntent(work, intent, { method, authenticated: true })
    : decline(work, intent, method, authenticationFailed);
  settle(work, intent);
  return declined;
}

export function endDebitsInTime(context: SandboxContext): void {
  runWhenDue(context, function* due(work) {
    for (const { at, intent: id, succeeds } of objects(work, 'bank_debits').values()) {
      const intent = objects(work, 'payment_intents').get(id);
      if (!intent) continue;
      const run = () => {
        endDebit(work, intent, succeeds);
        settle(work, intent);
      };
      yield { at, run };
    }
  });
}

/** The intent of a call; a browser has to know its client secret. */
function findIntent(call: Call<{ client_secret?: string }>): Intent {
  const intent = find(call, 'payment_intents', call.id);
  const { client_secret: secret } = call.params;
  if (!call.publishable) return intent;
  if (secret === undefined) throw missingParam('client_secret');
  if (secret !== intent.client_secret) throw missing('payment_intent', call.id, 'intent');
  return intent;
}

/** A browser may not see all of it. */
function presentIntent(intent: Intent, { publishable }: Call<unknown>): object {
  if (!publishable) return intent;
  const { metadata: _, customer: __, latest_charge: ___, receipt_email: ____, ...rest } = intent;
  return rest;
}

const confirmFields = hash({
  client_secret: string.optional(),
  payment_method_data: hash({
    billing_details: hash({ email: string, name: string }).partial().optional(),
    card: hash({ cvc: string.optional(), exp_month: integer, exp_year: integer, number: string }),
    type: choice('card'),
  }),
  return_url: url.optional(),
});

const createFields = hash({
  amount: positive,
  confirm: choice('true'),
  currency: string,
  customer: string,
  description: string.optional(),
  metadata: metadata.optional(),
  off_session: choice('true'),
  payment_method: string,
  receipt_email: string.optional(),
});

/** Takes money of a card that was kept, without its customer. */
function chargeSaved(call: Call<z.output<typeof createFields>>): Intent {
  const { confirm: _, off_session: __, currency: given, payment_method: id, ...what } = call.params;
  const currency = given.toLowerCase();
  const { id: customer } = find(call, 'customers', what.customer, 'customer');
  checkChargeable(what.amount, currency, 'Amount');
  const method = find(call, 'payment_methods', id, 'payment_method');
  if (toId(method.customer) !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { param: 'payment_method' },
    );
  }
  const intent = newIntent(call, { ...what, currency });
  const declined = confirmIntent(call, intent, { method, offSession: true });
  if (declined) throw withIntent(declined, intent);
  return intent;
}

/** A decline of a call that made its intent names it. */
const withIntent = ({ status, type, message, facts }: StripeError, intent: Intent): StripeError =>
  new StripeError(status, type, message, { ...facts, intent });

const collection = '/v1/payment_intents';
const path = `${collection}/:id`;

export const paymentIntentOperations: Operation[] = [
  operation('POST', collection, createFields, chargeSaved),
  listOperation(collection, 'payment_intents', { customer: string }),
  operation('POST', `${path}/cancel`, hash({}), (call) => {
    const intent = find(call, 'payment_intents', call.id);
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      throw invalid(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        { code: 'payment_intent_unexpected_state' },
      );
    }
    cancelIntent(call, intent, null);
    return intent;
  }),
  operation('POST', '/v1/payment_methods/:id/detach', hash({}), (call) => {
    const method = find(call, 'payment_methods', call.id);
    if (method.customer === null) {
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        { param: 'payment_method' },
      );
    }
    method.customer = null;
    return method;
  }),
  operation(
    'GET',
    path,
    hash({ client_secret: string.optional() }),
    (call) => presentIntent(findIntent(call), call),
    true,
  ),
  operation(
    'POST',
    `${path}/confirm`,
    confirmFields,
    (call) => {
      const { payment_method_data: data, return_url: returnUrl } = call.params;
      const intent = findIntent(call);
      const method = newCard(call, data.card, data.billing_details);
      const declined = confirmIntent(call, intent, { method, returnUrl });
      settle(call, intent);
      if (declined) throw declined;
      return presentIntent(intent, call);
    },
    true,
  ),
];
