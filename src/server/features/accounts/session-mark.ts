import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { sessionMarkName } from '../../../shared/accounts/session-mark.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { RequestOrigins } from './request-origin.ts';
import { readSessionCookie, sessionCookieName } from './session-cookie.ts';

interface SessionMarkOptions {
  pool: Pool;
  log: Logger;
  origins: RequestOrigins;
  /** Signs the session cookie. */
  secret: string;
  /** Makes the mark from the account's id, so that it tells nothing of it. */
  key: string;
}

/**
 * Sends a second cookie along with every session cookie that is set or removed, with the same life:
 * the account's mark, which pages may read. By it a page knows without a server whose session this
 * browser holds, and that it has ended; nobody is let in by it. Registered after whatever sets
 * session cookies.
 */
export function registerSessionMark(app: FastifyInstance, options: SessionMarkOptions): void {
  const { pool, log, origins, secret, key } = options;
  app.addHook('onSend', async (request, reply) => {
    const secure = origins.secure(request);
    const name = sessionCookieName(secure);
    const cookie = lastCookie(reply.getHeader('set-cookie'), name);
    if (cookie === undefined) return;
    const [pair = '', ...attributes] = cookie.split(';');
    const mark = (value: string) =>
      [`${sessionMarkName(secure)}=${value}`, ...attributes.filter(isForPagesToo)].join(';');
    const sid = readSessionCookie(pair, name, secret);
    if (sid === undefined) {
      reply.header('set-cookie', mark(''));
      return;
    }
    try {
      const { rows } = await pool.query<{ user_id: string }>(
        'select user_id from sessions where sid = $1',
        [sid],
      );
      if (rows[0]) reply.header('set-cookie', mark(computeSessionMark(rows[0].user_id, key)));
    } catch (error) {
      // Without its mark a session works as well; nothing of it is kept for later.
      log.warn({ err: error }, 'a session could not be marked');
    }
  });
}

/** The same for all sessions of an account, and nothing can be told from it. */
export function computeSessionMark(userId: string, key: string): string {
  return createHmac('sha256', key).update(userId).digest('base64url').slice(0, 22);
}

const isForPagesToo = (attribute: string) => attribute.trim().toLowerCase() !== 'httponly';

function lastCookie(header: number | string | string[] | undefined, name: string) {
  const cookies = Array.isArray(header) ? header : [String(header ?? '')];
  return cookies.findLast((cookie) => cookie.startsWith(`${name}=`));
}
