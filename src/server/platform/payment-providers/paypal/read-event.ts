import type { ProviderEvent, WebhookEndpoint } from '../payment-provider.ts';
import type { PaypalEventBody } from './paypal-answers.ts';
import { eventBody, paypalId, verificationAnswer } from './paypal-answers.ts';
import type { PaypalClient } from './paypal-client.ts';
import type { PaypalHost } from './paypal-hosts.ts';

/** Seconds that a delivery may be old. */
const TOLERANCE = 300;

/** The headers that PayPal signs with, under their names in the verification call. */
const SIGNED = {
  auth_algo: /^[A-Za-z0-9]{1,100}$/,
  cert_url: /^https?:\/\/\S{1,480}$/,
  transmission_id: /^[\x21-\x7e]{1,50}$/,
  transmission_sig: /^[\x21-\x7e]{1,500}$/,
  transmission_time: /^[\x21-\x7e]{20,64}$/,
} as const;

type SignedHeaders = Record<keyof typeof SIGNED, string>;
type Headers = Record<string, string | string[] | undefined>;

/**
 * Has PayPal verify a delivery.
 * @param body byte for byte as received: it is put into the call as text, because a body that was
 *   parsed and written again (1.0 becomes 1) no longer fits its signature
 * @returns undefined when the delivery is not to be believed
 * @throws ProviderError when PayPal cannot be asked; the delivery is then neither true nor false
 */
export async function verifyPaypalEvent(
  { client, host, now }: { client: PaypalClient; host: PaypalHost; now: Date },
  body: Buffer,
  headers: Headers,
  endpoint: WebhookEndpoint,
): Promise<ProviderEvent | undefined> {
  const event = parseEvent(body);
  const signed = signedHeaders(headers);
  if (!event || !signed || !paypalId.safeParse(endpoint.id).success) return undefined;
  if (!host.owns(signed.cert_url)) return undefined;
  const sentAt = Date.parse(signed.transmission_time);
  // Written so that a time that cannot be read is too old as well.
  if (!(Math.abs(now.getTime() - sentAt) <= TOLERANCE * 1000)) return undefined;

  const call = JSON.stringify({ ...signed, webhook_id: endpoint.id });
  const { verification_status } = await client.call({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: Buffer.concat([
      Buffer.from(`${call.slice(0, -1)},"webhook_event":`),
      body,
      Buffer.from('}'),
    ]),
    answer: verificationAnswer,
  });
  return verification_status === 'SUCCESS' ? readEvent(event, host) : undefined;
}

function parseEvent(body: Buffer): PaypalEventBody | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    // One JSON value and nothing behind it, or it could add fields to the verification call.
    return eventBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function signedHeaders(headers: Headers): SignedHeaders | undefined {
  const signed: Partial<SignedHeaders> = {};
  for (const [name, form] of Object.entries(SIGNED)) {
    const value = headers[`paypal-${name.replaceAll('_', '-')}`];
    if (typeof value !== 'string' || !form.test(value)) return undefined;
    signed[name as keyof typeof SIGNED] = value;
  }
  return signed as SignedHeaders;
}

function readEvent(event: PaypalEventBody, host: PaypalHost): ProviderEvent {
  const { resource } = event;
  const related = resource.supplementary_data?.related_ids;
  const above = resource.links?.find(({ rel }) => rel === 'up')?.href;
  const [kind = '', subject = ''] = event.event_type.split('.');
  const isOrder = kind === 'CHECKOUT' && subject === 'ORDER';
  const isCapture = kind === 'PAYMENT' && subject === 'CAPTURE';
  // A refund or a reversal tells of its capture by a link; the resource itself is the refund.
  const captureAbove = above && /\/v2\/payments\/captures\/([^/?#]+)$/.exec(above)?.[1];
  const payment = isCapture
    ? (captureAbove ?? related?.capture_id ?? resource.id)
    : resource.disputed_transactions?.find((each) => each.seller_transaction_id)
        ?.seller_transaction_id;
  return {
    id: event.id,
    type: event.event_type,
    livemode: host.livemode,
    checkoutId: readId(isOrder ? resource.id : related?.order_id),
    paymentId: readId(payment),
    createdAt: event.create_time,
  };
}

function readId(id: string | undefined): string | null {
  return paypalId.safeParse(id).data ?? null;
}
