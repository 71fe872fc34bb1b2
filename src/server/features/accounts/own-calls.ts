import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { passkeys, sessions } from '../../db/tables/accounts.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { readClient } from '../../platform/http/client.ts';
import type { AccessProof } from './access-proof.ts';
import type { AccountMails } from './account-mails.ts';
import type { AfterAnswer } from './after-answer.ts';
import {
  changePassword,
  requirePassword,
  requireResetAccount,
  resetPassword,
} from './choose-password.ts';
import { listResetPasskeys } from './doubtful-passkeys.ts';
import { recordProof } from './recent-proof.ts';
import type { RequestOrigins } from './request-origin.ts';
import type { SessionReader } from './resolve-session.ts';
import { recordSecurityEvent } from './security-log.ts';
import { readSessionCookie, renewedSessionCookie, sessionCookieName } from './session-cookie.ts';

/** Calls below /api/auth that are answered here, and not by the library. */
export type OwnCall =
  | 'confirm-password'
  | 'confirm-passkey'
  | 'delete-passkey'
  | 'change-password'
  | 'reset-passkeys'
  | 'reset-password';

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

type Answer = (given: OwnRequest) => Promise<Response>;
type AnswerToActor = (given: OwnRequest, actor: Actor) => Promise<Response>;

const done = () => Response.json({ status: true });

export function ownCalls(options: OwnCallOptions) {
  const { db, clock, mails } = options;
  const forActor =
    (answer: AnswerToActor): Answer =>
    async (given) => {
      const actor = await options.sessions.resolve(given.request);
      if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
      return answer(given, actor);
    };
  const calls: Record<OwnCall, Answer> = {
    'confirm-password': forActor(async ({ request, body }, actor) => {
      const password = String(body.password);
      let passwordHash: string;
      try {
        passwordHash = await requirePassword(
          db.orm,
          actor.accountId,
          password,
          'The password is incorrect',
        );
      } catch (error) {
        if (error instanceof AppError) notConfirmed(options, request, actor, 'password');
        throw error;
      }
      await confirmed(options, request, actor, 'password', { passwordHash });
      return done();
    }),
    'confirm-passkey': forActor(async (given, actor) => {
      const { request, body } = given;
      const answer = await given.ask(
        '/passkey/verify-authentication',
        body,
        withoutSession(options, request),
      );
      if (!answer.ok) {
        notConfirmed(options, request, actor, 'passkey');
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
      if (ended[0]?.userId !== actor.accountId) {
        notConfirmed(options, request, actor, 'passkey');
        throw new AppError('BAD_REQUEST', 'This passkey is not one of your account');
      }
      const credentialId = String((body.response as { id?: unknown }).id);
      await confirmed(options, request, actor, 'passkey', { credentialId });
      return done();
    }),
    'delete-passkey': forActor(async ({ request, body }, actor) => {
      const at = clock.now();
      const client = readClient(request);
      const passkey = await withTransaction(db, async (tx) => {
        const [removed] = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, String(body.id)), eq(passkeys.userId, actor.accountId)))
          .returning({ name: passkeys.name });
        if (!removed) throw new AppError('NOT_FOUND', 'There is no such passkey');
        const name = removed.name || 'Passkey';
        await recordSecurityEvent(tx, {
          userId: actor.accountId,
          type: 'passkey_removed',
          client,
          data: { subjects: [name] },
          at,
        });
        return name;
      });
      mails.security(actor.email, { what: 'passkey removed', passkey, client, at });
      return done();
    }),
    'change-password': forActor(async ({ request, body }, actor) => {
      const at = clock.now();
      const client = readClient(request);
      const newSid = randomBytes(24).toString('base64url');
      const { email, removedPasskeys } = await changePassword(db, actor, {
        currentPassword: String(body.currentPassword),
        newPassword: String(body.newPassword),
        removePasskeys: body.removePasskeys === true,
        sid: options.sessions.sid(request),
        newSid,
        client,
        at,
      });
      mails.security(email, { what: 'password changed', removedPasskeys, client, at });
      const answer = done();
      answer.headers.append('set-cookie', await sessionCookie(options, request, newSid));
      return answer;
    }),
    // What a reset would remove, for whoever holds its link.
    'reset-passkeys': async ({ body }) => {
      const account = await requireResetAccount(db.orm, String(body.token));
      return Response.json(await listResetPasskeys(db.orm, account));
    },
    'reset-password': async ({ request, body }) => {
      const at = clock.now();
      const client = readClient(request);
      const { email, removedPasskeys } = await resetPassword(db, {
        token: String(body.token),
        newPassword: String(body.newPassword),
        keepPasskeys: body.keepPasskeys === true,
        client,
        at,
      });
      mails.security(email, { what: 'password reset', removedPasskeys, client, at });
      return done();
    },
  };
  return (call: OwnCall, given: OwnRequest): Promise<Response> => calls[call](given);
}

/** A Set-Cookie header with a session's new secret, for as long as the session has yet to live. */
async function sessionCookie(
  { db, clock, origins, secret }: OwnCallOptions,
  request: FastifyRequest,
  sid: string,
): Promise<string> {
  const [session] = await db.orm
    .select({ expire: sessions.expire })
    .from(sessions)
    .where(eq(sessions.sid, sid));
  const left = (session?.expire.getTime() ?? 0) - clock.now().getTime();
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return renewedSessionCookie(sid, seconds, origins.secure(request), secret);
}

function confirmed(
  { db, clock }: OwnCallOptions,
  request: FastifyRequest,
  actor: Actor,
  method: 'password' | 'passkey',
  proof: AccessProof,
): Promise<void> {
  const at = clock.now();
  return withTransaction(db, async (tx) => {
    await recordProof(tx, actor, proof, at);
    await recordSecurityEvent(tx, {
      userId: actor.accountId,
      type: 'identity_confirmed',
      client: readClient(request),
      data: { method },
      at,
    });
  });
}

function notConfirmed(
  { db, clock, later }: OwnCallOptions,
  request: FastifyRequest,
  { accountId: userId }: Actor,
  method: 'password' | 'passkey',
): void {
  const client = readClient(request);
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
