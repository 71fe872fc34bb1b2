/** Webhooks: written when something happens, signed when they are sent, verified when PayPal is asked. */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { instant, newEventId } from './paypal-ids.ts';
import { objectsOf } from './paypal-objects.ts';

interface StoredEvent {
  id: string;
  /** The body, byte for byte as it is sent. */
  body: string;
}

const eventsOf = (account: Account) => account.collection<StoredEvent>('paypal-events');

/** What each event is about. */
const kinds: Record<string, { type: string; version: string | null; summary: string }> = {
  'CHECKOUT.ORDER.APPROVED': {
    type: 'checkout-order',
    version: '2.0',
    summary: 'A payer approved an order',
  },
  'PAYMENT.CAPTURE.COMPLETED': { type: 'capture', version: '2.0', summary: 'A payment completed' },
  'PAYMENT.CAPTURE.PENDING': { type: 'capture', version: '2.0', summary: 'A payment is pending' },
  'PAYMENT.CAPTURE.DENIED': { type: 'capture', version: '2.0', summary: 'A payment was denied' },
  'PAYMENT.CAPTURE.REFUNDED': { type: 'refund', version: '2.0', summary: 'A payment was refunded' },
  'PAYMENT.CAPTURE.REVERSED': { type: 'refund', version: '2.0', summary: 'A payment was reversed' },
  'CUSTOMER.DISPUTE.CREATED': { type: 'dispute', version: null, summary: 'A dispute was opened' },
  'CUSTOMER.DISPUTE.RESOLVED': {
    type: 'dispute',
    version: null,
    summary: 'A dispute was resolved',
  },
};

/** Every event that a webhook can be subscribed to here. */
export const eventNames = Object.keys(kinds);

/** Writes an event with the resource as it is now, and sends it to the webhooks that want it. */
export function emitPaypal(
  context: SandboxContext,
  account: Account,
  eventType: string,
  resource: object,
): void {
  const kind = kinds[eventType];
  if (!kind) throw new Error(`There is no event ${eventType}.`);
  const wanted = objectsOf(account, 'webhooks')
    .values()
    .filter(({ types }) => types.includes('*') || types.includes(eventType));
  if (wanted.length === 0) return;
  const id = newEventId();
  const event = {
    id,
    event_version: '1.0',
    create_time: new Date(context.clock.now()).toISOString(),
    resource_type: kind.type,
    ...(kind.version ? { resource_version: kind.version } : {}),
    event_type: eventType,
    summary: kind.summary,
    resource,
    links: [
      {
        href: `${context.url()}/v1/notifications/webhooks-events/${id}`,
        rel: 'self',
        method: 'GET',
      },
    ],
  };
  // JSON may write a slash with a backslash. Whoever parses a body and writes it again loses them,
  // and with them the signature: as with PayPal's own bodies, only the very bytes verify.
  const body = JSON.stringify(event).replaceAll('/', '\\/');
  eventsOf(account).put(id, { id, body });
  for (const webhook of wanted) {
    context.deliveries.enqueue('paypal', account, {
      event: id,
      endpoint: webhook.id,
      type: eventType,
    });
  }
}

/** The sandbox's signing secret. PayPal signs with a private key; only PayPal is asked to verify. */
function signingSecret({ store }: SandboxContext): string {
  const kept = store.system.collection<{ secret: string }>('paypal-signing');
  return (
    kept.get('secret') ?? kept.put('secret', { secret: randomBytes(32).toString('base64url') })
  ).secret;
}

export interface Transmission {
  id: string;
  time: string;
  webhookId: string;
}

/** Signs the id and time of a transmission, the webhook it goes to and its body. */
export function paypalSignature(
  context: SandboxContext,
  { id, time, webhookId }: Transmission,
  body: string,
): string {
  return createHmac('sha256', signingSecret(context))
    .update(`${id}|${time}|${webhookId}|${body}`)
    .digest('base64');
}

/** Whether a signature fits. */
export function isSigned(
  context: SandboxContext,
  transmission: Transmission,
  body: string,
  signature: string,
): boolean {
  const expected = Buffer.from(paypalSignature(context, transmission, body));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Where the certificate would be; verifying callers send it back. */
export const certificateUrl = (context: SandboxContext): string =>
  `${context.url()}/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77`;

/** Prepares the request of a delivery. Signed by real time: receivers compare with their own clock. */
export function paypalDeliveries(context: SandboxContext): void {
  context.deliveries.prepareWith('paypal', {
    prepare({ account: key, event: eventId, endpoint }) {
      const account = context.store.account(key);
      const event = eventsOf(account).get(eventId);
      const webhook = objectsOf(account, 'webhooks').get(endpoint);
      if (!event || !webhook) return undefined;
      const transmission = {
        id: randomUUID(),
        time: instant(context.clock.wallTime()),
        webhookId: webhook.id,
      };
      return {
        url: webhook.url,
        body: event.body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'PayPal/AUHR-1.0-1',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-auth-version': 'v2',
          'paypal-cert-url': certificateUrl(context),
          'paypal-transmission-id': transmission.id,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': paypalSignature(context, transmission, event.body),
        },
      };
    },
  });
}
