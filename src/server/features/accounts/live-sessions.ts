import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock/clock.ts';

/** Of these sessions (Owner.sessionId), those that have neither ended nor expired. */
export async function liveSessions(pool: Pool, clock: Clock, ids: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from sessions where id = any($1::uuid[]) and expire > $2',
    [ids, clock.now()],
  );
  return new Set(rows.map(({ id }) => id));
}
