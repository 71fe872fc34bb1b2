import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../db/database.ts';
import { cookiePrefix, cookieValue } from './session-cookie.ts';

/** Browsers let no cookie live longer. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** An account that is younger has its first browser before it. */
const NEW_ACCOUNT_MS = 10 * 60_000;
const MOST_BROWSERS = 100;
/** From then on a browser counts as its owner's, who was told of it and did nothing. */
const TRUSTED_AFTER = sql`interval '7 days'`;

const cookieName = (secure: boolean) => `${cookiePrefix(secure)}.browser`;

export interface Browser {
  /** What the database keeps: nobody can make the cookie from it. */
  digest: string;
  /** A Set-Cookie header by which it is known again. */
  cookie: string;
}

/** The browser that sent a request; one without our cookie is a new one. It lets nobody in. */
export function readBrowser(request: FastifyRequest, secure: boolean): Browser {
  const name = cookieName(secure);
  const given = cookieValue(request.headers.cookie, name);
  const value = given && /^[\w-]{22}$/.test(given) ? given : randomBytes(16).toString('base64url');
  const flags = `Max-Age=${COOKIE_SECONDS}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    digest: createHash('sha256').update(value).digest('base64url'),
    cookie: `${name}=${value}; ${flags}`,
  };
}

/** Notes the browser that an account was made in; nothing where there is no such account. */
export async function noteFirstBrowser(
  db: Queryable,
  userId: string,
  browser: string,
  at: Date,
): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into known_browsers (user_id, browser, made_account, first_seen_at, last_sign_in_at)
    select id, ${browser}, true, ${now}, ${now} from users where id = ${userId}
    on conflict do nothing`);
}

/**
 * Notes a sign-in.
 * @returns whether the account's owner should hear of it: the browser has not been seen before, and
 *   it is not the first one of an account that has just been made
 */
export async function noteBrowser(
  db: Queryable,
  userId: string,
  browser: string,
  at: Date,
): Promise<boolean> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const made = new Date(at.getTime() - NEW_ACCOUNT_MS).toISOString();
  const { rows } = await db.execute<{ added: boolean; first: boolean }>(sql`
    with earlier as (
      select not exists (select from known_browsers where user_id = ${userId})
        and exists (select from users where id = ${userId} and created_at > ${made}::timestamptz)
        as first
    )
    insert into known_browsers as b (user_id, browser, made_account, first_seen_at, last_sign_in_at)
    select ${userId}::uuid, ${browser}, first, ${now}, ${now} from earlier
    on conflict (user_id, browser) do update set last_sign_in_at = excluded.last_sign_in_at
    returning b.xmax = 0 as added, b.made_account as first`);
  await db.execute(sql`
    delete from known_browsers where user_id = ${userId} and browser in (
      select browser from known_browsers where user_id = ${userId}
      order by last_sign_in_at desc offset ${MOST_BROWSERS})`);
  return rows[0]?.added === true && !rows[0].first;
}

/**
 * The last sign-in that is known to be good, as a scalar of SQL: of the browser that made the
 * account, or of one that had been seen a week before. Null where there is none.
 */
export const lastGoodSignIn = (userId: string) => sql`(
  select max(last_sign_in_at) from known_browsers where user_id = ${userId}
    and (made_account or last_sign_in_at - first_seen_at >= ${TRUSTED_AFTER}))`;

/** Whether a session's browser counts as its owner's, as a scalar of SQL. */
export const isTrustedBrowser = (sessionId: string, at: Date) => sql`coalesce((
  select made_account or ${at.toISOString()}::timestamptz - first_seen_at >= ${TRUSTED_AFTER}
  from sessions s join known_browsers b on b.user_id = s.user_id and b.browser = s.sess ->> 'browser'
  where s.id = ${sessionId}), false)`;
