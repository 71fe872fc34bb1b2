import { AppError } from '../../../shared/errors/app-error.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { DocumentToSend, MailedDocument, MailedDocuments } from '../emails/index.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { prepareEstimatePdf, publicEstimateUrl } from './estimate-documents.ts';
import { estimateSentEmail } from './estimate-sent.email.ts';
import { findEstimateDetail } from './read-estimates.ts';

/** Estimates as messages. */
export const mailedEstimates: MailedDocuments = {
  lock: lockEstimate,
  async prepare(tx, email) {
    const estimate = await findEstimateDetail(tx, email.businessId, email.estimateId ?? 0);
    if (!estimate) return 'deleted';
    if (sendRefusal(estimate.status) !== undefined) return 'closed';
    return async (services, profile, options) => {
      // What the customer is sent is a sent estimate, though it becomes one only on arrival.
      const sent = {
        businessId: email.businessId,
        estimate: { ...estimate, status: 'sent' },
      } as const;
      const drawn = await prepareEstimatePdf(services, sent, options);
      const url = publicEstimateUrl(services.appUrl(), estimate.publicId);
      return { ...drawn, content: estimateSentEmail(estimate, profile, email, url) };
    };
  },
  allowRetry(_email, { status }: Pick<StoredEstimate, keyof MailedDocument>) {
    const refusal = sendRefusal(status);
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
  },
  async markSent(tx, { businessId, id }, now) {
    await updateEstimateRow(tx, businessId, id, { status: 'sent', updatedAt: now });
  },
};

/** An estimate as it is sent. */
export function estimateToSend(businessId: string, estimate: EstimateDetail): DocumentToSend {
  const { id, customer, estimateNumber, total, expiryDate } = estimate;
  return {
    of: 'estimate',
    businessId,
    id,
    customer,
    number: estimateNumber,
    amount: total,
    date: expiryDate,
  };
}
