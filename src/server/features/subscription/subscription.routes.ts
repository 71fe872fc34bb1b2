import { ORPCError } from '@orpc/server';
import { AppError } from '../../../shared/errors/app-error.ts';
import { api, requireActor } from '../../platform/http/api-context.ts';
import { atMostForEach } from '../../platform/http/at-most.ts';
import { errorAnswer } from '../../platform/http/error-answer.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { getOrCreateSubscription } from './get-or-create-subscription.ts';
import { requirePlatform, toRefusal } from './platform-account.ts';
import { readBilling } from './read-billing.ts';
import { findSubscriber } from './subscription.store.ts';
import { verifySubscription } from './verify-subscription.ts';

/** Two plans chosen at once would cancel each other's purchase over and over: one call waits. */
const choosingTurn = atMostForEach(1);

/** Refusals of these calls carry their words as `error` too, as they are specified. */
const withErrorText = api.middleware(async ({ context, next }) => {
  try {
    return await next();
  } catch (error) {
    throw named(error, context.log);
  }
});

function named(error: unknown, log: Logger): unknown {
  if (error instanceof ProviderError) return named(toRefusal(error, log), log);
  if (error instanceof AppError) {
    return new AppError(error.code, error.message, { ...error.details, error: error.message });
  }
  if (error instanceof ORPCError) {
    const { code, message, ...details } = errorAnswer(error, log).body;
    return new AppError(code, message, { ...details, error: message });
  }
  return error;
}

export function subscriptionRoutes(services: Services) {
  const { getOrCreate, verify, portal, billing } = api.subscription;
  return {
    getOrCreate: getOrCreate
      .use(withErrorText)
      .use(requireActor)
      .handler(({ input, context: { actor } }) =>
        choosingTurn(actor.businessId, () =>
          getOrCreateSubscription(services, actor.businessId, input.plan),
        ),
      ),
    verify: verify
      .use(withErrorText)
      .use(requireActor)
      .handler(({ context: { actor } }) => verifySubscription(services, actor.businessId)),
    portal: portal
      .use(withErrorText)
      .use(requireActor)
      .handler(({ context: { actor } }) => openPortal(services, actor.businessId)),
    billing: billing
      .use(withErrorText)
      .use(requireActor)
      .handler(({ context: { actor } }) => readBilling(services, actor.businessId)),
  };
}

/**
 * The provider's page where the account changes its card, sees receipts, cancels and resumes.
 * @throws AppError CONFLICT (never subscribed, no plans sold); ProviderError in the provider's words,
 *   such as those about a portal that has not been configured
 */
async function openPortal(
  { db, payments, appUrl }: Pick<Services, 'db' | 'payments' | 'appUrl'>,
  businessId: string,
): Promise<{ url: string }> {
  const { client } = requirePlatform(payments);
  const subscriber = await findSubscriber(db.orm, businessId);
  const customer = subscriber?.customerId;
  if (!customer) {
    throw new AppError('CONFLICT', 'There is no subscription to manage yet. Choose a plan first.');
  }
  const session = await ask('billing_portal.session', () =>
    client.billingPortal.sessions.create({ customer, return_url: `${appUrl()}/billing` }),
  );
  if (!session.url) throw new ProviderError('unavailable', 'The provider gave no address.');
  return { url: session.url };
}
