import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYMENT_PROVIDERS } from '../../../shared/payments/payment.contract.ts';
import { atMost } from '../../platform/http/at-most.ts';
import { acceptRawBodies } from '../../platform/http/raw-body.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  PaymentProvider,
  ProviderEvent,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { hadEffect } from '../../platform/payment-providers/provider-events.store.ts';
import type { ProfileRow } from '../profile/index.ts';
import { endpointSecret, findWebhookEndpoint, openAccount } from '../profile/index.ts';
import { findCardChange } from './automatic/card-change.store.ts';
import { settleCardChange } from './automatic/change-card.ts';
import { findCheckout } from './checkout.store.ts';
import { settle } from './settle.ts';

/** Each settles by a few statements and a call to the provider: more at once only wait for them. */
const AT_ONCE = 16;
const TOKEN = /^[0-9a-f]{32}$/;

interface Delivery {
  Params: { provider: string; token: string };
  Body: Buffer | undefined;
}

/**
 * Where providers tell of a business's payments. The body's signature says that it is the
 * provider's; what happened is then read from the provider. Everything that is understood is
 * answered 200, so that the provider goes on; what could not be done now is a 5xx, so that it comes
 * again.
 */
export function registerPaymentWebhooks(app: FastifyInstance, services: Services): void {
  const queue = atMost(AT_ONCE);
  void app.register(async (scope) => {
    acceptRawBodies(scope);
    scope.post<Delivery>('/api/webhooks/:provider/:token', async (request, reply) => {
      const { provider: name, token } = request.params;
      const provider = PAYMENT_PROVIDERS.find((one) => one === name);
      if (!provider || !TOKEN.test(token)) throw notFound('Webhook endpoint');
      await queue(() =>
        receive(services, provider, token, request.body ?? Buffer.alloc(0), request.headers),
      );
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}

async function receive(
  services: Services,
  provider: ProviderName,
  token: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const { db, seal, log } = services;
  const found = await findWebhookEndpoint(db.orm, provider, token);
  if (!found) throw notFound('Webhook endpoint');
  const { endpoint, profile } = found;
  try {
    const account = profile && openAccount(services, profile, provider);
    // Keys were removed: nothing that arrives here can be checked any more, or is waited for.
    if (!account) return;
    const event = await account.verifyEvent(body, headers, {
      id: endpoint.providerId ?? '',
      secret: endpointSecret(seal, endpoint),
    });
    if (!event) throw new AppError('BAD_REQUEST', 'The signature of this event is not valid');
    await handle(services, profile, account, event);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, provider }, 'an event waits: its provider cannot be asked');
    throw new AppError('BUSY', 'The provider cannot be reached right now. Send it again.');
  }
}

async function handle(
  services: Services,
  profile: ProfileRow,
  account: PaymentProvider,
  event: ProviderEvent,
): Promise<void> {
  const { db, log } = services;
  const { businessId } = profile;
  const sent = { businessId, provider: account.name, eventId: event.id };
  if (await hadEffect(db.orm, sent)) return;
  const row =
    (await findCheckout(db.orm, businessId, account.name, event)) ??
    (await findByPayment(services, businessId, account, event));
  if (!row) {
    const change =
      event.checkoutId === null
        ? undefined
        : await findCardChange(db.orm, businessId, event.checkoutId);
    if (change) await settleCardChange(services, change);
    return;
  }
  if (event.livemode !== row.livemode && account.name === 'stripe') {
    log.warn({ event: event.id, type: event.type }, 'an event of the other mode was left alone');
    return;
  }
  await settle(services, row, { eventId: event.id, type: event.type }, profile);
}

/** An event that names a payment which is not known yet: the provider knows whose it is. */
async function findByPayment(
  { db }: Services,
  businessId: string,
  account: PaymentProvider,
  event: ProviderEvent,
) {
  if (event.paymentId === null) return undefined;
  const checkout = await account.findCheckoutOfPayment(event.paymentId);
  if (!checkout) return undefined;
  const names = { checkoutId: checkout.id, paymentId: null };
  return findCheckout(db.orm, businessId, account.name, names);
}
