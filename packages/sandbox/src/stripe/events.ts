/** Events and the endpoints that hear of them: signed as Stripe signs, for each that wants the type. */
import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId, randomText } from '../state/ids.ts';
import { hash, list, string, unsettable, url } from './fields.ts';
import { create, fill, objects, type Subscription, type Work } from './objects.ts';
import { deleteOperation, listOperation, type Operation, operation } from './operation.ts';

/** `t=…,v1=…` over `t.body`; one v1 for each secret that is valid now. */
export function sign(body: string, secrets: string[], timestamp: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...signatures].join(',');
}

export const newEvent = ({ context }: Work, type: string, data: object): Stripe.Event =>
  fill<Stripe.Event>('events', {
    id: newId('evt'),
    created: context.clock.seconds(),
    data,
    pending_webhooks: 0,
    type,
  } as never);

/** Writes an event with the object as it is now, and sends it to the account's endpoints. */
export function emit(work: Work, type: Stripe.Event.Type, object: object, previous?: object): void {
  const endpoints = objects(work, 'webhook_endpoints')
    .list()
    .filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(type));
  const data = { object: structuredClone(object), previous_attributes: previous };
  const event = newEvent(work, type, data);
  event.pending_webhooks = endpoints.length;
  objects(work, 'events').put(event.id, event);
  const { deliveries } = work.context;
  for (const { id: endpoint } of endpoints) {
    deliveries.enqueue('stripe', work.account, { event: event.id, endpoint, type });
  }
}

/** Changes a subscription, and tells what was different before, when something is. */
export function emitUpdate(work: Work, subscription: Subscription, change: () => void): void {
  const before = structuredClone(subscription);
  change();
  const previous = Object.entries(before).filter(
    ([name, value]) =>
      JSON.stringify(subscription[name as keyof Subscription]) !== JSON.stringify(value),
  );
  if (previous.length === 0) return;
  emit(work, 'customer.subscription.updated', subscription, Object.fromEntries(previous));
}

export function deliverStripeEvents({ clock, deliveries }: SandboxContext): void {
  deliveries.prepareWith('stripe', {
    prepare(account, { event: id, endpoint: endpointId }) {
      const event = objects({ account }, 'events').get(id);
      const endpoint = objects({ account }, 'webhook_endpoints').get(endpointId);
      const secrets = objects({ account }, 'endpoint_secrets').get(endpointId)?.secrets;
      if (!event || !secrets || !endpoint) return undefined;
      const body = JSON.stringify(event, null, 2);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        // By real time: receivers compare with their own clock.
        'stripe-signature': sign(body, secrets, Math.floor(clock.wallTime() / 1000)),
      };
      return { url: endpoint.url, body, headers };
    },
    delivered(account, { event: id }) {
      const event = objects({ account }, 'events').get(id);
      if (event) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    },
  });
}

const endpoints = '/v1/webhook_endpoints';
const endpointFields = hash({
  description: unsettable.optional(),
  enabled_events: list(string),
  url,
});

export const webhookOperations: Operation[] = [
  operation('POST', endpoints, endpointFields, (call) => {
    const id = newId('we');
    const endpoint = create(call, 'webhook_endpoints', { id, ...call.params });
    const secret = `whsec_${randomText(32)}`;
    objects(call, 'endpoint_secrets').put(id, { secrets: [secret] });
    return { ...endpoint, secret };
  }),
  listOperation(endpoints, 'webhook_endpoints', {}),
  deleteOperation(endpoints, 'webhook_endpoints', ({ id }, work) =>
    objects(work, 'endpoint_secrets').delete(id),
  ),
  listOperation('/v1/events', 'events', { type: string }),
];
