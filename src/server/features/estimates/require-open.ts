import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { StoredRevision } from '../documents/index.ts';
import { bodyOfKind, findRevision } from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredEstimate } from './estimate.store.ts';

/** What is answered: the version that is out, of a business where it is some day. */
export interface OpenEstimate {
  revision: StoredRevision;
  profile: ProfileRow;
}

/** @throws AppError CONFLICT for what cannot be answered any more, STALE for what was not seen */
export async function requireOpen(
  tx: Transaction,
  stored: StoredEstimate,
  hash: string,
  now: Date,
): Promise<OpenEstimate> {
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
  if (status === 'expired' || businessDay(now, profile) > expiryDate) {
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
