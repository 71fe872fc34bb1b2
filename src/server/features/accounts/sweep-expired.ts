import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock/clock.ts';
import { forgetOldCounts } from '../../platform/limits/request-limits.ts';
import { LOG_DAYS } from './security-log.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes sessions, one-time secrets and counted attempts that nobody can use any more, and what has
 * stood in security logs for a year. Cheap (indexed deletes) and done at most every ten minutes, on
 * the way of a sign-in.
 */
export function expiredSweeper(pool: Pool, clock: Clock): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = clock.now();
    const wait = next - now.getTime();
    // Longer than the interval only after a clock was set back.
    if (wait > 0 && wait <= EVERY_MS) return;
    next = now.getTime() + EVERY_MS;
    await pool.query('delete from sessions where expire < $1', [now]);
    await pool.query('delete from verifications where expires_at < $1', [now]);
    await forgetOldCounts(pool, clock);
    await pool.query('delete from security_events where created_at < $1', [
      new Date(now.getTime() - LOG_DAYS * DAY_MS),
    ]);
  };
}
