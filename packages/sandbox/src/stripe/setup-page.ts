/** The bank's question (3-D Secure) about a card that is to be kept. */
import type { Route } from '../http/route.ts';
import { html, page, pageRoutes, plainPage, redirect } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import type { Found, SandboxContext } from '../sandbox-context.ts';
import { successUrl } from './checkout.ts';
import type { SetupIntent } from './objects.ts';
import { findAnywhere } from './objects.ts';
import { endSetupChallenge, findSetupSession } from './setup.ts';

const over = () =>
  plainPage('Nothing to confirm', parts.note('There is nothing left to confirm.'), 410);

export const setupChallengePages = (context: SandboxContext): Route[] =>
  pageRoutes<Found<SetupIntent>>(
    context,
    '/3ds/setup/:id',
    ({ id, query, body }, run) => {
      const found = findAnywhere(context, 'setup_intents', id);
      const secret = new URLSearchParams(body).get('secret') ?? query.get('secret');
      if (!found || found.object.client_secret !== secret) {
        return plainPage('Page not found', parts.note('There is no such card.'), 404);
      }
      return found.object.status === 'requires_action' ? run(found) : over();
    },
    ({ object: intent }) =>
      page({
        title: 'Confirm your card',
        formTargets: [intent.next_action?.redirect_to_url?.return_url],
        body: html`<div class="card">
<h1>Confirm your card</h1>
${parts.note('Your bank asks you to confirm this card. In the sandbox you choose the outcome.')}
<form method="post" action="/3ds/setup/${intent.id}"><input type="hidden" name="secret" value="${intent.client_secret}">
<p class="acts"><button class="btn pri" name="outcome" value="complete">Complete</button>
<button class="btn" name="outcome" value="fail">Fail</button></p></form>
</div>`,
      }),
    ({ work, object: intent }, { body }) => {
      endSetupChallenge(work, intent, new URLSearchParams(body).get('outcome') === 'complete');
      const session = findSetupSession(work, intent);
      if (!session) return over();
      const isKept = session.status === 'complete';
      return redirect(
        isKept ? successUrl(session) : `/checkout/pay/${session.id}?challenge=failed`,
      );
    },
  );
