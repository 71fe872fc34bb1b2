import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { queueDocument } from '../emails/index.ts';
import { lockEstimate } from './estimate.store.ts';
import { estimateToSend } from './mailed-estimates.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * Queues an estimate as an e-mail; what is not given comes from the estimate and its customer. A draft
 * becomes sent when the mail server has accepted the message, and not before (decision 12).
 * @throws AppError NOT_FOUND, CONFLICT (accepted, rejected or expired), VALIDATION (nobody to write to)
 */
export function sendEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: SendEmailInput,
  key?: string,
): Promise<EstimateDetail> {
  return runIdempotently(
    db,
    { businessId, key, call: 'estimates.sendEmail', input },
    async (tx) => {
      const stored = await lockEstimate(tx, businessId, input.id);
      if (!stored || stored.deletedAt) throw notFound('Estimate');
      const refusal = sendRefusal(stored.status);
      if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
      const estimate = await readEstimate(tx, businessId, input.id);
      await queueDocument(tx, estimateToSend(businessId, estimate), input, clock.now());
      return readEstimate(tx, businessId, input.id);
    },
  );
}
