import type { UserStatus } from '../../../shared/accounts/account.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { isEnded } from './apply-reading.ts';
import { readPaymentProgress } from './read-subscription.ts';
import { findSubscriber } from './subscription.store.ts';
import { syncSubscription } from './sync-subscription.ts';

type Verified = UserStatus & { state: 'active' | 'confirming' | 'none' };

/**
 * What has become of the account's own purchase, asked of the provider. 'confirming' while the
 * payment is on its way, or while the provider cannot be asked; 'none' where nothing was paid.
 */
export async function verifySubscription(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments'>,
  businessId: string,
): Promise<Verified> {
  const confirming = services.payments.platform ? await isConfirming(services, businessId) : false;
  const subscriber = await findSubscriber(services.db.orm, businessId);
  if (!subscriber) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  const { trialInvoicesUsed, subscriptionStatus, subscriptionPlan, subscriptionId } = subscriber;
  const waiting = confirming && subscriptionId !== null && !isEnded(subscriber.providerStatus);
  return {
    trialInvoicesUsed,
    subscriptionStatus,
    subscriptionPlan,
    state: subscriptionStatus === 'active' ? 'active' : waiting ? 'confirming' : 'none',
  };
}

async function isConfirming(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments'>,
  businessId: string,
): Promise<boolean> {
  try {
    const reading = await syncSubscription(services, businessId);
    const { platform } = services.payments;
    if (!platform || reading?.status !== 'incomplete' || !reading.openInvoice?.clientSecret) {
      return false;
    }
    const { clientSecret } = reading.openInvoice;
    return (await readPaymentProgress(platform.client, clientSecret)) === 'processing';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn(
      { err: error, businessId },
      'the provider could not be asked for a subscription',
    );
    return true;
  }
}
