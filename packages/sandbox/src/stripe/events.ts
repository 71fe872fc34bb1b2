/** Events and their webhooks: signed as Stripe signs, for each endpoint that wants the type. */

import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { Account } from '../state/store.ts';
import type { Delivery } from '../webhooks/deliveries.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { missing } from './api-error.ts';
import { listPage } from './lists.ts';
import { hash, integer, list, paging, string } from './params.ts';
import { objects } from './stripe-objects.ts';

export const apiVersion = '2026-10-28.endive';

const eventMs = 30 * 24 * 60 * 60 * 1000;

/** `t=…,v1=…` over `t.body`; one v1 for each secret that is valid now. */
export function signature(body: string, secrets: string[], timestamp: number): string {
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...signed].join(',');
}

function endpointsFor(account: Account, type: string): Stripe.WebhookEndpoint[] {
  return objects(account, 'webhook_endpoints')
    .values()
    .filter(
      ({ status, enabled_events: wanted }) =>
        status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
    );
}

/** Writes an event with the object as it is now, and sends it to the account's endpoints. */
export function emit(
  work: Work,
  type: Stripe.Event.Type,
  object: object,
  previous?: object,
): Stripe.Event {
  const { context, account, request } = work;
  const endpoints = endpointsFor(account, type);
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: context.clock.seconds(),
    data: {
      object: structuredClone(object),
      ...(previous ? { previous_attributes: previous } : {}),
    },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: request ?? { id: null, idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  objects(account, 'events').put(event.id, event);
  for (const endpoint of endpoints) {
    context.deliveries.enqueue('stripe', account, { event: event.id, endpoint: endpoint.id, type });
  }
  return event;
}

/** Emits `…updated` with what was different before. */
export function emitUpdate<T extends object>(
  work: Work,
  type: Stripe.Event.Type,
  before: T,
  after: T,
): void {
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(before)) {
    const now = (after as Record<string, unknown>)[name];
    if (JSON.stringify(now) !== JSON.stringify(value)) previous[name] = value;
  }
  if (Object.keys(previous).length > 0) emit(work, type, after, previous);
}

/** Prepares the request of a delivery. Signed by real time: receivers compare with their own clock. */
export function eventDeliveries(context: SandboxContext): void {
  context.deliveries.prepareWith('stripe', {
    prepare(delivery: Delivery) {
      const account = context.store.account(delivery.account);
      const event = objects(account, 'events').get(delivery.event);
      const endpoint = objects(account, 'webhook_endpoints').get(delivery.endpoint);
      const secrets = objects(account, 'endpoint_secrets').get(delivery.endpoint)?.secrets;
      if (!event || !secrets || endpoint?.status !== 'enabled') return undefined;
      const body = JSON.stringify(event, null, 2);
      return {
        url: endpoint.url,
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, secrets, Math.floor(context.clock.wallTime() / 1000)),
        },
      };
    },
    settled({ account, event: id }, delivered) {
      const event = objects(context.store.account(account), 'events').get(id);
      if (event && delivered) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    },
  });
}

const range = hash({ gt: integer, gte: integer, lt: integer, lte: integer });

export function eventRoutes(context: SandboxContext): ApiRoute[] {
  const isKept = (event: Stripe.Event): boolean =>
    context.clock.now() - event.created * 1000 < eventMs;
  return [
    api(
      context,
      'GET',
      '/v1/events',
      { ...paging, type: string, types: list(string), created: range },
      ({ account, params }) =>
        listPage(objects(account, 'events'), '/v1/events', params, (event) => {
          const { type, types, created } = params;
          if (!isKept(event) || (type && event.type !== type)) return false;
          if (types && !types.includes(event.type)) return false;
          if (created?.gte !== undefined && event.created < created.gte) return false;
          if (created?.gt !== undefined && event.created <= created.gt) return false;
          if (created?.lte !== undefined && event.created > created.lte) return false;
          return created?.lt === undefined || event.created < created.lt;
        }),
    ),
    api(context, 'GET', '/v1/events/:id', {}, ({ account, id }) => {
      const event = objects(account, 'events').get(id);
      if (!event || !isKept(event)) throw missing('event', id);
      return event;
    }),
  ];
}
