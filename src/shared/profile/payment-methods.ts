import type { ProviderName } from '../payments/payment.contract.ts';
import type { BusinessProfile } from './profile.contract.ts';

type PaymentKeys = Pick<
  BusinessProfile,
  | 'stripePublishableKey'
  | 'stripeSecretKey'
  | 'stripeAccountStatus'
  | 'paypalClientId'
  | 'paypalClientSecret'
  | 'paypalAccountStatus'
>;

/** Whether customers can pay by card: both keys are there, and the provider has not refused them. */
export function takesCards(profile: PaymentKeys): boolean {
  return (
    profile.stripePublishableKey !== null &&
    profile.stripeSecretKey !== null &&
    profile.stripeAccountStatus !== 'invalid'
  );
}

export function takesPayPal(profile: PaymentKeys): boolean {
  return (
    profile.paypalClientId !== null &&
    profile.paypalClientSecret !== null &&
    profile.paypalAccountStatus !== 'invalid'
  );
}

/** What the business can be paid through, the preferred one first (decision 26). */
export function paymentMethods(
  profile: PaymentKeys & Pick<BusinessProfile, 'preferredPaymentMethod'>,
): ProviderName[] {
  const order: ProviderName[] =
    profile.preferredPaymentMethod === 'paypal' ? ['paypal', 'stripe'] : ['stripe', 'paypal'];
  const takes = { stripe: takesCards(profile), paypal: takesPayPal(profile) };
  return order.filter((name) => takes[name]);
}
