import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SecurityEventType, SignInMethod } from '../../../shared/accounts/security-events.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { readClient } from '../../platform/http/client.ts';
import type { AccountMails } from './account-mails.ts';
import { findAccountByEmail } from './account.store.ts';
import type { AfterAnswer } from './after-answer.ts';
import { OIDC_CALLBACK } from './auth-calls.ts';
import { isTrustedBrowser, noteBrowser, noteFirstBrowser, readBrowser } from './known-browsers.ts';
import type { RequestOrigins } from './request-origin.ts';
import { recordSecurityEvent } from './security-log.ts';
import { readSessionCookie, sessionCookieName } from './session-cookie.ts';

export interface RecorderOptions {
  db: Database;
  clock: Clock;
  origins: RequestOrigins;
  mails: AccountMails;
  later: AfterAnswer;
  secret: string;
}

/** One call below /api/auth, and what came of it. */
export interface AnsweredCall {
  path: string;
  request: FastifyRequest;
  body: Record<string, unknown> | undefined;
  answer: Response;
  /** Whose session the request came with. */
  actor: Actor | undefined;
  /** When a provider last asked who they are, where it says so. */
  askedAt: Date | undefined;
}

const METHODS: Record<string, SignInMethod> = {
  '/sign-in/email': 'password',
  '/passkey/verify-authentication': 'passkey',
  [OIDC_CALLBACK]: 'oidc',
};

/** Keeps an account's security log, and tells its owner what they should hear of. */
export function authCallRecorder(options: RecorderOptions) {
  const { db, clock, mails, later } = options;

  const write = (
    call: AnsweredCall,
    userId: string,
    type: SecurityEventType,
    data: { method?: SignInMethod | undefined; newBrowser?: boolean; subjects?: string[] } = {},
  ) =>
    recordSecurityEvent(db.orm, {
      userId,
      type,
      client: readClient(call.request),
      data,
      at: clock.now(),
    });

  const signedIn = async (call: AnsweredCall, type: 'signed_in' | 'account_created') => {
    const { request, answer } = call;
    const session = await newSession(options, request, answer);
    const browser = readBrowser(request, options.origins.secure(request));
    const at = clock.now();
    if (session) {
      const isNew =
        type === 'account_created'
          ? await noteFirstBrowser(db.orm, session.userId, browser.digest, at).then(() => false)
          : await noteBrowser(db.orm, session.userId, browser.digest, at);
      await db.orm.execute(sql`
        update sessions set sess = sess || ${JSON.stringify({ browser: browser.digest })}::jsonb,
          proved_at = ${(call.askedAt ?? at).toISOString()}::timestamptz,
          last_used_at = ${at.toISOString()}::timestamptz
        where id = ${session.id}`);
      await write(call, session.userId, type, { method: METHODS[call.path], newBrowser: isNew });
      const client = readClient(request);
      if (isNew) mails.security(session.email, { what: 'new browser', client, at });
    } else if (type === 'account_created') {
      // Its address must be confirmed first. Of an address that was taken, this id is nobody's.
      const { user } = (await answer.clone().json()) as { user?: { id?: string } };
      if (user?.id) {
        await noteFirstBrowser(db.orm, user.id, browser.digest, at);
        await write(call, user.id, type);
      }
    }
    return session || type === 'account_created' ? [browser.cookie] : [];
  };

  const passkeyAdded = async (call: AnsweredCall, actor: Actor) => {
    const added = (await call.answer.clone().json()) as { id: string; name?: string | null };
    const at = clock.now();
    const passkey = added.name || 'Passkey';
    await db.orm.execute(sql`
      update passkeys set from_trusted_browser = ${isTrustedBrowser(actor.sessionId, at)}
      where id = ${added.id} and user_id = ${actor.accountId}`);
    await write(call, actor.accountId, 'passkey_added', { subjects: [passkey] });
    const client = readClient(call.request);
    mails.security(actor.email, { what: 'passkey added', passkey, client, at });
  };

  /** After the answer, which is the same and as fast for addresses that nobody has. */
  const failed = (call: AnsweredCall) => {
    const method = METHODS[call.path];
    const { body } = call;
    const refused = [400, 401].includes(call.answer.status);
    if (method !== undefined && refused && body) {
      const credential = (body.response as { id?: unknown } | undefined)?.id;
      later.run('a failed sign-in could not be logged', async () => {
        const { rows } = await db.pool.query<{ id: string }>(
          method === 'password'
            ? 'select id from users where email = $1'
            : 'select user_id as id from passkeys where credential_id = $1',
          [method === 'password' ? body.email : String(credential)],
        );
        if (rows[0]) await write(call, rows[0].id, 'sign_in_failed', { method });
      });
    }
  };

  /** @returns cookies for the answer */
  return async (call: AnsweredCall): Promise<string[]> => {
    const { path, answer, actor } = call;
    if (METHODS[path] && answer.status < 400) return signedIn(call, 'signed_in');
    if (!answer.ok) {
      failed(call);
      return [];
    }
    if (path === '/request-password-reset') {
      // After the answer, as fast for addresses that nobody has.
      later.run('a request to reset a password could not be logged', async () => {
        const account = await findAccountByEmail(db.orm, String(call.body?.email));
        if (account) await write(call, account.id, 'password_reset_requested');
      });
    }
    if (path === '/sign-up/email') return signedIn(call, 'account_created');
    if (!actor) return [];
    if (path === '/sign-out') await write(call, actor.accountId, 'signed_out');
    if (path === '/revoke-other-sessions')
      await write(call, actor.accountId, 'other_sessions_ended');
    if (path === '/passkey/verify-registration') await passkeyAdded(call, actor);
    return [];
  };
}

interface NewSession {
  id: string;
  userId: string;
  email: string;
}

/** The session that an answer begins, by its cookie. */
async function newSession(
  { db, origins, secret }: RecorderOptions,
  request: FastifyRequest,
  answer: Response,
): Promise<NewSession | undefined> {
  const name = sessionCookieName(origins.secure(request));
  for (const line of answer.headers.getSetCookie()) {
    const sid = readSessionCookie(line.split(';')[0], name, secret);
    if (sid === undefined) continue;
    const { rows } = await db.pool.query<NewSession>(
      `select s.id, s.user_id as "userId", u.email from sessions s join users u on u.id = s.user_id
       where s.sid = $1`,
      [sid],
    );
    return rows[0];
  }
  return undefined;
}
