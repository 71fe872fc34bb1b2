import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { sessions } from '../../db/tables/accounts.table.ts';
import type { Owner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';

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
  owner: Pick<Owner, 'userId' | 'sessionId'>,
): Promise<void> {
  const [session] = await db.orm
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(and(eq(sessions.id, owner.sessionId), eq(sessions.userId, owner.userId)));
  // A clock that was set back must not make an old proof last: what is far ahead counts as old.
  const age = session && Math.abs(clock.now().getTime() - session.provedAt.getTime());
  if (age !== undefined && age < PROOF_MS) return;
  throw new AppError('PROOF_REQUIRED', 'Confirm that it is you to do this');
}

/** The owner of this session has just proved who they are. */
export async function recordProof(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db.update(sessions).set({ provedAt: at }).where(eq(sessions.id, sessionId));
}
