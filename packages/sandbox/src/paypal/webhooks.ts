/** Webhooks v1: subscriptions, and the call that verifies a delivery. */
import type { Work } from '../sandbox-context.ts';
import { PaypalError } from './error.ts';
import { certificateUrl, sign } from './events.ts';
import { find, newPaypalId, objects, type Webhook } from './objects.ts';
import { bodyOperation, type Operation, operation } from './operation.ts';
import { presentWebhook } from './present.ts';
import { patchSchema, verifySchema, webhookSchema } from './schemas.ts';

const tokens = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The text of one member of a JSON object, as it stands there: for what is signed byte for byte.
 * @param json the text of an object; it must be valid JSON
 * @returns undefined when the object has no such member; of several, the last
 */
export function jsonMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let key: string | undefined;
  let depth = 0;
  /** Where the value of the key begins, and where what was read of it ends. */
  let [start, end] = [0, 0];
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const isTop = depth === 1;
    if (isTop && (token === ',' || token === '}')) {
      if (key === name) found = json.slice(start, end);
      key = undefined;
    } else if (isTop && key === undefined) {
      key = JSON.parse(token) as string;
      start = 0;
    } else if (isTop && start === 0 && token !== ':') start = index;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    end = index + token.length;
  }
  return found;
}

/** Ten for an app, as PayPal allows. */
const most = 10;

const refuse = (...named: [name: string, message: string]) => new PaypalError(400, [], [], named);

/** Keeps what an address is to hear of. @throws PaypalError 400 for what cannot be */
function keepWebhook(work: Work, id: string, url: string, events: { name: string }[]): Webhook {
  const webhooks = objects(work, 'webhooks');
  const others = webhooks.list().filter((webhook) => webhook.id !== id);
  if (others.some((webhook) => webhook.url === url)) {
    throw refuse('WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists');
  }
  if (others.length >= most) {
    throw refuse('WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'Number of webhooks exceeds limit');
  }
  return webhooks.put(id, { id, url, types: events.map(({ name }) => name) });
}

const path = '/v1/notifications/webhooks';

export const webhookOperations: Operation[] = [
  bodyOperation('POST', path, webhookSchema, (call, { url, event_types: events }) => {
    const webhook = keepWebhook(call, newPaypalId(), url, events);
    return { status: 201, body: presentWebhook(call, webhook) };
  }),
  operation('GET', path, (call) => {
    const webhooks = objects(call, 'webhooks').list();
    return { body: { webhooks: webhooks.map((webhook) => presentWebhook(call, webhook)) } };
  }),
  bodyOperation('PATCH', `${path}/:id`, patchSchema, (call, [{ value: events }]) => {
    const { id, url } = find(call, 'webhooks', call.id, 'webhook_id');
    return { body: presentWebhook(call, keepWebhook(call, id, url, events)) };
  }),
  operation('DELETE', `${path}/:id`, (call) => {
    objects(call, 'webhooks').delete(find(call, 'webhooks', call.id, 'webhook_id').id);
    return { status: 204 };
  }),
  bodyOperation(
    'POST',
    '/v1/notifications/verify-webhook-signature',
    verifySchema,
    (call, body) => {
      const { transmission_id: id, transmission_time: time, webhook_id: webhookId } = body;
      // SUCCESS only for the very bytes that were sent to this webhook.
      const event = jsonMember(call.incoming.body, 'webhook_event') ?? '';
      const isGenuine =
        body.auth_algo === 'SHA256withRSA' &&
        body.cert_url === certificateUrl(call.context) &&
        objects(call, 'webhooks').has(webhookId) &&
        body.transmission_sig === sign(call.context, { id, time, webhookId }, event);
      return { body: { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' } };
    },
  ),
];
