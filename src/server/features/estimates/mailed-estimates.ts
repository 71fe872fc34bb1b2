import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { moveIssueDate } from '../../../shared/documents/move-issue-date.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { prepareRevision, requireIssuable, writeRevision } from '../documents/index.ts';
import type {
  EmailRow,
  MailedDocument,
  MailedDocuments,
  MailingServices,
  WriteEmail,
} from '../emails/index.ts';
import { queueByHand, readHold } from '../emails/index.ts';
import { readBusinessDay } from '../profile/index.ts';
import { changeEstimate } from './change-estimate.ts';
import { estimateAcceptedEmail } from './estimate-accepted.email.ts';
import { estimateDrawings, publicEstimateUrl } from './estimate-documents.ts';
import { estimateSentEmail } from './estimate-sent.email.ts';
import { estimateToSend } from './estimate-to-send.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { findEstimateDetail, readEstimate } from './read-estimates.ts';
import { updateEstimateIn } from './save-estimate.ts';

/** Estimates as messages. */
export const mailedEstimates: MailedDocuments = {
  lock: lockEstimate,
  drafts: { redate, issueFirst },
  async prepare(tx, email, now) {
    const estimate = await findEstimateDetail(tx, email.businessId, email.estimateId ?? 0);
    if (!estimate) return 'deleted';
    const { businessId } = email;
    if (email.kind === 'acceptance') {
      return estimate.acceptance ? { write: writeAcceptance(email, estimate) } : 'closed';
    }
    if (sendRefusal(estimate.status) !== undefined) return 'closed';
    const isDraft = estimate.status === 'draft';
    // Edited since it was queued, it is asked for the same as then.
    if (isDraft) await requireIssuable(tx, { ...estimate, businessId });
    const issues = isDraft
      ? await prepareRevision(tx, { of: 'estimate', businessId, id: estimate.id }, now)
      : undefined;
    const write: WriteEmail = async (services, profile, options) => {
      // What the customer is sent is a sent estimate, though it becomes one only on arrival.
      const sent = {
        businessId: email.businessId,
        document: { ...estimate, status: 'sent' },
      } as const;
      const drawn = await estimateDrawings.preparePdf(services, sent, { ...options, issues });
      const url = publicEstimateUrl(services.appUrl(), estimate.publicId);
      return { ...drawn, content: estimateSentEmail(estimate, profile, email, url) };
    };
    return issues ? { write, issues } : { write };
  },
  requireOpen({ kind }, estimate: Pick<StoredEstimate, keyof MailedDocument>) {
    if (kind !== 'acceptance') refuseClosed(estimate);
  },
  async markSent(tx, { businessId, id }, issued, now) {
    await updateEstimateRow(tx, businessId, id, { status: 'sent', updatedAt: now });
    await writeRevision(tx, { of: 'estimate', businessId, id }, now, issued);
  },
};

/** The accepted copy, for whoever accepted it online. */
function writeAcceptance(email: EmailRow, estimate: EstimateDetail): WriteEmail {
  return async (services, profile, options) => {
    const accepted = { businessId: email.businessId, document: estimate };
    const drawn = await estimateDrawings.preparePdf(services, accepted, options);
    const url = publicEstimateUrl(services.appUrl(), estimate.publicId);
    return { ...drawn, content: estimateAcceptedEmail(estimate, profile, email, url) };
  };
}

/** @throws AppError CONFLICT for one that its customer cannot take any more */
function refuseClosed({ status }: Pick<StoredEstimate, 'status'>): void {
  const refusal = sendRefusal(status);
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
}

/**
 * Queues an estimate as an e-mail; what is not given comes from the estimate and its customer. A draft
 * becomes sent when the mail server has accepted the message, and not before (decision 12), unless it
 * takes its number from a series: then it is issued before its message goes.
 * @throws AppError NOT_FOUND, CONFLICT (accepted, rejected or expired), VALIDATION (nobody to
 *   write to, no exchange rate)
 */
export function sendEstimate(
  services: MailingServices,
  businessId: string,
  input: SendEmailInput,
  key?: string,
): Promise<EstimateDetail> {
  const { db, clock } = services;
  return runIdempotently(
    db,
    { businessId, key, call: 'estimates.sendEmail', input },
    async (tx) => {
      const now = clock.now();
      const stored = requireLive('Estimate', await lockEstimate(tx, businessId, input.id));
      refuseClosed(stored);
      const draft = stored.status === 'draft' ? { businessId, id: input.id } : undefined;
      // What goes out later stays a draft until then.
      const goesNow = input.sendAt == null;
      if (draft && goesNow && input.dateOnSending) {
        await redate(tx, draft, await readBusinessDay(tx, businessId, now), now);
      }
      const issued = draft && goesNow && (await issueFirst(tx, draft, now));
      if (draft && !issued) await requireIssuable(tx, stored);
      const estimate = await readEstimate(tx, businessId, input.id);
      const holdSeconds = readHold(services, input.hold);
      await queueByHand(tx, estimateToSend(businessId, estimate), input, now, holdSeconds);
      return readEstimate(tx, businessId, input.id);
    },
  );
}

type EstimateKey = Pick<StoredEstimate, 'businessId' | 'id'>;

/** Gives a draft another issue date, as an edit does. */
async function redate(
  tx: Transaction,
  { businessId, id }: EstimateKey,
  issueDate: CalendarDate,
  now: Date,
): Promise<void> {
  const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
  if (stored.issueDate === issueDate) return;
  await updateEstimateIn(tx, stored, { id, ...moveIssueDate(stored, issueDate) }, now);
}

/** A draft without a number gets it before its message goes. @returns whether it was issued by this */
async function issueFirst(
  tx: Transaction,
  { businessId, id }: EstimateKey,
  now: Date,
): Promise<boolean> {
  const stored = await lockEstimate(tx, businessId, id);
  if (stored?.status !== 'draft' || stored.deletedAt || stored.numberKey !== null) return false;
  await changeEstimate(tx, stored, { status: 'sent' }, now);
  return true;
}
