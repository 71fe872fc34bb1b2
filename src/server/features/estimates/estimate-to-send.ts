import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { DocumentToSend } from '../emails/index.ts';

/** An estimate as it is sent. */
export function estimateToSend(businessId: string, estimate: EstimateDetail): DocumentToSend {
  const { id, customer, estimateNumber, currency, total, expiryDate } = estimate;
  return {
    of: 'estimate',
    businessId,
    id,
    customer,
    number: estimateNumber,
    amount: total,
    currency,
    date: expiryDate,
  };
}
