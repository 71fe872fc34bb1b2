import type { PaymentFormSettings } from '../../../../shared/subscription/subscription.contract.ts';
import type { PaymentForm } from './payment-form.ts';
import { PaymentFormError } from './payment-form.ts';

/**
 * The form that fits the installation. Each is fetched only when it is needed.
 * @throws PaymentFormError when it cannot be fetched
 */
export async function openPaymentForm(settings: PaymentFormSettings): Promise<PaymentForm> {
  try {
    if (settings.kind === 'sandbox') {
      const { sandboxPaymentForm } = await import('./sandbox-payment-form.tsx');
      return sandboxPaymentForm(settings.apiBase ?? '', settings.publishableKey);
    }
    const { stripePaymentForm } = await import('./stripe-payment-form.ts');
    return stripePaymentForm(settings.publishableKey);
  } catch {
    throw new PaymentFormError(
      'The payment form could not be loaded. Check your connection and try again.',
    );
  }
}
