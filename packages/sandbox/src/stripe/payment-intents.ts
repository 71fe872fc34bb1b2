/** Payment intents: read and confirmed by calls, and what follows from their payments. */
import { runWhenDue, type SandboxContext } from '../sandbox-context.ts';
import { completeSession, failSession, findIntentSession } from './checkout.ts';
import { missing, missingParam, type StripeError } from './error.ts';
import { choice, hash, integer, string, url } from './fields.ts';
import { find, findLinked, type Intent, objects, type Work } from './objects.ts';
import { type Call, type Operation, operation } from './operation.ts';
import { newCard } from './payment-methods.ts';
import { authenticationFailed, confirmIntent, decline, endDebit } from './payments.ts';
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

const path = '/v1/payment_intents/:id';

export const paymentIntentOperations: Operation[] = [
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
