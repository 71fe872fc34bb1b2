import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findAccount, isAdmin, setSuspension } from '../accounts/index.ts';
import { holdEmails, releaseEmails } from '../invoices/index.ts';
import { checkOpenCheckouts } from '../payments/index.ts';

type SuspendServices = Pick<Services, 'db' | 'env' | 'clock' | 'log'>;

/**
 * Suspends an account: it may read only, its messages are held, its public pages are closed, and its
 * open checkouts are ended at their next look, which is now. Done twice, the first time counts.
 * @param reason for the account's owner
 * @throws AppError NOT_FOUND, CONFLICT (the admin's own account)
 */
export function suspendUser(
  services: SuspendServices,
  userId: string,
  reason: string | null,
): Promise<void> {
  const { db, env, clock, log } = services;
  return withTransaction(db, async (tx) => {
    const account = await requireAccount(tx, userId);
    if (isAdmin(env, account)) {
      throw new AppError('CONFLICT', 'The account that administers cannot be suspended.');
    }
    const now = clock.now();
    if (!(await setSuspension(tx, userId, { at: now, reason }))) return;
    await holdEmails(tx, userId, now);
    await checkOpenCheckouts(tx, userId, now);
    log.warn({ userId }, 'an account was suspended');
  });
}

/** Ends a suspension: what was held goes out. @throws AppError NOT_FOUND */
export function reinstateUser(services: SuspendServices, userId: string): Promise<void> {
  const { db, clock, log } = services;
  return withTransaction(db, async (tx) => {
    await requireAccount(tx, userId);
    if (!(await setSuspension(tx, userId, { at: null, reason: null }))) return;
    await releaseEmails(tx, userId, clock.now());
    log.warn({ userId }, 'an account was reinstated');
  });
}

async function requireAccount(tx: Transaction, userId: string) {
  const account = await findAccount(tx, userId);
  if (!account) throw notFound('Account');
  return account;
}
