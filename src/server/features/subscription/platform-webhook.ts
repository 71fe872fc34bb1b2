import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { AppError } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { acceptRawBodies } from '../../platform/http/raw-body.ts';
import type { Services } from '../../platform/http/services.ts';
import type { PlatformAccount } from '../../platform/payment-providers/open-payments.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { hadEffect, noteEffect } from '../../platform/payment-providers/provider-events.store.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { isMissing, toRefusal } from './platform-account.ts';
import { readId } from './platform-prices.ts';
import { PLATFORM_WEBHOOK } from './prepare-platform.ts';
import {
  findSubscriber,
  findUserOfCustomer,
  forgetCustomer,
  lockSubscription,
} from './subscription.store.ts';
import { syncSubscription } from './sync-subscription.ts';

type WebhookServices = Pick<Services, 'db' | 'clock' | 'log' | 'payments'>;

/** Older deliveries are refused, so that one that was listened in on cannot be sent again later. */
const TOLERANCE_SECONDS = 300;

/**
 * Takes the events of the platform's own account. Each is only a reason to ask the provider: nothing
 * in it is believed but which customer it is about. Answers 400 to what the provider has not signed,
 * 5xx where it is to send it again, and 200 otherwise.
 */
export function registerPlatformWebhook(app: FastifyInstance, services: WebhookServices): void {
  app.register(async (scope) => {
    acceptRawBodies(scope);
    scope.post(PLATFORM_WEBHOOK, async (request, reply) => {
      const { platform } = services.payments;
      if (!platform) throw new AppError('NOT_FOUND', 'There is no such call');
      if (platform.webhookSecret === undefined) {
        throw new AppError('BUSY', 'What signs the events of the platform is not known');
      }
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = verified(
        services,
        platform,
        platform.webhookSecret,
        body,
        request.headers['stripe-signature'],
      );
      if (!event) throw new AppError('BAD_REQUEST', 'The signature of the event is not valid');
      try {
        await takeEvent(services, platform, event);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        // Any failure is a reason to deliver it once more.
        throw new AppError('BUSY', toRefusal(error, services.log).message);
      }
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}

function verified(
  { clock }: WebhookServices,
  { client }: PlatformAccount,
  secret: string,
  body: Buffer,
  signature: string | string[] | undefined,
): Stripe.Event | undefined {
  if (typeof signature !== 'string' || body.length === 0) return undefined;
  try {
    return client.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      clock.now().getTime(),
    );
  } catch {
    return undefined;
  }
}

async function takeEvent(
  services: WebhookServices,
  platform: PlatformAccount,
  event: Stripe.Event,
): Promise<void> {
  const { db, log, payments } = services;
  const about = { event: event.id, type: event.type };
  if (event.livemode === payments.testMode) {
    log.warn(about, 'an event of the other mode was let go');
    return;
  }
  const { customerId, subscriptionId } = readSubject(event);
  if (customerId === undefined) return;
  const businessId = await findUserOfCustomer(db.orm, customerId);
  if (businessId === undefined) {
    log.info(about, 'an event of a customer without an account was let go');
    return;
  }
  const sent = sentEvent(businessId, event);
  if (await hadEffect(db.orm, sent)) return;
  if (event.type === 'customer.deleted') {
    await loseCustomer(services, platform, businessId, customerId, event);
    return;
  }
  await syncSubscription(services, businessId, {
    named: subscriptionId,
    before: (tx) => noteEffect(tx, sent, services.clock.now()),
  });
}

const sentEvent = (businessId: string, { id, type }: Stripe.Event) =>
  ({ businessId, provider: 'platform', eventId: id, type }) as const;

/** Which customer an event is about; undefined where it is none of ours to act on. */
function readSubject(event: Stripe.Event): { customerId?: string; subscriptionId?: string } {
  // Signed, but not as the provider writes it: nothing to act on.
  if (typeof event.data?.object !== 'object' || event.data.object === null) return {};
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { customer, id } = event.data.object;
      return { customerId: readId(customer), subscriptionId: id };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const { customer, parent } = event.data.object;
      const subscription = parent?.subscription_details?.subscription;
      return {
        ...(customer ? { customerId: readId(customer) } : {}),
        ...(subscription ? { subscriptionId: readId(subscription) } : {}),
      };
    }
    case 'customer.deleted':
      return { customerId: event.data.object.id };
    default:
      return {};
  }
}

/** The provider ends a deleted customer's plan; the account can buy again under a new name. */
async function loseCustomer(
  { db, clock }: WebhookServices,
  { client }: PlatformAccount,
  businessId: string,
  customerId: string,
  event: Stripe.Event,
): Promise<void> {
  const gone = await ask('customer', () => client.customers.retrieve(customerId)).then(
    (customer) => customer.deleted === true,
    (error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    },
  );
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    await lockSubscription(tx, businessId);
    if (!(await noteEffect(tx, sentEvent(businessId, event), now)) || !gone) return;
    const subscriber = await findSubscriber(tx, businessId);
    if (subscriber?.customerId !== customerId) return;
    await forgetCustomer(tx, { ...subscriber, customerId }, now);
  });
}
