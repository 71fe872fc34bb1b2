import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock/clock.ts';
import { SESSION_MOST_SECONDS } from './session-cookie.ts';

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
