import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PaymentForm, PaymentOutcome } from './payment-form.ts';
import { PaymentFormError, withinTime } from './payment-form.ts';
import { onThemeChange, stripeAppearance } from './stripe-appearance.ts';

const TIME_LIMIT_MS = 15_000;
const NOT_LOADED =
  'The payment form of Stripe could not be loaded. Check your connection, and whether something in your browser blocks js.stripe.com. Then try again.';
const NOT_PAID = 'The payment did not go through. Try again, or use another card.';

type LoadStripe = (publishableKey: string) => Promise<Stripe | null>;

/** Stripe's Payment Element. Its script is fetched when the form is shown, and not before. */
export function stripePaymentForm(
  publishableKey: string,
  load: LoadStripe = loadStripe,
  timeLimit = TIME_LIMIT_MS,
): PaymentForm {
  let stripe: Stripe | null = null;
  let elements: StripeElements | undefined;
  let payment: StripePaymentElement | undefined;
  let stopWatching: (() => void) | undefined;

  const unmount = () => {
    stopWatching?.();
    payment?.destroy();
    stopWatching = payment = elements = undefined;
  };

  const script = async (): Promise<Stripe> => {
    let loaded: Stripe | null;
    try {
      loaded = await withinTime(load(publishableKey), timeLimit, NOT_LOADED);
    } catch {
      throw new PaymentFormError(NOT_LOADED);
    }
    if (!loaded) throw new PaymentFormError(NOT_LOADED);
    return loaded;
  };

  return {
    async mount(element, clientSecret) {
      stripe ??= await script();
      // A form belongs to the secret that it was made with.
      unmount();
      const made = stripe.elements({ clientSecret, appearance: stripeAppearance(), locale: 'en' });
      const shown = made.create('payment', { layout: 'tabs' });
      const ready = new Promise<void>((resolve, reject) => {
        shown.on('ready', () => resolve());
        shown.on('loaderror', ({ error }) =>
          reject(new PaymentFormError(error.message ?? NOT_LOADED)),
        );
      });
      elements = made;
      payment = shown;
      shown.mount(element);
      stopWatching = onThemeChange(() => made.update({ appearance: stripeAppearance() }));
      try {
        await withinTime(ready, timeLimit, NOT_LOADED);
      } catch (error) {
        if (payment === shown) unmount();
        throw error;
      }
    },

    async confirm(returnUrl): Promise<PaymentOutcome> {
      if (!stripe || !elements) return { state: 'failed', message: NOT_PAID };
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (error) {
        return error.type === 'validation_error'
          ? { state: 'invalid' }
          : { state: 'failed', message: error.message ?? NOT_PAID };
      }
      if (paymentIntent.status === 'succeeded') return { state: 'succeeded' };
      if (paymentIntent.status === 'processing') return { state: 'processing' };
      return { state: 'failed', message: NOT_PAID };
    },

    unmount,
  };
}
