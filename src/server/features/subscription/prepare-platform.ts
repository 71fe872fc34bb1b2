import type Stripe from 'stripe';
import type { Services } from '../../platform/http/services.ts';
import { ask, toProviderError } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { planPrices } from './platform-prices.ts';

/** Where the platform's events arrive. */
export const PLATFORM_WEBHOOK = '/api/webhooks/stripe';

/** What the platform's endpoint is to be sent. Other events are taken and let go. */
export const PLATFORM_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/**
 * Makes ready what selling plans needs: product and prices; at the sandbox, the endpoint of its
 * events as well. Call it when the server listens; what does not work now is tried again when it is
 * needed, so it never rejects.
 */
export async function preparePlatform(
  services: Pick<Services, 'payments' | 'log' | 'appUrl'>,
): Promise<void> {
  const { platform } = services.payments;
  if (!platform) return;
  try {
    await planPrices(platform);
    await registerEndpoint(services);
  } catch (error) {
    services.log.warn(
      { err: toProviderError(error) },
      'plans cannot be sold yet: the payment provider is asked again later',
    );
  }
}

/** The sandbox's endpoint is ours to make; the provider's own is set up by whoever runs Remit. */
async function registerEndpoint({
  payments: { platform, sandboxUrl },
  appUrl,
}: Pick<Services, 'payments' | 'appUrl'>): Promise<void> {
  if (!platform || sandboxUrl === null || platform.webhookSecret !== undefined) return;
  const { client } = platform;
  const { data } = await ask('list', () => client.webhookEndpoints.list({ limit: 100 }));
  const ours = data.filter(({ url }) => new URL(url).pathname === PLATFORM_WEBHOOK);
  for (const { id } of ours) await client.webhookEndpoints.del(id);
  const endpoint = await ask('webhook_endpoint', () =>
    client.webhookEndpoints.create({
      url: `${appUrl()}${PLATFORM_WEBHOOK}`,
      enabled_events: [...PLATFORM_EVENTS],
      description: 'Remit: plans',
    }),
  );
  platform.webhookSecret = endpoint.secret;
}
