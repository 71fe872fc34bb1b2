import type { ProviderName } from './payment.contract.ts';

export const PROVIDER_LABELS: Record<ProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' };

/** What customers know them as. */
export const PAYER_LABELS: Record<ProviderName, string> = { stripe: 'A card', paypal: 'PayPal' };
