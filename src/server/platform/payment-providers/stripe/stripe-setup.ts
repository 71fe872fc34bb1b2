import type Stripe from 'stripe';
import type { CardSetup, CardSetupRequest, SavedCard } from '../payment-provider.ts';
import { presentSavedCard } from './stripe-checkout.ts';

export const EXPAND_SETUP = ['setup_intent', 'setup_intent.payment_method'];

/**
 * A session that keeps another card of a payer whom Stripe knows, without a payment:
 * https://docs.stripe.com/payments/checkout/save-and-reuse, read in November 2026.
 */
export function setupParams(request: CardSetupRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { remit_card: request.key };
  return {
    mode: 'setup',
    ui_mode: 'hosted_page',
    customer: request.customer,
    // Without a payment Stripe wants to know for which currency, to offer what goes with it.
    currency: request.currency.toLowerCase(),
    allowed_payment_method_types: ['card'],
    branding_settings: { display_name: request.businessName.slice(0, 250) },
    metadata,
    setup_intent_data: { metadata },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expand: EXPAND_SETUP,
  };
}

export function presentSetup(session: Stripe.Checkout.Session): CardSetup {
  const { id, status, url, expires_at: expires } = session;
  const card = readCard(session);
  return {
    id,
    state: status === 'open' ? 'open' : card ? 'saved' : 'ended',
    url: status === 'open' ? url : null,
    expiresAt: new Date(expires * 1000),
    card,
  };
}

function readCard({ status, setup_intent: intent }: Stripe.Checkout.Session): SavedCard | null {
  if (status !== 'complete' || typeof intent !== 'object' || intent?.status !== 'succeeded') {
    return null;
  }
  return presentSavedCard(intent.customer, intent.payment_method) ?? null;
}
