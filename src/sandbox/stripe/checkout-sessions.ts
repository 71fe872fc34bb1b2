/** Checkout sessions: made, read, expired. How one is paid is in checkout-completion.ts. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { createFields, createSession } from './checkout-session-create.ts';
import { emit } from './events.ts';
import { listPage } from './lists.ts';
import { mergedMetadata, metadata, oneOf, paging, string } from './params.ts';
import { idOf, objects } from './stripe-objects.ts';

export function findSession(work: Work, id: string, param = 'id'): Stripe.Checkout.Session {
  const session = objects(work.account, 'checkout_sessions').get(id);
  if (!session) throw missing('checkout.session', id, param);
  return session;
}

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
          run: () => expireSession({ context, account, request: null }, session),
        };
      }
    }
  });
}

export function checkoutSessionRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/checkout/sessions';
  return [
    api(context, 'POST', path, createFields, createSession),
    api(
      context,
      'GET',
      path,
      {
        ...paging,
        customer: string,
        payment_intent: string,
        status: oneOf('complete', 'expired', 'open'),
        subscription: string,
      },
      ({ account, params }) =>
        listPage(
          objects(account, 'checkout_sessions'),
          path,
          params,
          (session) =>
            (!params.customer || idOf(session.customer) === params.customer) &&
            (!params.payment_intent || idOf(session.payment_intent) === params.payment_intent) &&
            (!params.status || session.status === params.status) &&
            (!params.subscription || idOf(session.subscription) === params.subscription),
        ),
    ),
    api(context, 'GET', `${path}/:id`, {}, (call) => findSession(call, call.id)),
    api(context, 'POST', `${path}/:id`, { metadata }, (call) => {
      const session = findSession(call, call.id);
      session.metadata = mergedMetadata(session.metadata, call.params.metadata);
      return session;
    }),
    api(context, 'POST', `${path}/:id/expire`, {}, (call) => {
      const session = findSession(call, call.id);
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      expireSession(call, session);
      return session;
    }),
    api(context, 'GET', `${path}/:id/line_items`, paging, (call) => {
      findSession(call, call.id);
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
