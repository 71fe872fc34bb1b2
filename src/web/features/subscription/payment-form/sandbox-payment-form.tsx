import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import type { CardDetails } from './card-input.ts';
import type { PaymentForm, PaymentOutcome } from './payment-form.ts';
import { PaymentFormError } from './payment-form.ts';
import type { CardFields } from './sandbox-card-fields.tsx';
import { SandboxCardFields } from './sandbox-card-fields.tsx';

const TIME_LIMIT_MS = 15_000;
const NO_ANSWER = 'The sandbox is not responding. Nothing was paid. Try again in a moment.';
const NOT_PAID = 'The payment did not go through. Try again, or use another card.';

/** What is read of the provider's answers. */
const intentSchema = z.object({
  object: z.literal('payment_intent'),
  status: z.string(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).nullish() }).nullish(),
});
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

type Leave = (address: string) => void;

/**
 * The sandbox's card form, in the place of the provider's. It speaks the provider's own call for
 * confirming a payment.
 * @param apiBase where the sandbox listens
 * @param leave goes to the page of a card's bank
 */
export function sandboxPaymentForm(
  apiBase: string,
  publishableKey: string,
  leave: Leave = (address) => globalThis.location.assign(address),
): PaymentForm {
  let root: Root | undefined;
  let host: HTMLElement | undefined;
  let fields: CardFields | null = null;
  let secret = '';

  const unmount = () => {
    const old = root;
    root = host = undefined;
    fields = null;
    // Not while the page around it is being drawn.
    if (old) setTimeout(() => old.unmount());
  };

  return {
    async mount(element, clientSecret) {
      if (apiBase === '') throw new PaymentFormError(NO_ANSWER);
      secret = clientSecret;
      // What is typed stays: only what it pays is another.
      if (host === element) return;
      unmount();
      const made = createRoot(element);
      root = made;
      host = element;
      await new Promise<void>((shown) => {
        made.render(
          <SandboxCardFields
            ref={(handle) => {
              if (root !== made) return;
              fields = handle;
              if (handle) shown();
            }}
          />,
        );
      });
    },

    async confirm(returnUrl): Promise<PaymentOutcome> {
      const card = fields?.read();
      if (!card) return { state: 'invalid' };
      const [id = ''] = secret.split('_secret_');
      let status: number;
      let answer: unknown;
      try {
        const response = await fetch(
          `${apiBase}/v1/payment_intents/${encodeURIComponent(id)}/confirm`,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${publishableKey}` },
            body: confirmation(card, secret, returnUrl),
            signal: AbortSignal.timeout(TIME_LIMIT_MS),
          },
        );
        status = response.status;
        answer = await response.json();
      } catch {
        return { state: 'failed', message: NO_ANSWER };
      }
      return readOutcome(status, answer, leave);
    },

    unmount,
  };
}

function confirmation(card: CardDetails, secret: string, returnUrl: string): URLSearchParams {
  return new URLSearchParams({
    client_secret: secret,
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': String(card.expMonth),
    'payment_method_data[card][exp_year]': String(card.expYear),
    'payment_method_data[card][cvc]': card.cvc,
    ...(card.name ? { 'payment_method_data[billing_details][name]': card.name } : {}),
  });
}

function readOutcome(status: number, answer: unknown, leave: Leave): PaymentOutcome {
  const refusal = refusalSchema.safeParse(answer);
  if (refusal.success) return { state: 'failed', message: refusal.data.error.message };
  const intent = intentSchema.safeParse(answer);
  if (status !== 200 || !intent.success) return { state: 'failed', message: NO_ANSWER };
  const { status: state, next_action: next } = intent.data;
  if (state === 'succeeded' || state === 'processing') return { state };
  const address = next?.redirect_to_url?.url;
  if (state === 'requires_action' && address) {
    leave(address);
    return { state: 'leaving' };
  }
  return { state: 'failed', message: NOT_PAID };
}
