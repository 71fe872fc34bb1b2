import { AppError } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { isAdmin } from '../accounts/index.ts';
import { setSuspension } from '../businesses/index.ts';
import { holdEmails, releaseEmails } from '../emails/index.ts';
import { checkOpenCheckouts } from '../payments/index.ts';
import { requireBusiness } from './require-business.ts';

type SuspendServices = Pick<Services, 'db' | 'env' | 'clock' | 'log'>;

/**
 * Suspends an account's business: it may read only, its messages are held, its public pages are closed, and its
 * open checkouts are ended at their next look, which is now. Done twice, the first time counts.
 * @param reason for the account's owner
 * @throws AppError NOT_FOUND, CONFLICT (the admin's own account)
 */
export function suspendUser(
  services: SuspendServices,
  accountId: string,
  reason: string | null,
): Promise<void> {
  const { db, env, clock, log } = services;
  return withTransaction(db, async (tx) => {
    const { id: businessId, owner } = await requireBusiness(tx, accountId);
    if (isAdmin(env, owner)) {
      throw new AppError('CONFLICT', 'The account that administers cannot be suspended.');
    }
    const now = clock.now();
    if (!(await setSuspension(tx, businessId, { at: now, reason }))) return;
    await holdEmails(tx, businessId, now);
    await checkOpenCheckouts(tx, businessId, now);
    log.warn({ businessId }, 'a business was suspended');
  });
}

/** Ends a suspension: what was held goes out. @throws AppError NOT_FOUND */
export function reinstateUser(services: SuspendServices, accountId: string): Promise<void> {
  const { db, clock, log } = services;
  return withTransaction(db, async (tx) => {
    const { id: businessId } = await requireBusiness(tx, accountId);
    if (!(await setSuspension(tx, businessId, { at: null, reason: null }))) return;
    await releaseEmails(tx, businessId, clock.now());
    log.warn({ businessId }, 'a business was reinstated');
  });
}
