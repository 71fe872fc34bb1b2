import type { ProviderName } from './payment.contract.ts';

export const PROVIDER_LABELS: Record<ProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' };
