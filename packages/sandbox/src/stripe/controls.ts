/** What tests steer Stripe's side with, under `/_sandbox/`. */
import * as z from 'zod';
import { control } from '../controls/controls.ts';
import type { Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { paySession } from './checkout.ts';
import { StripeError } from './error.ts';
import { newEvent, sign } from './events.ts';
import type { ApiObjects, Intent, Session, Work } from './objects.ts';
import { findAnywhere, findLinked, objects } from './objects.ts';
import { revokedKeys } from './operation.ts';
import { endChallenge } from './payment-intents.ts';
import { closeDispute, failRefund, openDispute } from './reversals.ts';

/** Runs what may be declined; a decline is an answer here. */
function attempt(run: () => object): object {
  try {
    return { ok: true, ...run() };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Answers the challenge of an intent. @throws StripeError for a decline */
function challenge(work: Work, intent: Intent, passed: boolean): void {
  const declined = endChallenge(work, intent, passed);
  if (declined) throw declined;
}

const payment = z.object({
  session: z.string(),
  card: z.string().default('4242424242424242'),
  bank: z.enum(['succeeds', 'fails']).optional(),
});

type Payment = z.output<typeof payment>;

/** Pays a session as its page does; a challenge is passed. */
function pay(work: Work, session: Session, { card: number, bank }: Payment): object {
  const email = session.customer_details?.email ?? 'payer@example.com';
  const exp_year = new Date(work.context.clock.now()).getUTCFullYear() + 3;
  const card = { number, exp_month: 12, exp_year, cvc: '123' };
  const intent = paySession(work, session, { email, name: 'Test Payer' }, bank ?? card);
  challenge(work, intent, true);
  const { status, payment_status } = session;
  return { status, payment_status, payment_intent: intent.id };
}

const forgery = z.object({
  endpoint: z.string(),
  type: z.string().default('checkout.session.completed'),
  object: z.object({}).loose().default({}),
  /** Fields of the event that are not as they would be. */
  change: z.object({}).loose().default({}),
  ageSeconds: z.number().default(0),
  secret: z.string().optional(),
  /** What stands in the place of the signature; null leaves it out. */
  signature: z.string().nullish(),
  alter: z.enum(['byte', 'reserialize']).optional(),
});

/** Posts an event to an endpoint as if Stripe had, or as somebody would who is not Stripe. */
async function forge(
  work: Work,
  { id, url }: ApiObjects['webhook_endpoints'],
  what: z.output<typeof forgery>,
): Promise<object> {
  const known = objects(work, 'endpoint_secrets').get(id)?.secrets ?? [];
  const event = { ...newEvent(work, what.type, { object: what.object }), ...what.change };
  const signed = JSON.stringify(event, null, 2);
  const body = {
    byte: signed.replace('"livemode": false', '"livemode": true '),
    reserialize: JSON.stringify(event),
    none: signed,
  }[what.alter ?? 'none'];
  const time = Math.floor(Date.now() / 1000) - what.ageSeconds;
  const signature = what.signature ?? sign(signed, what.secret ? [what.secret] : known, time);
  const headers = {
    'content-type': 'application/json',
    ...(what.signature === null ? {} : { 'stripe-signature': signature }),
  };
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: answer.status, body: await answer.text(), event: event.id };
}

const byIntent = z.object({ payment_intent: z.string() });
const answer = byIntent.extend({ outcome: z.enum(['complete', 'fail']) });
const objection = byIntent.extend({ outcome: z.enum(['open', 'won', 'lost']).default('open') });
const revocation = z.object({ key: z.string(), revoked: z.boolean().default(true) });
const setting = z.object({ key: z.string(), configured: z.boolean() });

export function stripeControls(context: SandboxContext): Route[] {
  const find = <N extends keyof ApiObjects>(name: N, id: string) => {
    const found = findAnywhere(context, name, id);
    if (!found) throw new Error(`There is no ${name} ${id}`);
    return found;
  };
  return [
    control('pay', payment, (what) => {
      const { work, object: session } = find('checkout_sessions', what.session);
      return attempt(() => pay(work, session, what));
    }),
    control('challenge', answer, ({ payment_intent: id, outcome }) => {
      const { work, object: intent } = find('payment_intents', id);
      return attempt(() => {
        challenge(work, intent, outcome === 'complete');
        return { status: intent.status };
      });
    }),
    control('dispute', objection, ({ payment_intent: id, outcome }) => {
      const { work, object: intent } = find('payment_intents', id);
      const charge = findLinked(work, 'charges', intent.latest_charge);
      if (charge?.status !== 'succeeded') throw new Error('There is no charge to dispute');
      const disputes = objects(work, 'disputes').list();
      const known = disputes.find((one) => one.charge === charge.id);
      const dispute = known ?? openDispute(work, charge);
      if (outcome !== 'open') closeDispute(work, dispute, outcome);
      return dispute;
    }),
    control('fail-refund', z.object({ refund: z.string() }), ({ refund: id }) => {
      const { work, object: refund } = find('refunds', id);
      return failRefund(work, refund);
    }),
    control('set-session', z.object({ id: z.string() }).loose(), ({ id, ...change }) =>
      Object.assign(find('checkout_sessions', id).object, change),
    ),
    control('webhooks/redeliver', z.object({ event: z.string() }), ({ event: id }) => {
      const { work, object } = find('events', id);
      for (const { id: endpoint } of objects(work, 'webhook_endpoints').values()) {
        const what = { event: id, endpoint, type: object.type };
        context.deliveries.enqueue('stripe', work.account, what, true);
      }
    }),
    control('webhooks/forge', forgery, (what) => {
      const { work, object: endpoint } = find('webhook_endpoints', what.endpoint);
      return forge(work, endpoint, what);
    }),
    control('sign', z.object({ body: z.string(), secret: z.string() }), ({ body, secret }) => ({
      header: sign(body, [secret], Math.floor(Date.now() / 1000)),
    })),
    control('revoke-key', revocation, ({ key, revoked }) => {
      if (revoked) revokedKeys(context.store).put(key, true);
      else revokedKeys(context.store).delete(key);
    }),
    control('portal', setting, ({ key, configured }) => {
      const account = context.store.account(key);
      objects({ account }, 'portal_configured').put('default', configured);
    }),
  ];
}
