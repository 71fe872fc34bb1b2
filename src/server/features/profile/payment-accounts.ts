import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import type { PaymentProvider } from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { modeRefusal, openCredential, parseKeyMode } from './credentials.ts';
import type { ProfileRow } from './profile.store.ts';

type AccountServices = Pick<Services, 'seal' | 'payments'>;

/**
 * The business's account at a provider, with its stored keys; undefined where it has none.
 * @throws ProviderError 'credentials' when what is stored cannot be read, or may not be used here
 */
export function openAccount(
  services: AccountServices,
  profile: ProfileRow,
  name: ProviderName,
): PaymentProvider | undefined {
  const read = (credential: Parameters<typeof openCredential>[2]) => {
    const value = openCredential(services.seal, profile, credential);
    if (value === undefined) {
      throw new ProviderError('credentials', 'The stored keys cannot be read. Enter them again.');
    }
    return value;
  };
  if (name === 'stripe') {
    const secretKey = read('stripeSecretKey');
    return secretKey === null ? undefined : openStripe(services, secretKey);
  }
  const [clientId, clientSecret] = [read('paypalClientId'), read('paypalClientSecret')];
  if (clientId === null || clientSecret === null) return undefined;
  return services.payments.paypal(clientId, clientSecret);
}

/** @throws ProviderError for a key of the mode that may not be used here */
export function openStripe({ payments }: Pick<Services, 'payments'>, secretKey: string) {
  const refusal = modeRefusal(payments, secretKey);
  if (refusal) throw new ProviderError('credentials', `${refusal}.`);
  return payments.stripe(secretKey);
}

/** Whether paying this business moves no real money: of the installation, or of its own keys. */
export function isTestBusiness({ payments, seal }: AccountServices, profile: ProfileRow): boolean {
  if (payments.testMode) return true;
  if (payments.keyMode === 'live') return false;
  return parseKeyMode(openCredential(seal, profile, 'stripeSecretKey')) === 'test';
}
