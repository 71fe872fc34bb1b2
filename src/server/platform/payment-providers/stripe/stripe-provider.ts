import Stripe from 'stripe';
import type { Clock } from '../../clock/clock.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentProvider,
  ProviderEvent,
  ProviderRefund,
  SavedCardCharge,
  WebhookEndpoint,
} from '../payment-provider.ts';
import { ProviderError } from '../payment-provider.ts';
import type { ReadSession } from './stripe-checkout.ts';
import { presentIntent, presentSession } from './stripe-checkout.ts';
import { ask, PERMISSION } from './stripe-client.ts';
import { fromStripeUnits, toStripeUnits } from './stripe-currencies.ts';
import { EXPAND_SETUP, presentSetup, setupParams } from './stripe-setup.ts';

/** Events that tell of an invoice's payment. `docs/real-payments.md` lists them for endpoints made by hand. */
export const BUSINESS_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

const TOLERANCE_SECONDS = 300;
const BRAND_LENGTH = 250;
const EXPAND = [
  'payment_intent',
  'payment_intent.latest_charge',
  'payment_intent.latest_charge.refunds',
  'payment_intent.payment_method',
];
const EXPAND_INTENT = ['latest_charge', 'latest_charge.refunds'];
/** Off-session charges have no checkout session: their intent stands in its place. */
const isIntent = (id: string) => id.startsWith('pi_');

interface StripeAccount {
  client: Stripe;
  secretKey: string;
  clock: Clock;
}

/** A business's Stripe account behind the port. */
export function stripeProvider({ client, secretKey, clock }: StripeAccount): PaymentProvider {
  const livemode = /_live_/.test(secretKey);

  const present = async (session: ReadSession): Promise<Checkout> => {
    const intent = session.payment_intent;
    return presentSession(
      session,
      typeof intent === 'object' && intent ? await listDisputes(intent) : [],
    );
  };

  const listDisputes = async (intent: Stripe.PaymentIntent): Promise<Stripe.Dispute[]> => {
    const { latest_charge: charge } = intent;
    if (typeof charge !== 'object' || charge?.disputed !== true) return [];
    const disputes = await ask('list', () =>
      client.disputes.list({ payment_intent: intent.id, limit: 10 }),
    );
    return disputes.data;
  };

  const readIntent = async (id: string): Promise<Checkout> => {
    const intent = await ask('payment_intent', () =>
      client.paymentIntents.retrieve(id, { expand: EXPAND_INTENT }),
    );
    return presentIntent(intent, await listDisputes(intent));
  };

  const read = async (id: string): Promise<Checkout | undefined> => {
    try {
      if (isIntent(id)) return await readIntent(id);
      const session = await ask('checkout.session', () =>
        client.checkout.sessions.retrieve(id, { expand: EXPAND }),
      );
      return await present(session);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    name: 'stripe',
    async checkAccount() {
      try {
        const account = await ask('account', () => client.accounts.retrieveCurrent());
        const name = account.settings?.dashboard?.display_name ?? account.business_profile?.name;
        return { name: name || null, livemode };
      } catch (error) {
        // A restricted key may not read the account, and make payments all the same.
        if (!(error instanceof ProviderError) || error.code !== PERMISSION) throw error;
        await ask('list', () => client.checkout.sessions.list({ limit: 1 }));
        return { name: null, livemode };
      }
    },
    async createCheckout(request) {
      const session = await ask('checkout.session', () =>
        client.checkout.sessions.create(sessionParams(request), { idempotencyKey: request.key }),
      );
      return present(session);
    },
    readCheckout: read,
    async findCheckoutOfPayment(paymentId) {
      const found = await ask('list', () =>
        client.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
      );
      const [session] = found.data;
      return session && read(session.id);
    },
    async captureCheckout(id) {
      const checkout = await read(id);
      if (!checkout) throw new ProviderError('rejected', 'Stripe knows no such checkout.');
      return checkout;
    },
    async expireCheckout(id) {
      try {
        if (isIntent(id)) await ask('payment_intent', () => client.paymentIntents.cancel(id));
        else await ask('checkout.session', () => client.checkout.sessions.expire(id));
      } catch (error) {
        // Over already, one way or the other: reading tells which.
        if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      }
      return read(id);
    },
    async chargeSavedCard(request) {
      try {
        const { id } = await ask('payment_intent', () =>
          client.paymentIntents.create(chargeParams(request), { idempotencyKey: request.key }),
        );
        return await readIntent(id);
      } catch (error) {
        const declined = error instanceof ProviderError ? error.paymentId : undefined;
        if (declined === undefined) throw error;
        return readIntent(declined);
      }
    },
    async findCharge({ key, card }) {
      const intents = await ask('list', () =>
        client.paymentIntents.list({ customer: card.customer, limit: 100 }),
      );
      const made = intents.data.find(({ metadata }) => metadata['remit_checkout'] === key);
      return made && readIntent(made.id);
    },
    async createCardSetup(request) {
      const session = await ask('checkout.session', () =>
        client.checkout.sessions.create(setupParams(request), { idempotencyKey: request.key }),
      );
      return presentSetup(session);
    },
    async readCardSetup(id) {
      try {
        const session = await ask('checkout.session', () =>
          client.checkout.sessions.retrieve(id, { expand: EXPAND_SETUP }),
        );
        return presentSetup(session);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async forgetCard({ method }) {
      try {
        await ask('payment_method', () => client.paymentMethods.detach(method));
      } catch (error) {
        // Forgotten before, or unknown.
        if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      }
    },
    async refund({ key, paymentId, amount }) {
      const refund = await ask('refund', () =>
        client.refunds.create(
          { payment_intent: paymentId, amount: toStripeUnits(amount) },
          { idempotencyKey: key },
        ),
      );
      return presentRefund(refund);
    },
    async createWebhookEndpoint(url) {
      const endpoint = await ask('webhook_endpoint', () =>
        client.webhookEndpoints.create({
          url,
          enabled_events: [...BUSINESS_EVENTS],
          description: 'Remit: payments of invoices',
        }),
      );
      if (!endpoint.secret)
        throw new ProviderError('unavailable', 'Stripe gave no signing secret.');
      return { id: endpoint.id, secret: endpoint.secret };
    },
    async deleteWebhookEndpoint(id) {
      try {
        await ask('webhook_endpoint', () => client.webhookEndpoints.del(id));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async verifyEvent(body, headers, endpoint) {
      return verifyStripeEvent(body, headers, endpoint, clock);
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'resource_missing';
}

const describe = ({ reference, key }: Pick<CheckoutRequest, 'reference' | 'key'>) => ({
  remit_invoice: reference,
  remit_checkout: key,
});

/**
 * A charge without its payer: https://docs.stripe.com/payments/save-and-reuse, read in November 2026.
 * What would need the payer is declined with `authentication_required`.
 */
function chargeParams(request: SavedCardCharge): Stripe.PaymentIntentCreateParams {
  const { amount, card, customerEmail, description } = request;
  return {
    amount: toStripeUnits(amount),
    currency: amount.currency.toLowerCase(),
    customer: card.customer,
    payment_method: card.method,
    off_session: true,
    confirm: true,
    description,
    metadata: describe(request),
    ...(customerEmail ? { receipt_email: customerEmail } : {}),
  };
}

function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = describe(request);
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: request.reference,
    ...(request.customerEmail ? { customer_email: request.customerEmail } : {}),
    // Who is charged again must be a customer that is known to Stripe.
    ...(request.savesCard ? { customer_creation: 'always' as const } : {}),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.amount.currency.toLowerCase(),
          unit_amount: toStripeUnits(request.amount),
          product_data: { name: request.description, description: request.businessName },
        },
      },
    ],
    // The name that customers know, whatever the account is called.
    branding_settings: { display_name: request.businessName.slice(0, BRAND_LENGTH) },
    // What is paid must be what was asked, in the invoice's currency.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: {
      description: request.description,
      metadata,
      ...(request.customerEmail ? { receipt_email: request.customerEmail } : {}),
      ...(request.savesCard ? { setup_future_usage: 'off_session' as const } : {}),
    },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expand: EXPAND,
  };
}

const REFUND_STATES: Record<string, ProviderRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function presentRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    status: REFUND_STATES[refund.status ?? ''] ?? 'pending',
    amount: fromStripeUnits(refund.amount, refund.currency),
    at: new Date(refund.created * 1000),
    reason: refund.failure_reason?.replaceAll('_', ' ') ?? null,
  };
}

/** The event of a delivery to a Stripe endpoint, ours or a business's; undefined for a forgery. */
export function verifyStripeEvent(
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
  endpoint: Pick<WebhookEndpoint, 'secret'>,
  clock: Clock,
): ProviderEvent | undefined {
  const signature = headers['stripe-signature'];
  if (!endpoint.secret || typeof signature !== 'string') return undefined;
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(
      body,
      signature,
      endpoint.secret,
      TOLERANCE_SECONDS,
      undefined,
      clock.now().getTime(),
    );
  } catch {
    return undefined;
  }
  if (typeof event.id !== 'string' || typeof event.type !== 'string') return undefined;
  const about: Record<string, unknown> = { ...event.data?.object };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const isSession = about['object'] === 'checkout.session';
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode === true,
    checkoutId: isSession ? text(about['id']) : null,
    paymentId:
      about['object'] === 'payment_intent' ? text(about['id']) : text(about['payment_intent']),
    createdAt: new Date((event.created ?? 0) * 1000),
  };
}
