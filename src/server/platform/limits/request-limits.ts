import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppError } from '../../../shared/errors/app-error.ts';
import { queryNamed } from '../../db/named-statements.ts';
import type { Clock } from '../clock/clock.ts';

/** So many requests, or milliseconds of work, in so many seconds. */
export interface RequestRule {
  window: number;
  max: number;
  /** What one request counts for at least; 1 unless told. */
  each?: number;
}

export interface RequestLimits {
  /**
   * Counts one request under a key, such as a visitor's address or an owner's id.
   * @param of what there were too many of, as in 'Too many … Try again in 20 seconds.'
   * @throws AppError TOO_MANY_REQUESTS, with `retryAfter` in seconds
   */
  count(key: string, rule: RequestRule, of?: string): Promise<void>;
  /** Adds to a count what a request took beyond its `each`; the next one finds it used up. */
  add(key: string, rule: RequestRule, amount: number): Promise<void>;
}

/**
 * How far ahead of this instance's clock a stamp is believed: clocks of several instances differ a
 * little. One from further ahead was written before a clock was set back, and would otherwise make
 * everybody wait for as long as that.
 */
export const CLOCKS_DIFFER_MS = 60_000;

const KEPT_REFUSALS = 10_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

interface LimitOptions {
  /** Multiplies every rule's `max`, for tests whose requests all have one address. */
  lenience?: number;
  /** How long a refusal from memory is held back, in milliseconds. */
  holdMs?: number;
}

/**
 * Requests counted in the database, so that all instances count together. A key that has used its
 * window up is refused from memory until the window ends, after a moment: a program that goes on
 * asking costs no statement, and cannot ask more often than it has connections.
 */
export function requestLimits(
  pool: Pool,
  clock: Clock,
  { lenience = 1, holdMs = 1_000 }: LimitOptions = {},
): RequestLimits {
  const refusedUntil = new Map<string, number>();
  const add = async (now: number, key: string, rule: RequestRule): Promise<number | undefined> => {
    refusedUntil.delete(key);
    const end = await countRequest(pool, now, key, { ...rule, max: rule.max * lenience });
    if (end === undefined) return undefined;
    if (refusedUntil.size >= KEPT_REFUSALS) {
      refusedUntil.delete(refusedUntil.keys().next().value ?? '');
    }
    refusedUntil.set(key, end);
    return end;
  };
  return {
    async count(key, rule, of = 'requests') {
      const now = clock.now().getTime();
      const known = refusedUntil.get(key);
      // Not for longer than a window, should the clock have been set back.
      if (
        known !== undefined &&
        now < known &&
        known - now <= rule.window * 1000 + CLOCKS_DIFFER_MS
      ) {
        await setTimeout(holdMs);
        throw tooMany(known - now, of);
      }
      const end = await add(now, key, rule);
      if (end !== undefined) throw tooMany(end - now, of);
    },
    async add(key, rule, amount) {
      await add(clock.now().getTime(), key, { ...rule, each: Math.ceil(amount) });
    },
  };
}

/**
 * Counts one request in one statement, so that requests arriving together cannot all see the same
 * count. Its commit waits for no disk: a crash may forget the last counts, and nothing else.
 * @param now in milliseconds since 1970
 * @returns when the window ends, if it is used up
 */
export async function countRequest(
  pool: Pool,
  now: number,
  key: string,
  { window, max, each = 1 }: RequestRule,
): Promise<number | undefined> {
  const length = window * 1000;
  const [row] = await queryNamed<{ count: number; last_request: string }>(
    pool,
    `insert into rate_limits as r (key, count, last_request)
     select $1, $5::int, $2::bigint
     from (select set_config('synchronous_commit', 'off', true) as setting) s where setting = 'off'
     on conflict (key) do update set
       count = case when r.last_request between $3 and $4 then r.count + $5::int else $5::int end,
       last_request = case when r.last_request between $3 and $4 then r.last_request else $2 end
     returning count, last_request`,
    [key, now, now - length + 1, now + CLOCKS_DIFFER_MS, each],
  );
  return row && row.count > max ? Number(row.last_request) + length : undefined;
}

/** For what failed and may be asked for again. */
export async function forgetCounted(pool: Pool, key: string): Promise<void> {
  await pool.query('delete from rate_limits where key = $1', [key]);
}

/** Removes counts that nobody is held to any more. @returns how many */
export async function forgetOldCounts(pool: Pool, clock: Clock): Promise<number> {
  const { rowCount } = await pool.query('delete from rate_limits where last_request < $1', [
    clock.now().getTime() - FORGOTTEN_AFTER_MS,
  ]);
  return rowCount ?? 0;
}

/** The refusal of one request too many. @param ms until the next one is answered */
export function tooMany(ms: number, of: string): AppError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000));
  const when = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`;
  return new AppError('TOO_MANY_REQUESTS', `Too many ${of}. Try again in ${when}.`, {
    retryAfter,
  });
}
