/** What tests steer Stripe's side with, under `/_sandbox/`. */
import type Stripe from 'stripe';
import { type ControlBody, control } from '../controls/control-routes.ts';
import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { BusinessFacts } from './accounts.ts';
import { anywhere, type Work } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { revokeKey } from './api-keys.ts';
import { paySession } from './checkout-completion.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { apiVersion, signature } from './events.ts';
import { endChallenge, endDebit } from './intent-outcomes.ts';
import { setPortalConfigured } from './portal-sessions.ts';
import { failRefund } from './refunds.ts';
import { linked, objects, type StripeObjects } from './stripe-objects.ts';
import { rotatedSecrets } from './webhook-endpoints.ts';

const text = (body: ControlBody, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`);
  return value;
};

/** An object by its id, in whatever account it is. */
function find<N extends keyof StripeObjects>(
  context: SandboxContext,
  name: N,
  id: string,
): { work: Work; object: StripeObjects[N] } {
  const hit = anywhere(context, name, id);
  if (!hit) throw new Error(`There is no ${name} ${id}`);
  return hit;
}

/** Runs what may be declined; a decline is an answer here. */
function outcome(run: () => object): object {
  try {
    return { ok: true, ...run() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code = null, declineCode = null } = error.facts;
    return { ok: false, code, decline_code: declineCode, message: error.message };
  }
}

function pay(context: SandboxContext, body: ControlBody): object {
  const { work, object: session } = find(context, 'checkout_sessions', text(body, 'session'));
  const { card = '4242424242424242', bank, challenge = 'complete', settle } = body;
  return outcome(() => {
    const intent = paySession(work, session, {
      email:
        typeof body.email === 'string'
          ? body.email
          : (session.customer_details?.email ?? 'payer@example.com'),
      name: typeof body.name === 'string' ? body.name : 'Test Payer',
      ...(bank === 'succeeds' || bank === 'fails'
        ? { bank }
        : {
            card: {
              number: String(card),
              exp_month: 12,
              exp_year: new Date(context.clock.now()).getUTCFullYear() + 3,
              cvc: '123',
            },
          }),
    });
    if (intent.status === 'requires_action' && challenge !== 'leave') {
      const failed = endChallenge(work, intent, challenge === 'complete');
      if (failed) throw failed;
    }
    if (settle === true) endDebit(work, intent.id);
    return {
      status: session.status,
      payment_status: session.payment_status,
      payment_intent: intent.id,
    };
  });
}

function forge(context: SandboxContext, body: ControlBody): Promise<object> {
  const { work, object: endpoint } = find(context, 'webhook_endpoints', text(body, 'endpoint'));
  const secrets = objects(work.account, 'endpoint_secrets').get(endpoint.id)?.secrets ?? [];
  const real =
    typeof body.event === 'string' ? objects(work.account, 'events').get(body.event) : undefined;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: context.clock.seconds(),
    data: { object: body.object ?? {} },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: body.type ?? 'checkout.session.completed',
    ...real,
    ...(typeof body.change === 'object' ? body.change : {}),
  };
  const signed = JSON.stringify(event, null, 2);
  const age = typeof body.ageSeconds === 'number' ? body.ageSeconds : 0;
  const time = Math.floor(Date.now() / 1000) - age;
  const given = typeof body.secret === 'string' ? [body.secret] : secrets;
  const header = signature(signed, given, time);
  const sent =
    body.alter === 'byte'
      ? signed.replace('"livemode": false', '"livemode": true ')
      : body.alter === 'reserialize'
        ? JSON.stringify(event)
        : signed;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (body.signature !== null) {
    headers['stripe-signature'] = typeof body.signature === 'string' ? body.signature : header;
  }
  return fetch(endpoint.url, { method: 'POST', headers, body: sent, redirect: 'manual' }).then(
    async (answer) => ({ status: answer.status, body: await answer.text(), event: event.id }),
  );
}

function setSession(context: SandboxContext, body: ControlBody): object {
  const { object: session } = find(context, 'checkout_sessions', text(body, 'id'));
  const names = [
    'amount_total',
    'currency',
    'metadata',
    'livemode',
    'payment_status',
    'client_reference_id',
  ];
  for (const name of names) {
    if (body[name] !== undefined) Object.assign(session, { [name]: body[name] });
  }
  return session;
}

function eventsOf(context: SandboxContext, query: URLSearchParams): Stripe.Event[] {
  const type = query.get('type');
  const key = query.get('account');
  return context.store
    .accounts()
    .filter((account) => key === null || account.key === key)
    .flatMap((account) => objects(account, 'events').values())
    .filter((event) => type === null || event.type === type);
}

export function stripeControls(context: SandboxContext): Route[] {
  return [
    control('pay', (body) => pay(context, body)),
    control('settle-debit', (body) => {
      const { work } = find(context, 'payment_intents', text(body, 'payment_intent'));
      const intent = endDebit(work, text(body, 'payment_intent'), body.outcome !== 'fails');
      return { status: intent?.status ?? null };
    }),
    control('challenge', (body) => {
      const { work, object: intent } = find(
        context,
        'payment_intents',
        text(body, 'payment_intent'),
      );
      return outcome(() => {
        const failed = endChallenge(work, intent, body.outcome !== 'fail');
        if (failed) throw failed;
        return { status: intent.status };
      });
    }),
    control('dispute', (body) => {
      const { work, object: intent } = find(
        context,
        'payment_intents',
        text(body, 'payment_intent'),
      );
      const charge = linked(work, 'charges', intent.latest_charge);
      if (!charge || charge.status !== 'succeeded')
        throw new Error('There is no charge to dispute');
      const existing = objects(work.account, 'disputes')
        .values()
        .find((one) => one.charge === charge.id);
      const dispute = existing ?? openDispute(work, charge);
      if (body.outcome === 'won' || body.outcome === 'lost')
        closeDispute(work, dispute, body.outcome);
      return dispute;
    }),
    control('fail-refund', (body) => {
      const { work } = find(context, 'refunds', text(body, 'refund'));
      return failRefund(work, text(body, 'refund')) ?? { ok: false };
    }),
    control('set-session', (body) => setSession(context, body)),
    control('webhooks/redeliver', (body) => {
      const { work, object: event } = find(context, 'events', text(body, 'event'));
      const endpoints = objects(work.account, 'webhook_endpoints').values();
      for (const endpoint of endpoints) {
        const what = { event: event.id, endpoint: endpoint.id, type: event.type };
        context.deliveries.enqueue('stripe', work.account, what, true);
      }
      return { sent: endpoints.length };
    }),
    control('webhooks/forge', (body) => forge(context, body)),
    control('sign', (body) => {
      const time =
        typeof body.timestamp === 'number' ? body.timestamp : Math.floor(Date.now() / 1000);
      return { header: signature(text(body, 'body'), [text(body, 'secret')], time) };
    }),
    control('rotate-secret', (body) => {
      const { work, object: endpoint } = find(context, 'webhook_endpoints', text(body, 'endpoint'));
      const all = objects(work.account, 'endpoint_secrets');
      const secrets = rotatedSecrets(all.get(endpoint.id)?.secrets ?? [], body.keepOld !== false);
      all.put(endpoint.id, { secrets });
      return { secret: secrets[0] };
    }),
    control('revoke-key', (body) => {
      revokeKey(context.store, text(body, 'key'), body.revoked !== false);
      return { ok: true };
    }),
    control('portal', (body) => {
      setPortalConfigured(context.store.account(text(body, 'key')), body.configured !== false);
      return { ok: true };
    }),
    control('business', (body) => {
      const account = context.store.account(text(body, 'key'));
      account.collection<BusinessFacts>('business').put('profile', { name: text(body, 'name') });
      return { ok: true };
    }),
    {
      method: 'GET',
      pattern: '/_sandbox/events',
      handler: ({ query }) => ({ status: 200, body: { events: eventsOf(context, query) } }),
    },
  ];
}
