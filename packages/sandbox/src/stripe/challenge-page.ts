/** The page on which a bank asks the customer to confirm a payment (3-D Secure). */
import type Stripe from 'stripe';
import { formFields, html, page, seeOther } from '../http/html.ts';
import type { Answer, Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { anywhere, type Work } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { sessionOfIntent } from './checkout-completion.ts';
import { endChallenge } from './intent-outcomes.ts';
import { findPayee, noSuchPage, plainPage, sandboxBar } from './page-parts.ts';
import { linked } from './stripe-objects.ts';

/** Where the customer goes after the challenge: the merchant's address with the outcome. */
function returnTo(work: Work, intent: Stripe.PaymentIntent, given: string | null): string | null {
  const session = sessionOfIntent(work, intent.id);
  const paid = intent.status === 'succeeded';
  if (session) {
    if (paid) return given;
    return session.status === 'open' ? `/checkout/pay/${session.id}?challenge=failed` : null;
  }
  if (given === null) return null;
  const url = new URL(given);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', paid ? 'succeeded' : 'failed');
  return url.href;
}

function challengePage(work: Work, intent: Stripe.PaymentIntent): Answer {
  const method = linked(work, 'payment_methods', intent.payment_method);
  return page({
    title: 'Confirm your payment',
    formTargets: [intent.next_action?.redirect_to_url?.return_url],
    body: html`${sandboxBar}<main class="wrap one"><div class="card">
<h1>Confirm your payment</h1>
<p class="note">Your bank wants to know that it is you. In the sandbox you choose how it ends.</p>
<dl class="facts"><div><dt>To</dt><dd>${findPayee(work, intent.id)}</dd></div>
<div><dt>Amount</dt><dd>${formatAmount(intent.amount, intent.currency)}</dd></div>
<div><dt>Card</dt><dd>•••• ${method?.card?.last4 ?? ''}</dd></div></dl>
<form method="post" action="/3ds/${intent.id}"><input type="hidden" name="secret" value="${intent.client_secret}">
<p class="acts"><button class="btn pri" name="outcome" value="complete">Complete</button>
<button class="btn" name="outcome" value="fail">Fail</button></p></form>
</div></main>`,
  });
}

function over(intent: Stripe.PaymentIntent): Answer {
  const said =
    intent.status === 'succeeded'
      ? 'This payment has been confirmed already.'
      : 'There is nothing to confirm any more.';
  return plainPage('Nothing to confirm', html`<p class="note">${said}</p>`, 410);
}

export function challengePages(context: SandboxContext): Route[] {
  const pattern = '/3ds/:id';
  const found = (id: string | undefined, secret: string | null) => {
    context.clock.runDue();
    const hit = anywhere(context, 'payment_intents', id);
    return hit?.object.client_secret === secret ? hit : null;
  };
  return [
    {
      method: 'GET',
      pattern,
      handler({ params, query }) {
        const hit = found(params.id, query.get('secret'));
        if (!hit) return noSuchPage('payment');
        return hit.object.status === 'requires_action'
          ? challengePage(hit.work, hit.object)
          : over(hit.object);
      },
    },
    {
      method: 'POST',
      pattern,
      handler({ params, body }) {
        const fields = formFields(body);
        const hit = found(params.id, fields.get('secret'));
        if (!hit) return noSuchPage('payment');
        const { work, object: intent } = hit;
        const session = sessionOfIntent(work, intent.id);
        if (intent.status !== 'requires_action' || (session && session.status !== 'open')) {
          return over(intent);
        }
        const given = intent.next_action?.redirect_to_url?.return_url ?? null;
        try {
          endChallenge(work, intent, fields.get('outcome') === 'complete');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
        const target = returnTo(work, intent, given);
        return target === null ? over(intent) : seeOther(target);
      },
    },
  ];
}
