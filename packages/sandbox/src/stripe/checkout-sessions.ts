/** Checkout sessions: made, read, expired. How one is paid is in checkout-completion.ts. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiRoute, api, unasked, type Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { createFields, createSession } from './checkout-session-create.ts';
import { emit } from './events.ts';
import { oneOf, paging, string } from './params.ts';
import { resource } from './resource.ts';
import { find, objects } from './stripe-objects.ts';

/** Ends an open session that was not paid. */
export function expireSession(work: Work, session: Stripe.Checkout.Session): void {
  session.status = 'expired';
  session.url = null;
  emit(work, 'checkout.session.expired', session);
}

/** Sessions whose time is over expire by the clock. */
export function sessionsDue(context: SandboxContext): void {
  context.clock.onDue(function* due(until) {
    for (const account of context.store.accounts()) {
      for (const session of objects(account, 'checkout_sessions').values()) {
        if (session.status !== 'open' || session.expires_at * 1000 > until) continue;
        yield {
          at: session.expires_at * 1000,
          run: () => expireSession(unasked(context, account), session),
        };
      }
    }
  });
}

export function checkoutSessionRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/checkout/sessions';
  const sessions = resource(context, path, 'checkout_sessions');
  return [
    sessions.create(createFields, createSession),
    sessions.list({
      customer: string,
      payment_intent: string,
      status: oneOf('complete', 'expired', 'open'),
      subscription: string,
    }),
    sessions.read(),
    sessions.update({}),
    sessions.action('expire', {}, (session, call) => {
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      expireSession(call, session);
    }),
    api(context, 'GET', `${path}/:id/line_items`, paging, (call) => {
      find(call, 'checkout_sessions', call.id);
      const facts = objects(call.account, 'session_facts').get(call.id);
      const { limit = 10 } = call.params;
      const items = facts?.lineItems ?? [];
      return {
        object: 'list',
        data: items.slice(0, limit),
        has_more: items.length > limit,
        url: `${path}/${call.id}/line_items`,
      };
    }),
  ];
}
