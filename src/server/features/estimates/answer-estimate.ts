import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type {
  AcceptEstimateInput,
  DeclineEstimateInput,
} from '../../../shared/estimates/public-estimate.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withSavepoint, withTransaction } from '../../db/with-transaction.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import type { StoredRevision, Viewer } from '../documents/index.ts';
import { bodyOfKind, findRevision } from '../documents/index.ts';
import { queueAcceptance } from '../emails/index.ts';
import { issueAndSendIn } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { makeAccepted } from './change-estimate.ts';
import type { MadeInvoice } from './convert-estimate.ts';
import { withInvoiceNumber } from './convert-estimate.ts';
import type { StoredEstimate } from './estimate.store.ts';
import {
  findLastAnswer,
  insertAnswer,
  insertEstimateEvent,
  lockEstimate,
  updateEstimateRow,
} from './estimate.store.ts';
import { estimateToSend } from './mailed-estimates.ts';
import { resolvePublicEstimate } from './public-estimate.ts';
import { readEstimate } from './read-estimates.ts';

/** Who answers, and from where. */
interface Visitor {
  viewer: Viewer;
  client: Client;
}

type AnswerServices = Pick<Services, 'db' | 'clock'>;

/**
 * Accepts an estimate in its customer's name, once: the row lock lets one answer in, a later press
 * finds it accepted. What the owner wants made of it commits with it; what cannot be made leaves the
 * acceptance standing, and its owner is told why.
 * @throws AppError NOT_FOUND, NOT_AVAILABLE, STALE (it says something else by now), CONFLICT (accepted
 *   by the business, declined, expired; the business itself)
 */
export async function acceptEstimate(
  services: AnswerServices,
  { id: publicId, hash, name, signature }: AcceptEstimateInput,
  visitor: Visitor,
): Promise<void> {
  const { businessId, id } = await findAnswerable(services, publicId, visitor);
  await withInvoiceNumber(() =>
    withTransaction(services.db, async (tx) => {
      const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
      if (stored.acceptanceNumber !== null) return;
      const now = services.clock.now();
      const seen = await requireOpen(tx, stored, hash, now);
      const acceptanceNumber = await insertAnswer(tx, stored, {
        ...describeAnswer(seen, visitor, now),
        answer: 'accepted',
        name,
        way: signature.way,
        strokes: signature.way === 'drawn' ? signature.strokes : null,
        terms: bodyOfKind(seen.revision.body, 'estimate').content.terms,
      });
      const accepted = { status: 'accepted', acceptanceNumber, updatedAt: now } as const;
      await updateEstimateRow(tx, businessId, id, accepted);
      const { made, reason } = await follow(tx, { ...stored, ...accepted }, seen.profile, now);
      const told = { name, ...(stored.deposit ? {} : made) };
      await insertEstimateEvent(tx, stored, 'estimate.accepted', told, now);
      if (reason !== undefined) {
        await insertEstimateEvent(tx, stored, 'estimate.not_followed', { reason }, now);
      }
      const estimate = await readEstimate(tx, businessId, id);
      await queueAcceptance(tx, estimateToSend(businessId, estimate), now);
    }),
  );
}

/**
 * Declines an estimate in its customer's name; one that was declined online before is left as it is.
 * @throws AppError as acceptEstimate
 */
export async function declineEstimate(
  services: AnswerServices,
  { id: publicId, hash, reason = null }: DeclineEstimateInput,
  visitor: Visitor,
): Promise<void> {
  const { businessId, id } = await findAnswerable(services, publicId, visitor);
  await withTransaction(services.db, async (tx) => {
    const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
    if (stored.status === 'rejected' && (await isDeclined(tx, stored))) return;
    const now = services.clock.now();
    const seen = await requireOpen(tx, stored, hash, now);
    const answer = { ...describeAnswer(seen, visitor, now), answer: 'declined', reason } as const;
    await insertAnswer(tx, stored, answer);
    await updateEstimateRow(tx, businessId, id, { status: 'rejected', updatedAt: now });
    await insertEstimateEvent(tx, stored, 'estimate.declined', { reason }, now);
  });
}

const isDeclined = async (tx: Transaction, stored: StoredEstimate): Promise<boolean> =>
  (await findLastAnswer(tx, stored))?.answer === 'declined';

/** @throws AppError NOT_FOUND, NOT_AVAILABLE; CONFLICT for whoever is the business */
async function findAnswerable(services: AnswerServices, publicId: string, { viewer }: Visitor) {
  const found = await resolvePublicEstimate(services, publicId, viewer);
  const { businessId, estimate } = found;
  if ((await viewer())?.businessId === businessId) {
    throw new AppError(
      'CONFLICT',
      'You are signed in as the business. Open the estimate in Remit to mark it as accepted or rejected.',
    );
  }
  return { businessId, id: estimate.id };
}

/** What is answered: the version that is out, of a business where it is some day. */
interface Seen {
  revision: StoredRevision;
  profile: ProfileRow;
}

/** @throws AppError CONFLICT for what cannot be answered any more, STALE for what was not seen */
async function requireOpen(
  tx: Transaction,
  stored: StoredEstimate,
  hash: string,
  now: Date,
): Promise<Seen> {
  const { businessId, id, status } = stored;
  if (status === 'accepted') {
    throw new AppError('CONFLICT', 'This estimate has already been accepted.');
  }
  if (status === 'rejected') {
    const message = 'This estimate was declined. Contact the business if you changed your mind.';
    throw new AppError('CONFLICT', message);
  }
  const profile = await findProfile(tx, businessId);
  const revision = await findRevision(tx, { of: 'estimate', businessId, id });
  if (status === 'draft' || !profile || !revision) {
    throw new AppError('CONFLICT', 'The business is changing this estimate. Try again later.');
  }
  const { expiryDate } = bodyOfKind(revision.body, 'estimate').content;
  if (status === 'expired' || dateInZone(now, profile.timeZone) > expiryDate) {
    const message = `This estimate expired on ${formatDate(expiryDate)}. Ask the business for a new one.`;
    throw new AppError('CONFLICT', message);
  }
  if (revision.hash !== hash) {
    const message =
      'This estimate has changed since you opened it. Read it again before you decide.';
    throw new AppError('STALE', message);
  }
  return { revision, profile };
}

function describeAnswer({ revision, profile }: Seen, { client }: Visitor, now: Date) {
  const { currency, total } = bodyOfKind(revision.body, 'estimate').content;
  return {
    timeZone: profile.timeZone,
    ipAddress: client.address,
    userAgent: client.agent,
    currency,
    total,
    revision: revision.number,
    sha256: revision.sha256,
    hash: revision.hash,
    createdAt: now,
  };
}

/**
 * Makes what its owner wants made of an estimate that is accepted now.
 * @returns what was made; or why it could not be
 */
async function follow(
  tx: Transaction,
  stored: StoredEstimate,
  profile: ProfileRow,
  now: Date,
): Promise<{ made?: MadeInvoice | undefined; reason?: string }> {
  const wanted = stored.onAcceptance ?? profile.onAcceptance;
  if (wanted === 'nothing') return {};
  try {
    return await withSavepoint(tx, async () => {
      const made = await makeAccepted(tx, stored, now);
      if (!made || wanted === 'draft') return { made };
      const invoiceNumber = await issueAndSendIn(tx, stored.businessId, made.invoiceId, now);
      return { made: { ...made, invoiceNumber } };
    });
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message };
    throw error;
  }
}
