import type { Checkout, CheckoutRequest, ProviderPayment } from '../payment-provider.ts';
import { ProviderError } from '../payment-provider.ts';
import { buildOrderRequest } from './order-request.ts';
import type { PaypalOrder } from './paypal-answers.ts';
import { disputeAnswer, disputesAnswer, orderAnswer, paypalId } from './paypal-answers.ts';
import type { PaypalClient } from './paypal-client.ts';
import { requirePathId, makeRequestId } from './paypal-client.ts';
import type { PaypalHost } from './paypal-hosts.ts';
import type { PaypalRefusal } from './paypal-refusal.ts';
import { isAbsent, isRefusal, unavailable, unlessAbsent } from './paypal-refusal.ts';
import { findCapture, readOrder } from './read-order.ts';

/** Outcomes that leave the money with the business. */
const WON = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
]);

/**
 * How a payment is disputed. An app that has no permission for disputes knows of none.
 * @throws ProviderError 'unavailable'
 */
async function readDispute(
  client: PaypalClient,
  captureId: string,
): Promise<ProviderPayment['dispute']> {
  try {
    const { items } = await client.call({
      method: 'GET',
      path: `/v1/customer/disputes?disputed_transaction_id=${captureId}`,
      answer: disputesAnswer,
    });
    if (items.some(({ status }) => status !== 'RESOLVED')) return 'open';
    const [last] = items.toSorted((a, b) => b.create_time.getTime() - a.create_time.getTime());
    if (!last) return 'none';
    const { dispute_outcome } = await client.call({
      method: 'GET',
      path: `/v1/customer/disputes/${last.dispute_id}`,
      answer: disputeAnswer,
    });
    return WON.has(dispute_outcome?.outcome_code ?? '') ? 'won' : 'lost';
  } catch (error) {
    const denied = error instanceof ProviderError && error.kind === 'credentials';
    if (denied || isAbsent(error)) return 'none';
    throw error;
  }
}

/** What came of one try to take the money. */
type Taking =
  | { order: PaypalOrder }
  | { declined: PaypalRefusal }
  /** Not approved, or taken before. */
  | 'nothing to take';

/** An account's orders, as checkouts. */
export function paypalOrders(client: PaypalClient, host: PaypalHost) {
  const get = (id: string) =>
    unlessAbsent(() =>
      client.call({
        method: 'GET',
        path: `/v2/checkout/orders/${requirePathId(id)}`,
        answer: orderAnswer,
      }),
    );

  async function take(id: string, key: string): Promise<Taking> {
    try {
      const order = await client.call({
        method: 'POST',
        path: `/v2/checkout/orders/${requirePathId(id)}/capture`,
        requestId: makeRequestId('capture', key),
        // Nothing to say; but PayPal answers 415 to a POST that does not say it in JSON.
        body: {},
        answer: orderAnswer,
      });
      return { order };
    } catch (error) {
      if (isRefusal(error, 'INSTRUMENT_DECLINED')) return { declined: error };
      if (isRefusal(error, 'ORDER_NOT_APPROVED', 'ORDER_ALREADY_CAPTURED')) {
        return 'nothing to take';
      }
      throw error;
    }
  }

  async function present(order: PaypalOrder): Promise<Checkout> {
    const checkout = readOrder(order, host);
    const capture = findCapture(order);
    if (checkout.state !== 'paid' || !capture) return checkout;
    return readOrder(order, host, await readDispute(client, capture.id));
  }

  /** An open checkout that leads to the page where PayPal sends a declined payer. */
  function declined(checkout: Checkout, { redirect }: PaypalRefusal): Checkout {
    if (checkout.state !== 'open' && checkout.state !== 'approved') return checkout;
    const url = redirect && host.owns(redirect) ? redirect : checkout.url;
    return { ...checkout, state: 'open', url };
  }

  return {
    async create(request: CheckoutRequest): Promise<Checkout> {
      const order = await client.call({
        method: 'POST',
        path: '/v2/checkout/orders',
        requestId: makeRequestId('create', request.key),
        body: buildOrderRequest(request),
        answer: orderAnswer,
      });
      const checkout = readOrder(order, host);
      if (checkout.state === 'open' && !checkout.url) {
        throw unavailable("PayPal's answer is incomplete: the page to pay on.");
      }
      return checkout;
    },

    async read(id: string): Promise<Checkout | undefined> {
      const order = paypalId.safeParse(id).success ? await get(id) : undefined;
      return order && present(order);
    },

    /**
     * Takes the money once. A decline is not the end: the payer may choose another way to pay on
     * the same order, which is then 'open' and leads there.
     */
    async capture(id: string, key: string): Promise<Checkout> {
      const first = await take(id, key);
      if (first !== 'nothing to take' && 'order' in first) return readOrder(first.order, host);

      const order = await get(id);
      if (!order) throw unavailable('PayPal no longer shows this order.');
      if (first === 'nothing to take') return present(order);
      if (order.status !== 'APPROVED') return declined(await present(order), first.declined);

      // Approved, and yet declined: either just now, or PayPal repeats what it said before the
      // payer approved again. Asked under a name of this approval's own, it tells which.
      const second = await take(id, `${key}:${order.update_time?.getTime() ?? 0}`);
      if (second === 'nothing to take') return present((await get(id)) ?? order);
      if ('order' in second) return readOrder(second.order, host);
      return declined(readOrder(order, host), second.declined);
    },
  };
}
