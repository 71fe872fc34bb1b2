import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock/clock.ts';
import type { RequestRule } from '../../platform/limits/request-limits.ts';
import { CLOCKS_DIFFER_MS, countRequest, tooMany } from '../../platform/limits/request-limits.ts';

/** So many attempts in so many seconds. */
export type AttemptRule = RequestRule;

/** Failed attempts of one address at signing in or changing a password. */
export const ATTEMPTS: AttemptRule = { window: 60, max: 10 };
/** Calls of one address that make something without proving anything: accounts, challenges. */
export const STARTS: AttemptRule = { window: 60, max: 30 };
/** Messages to one e-mail address. */
export const MESSAGES: AttemptRule = { window: 15 * 60, max: 3 };

/** Wrong passwords for one account before it makes its next visitor wait. */
const FREE_FAILURES = 5;
const LONGEST_WAIT_MS = 60_000;
/** After so long without a failure the count starts anew. */
const FORGIVEN_AFTER_MS = 15 * 60_000;

export interface AttemptLimits {
  /** Counts one attempt. @throws AppError TOO_MANY_REQUESTS, with `retryAfter` in seconds */
  count(key: string, rule: AttemptRule): Promise<void>;
  /** Gives one attempt back: it has turned out to be rightful. */
  refund(key: string): Promise<void>;
  /**
   * Counts a try at an account's password; after some failures each doubles the wait before the
   * next, up to a minute. Other ways in (a passkey, a reset) stay open to the account's owner.
   * @throws AppError TOO_MANY_REQUESTS, with `retryAfter` in seconds
   */
  countPassword(email: string): Promise<void>;
  /** The password was right: its failures are forgotten. */
  forgetPassword(email: string): Promise<void>;
  /** A key that tells nobody whose address it stands for. */
  emailKey(purpose: string, email: string): string;
}

/** Attempts counted in the database, so that all instances count together. */
export function attemptLimits(pool: Pool, clock: Clock, secret: string): AttemptLimits {
  const emailKey = (purpose: string, email: string) =>
    `${purpose}:${createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url')}`;
  return {
    emailKey,
    async count(key, rule) {
      const now = clock.now().getTime();
      const end = await countRequest(pool, now, key, rule);
      if (end !== undefined) throw tooMany(end - now, 'attempts');
    },
    async refund(key) {
      await pool.query('update rate_limits set count = greatest(count - 1, 0) where key = $1', [
        key,
      ]);
    },
    async countPassword(email) {
      const key = emailKey('password', email);
      const now = clock.now().getTime();
      const { rowCount } = await pool.query(
        `insert into rate_limits as r (key, count, last_request) values ($1, 1, $2)
         on conflict (key) do update set
           count = case when r.last_request between $3 and $6 then r.count + 1 else 1 end,
           last_request = $2
         where r.last_request > $6
           or r.last_request + case when r.count < $4 then 0
             else least($5, 1000 * power(2, least(r.count - $4, 20))) end <= $2`,
        [
          key,
          now,
          now - FORGIVEN_AFTER_MS + 1,
          FREE_FAILURES,
          LONGEST_WAIT_MS,
          now + CLOCKS_DIFFER_MS,
        ],
      );
      if (rowCount) return;
      const { rows } = await pool.query<{ count: number; last_request: string }>(
        'select count, last_request from rate_limits where key = $1',
        [key],
      );
      const row = rows[0];
      if (row) throw tooMany(Number(row.last_request) + wait(row.count) - now, 'attempts');
    },
    async forgetPassword(email) {
      await pool.query('delete from rate_limits where key = $1', [emailKey('password', email)]);
    },
  };
}

function wait(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(failures - FREE_FAILURES, 20));
}
