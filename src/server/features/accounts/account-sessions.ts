import { and, count, desc, eq, gt } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { AccountSession } from '../../../shared/accounts/account.contract.ts';
import { deviceName } from '../../../shared/accounts/device-name.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { sessions } from '../../db/tables/accounts.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Client } from '../../platform/http/client.ts';
import { recordSecurityEvent } from './security-log.ts';
import { SESSION_MOST_SECONDS } from './session-cookie.ts';

/** So many are listed; all others end together. */
const MOST_LISTED = 100;

/** Where an account is signed in, last used first. */
export async function listSessions(
  db: Queryable,
  actor: Pick<Actor, 'accountId' | 'sessionId'>,
  now: Date,
): Promise<{ sessions: AccountSession[]; total: number }> {
  const live = and(eq(sessions.userId, actor.accountId), gt(sessions.expire, now));
  const [counted] = await db.select({ total: count() }).from(sessions).where(live);
  const rows = await db
    .select()
    .from(sessions)
    .where(live)
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_LISTED);
  return {
    sessions: rows.map(({ id, sess, lastUsedAt, createdAt }) => {
      const { ipAddress, userAgent } = sess as { ipAddress?: string; userAgent?: string };
      return {
        id,
        device: deviceName(userAgent ?? null),
        address: ipAddress ?? null,
        current: id === actor.sessionId,
        lastUsedAt: lastUsedAt.toISOString(),
        createdAt: createdAt.toISOString(),
      };
    }),
    total: counted?.total ?? 0,
  };
}

/**
 * Ends one of the account's sessions.
 * @throws AppError NOT_FOUND when it has ended, or is another account's
 */
export function endSession(
  db: Database,
  actor: Actor,
  id: string,
  { client, at }: { client: Client; at: Date },
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, actor.accountId)))
      .returning({ sess: sessions.sess });
    if (!ended) throw notFound('Session');
    const { userAgent } = ended.sess as { userAgent?: string };
    await recordSecurityEvent(tx, {
      userId: actor.accountId,
      type: 'session_ended',
      client,
      data: { subjects: [deviceName(userAgent ?? null)] },
      at,
    });
  });
}

/** Signs everybody out. @returns how many sessions there were */
export async function endAllSessions(db: Queryable): Promise<number> {
  const { rowCount } = await db.delete(sessions);
  return rowCount ?? 0;
}

/** Of these sessions (Actor.sessionId), those that have neither ended nor expired. */
export async function liveSessions(pool: Pool, clock: Clock, ids: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from sessions
     where id = any($1::uuid[]) and expire > $2
       and created_at > $2::timestamptz - $3 * interval '1 second'`,
    [ids, clock.now(), SESSION_MOST_SECONDS],
  );
  return new Set(rows.map(({ id }) => id));
}
