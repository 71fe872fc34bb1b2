import type { Clock } from '../../clock/clock.ts';
import { systemClock } from '../../clock/clock.ts';
import type { PaymentProvider, ProviderRefund } from '../payment-provider.ts';
import { captureAnswer, paypalId, refundAnswer } from './paypal-answers.ts';
import { requirePathId, makeRequestId, paypalClient } from './paypal-client.ts';
import { toPaypalMoney } from './paypal-currencies.ts';
import { paypalHost } from './paypal-hosts.ts';
import { paypalOrders } from './paypal-orders.ts';
import { unlessAbsent } from './paypal-refusal.ts';
import type { PaypalTokens } from './paypal-tokens.ts';
import { paypalTokens } from './paypal-tokens.ts';
import { verifyPaypalEvent } from './read-event.ts';
import { createWebhook, deleteWebhook } from './webhook-endpoints.ts';

export interface PaypalProviderOptions {
  /** https://api-m.paypal.com, https://api-m.sandbox.paypal.com, or a loopback address. */
  base: string;
  clientId: string;
  clientSecret: string;
  /** Says how old tokens and deliveries are. */
  clock?: Clock;
  /** Where tokens are kept; by default one place for all accounts of this process. */
  tokens?: PaypalTokens;
  /** Milliseconds for one call. */
  timeLimit?: number;
  fetch?: typeof fetch;
}

const sharedTokens = paypalTokens(systemClock);
const TIME_LIMIT = 15_000;

/**
 * A business's account at PayPal: Orders v2, Payments v2, Webhooks v1, Disputes v1.
 *
 * PayPal cannot end an order that was not captured: it lapses by itself, and no money moves without
 * `captureCheckout`. `expireCheckout` therefore says 'expired' of an order that only its caller's
 * memory ends: it must not capture that checkout any more, approved or not.
 * @throws RangeError for another base
 */
export function paypalProvider(options: PaypalProviderOptions): PaymentProvider {
  const { clock = systemClock, tokens = sharedTokens, timeLimit = TIME_LIMIT } = options;
  const host = paypalHost(options.base);
  const client = paypalClient({
    host,
    keys: { clientId: options.clientId.trim(), clientSecret: options.clientSecret.trim() },
    tokens,
    timeLimit,
    fetch: options.fetch ?? fetch,
  });
  const orders = paypalOrders(client, host);

  return {
    name: 'paypal',

    async checkAccount() {
      await client.authenticate();
      // PayPal tells an app's keys nothing about the account without the owner's consent.
      return { name: null, livemode: host.livemode };
    },

    createCheckout: (request) => orders.create(request),
    readCheckout: (id) => orders.read(id),

    async findCheckoutOfPayment(paymentId) {
      if (!paypalId.safeParse(paymentId).success) return undefined;
      const capture = await unlessAbsent(() =>
        client.call({
          method: 'GET',
          path: `/v2/payments/captures/${paymentId}`,
          answer: captureAnswer,
        }),
      );
      const above = capture?.links.find(({ rel }) => rel === 'up')?.href;
      const orderId =
        capture?.supplementary_data?.related_ids?.order_id ??
        (above && /\/v2\/checkout\/orders\/([^/?#]+)$/.exec(above)?.[1]);
      return orderId ? orders.read(orderId) : undefined;
    },

    captureCheckout: (id, key) => orders.capture(id, key),

    async expireCheckout(id) {
      const checkout = await orders.read(id);
      const ends = checkout?.state === 'open' || checkout?.state === 'approved';
      return ends ? { ...checkout, state: 'expired', url: null } : checkout;
    },

    async refund({ key, paymentId, amount }): Promise<ProviderRefund> {
      const refund = await client.call({
        method: 'POST',
        path: `/v2/payments/captures/${requirePathId(paymentId)}/refund`,
        requestId: makeRequestId('refund', key),
        body: { amount: toPaypalMoney(amount) },
        answer: refundAnswer,
      });
      const failed = refund.status === 'FAILED' || refund.status === 'CANCELLED';
      return {
        id: refund.id,
        status: failed ? 'failed' : refund.status === 'PENDING' ? 'pending' : 'succeeded',
        amount: refund.amount,
        at: refund.create_time ?? null,
        reason: failed ? refundReason(refund.status_details?.reason) : null,
      };
    },

    createWebhookEndpoint: (url) => createWebhook(client, url),
    deleteWebhookEndpoint: (id) => deleteWebhook(client, id),

    verifyEvent: (body, headers, endpoint) =>
      verifyPaypalEvent({ client, host, now: clock.now() }, body, headers, endpoint),
  };
}

function refundReason(reason: string | undefined): string {
  if (reason === 'ECHECK') return 'The payment came by bank transfer and has not cleared.';
  return 'PayPal could not process the refund.';
}
