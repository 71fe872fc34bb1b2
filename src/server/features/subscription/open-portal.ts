import { AppError } from '../../../shared/errors/app-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { ask } from '../../platform/payment-providers/stripe/stripe-client.ts';
import { requirePlatform } from './platform-account.ts';
import { findSubscriber } from './subscription.store.ts';

/**
 * The provider's page where the account changes its card, sees receipts, cancels and resumes.
 * @throws AppError CONFLICT (never subscribed, no plans sold); ProviderError in the provider's words,
 *   such as those about a portal that has not been configured
 */
export async function openPortal(
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
