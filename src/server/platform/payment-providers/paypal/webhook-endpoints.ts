import type { WebhookEndpoint } from '../payment-provider.ts';
import { webhookAnswer, webhooksAnswer } from './paypal-answers.ts';
import type { PaypalClient } from './paypal-client.ts';
import { requirePathId } from './paypal-client.ts';
import { isRefusal, unavailable, unlessAbsent } from './paypal-refusal.ts';

/** What the server wants to hear of. */
export const PAYPAL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

const PATH = '/v1/notifications/webhooks';
const eventTypes = PAYPAL_EVENTS.map((name) => ({ name }));

/** Subscribes an address, or finds the subscription that a lost answer left behind. */
export async function createWebhook(client: PaypalClient, url: string): Promise<WebhookEndpoint> {
  try {
    const webhook = await client.call({
      method: 'POST',
      path: PATH,
      body: { url, event_types: eventTypes },
      answer: webhookAnswer,
    });
    return { id: webhook.id, secret: null };
  } catch (error) {
    if (!isRefusal(error, 'WEBHOOK_URL_ALREADY_EXISTS')) throw error;
  }
  const { webhooks } = await client.call({ method: 'GET', path: PATH, answer: webhooksAnswer });
  const known = webhooks.find((webhook) => webhook.url === url);
  if (!known) throw unavailable('PayPal knows this webhook address and does not list it.');
  await client.call({
    method: 'PATCH',
    path: `${PATH}/${known.id}`,
    body: [{ op: 'replace', path: '/event_types', value: eventTypes }],
    answer: webhookAnswer,
  });
  return { id: known.id, secret: null };
}

export async function deleteWebhook(client: PaypalClient, id: string): Promise<void> {
  await unlessAbsent(() => client.call({ method: 'DELETE', path: `${PATH}/${requirePathId(id)}` }));
}
