/** Webhooks v1: subscriptions, and the call that verifies a delivery. */
import type * as z from 'zod';
import type { Work } from '../sandbox-context.ts';
import { invalid, PaypalError } from './error.ts';
import { certificateUrl, eventNames, isSigned } from './events.ts';
import { jsonMember } from './json-member.ts';
import { find, newPaypalId, objects, type Webhook } from './objects.ts';
import { bodyOperation, type Operation, operation } from './operation.ts';
import { presentWebhook } from './present.ts';
import { patchSchema, verifySchema, webhookSchema } from './schemas.ts';

/** Ten for an app, as PayPal allows. */
const most = 10;

/** What an address and its events may be. @throws PaypalError 400 */
function checkWebhook(work: Work, { id, url, types }: Webhook): Webhook {
  for (const [index, name] of types.entries()) {
    if (eventNames.has(name)) continue;
    throw invalid('INVALID_PARAMETER_VALUE', 'There is no such event.', {
      field: `/event_types/${index}/name`,
      value: name,
    });
  }
  const others = objects(work, 'webhooks')
    .list()
    .filter((webhook) => webhook.id !== id);
  if (others.some((webhook) => webhook.url === url)) {
    const named: [string, string] = ['WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists'];
    throw new PaypalError(400, [], { named });
  }
  if (others.length >= most) {
    throw new PaypalError(400, [], {
      named: ['WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'Number of webhooks exceeds limit'],
    });
  }
  return { id, url, types };
}

const toNames = (types: { name: string }[]): string[] => types.map(({ name }) => name);

function change(work: Work, webhook: Webhook, steps: z.output<typeof patchSchema>): Webhook {
  const changed = { ...webhook };
  for (const { op, path = '/', value } of steps) {
    const read = webhookSchema.partial().safeParse({ [path.slice(1)]: value });
    if (op !== 'replace' || !read.success) {
      throw invalid('INVALID_PARAMETER_VALUE', 'This value does not fit.', { field: path });
    }
    const { url, event_types: types } = read.data;
    if (url !== undefined) changed.url = url;
    if (types !== undefined) changed.types = toNames(types);
  }
  return objects(work, 'webhooks').put(webhook.id, checkWebhook(work, changed));
}

const path = '/v1/notifications/webhooks';

export const webhookOperations: Operation[] = [
  bodyOperation('POST', path, webhookSchema, (call, { url, event_types: types }) => {
    const webhook = checkWebhook(call, { id: newPaypalId(), url, types: toNames(types) });
    objects(call, 'webhooks').put(webhook.id, webhook);
    return { status: 201, body: presentWebhook(call, webhook) };
  }),
  operation('GET', path, (call) => {
    const webhooks = objects(call, 'webhooks').list();
    const body = { webhooks: webhooks.map((webhook) => presentWebhook(call, webhook)) };
    return { status: 200, body };
  }),
  bodyOperation('PATCH', `${path}/:id`, patchSchema, (call, steps) => {
    const webhook = find(call, 'webhooks', call.id, 'webhook_id');
    return { status: 200, body: presentWebhook(call, change(call, webhook, steps)) };
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
      const event = jsonMember(call.request.body, 'webhook_event') ?? '';
      const isGenuine =
        body.auth_algo === 'SHA256withRSA' &&
        body.cert_url === certificateUrl(call.context) &&
        objects(call, 'webhooks').has(webhookId) &&
        isSigned(call.context, { id, time, webhookId }, event, body.transmission_sig);
      const status = isGenuine ? 'SUCCESS' : 'FAILURE';
      return { status: 200, body: { verification_status: status } };
    },
  ),
];
