import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { accounts, passkeys, sessions } from '../../db/tables/accounts.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Owner } from '../../platform/http/api-context.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { AccountMails } from './account-mails.ts';
import type { AfterAnswer } from './after-answer.ts';
import { verifyPassword } from './password-hash.ts';
import { recordProof } from './recent-proof.ts';
import type { RequestOrigins } from './request-origin.ts';
import type { SessionReader } from './resolve-session.ts';
import { recordSecurityEvent } from './security-log.ts';
import { readSessionCookie, sessionCookieName } from './session-cookie.ts';

/** Calls below /api/auth that are answered here, and not by the library. */
export type OwnCall = 'confirm-password' | 'confirm-passkey' | 'delete-passkey';

export interface OwnCallOptions {
  db: Database;
  clock: Clock;
  origins: RequestOrigins;
  sessions: SessionReader;
  mails: AccountMails;
  later: AfterAnswer;
  /** Signs the session cookie. */
  secret: string;
}

export interface OwnRequest {
  request: FastifyRequest;
  body: Record<string, unknown>;
  /** Asks the library in the name of this request, with these cookies. */
  ask: (path: string, body: Record<string, unknown>, cookie: string) => Promise<Response>;
}

type Answer = (given: OwnRequest, owner: Owner) => Promise<Response>;

const done = () => Response.json({ status: true });

/** Each needs a session. */
export function ownCalls(options: OwnCallOptions) {
  const { db, clock, mails } = options;
  const calls: Record<OwnCall, Answer> = {
    'confirm-password': async ({ request, body }, owner) => {
      if (!(await isPassword(db.orm, owner.userId, String(body.password)))) {
        notConfirmed(options, request, owner, 'password');
        throw new AppError('BAD_REQUEST', 'The password is not right', {
          reason: 'INVALID_PASSWORD',
        });
      }
      await confirmed(options, request, owner, 'password');
      return done();
    },
    'confirm-passkey': async (given, owner) => {
      const { request, body } = given;
      const answer = await given.ask(
        '/passkey/verify-authentication',
        body,
        withoutSession(options, request),
      );
      if (!answer.ok) {
        notConfirmed(options, request, owner, 'passkey');
        return answer;
      }
      // The library signs in whoever has the passkey; here that is only a proof.
      const name = sessionCookieName(options.origins.secure(request));
      const sid = answer.headers
        .getSetCookie()
        .map((line) => readSessionCookie(line.split(';')[0], name, options.secret))
        .find((value) => value !== undefined);
      const ended = await db.orm
        .delete(sessions)
        .where(eq(sessions.sid, sid ?? ''))
        .returning({ userId: sessions.userId });
      if (ended[0]?.userId !== owner.userId) {
        notConfirmed(options, request, owner, 'passkey');
        throw new AppError('BAD_REQUEST', 'This passkey is not one of your account');
      }
      await confirmed(options, request, owner, 'passkey');
      return done();
    },
    'delete-passkey': async ({ request, body }, owner) => {
      const at = clock.now();
      const client = clientOf(request);
      const passkey = await withTransaction(db, async (tx) => {
        const [removed] = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, String(body.id)), eq(passkeys.userId, owner.userId)))
          .returning({ name: passkeys.name });
        if (!removed) throw new AppError('NOT_FOUND', 'There is no such passkey');
        const name = removed.name || 'Passkey';
        await recordSecurityEvent(tx, {
          userId: owner.userId,
          type: 'passkey_removed',
          client,
          data: { subjects: [name] },
          at,
        });
        return name;
      });
      mails.security(owner.email, { what: 'passkey removed', passkey, client, at });
      return done();
    },
  };
  return async (call: OwnCall, given: OwnRequest): Promise<Response> => {
    const owner = await options.sessions.resolve(given.request);
    if (!owner) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    return calls[call](given, owner);
  };
}

async function isPassword(db: Queryable, userId: string, password: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  if (!account?.hash) throw new AppError('BAD_REQUEST', 'This account has no password');
  return verifyPassword({ hash: account.hash, password });
}

function confirmed(
  { db, clock }: OwnCallOptions,
  request: FastifyRequest,
  owner: Owner,
  method: 'password' | 'passkey',
): Promise<void> {
  const at = clock.now();
  return withTransaction(db, async (tx) => {
    await recordProof(tx, owner.sessionId, at);
    await recordSecurityEvent(tx, {
      userId: owner.userId,
      type: 'identity_confirmed',
      client: clientOf(request),
      data: { method },
      at,
    });
  });
}

function notConfirmed(
  { db, clock, later }: OwnCallOptions,
  request: FastifyRequest,
  { userId }: Owner,
  method: 'password' | 'passkey',
): void {
  const client = clientOf(request);
  const entry = { userId, type: 'confirmation_failed' as const, client, data: { method } };
  later.run('a failed confirmation could not be logged', () =>
    recordSecurityEvent(db.orm, { ...entry, at: clock.now() }),
  );
}

/** The Cookie header but for the session, which a sign-in would end. */
function withoutSession({ origins }: OwnCallOptions, request: FastifyRequest): string {
  const name = sessionCookieName(origins.secure(request));
  return (request.headers.cookie ?? '')
    .split(';')
    .filter((pair) => pair.split('=')[0]?.trim() !== name)
    .join(';');
}
