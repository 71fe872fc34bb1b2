import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { queryNamed } from '../../db/named-statements.ts';
import type { Actor, MemberRole } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { isAllowedWhileSuspended, suspendedError } from '../businesses/index.ts';
import type { RequestOrigins } from './request-origin.ts';
import {
  readSessionCookie,
  renewedSessionCookie,
  SESSION_MOST_SECONDS,
  SESSION_RENEWAL_SECONDS,
  SESSION_SECONDS,
  sessionCookieName,
} from './session-cookie.ts';

/** Often enough to know when a session was last used, seldom enough to cost nothing. */
const USE_NOTED_MS = 5 * 60_000;

interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  expire: Date;
  last_used_at: Date;
  email: string;
  email_verified: boolean;
  business_id: string;
  role: MemberRole;
  owner_account_id: string;
  suspended_at: Date | null;
}

export interface SessionReader {
  /**
   * Who acts and for which business, or undefined. Nothing is cached: a revoked session ends at once.
   * @throws AppError SUSPENDED when the request would change something for a suspended business
   */
  resolve(request: FastifyRequest): Promise<Actor | undefined>;
  /** The `sid` that the request's cookie carries, when the cookie is ours. */
  sid(request: FastifyRequest): string | undefined;
  /** Sends a prolonged session's cookie along with whatever answer the request gets. */
  registerRenewal(app: FastifyInstance): void;
}

/**
 * Reads sessions on every request, so it asks the database once, by the signed cookie, and leaves
 * the sign-in library out. The driver is used directly because its errors do not repeat the
 * parameters, and the parameter here is a secret.
 */
export function sessionReader(
  pool: Pool,
  clock: Clock,
  log: Logger,
  origins: RequestOrigins,
  secret: string,
): SessionReader {
  const renewed = new WeakMap<FastifyRequest, string>();
  const sid = (request: FastifyRequest) => {
    const { cookie } = request.headers;
    if (!cookie) return undefined;
    return readSessionCookie(cookie, sessionCookieName(origins.secure(request)), secret);
  };

  const noteUse = async ({ id, last_used_at: last }: SessionRow) => {
    const now = clock.now();
    if (Math.abs(now.getTime() - last.getTime()) < USE_NOTED_MS) return;
    try {
      await pool.query('update sessions set last_used_at = $1 where id = $2', [now, id]);
    } catch (error) {
      log.warn({ err: error }, 'the use of a session could not be noted');
    }
  };

  const renew = async (request: FastifyRequest, token: string, row: SessionRow) => {
    const now = clock.now().getTime();
    const end = Math.min(now + SESSION_SECONDS * 1000, latestEnd(row));
    if (end - row.expire.getTime() < SESSION_RENEWAL_SECONDS * 1000) return;
    try {
      // The old value in the condition lets only one of several requests at once write.
      const { rowCount } = await pool.query(
        'update sessions set expire = $1, updated_at = $2 where id = $3 and expire = $4',
        [new Date(end), new Date(now), row.id, row.expire],
      );
      if (!rowCount) return;
      const seconds = Math.ceil((end - now) / 1000);
      renewed.set(request, renewedSessionCookie(token, seconds, origins.secure(request), secret));
    } catch (error) {
      log.warn({ err: error }, 'a session could not be prolonged');
    }
  };

  return {
    sid,
    async resolve(request) {
      const token = sid(request);
      if (token === undefined) return undefined;
      const [row] = await queryNamed<SessionRow>(
        pool,
        `select s.id, s.user_id, s.created_at, s.expire, s.last_used_at, u.email, u.email_verified,
           m.business_id, m.role, o.account_id as owner_account_id, b.suspended_at
         from sessions s join users u on u.id = s.user_id
           join members m on m.account_id = u.id
           join members o on o.business_id = m.business_id and o.role = 'owner'
           join businesses b on b.id = m.business_id
         where s.sid = $1`,
        [token],
      );
      if (!row) return undefined;
      const now = clock.now().getTime();
      if (row.expire.getTime() <= now || latestEnd(row) <= now) return undefined;
      // Here, where every session comes through, so that no call can forget it.
      if (row.suspended_at && !isAllowedWhileSuspended(request)) throw suspendedError();
      await renew(request, token, row);
      await noteUse(row);
      return {
        accountId: row.user_id,
        businessId: row.business_id,
        role: row.role,
        ownerAccountId: row.owner_account_id,
        email: row.email,
        emailVerified: row.email_verified,
        sessionId: row.id,
        suspended: row.suspended_at !== null,
      };
    },
    registerRenewal(app) {
      app.addHook('onSend', async (request, reply) => {
        const cookie = renewed.get(request);
        if (cookie) reply.header('set-cookie', cookie);
      });
    },
  };
}

function latestEnd(row: SessionRow): number {
  return row.created_at.getTime() + SESSION_MOST_SECONDS * 1000;
}
