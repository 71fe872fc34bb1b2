/** Webhooks v1: subscriptions, and the call that verifies a delivery. */
import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { jsonMember } from './json-member.ts';
import { apiRoute } from './paypal-accounts.ts';
import { invalid, PaypalError } from './paypal-error.ts';
import { certificateUrl, eventNames, isSigned } from './paypal-events.ts';
import { newPaypalId } from './paypal-ids.ts';
import type { Webhook } from './paypal-objects.ts';
import { find, objectsOf } from './paypal-objects.ts';
import { anything, type Checked, list, oneOf, readBody, record, text } from './request-body.ts';

/** Ten for an app, as PayPal allows. */
const most = 10;

/** Names that can be subscribed to; of some nothing is ever sent here. */
const known = new Set([
  '*',
  ...eventNames,
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'CUSTOMER.DISPUTE.UPDATED',
  'PAYMENT.CAPTURE.DECLINED',
]);

const url = text(1, 2048, /^https?:\/\/[^\s/?#]+/);
const eventTypes = list(record({ name: text(1, 100) }, 'name'), 500);
const webhookShape = record({ url, event_types: eventTypes }, 'url', 'event_types');
const patchShape = list(
  record({ op: oneOf('replace'), path: oneOf('/url', '/event_types'), value: anything }, 'op'),
  2,
);
const verifyShape = record(
  {
    auth_algo: text(1, 100, /^[a-zA-Z0-9]+$/),
    cert_url: text(1, 500, /^https?:\/\/\S+$/),
    transmission_id: text(1, 50, /^(?!\d+$)\w\S+/),
    transmission_sig: text(1, 500, /^\S+$/),
    transmission_time: text(1, 100, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/),
    webhook_id: text(1, 50, /^[a-zA-Z0-9]+$/),
    webhook_event: record({
      id: text(1, 100),
      event_version: text(1, 10),
      create_time: text(20, 64),
      resource_type: text(1, 100),
      resource_version: text(1, 10),
      event_type: text(1, 100),
      summary: text(0, 2000),
      resource: anything,
      links: anything,
    }),
  },
  'auth_algo',
  'cert_url',
  'transmission_id',
  'transmission_sig',
  'transmission_time',
  'webhook_id',
  'webhook_event',
);

function listEventTypes(wanted: { name: string }[]): string[] {
  for (const [index, { name }] of wanted.entries()) {
    if (!known.has(name)) {
      throw invalid('INVALID_PARAMETER_VALUE', 'There is no such event.', {
        field: `/event_types/${index}/name`,
        value: name,
      });
    }
  }
  return wanted.map(({ name }) => name);
}

function checkUrl(account: Account, address: string, except?: string): void {
  const taken = objectsOf(account, 'webhooks')
    .values()
    .some((webhook) => webhook.url === address && webhook.id !== except);
  if (taken) throw new PaypalError(400, [], { name: 'WEBHOOK_URL_ALREADY_EXISTS' });
}

function present(context: SandboxContext, { id, url: address, types }: Webhook): object {
  const self = `${context.url()}/v1/notifications/webhooks/${id}`;
  return {
    id,
    url: address,
    event_types: types.map((name) => ({ name })),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'update', method: 'PATCH' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  };
}

function change(account: Account, webhook: Webhook, steps: Checked<typeof patchShape>) {
  const changed = { ...webhook };
  for (const { path, value } of steps) {
    if (path === '/url' && typeof value === 'string' && URL.canParse(value)) {
      checkUrl(account, value, webhook.id);
      changed.url = value;
    } else if (path === '/event_types' && Array.isArray(value)) {
      changed.types = listEventTypes(value as { name: string }[]);
    } else {
      throw invalid('INVALID_PARAMETER_VALUE', 'This value does not fit.', { field: path ?? '/' });
    }
  }
  return objectsOf(account, 'webhooks').put(webhook.id, changed);
}

/** What PayPal says of a delivery: SUCCESS, only for the very bytes that it sent to this webhook. */
function verify(
  context: SandboxContext,
  account: Account,
  asked: Checked<typeof verifyShape>,
  event: string,
) {
  const genuine =
    asked.auth_algo === 'SHA256withRSA' &&
    asked.cert_url === certificateUrl(context) &&
    objectsOf(account, 'webhooks').has(asked.webhook_id) &&
    isSigned(
      context,
      { id: asked.transmission_id, time: asked.transmission_time, webhookId: asked.webhook_id },
      event,
      asked.transmission_sig,
    );
  return genuine ? 'SUCCESS' : 'FAILURE';
}

export function webhookRoutes(context: SandboxContext): Route[] {
  const path = '/v1/notifications/webhooks';
  return [
    apiRoute(context, 'POST', path, (account, request) => {
      const asked = readBody(request, webhookShape);
      const webhooks = objectsOf(account, 'webhooks');
      checkUrl(account, asked.url);
      if (webhooks.size >= most) {
        throw new PaypalError(400, [], { name: 'WEBHOOK_NUMBER_LIMIT_EXCEEDED' });
      }
      const webhook = {
        id: newPaypalId(),
        url: asked.url,
        types: listEventTypes(asked.event_types),
      };
      webhooks.put(webhook.id, webhook);
      return { status: 201, body: present(context, webhook) };
    }),
    apiRoute(context, 'GET', path, (account) => ({
      status: 200,
      body: {
        webhooks: objectsOf(account, 'webhooks')
          .values()
          .map((webhook) => present(context, webhook)),
      },
    })),
    apiRoute(context, 'GET', `${path}/:id`, (account, _, id) => ({
      status: 200,
      body: present(context, find(account, 'webhooks', id, 'webhook_id')),
    })),
    apiRoute(context, 'PATCH', `${path}/:id`, (account, request, id) => {
      const webhook = find(account, 'webhooks', id, 'webhook_id');
      const steps = readBody(request, patchShape);
      return { status: 200, body: present(context, change(account, webhook, steps)) };
    }),
    apiRoute(context, 'DELETE', `${path}/:id`, (account, _, id) => {
      objectsOf(account, 'webhooks').delete(find(account, 'webhooks', id, 'webhook_id').id);
      return { status: 204 };
    }),
    apiRoute(context, 'POST', '/v1/notifications/verify-webhook-signature', (account, request) => {
      const asked = readBody(request, verifyShape);
      const event = jsonMember(request.body.toString('utf8'), 'webhook_event') ?? '';
      return {
        status: 200,
        body: { verification_status: verify(context, account, asked, event) },
      };
    }),
  ];
}
