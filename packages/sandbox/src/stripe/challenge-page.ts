/** The page on which a bank asks the customer to confirm a payment (3-D Secure). */
import type Stripe from 'stripe';
import type { Answer, Incoming, Route } from '../http/route.ts';
import { facts, html, note, page, plainPage, redirect } from '../pages/html.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { findIntentSession, findMerchant } from './checkout.ts';
import { StripeError } from './error.ts';
import { findAnywhere, findLinked, type Work } from './objects.ts';
import { endChallenge } from './payment-intents.ts';

type Intent = Stripe.PaymentIntent;

/** Where the customer goes after the challenge: the merchant's address with the outcome. */
function returnAddress(work: Work, intent: Intent, given: string | null): string | null {
  const session = findIntentSession(work, intent.id);
  const isPaid = intent.status === 'succeeded';
  if (session) return isPaid ? given : `/checkout/pay/${session.id}?challenge=failed`;
  if (given === null) return null;
  const url = new URL(given);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed');
  return url.href;
}

function challengePage(work: Work, intent: Intent): Answer {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  const session = findIntentSession(work, intent.id);
  return page({
    title: 'Confirm your payment',
    formTargets: [intent.next_action?.redirect_to_url?.return_url],
    body: html`<div class="card">
<h1>Confirm your payment</h1>
${note('Your bank asks you to confirm this payment. In the sandbox you choose the outcome.')}
${facts({
  To: findMerchant(work, session?.id) ?? 'Test business',
  Amount: formatAmount(intent.amount, intent.currency),
  Card: `•••• ${method?.card?.last4 ?? ''}`,
})}
<form method="post" action="/3ds/${intent.id}"><input type="hidden" name="secret" value="${intent.client_secret}">
<p class="acts"><button class="btn pri" name="outcome" value="complete">Complete</button>
<button class="btn" name="outcome" value="fail">Fail</button></p></form>
</div>`,
  });
}

function overPage({ status }: Intent): Answer {
  const said =
    status === 'succeeded'
      ? 'This payment has already been confirmed.'
      : 'There is nothing left to confirm.';
  return plainPage('Nothing to confirm', note(said), 410);
}

function answerForm(work: Work, intent: Intent, outcome: string | null): Answer {
  const session = findIntentSession(work, intent.id);
  if (session && session.status !== 'open') return overPage(intent);
  const given = intent.next_action?.redirect_to_url?.return_url ?? null;
  try {
    endChallenge(work, intent, outcome === 'complete');
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
  const address = returnAddress(work, intent, given);
  return address === null ? overPage(intent) : redirect(address);
}

export function challengePages(context: SandboxContext): Route[] {
  const route = (
    method: 'GET' | 'POST',
    readFields: (request: Incoming) => URLSearchParams,
    run: (work: Work, intent: Intent, outcome: string | null) => Answer,
  ): Route => ({
    method,
    path: '/3ds/:id',
    handler(request) {
      context.clock.runDue();
      const fields = readFields(request);
      const found = findAnywhere(context, 'payment_intents', request.params['id']);
      if (!found || found.object.client_secret !== fields.get('secret')) {
        return plainPage('Page not found', note('There is no such payment.'), 404);
      }
      const { work, object: intent } = found;
      if (intent.status !== 'requires_action') return overPage(intent);
      return run(work, intent, fields.get('outcome'));
    },
  });
  return [
    route('GET', ({ query }) => query, challengePage),
    route('POST', ({ body }) => new URLSearchParams(body), answerForm),
  ];
}
