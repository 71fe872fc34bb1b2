import type { ProviderPayment } from '../payment-provider.ts';
import { ProviderError } from '../payment-provider.ts';
import { disputeAnswer, disputesAnswer } from './paypal-answers.ts';
import type { PaypalClient } from './paypal-client.ts';
import { isAbsent } from './paypal-refusal.ts';

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
export async function readDispute(
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
