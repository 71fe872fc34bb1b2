import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { BusinessProfileInput } from '../../../shared/profile/profile.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import type { PaymentProvider } from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { connectAccounts, formatConnectedAccount } from './connect-accounts.ts';
import { checkCredentials, openCredential } from './credentials.ts';
import { openAccount, openStripe } from './payment-accounts.ts';
import { findProfile } from './profile.store.ts';

interface TestInput extends Pick<
  BusinessProfileInput,
  'stripePublishableKey' | 'stripeSecretKey' | 'paypalClientId' | 'paypalClientSecret'
> {
  provider: ProviderName;
}

/**
 * Asks a provider about keys: those given, and the stored ones for what is not. Stored keys are
 * tried for good, so that the profile's status is true afterwards.
 * @throws AppError VALIDATION for keys that do not belong together
 */
export async function testConnection(
  services: Pick<Services, 'db' | 'seal' | 'payments' | 'appUrl' | 'clock' | 'log'>,
  businessId: string,
  { provider, ...given }: TestInput,
): Promise<{ connected: boolean; message: string }> {
  const stored = await findProfile(services.db.orm, businessId);
  checkCredentials(services, given, stored);
  const value = (name: keyof typeof given) =>
    given[name] ?? (stored && openCredential(services.seal, stored, name)) ?? undefined;
  const typed = Object.values(given).some((one) => one != null);
  try {
    let account: PaymentProvider | undefined;
    if (!typed) {
      account = stored && openAccount(services, stored, provider);
      if (stored) await connectAccounts(services, businessId);
    } else if (provider === 'stripe') {
      const secretKey = value('stripeSecretKey');
      account = secretKey ? openStripe(services, secretKey) : undefined;
    } else {
      const [clientId, clientSecret] = [value('paypalClientId'), value('paypalClientSecret')];
      account =
        clientId && clientSecret ? services.payments.paypal(clientId, clientSecret) : undefined;
    }
    if (!account) {
      const what = provider === 'stripe' ? 'a secret key' : 'a client ID and a client secret';
      return { connected: false, message: `Enter ${what} first.` };
    }
    return { connected: true, message: formatConnectedAccount(await account.checkAccount()) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const silent = `${PROVIDER_LABELS[provider]} could not be reached right now. Try again in a moment.`;
    return { connected: false, message: error.kind === 'unavailable' ? silent : error.message };
  }
}
