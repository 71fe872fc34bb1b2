import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { sessions } from '../../db/tables/accounts.table.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { AccessProof } from './access-proof.ts';
import { isStillProven } from './access-proof.ts';
import { ACCESS_CHANGED_MESSAGE } from './auth-answer.ts';

/** For so long a sign-in or a confirmation counts as fresh. */
const PROOF_MS = 10 * 60_000;

/**
 * For what a stolen session must not do by itself: lets those pass who have signed in, or confirmed
 * who they are, in this very session within the last 10 minutes. Call it before anything is changed;
 * the web client asks the person and repeats the call.
 * @throws AppError PROOF_REQUIRED
 */
export async function requireRecentProof(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Pick<Actor, 'accountId' | 'sessionId'>,
): Promise<void> {
  const [session] = await db.orm
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.accountId)));
  // A clock that was set back must not make an old proof last: what is far ahead counts as old.
  const age = session && Math.abs(clock.now().getTime() - session.provedAt.getTime());
  if (age !== undefined && age < PROOF_MS) return;
  throw new AppError('PROOF_REQUIRED', 'Confirm it is you to continue');
}

/**
 * The owner of this session has just proved who they are. Part of the caller's transaction.
 * @param proof what they have shown
 * @throws AppError UNAUTHORIZED when it opens the account no more, or the session has ended
 */
export async function recordProof(
  tx: Queryable,
  { accountId: userId, sessionId }: Pick<Actor, 'accountId' | 'sessionId'>,
  proof: AccessProof,
  at: Date,
): Promise<void> {
  if (await isStillProven(tx, userId, proof)) {
    const session = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
    const { rowCount } = await tx.update(sessions).set({ provedAt: at }).where(session);
    if (rowCount) return;
  }
  throw accessChanged();
}

/** What let somebody in at the beginning of the call does so no more. */
export function accessChanged(): AppError {
  return new AppError('UNAUTHORIZED', ACCESS_CHANGED_MESSAGE, { reason: 'ACCESS_CHANGED' });
}
