import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Database, Queryable } from '../../db/database.ts';
import { afterCommit } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Env } from '../../platform/env/read-env.ts';
import type { Client } from '../../platform/http/client.ts';
import { readClient } from '../../platform/http/client.ts';
import type { MarkAccount } from '../../platform/http/first-answers.ts';
import { forgetOldCounts } from '../../platform/limits/request-limits.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payment-providers/open-payments.ts';
import { deriveKey } from '../../platform/secrets/master-key.ts';
import { accountMails } from './account-mails.ts';
import { accountRoutes } from './account.routes.ts';
import { afterAnswer } from './after-answer.ts';
import type { AttemptRule } from './attempt-limits.ts';
import { attemptLimits } from './attempt-limits.ts';
import type { AuthAdapterOptions } from './auth-adapter.ts';
import { authLibrary } from './auth-library.ts';
import { registerAuthRoutes } from './auth-routes.ts';
import { registerLoginRoutes } from './login.routes.ts';
import { ownCalls } from './own-calls.ts';
import { authCallRecorder } from './record-auth-call.ts';
import { requestOrigins } from './request-origin.ts';
import { sessionReader } from './resolve-session.ts';
import { LOG_DAYS, recordSecurityEvent } from './security-log.ts';
import { computeSessionMark, registerSessionMark } from './session-mark.ts';
import { registerVerifyEmail } from './verify-email.routes.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes sessions, one-time secrets and counted attempts that nobody can use any more, and what has
 * stood in security logs for a year. Cheap (indexed deletes) and done at most every ten minutes, on
 * the way of a sign-in.
 */
function expiredSweeper(pool: Pool, clock: Clock): () => Promise<void> {
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

export interface AccountOptions {
  db: Database;
  env: Pick<Env, 'appUrl' | 'adminEmail' | 'supportEmail' | 'mailUndoSeconds' | 'oidc'>;
  /** Where this server is reached; used for links in messages when APP_URL is not set. */
  appUrl: () => string;
  masterKey: Buffer;
  mailer: Mailer;
  payments: Pick<Payments, 'testMode' | 'sandboxUrl'>;
  clock: Clock;
  log: Logger;
  /** Runs in the transaction that inserts the user: when it fails, there is no account either. */
  onUserCreated: AuthAdapterOptions['onUserCreated'];
  /** Instead of the built-in rules for one address; for tests. */
  rateLimit?: AttemptRule | undefined;
}

export interface Accounts {
  /** The signed-in owner of a request; undefined when signed out, expired or revoked. */
  resolveSession(request: FastifyRequest): Promise<Actor | undefined>;
  /** Whether cookies of a request's origin are for HTTPS alone. */
  isSecure(request: FastifyRequest): boolean;
  /** What pages know the account by (decision 18). */
  markAccount: MarkAccount;
  /** Adds /api/login, /api/logout and the calls below /api/auth to the application. */
  register(app: FastifyInstance): void;
  /** Keeps in the owner's security log, and mails once it is done, that customers now pay otherwise. */
  paymentKeysChanged(tx: Queryable, actor: Actor, client: Client): Promise<void>;
  /** Handlers of the contract's account calls. */
  routes: ReturnType<typeof accountRoutes>;
}

/** Accounts, sign-in and sessions. Nothing outside of this feature knows the library behind it. */
export function createAccounts(options: AccountOptions): Accounts {
  const { db, env, clock, log, mailer } = options;
  const key = (purpose: string) => deriveKey(options.masterKey, purpose).toString('base64url');
  const secret = key('session cookies');
  const marks = key('session marks');
  const origins = requestOrigins(env, options.appUrl);
  const sessions = sessionReader(db.pool, clock, log, origins, secret);
  const limits = attemptLimits(db.pool, clock, key('attempt keys'));
  const later = afterAnswer(log);
  const mails = accountMails(mailer, later, options.appUrl, env.oidc !== undefined);
  const library = authLibrary({ ...options, secret, mails });
  const shared = {
    db,
    clock,
    env,
    library,
    origins,
    sessions,
    limits,
    mails,
    later,
    secret,
    rateLimit: options.rateLimit,
  };
  return {
    resolveSession: sessions.resolve,
    isSecure: origins.secure,
    markAccount: ({ accountId }) => computeSessionMark(accountId, marks),
    register(app) {
      sessions.registerRenewal(app);
      registerSessionMark(app, { pool: db.pool, log, origins, secret, key: marks });
      registerAuthRoutes(app, {
        ...shared,
        sweep: expiredSweeper(db.pool, clock),
        own: ownCalls(shared),
        record: authCallRecorder(shared),
      });
      registerVerifyEmail(app, shared);
      registerLoginRoutes(app, {
        ...shared,
        pool: db.pool,
        onSignOut: (request, actor) =>
          recordSecurityEvent(db.orm, {
            userId: actor.accountId,
            type: 'signed_out',
            client: readClient(request),
            at: clock.now(),
          }),
      });
      app.addHook('onClose', () => later.drain());
    },
    async paymentKeysChanged(tx, { accountId: userId, email }, client) {
      const at = clock.now();
      await recordSecurityEvent(tx, { userId, type: 'payment_keys_changed', client, at });
      afterCommit(tx, () => mails.security(email, { what: 'payment keys changed', client, at }));
    },
    routes: accountRoutes({
      db,
      env,
      mailer,
      appUrl: options.appUrl,
      payments: options.payments,
      clock,
    }),
  };
}
