import { verifyJWT } from 'better-auth/crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Database } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { readClient } from '../../platform/http/client.ts';
import { errorAnswer, sendError } from '../../platform/http/error-answer.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { findAccountByEmail } from './account.store.ts';
import type { AttemptLimits, AttemptRule } from './attempt-limits.ts';
import { STARTS } from './attempt-limits.ts';
import { signInErrorAddress } from './auth-answer.ts';
import { requireOffered } from './auth-routes.ts';
import { passwordChosenAt } from './choose-password.ts';
import type { RequestOrigins } from './request-origin.ts';
import { createResetLink } from './reset-links.ts';
import type { SessionReader } from './resolve-session.ts';
import { proveAddress } from './revoke-access.ts';
import { recordSecurityEvent } from './security-log.ts';
import { clearedUnconfirmedCookie, readUnconfirmedCookie } from './session-cookie.ts';

export interface VerifyEmailOptions {
  db: Database;
  clock: Clock;
  env: Pick<Env, 'oidc'>;
  /** Signs cookies and e-mail links. */
  secret: string;
  origins: RequestOrigins;
  sessions: SessionReader;
  limits: AttemptLimits;
  rateLimit: AttemptRule | undefined;
}

const querySchema = z.object({ token: z.string().max(2_000) });
/** As the library signs it, for a new account. Links for anything else carry more. */
const claimsSchema = z.strictObject({ email: z.email(), iat: z.number(), exp: z.number() });

/**
 * GET /api/auth/verify-email?token=, the link of the message that confirms an address. In the
 * browser in which the account's password was typed it confirms. In any other it leads to the page
 * that chooses a password, and choosing one confirms: whoever reads the mail may not be who signed
 * up, and would otherwise vouch for a stranger's password. So a mail scanner that opens the link
 * changes nothing either.
 */
export function registerVerifyEmail(app: FastifyInstance, options: VerifyEmailOptions): void {
  const { env, origins, secret, limits, rateLimit } = options;
  app.register(async (scope) => {
    scope.setErrorHandler(sendError);
    scope.get('/api/auth/verify-email', async (request, reply) => {
      requireOffered('built-in', env);
      await limits.count(`start:${clientAddress(request.ip)}`, rateLimit ?? STARTS);
      reply.header('cache-control', 'no-store');
      const secure = origins.secure(request);
      const typedHere = readUnconfirmedCookie(request.headers.cookie, secure, secret);
      try {
        const target = await openLink(request, typedHere, options);
        if (target === CONFIRMED && typedHere !== undefined) {
          reply.header('set-cookie', clearedUnconfirmedCookie(secure));
        }
        return reply.redirect(target, 302);
      } catch (error) {
        errorAnswer(error, request.log);
        return reply.redirect(signInErrorAddress(origins.of(request), ''), 302);
      }
    });
  });
}

const CONFIRMED = '/sign-in?verified=1';

/** Where the link leads. */
async function openLink(
  request: FastifyRequest,
  typedHere: string | undefined,
  { db, clock, secret, origins, sessions }: VerifyEmailOptions,
): Promise<string> {
  const query = querySchema.safeParse(request.query);
  const claims = claimsSchema.safeParse(query.data && (await verifyJWT(query.data.token, secret)));
  const account = claims.data && (await findAccountByEmail(db.orm, claims.data.email));
  if (!account) return signInErrorAddress(origins.of(request), 'invalid_token');
  if (account.emailVerified) return CONFIRMED;
  // A password that was chosen since takes back what was sent for the one before.
  const chosen = await passwordChosenAt(db.orm, account.id);
  if (chosen && claims.data.iat < Math.floor(chosen.getTime() / 1000)) {
    return signInErrorAddress(origins.of(request), 'invalid_token');
  }
  const session = await sessions.resolve(request);
  if (typedHere === account.id || session?.accountId === account.id) {
    const sid = session?.accountId === account.id ? sessions.sid(request) : undefined;
    await withTransaction(db, async (tx) => {
      await proveAddress(tx, account.id, { sid, password: true });
      await recordSecurityEvent(tx, {
        userId: account.id,
        type: 'email_verified',
        client: readClient(request),
        at: clock.now(),
      });
    });
    return CONFIRMED;
  }
  const token = await createResetLink(db.orm, account.id);
  return `/reset-password?token=${token}&confirm=1`;
}
