/** Webhooks: written when something happens, signed when they are sent, verified when PayPal is asked. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { SandboxContext, Work } from '../sandbox-context.ts';
import { newPaypalId, objects, toInstant } from './objects.ts';

const kinds = {
  'CHECKOUT.ORDER.APPROVED': 'checkout-order',
  'PAYMENT.CAPTURE.COMPLETED': 'capture',
  'PAYMENT.CAPTURE.PENDING': 'capture',
  'PAYMENT.CAPTURE.DENIED': 'capture',
  'PAYMENT.CAPTURE.REFUNDED': 'refund',
  'PAYMENT.CAPTURE.REVERSED': 'refund',
  'CUSTOMER.DISPUTE.CREATED': 'dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute',
} as const;

export type EventName = keyof typeof kinds;

/** Names that can be subscribed to; of the last ones nothing is ever sent here. */
export const eventNames = [
  ...Object.keys(kinds),
  '*',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'CUSTOMER.DISPUTE.UPDATED',
  'PAYMENT.CAPTURE.DECLINED',
];

/** Writes an event with the resource as it is now, and sends it to the webhooks that want it. */
export function emit(work: Work, name: EventName, resource: object): void {
  const { context, account } = work;
  const wanted = objects(work, 'webhooks')
    .list()
    .filter(({ types }) => types.includes('*') || types.includes(name));
  if (wanted.length === 0) return;
  const id = `WH-${newPaypalId()}-${newPaypalId()}`;
  const href = `${context.url}/v1/notifications/webhooks-events/${id}`;
  const event = {
    id,
    event_version: '1.0',
    create_time: new Date(context.clock.now()).toISOString(),
    resource_type: kinds[name],
    event_type: name,
    resource,
    links: [{ href, rel: 'self', method: 'GET' }],
  };
  // JSON may write a slash with a backslash. Whoever parses a body and writes it again loses them,
  // and with them the signature: as with PayPal's own bodies, only the very bytes verify.
  objects(work, 'events').put(id, { id, body: JSON.stringify(event).replaceAll('/', '\\/') });
  for (const { id: endpoint } of wanted) {
    context.deliveries.enqueue('paypal', account, { event: id, endpoint, type: name });
  }
}

/**
 * Signs the id and time of a transmission, the webhook it goes to and its body. PayPal signs with a
 * private key; as only PayPal is asked to verify, a secret of the sandbox does here.
 */
export function sign(
  { store }: SandboxContext,
  { id, time, webhookId }: Record<'id' | 'time' | 'webhookId', string>,
  body: string,
): string {
  const kept = store.system.collection<{ secret: string }>('paypal-signing');
  const { secret } =
    kept.get('secret') ?? kept.put('secret', { secret: randomBytes(32).toString('base64url') });
  const signed = `${id}|${time}|${webhookId}|${body}`;
  return createHmac('sha256', secret).update(signed).digest('base64');
}

/** Where the certificate would be; verifying callers send it back. */
export const certificateUrl = (context: SandboxContext): string =>
  `${context.url}/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77`;

/** A body as it is sent to a webhook. @param age how many milliseconds ago it was signed */
export function prepareTransmission(
  context: SandboxContext,
  url: string,
  webhookId: string,
  body: string,
  age = 0,
) {
  // By real time: receivers compare with their own clock.
  const time = toInstant(context.clock.wallTime() - age);
  const transmission = { id: randomUUID(), time, webhookId };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHR-1.0-1',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certificateUrl(context),
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign(context, transmission, body),
  };
  return { url, headers, body };
}

export function deliverPaypalEvents(context: SandboxContext): void {
  context.deliveries.prepareWith('paypal', {
    prepare(account, { event: eventId, endpoint }) {
      const event = objects({ account }, 'events').get(eventId);
      const webhook = objects({ account }, 'webhooks').get(endpoint);
      return event && webhook && prepareTransmission(context, webhook.url, webhook.id, event.body);
    },
  });
}
