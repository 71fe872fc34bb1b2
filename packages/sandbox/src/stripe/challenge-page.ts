/** The page on which a bank asks the customer to confirm a payment (3-D Secure). */
import type { Answer, Incoming, Route } from '../http/route.ts';
import { facts, html, note, page, pageRoutes, plainPage, redirect } from '../pages/html.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { findIntentSession, findMerchant } from './checkout.ts';
import { findAnywhere, findLinked, type Intent, type Session, type Work } from './objects.ts';
import { endChallenge } from './payment-intents.ts';

interface Challenge {
  work: Work;
  object: Intent;
}

/** Where the customer goes after the challenge: the merchant's address with the outcome. */
function addOutcome(
  { id, client_secret: secret, status }: Intent,
  session: Session | undefined,
  given: string | null,
): string | null {
  const isPaid = status === 'succeeded';
  if (session) return isPaid ? given : `/checkout/pay/${session.id}?challenge=failed`;
  if (given === null) return null;
  const url = new URL(given);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', secret ?? '');
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed');
  return url.href;
}

function showChallenge({ work, object: intent }: Challenge): Answer {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  return page({
    title: 'Confirm your payment',
    formTargets: [intent.next_action?.redirect_to_url?.return_url],
    body: html`<div class="card">
<h1>Confirm your payment</h1>
${note('Your bank wants to know that it is you. In the sandbox you choose how it ends.')}
${facts({
  To: findMerchant(work, findIntentSession(work, intent.id)?.id) ?? 'Test business',
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
      ? 'This payment has been confirmed already.'
      : 'There is nothing to confirm any more.';
  return plainPage('Nothing to confirm', note(said), 410);
}

function answerForm({ work, object: intent }: Challenge, { body }: Incoming): Answer {
  const session = findIntentSession(work, intent.id);
  if (session && session.status !== 'open') return overPage(intent);
  const given = intent.next_action?.redirect_to_url?.return_url ?? null;
  endChallenge(work, intent, new URLSearchParams(body).get('outcome') === 'complete');
  const address = addOutcome(intent, session, given);
  return address === null ? overPage(intent) : redirect(address);
}

export const challengePages = (context: SandboxContext): Route[] =>
  pageRoutes<Challenge>(
    context,
    '/3ds/:id',
    ({ id, query, body }, run) => {
      const found = findAnywhere(context, 'payment_intents', id);
      const secret = new URLSearchParams(body).get('secret') ?? query.get('secret');
      if (!found || found.object.client_secret !== secret) {
        return plainPage('Page not found', note('There is no such payment.'), 404);
      }
      return found.object.status === 'requires_action' ? run(found) : overPage(found.object);
    },
    showChallenge,
    answerForm,
  );
