import type { Appearance, Stripe } from '@stripe/stripe-js';

interface Options {
  status?: 'succeeded' | 'processing';
  /** What the element says instead of being ready. */
  loadError?: string;
}

/**
 * As much of Stripe.js as the payment form uses: an element that draws a field where it is mounted,
 * and a confirmation that goes by the number typed into it.
 */
export function fakeBrowserStripe({ status = 'succeeded', loadError }: Options = {}) {
  const paid = new Set<string>();
  const confirmed: object[] = [];
  const appearances: Appearance[] = [];

  const stripe = {
    elements({ clientSecret, appearance }: { clientSecret: string; appearance: Appearance }) {
      appearances.push(appearance);
      let host: HTMLElement | undefined;
      const listeners = new Map<string, (event: object) => void>();
      const payment = {
        on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
        mount(place: HTMLElement) {
          host = document.createElement('div');
          host.innerHTML = '<input name="number"><p></p>';
          place.append(host);
          setTimeout(() => {
            if (loadError === undefined) listeners.get('ready')?.({});
            else listeners.get('loaderror')?.({ error: { message: loadError } });
          }, 5);
        },
        destroy: () => host?.remove(),
      };
      return {
        clientSecret,
        create: () => payment,
        update: (change: { appearance: Appearance }) => appearances.push(change.appearance),
        number: () => host?.querySelector('input')?.value ?? '',
        say: (text: string) => {
          const words = host?.querySelector('p');
          if (words) words.textContent = text;
        },
      };
    },

    async confirmPayment({
      elements,
      confirmParams,
      redirect,
    }: {
      elements: { clientSecret: string; number(): string; say(text: string): void };
      confirmParams: { return_url: string };
      redirect: string;
    }) {
      confirmed.push({ ...confirmParams, redirect });
      const number = elements.number();
      if (number === '') {
        elements.say('Card number is required');
        return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
      }
      if (number === '4000000000000002') {
        return { error: { type: 'card_error', message: 'Your card was declined.' } };
      }
      if (status === 'succeeded') paid.add(elements.clientSecret);
      return { paymentIntent: { status } };
    },
  };
  return { stripe: stripe as unknown as Stripe, paid, confirmed, appearances };
}
