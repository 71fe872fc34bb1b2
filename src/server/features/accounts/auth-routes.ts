import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { passwordWeakness } from '../../../shared/accounts/password-rule.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { errorAnswer, sendError } from '../../platform/http/error-answer.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import { findAccount, findAccountByEmail } from './account.store.ts';
import type { AttemptLimits, AttemptRule } from './attempt-limits.ts';
import { MESSAGES } from './attempt-limits.ts';
import { authErrorBody, jsonObject, signInErrorAddress, withoutSessionIds } from './auth-answer.ts';
import { readAuthBody } from './auth-bodies.ts';
import type { AuthCall } from './auth-calls.ts';
import { AUTH_CALLS } from './auth-calls.ts';
import type { AuthLibrary } from './auth-library.ts';
import { ADDRESS_HEADER, LINKS_HEADER, ProviderUnavailableError } from './auth-library.ts';
import type { OwnRequest, ownCalls } from './own-calls.ts';
import { withAuthTime } from './provider-proof.ts';
import { requireRecentProof } from './recent-proof.ts';
import type { authCallRecorder } from './record-auth-call.ts';
import type { RequestOrigins } from './request-origin.ts';
import { findResetAccount } from './reset-links.ts';
import type { SessionReader } from './resolve-session.ts';
import { readSessionCookie, sessionCookieName, unconfirmedCookie } from './session-cookie.ts';

export interface AuthRouteOptions {
  db: Database;
  clock: Clock;
  env: Pick<Env, 'oidc'>;
  /** Signs cookies. */
  secret: string;
  library: AuthLibrary;
  origins: RequestOrigins;
  sessions: SessionReader;
  limits: AttemptLimits;
  /** Instead of the built-in rules for an address; for tests. */
  rateLimit: AttemptRule | undefined;
  sweep: () => Promise<void>;
  own: ReturnType<typeof ownCalls>;
  record: ReturnType<typeof authCallRecorder>;
}

const BODY_LIMIT = 64 * 1024;
/** What the library gets to see of a browser's request. */
const PASSED_HEADERS = ['cookie', 'accept', 'accept-language'] as const;

/** Serves the library's calls below /api/auth: those of AUTH_CALLS and no others. */
export function registerAuthRoutes(app: FastifyInstance, options: AuthRouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(sendError);
    for (const call of AUTH_CALLS) {
      scope.route({
        method: call.method,
        url: `/api/auth${call.path}`,
        bodyLimit: BODY_LIMIT,
        handler: (request, reply) => answerCall(call, request, reply, options),
      });
    }
  });
}

async function answerCall(
  call: AuthCall,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthRouteOptions,
) {
  const { env, origins, sessions } = options;
  const origin = origins.of(request);
  if (call.signIn) requireOffered(call.signIn, env);
  if (call.method === 'POST') refuseForeign(request, origins);
  const body = call.body && readAuthBody(call.body, contentType(request), bytes(request));
  const rightful = await countCall(call, request, body, options);
  // Before the call, which may end it.
  const actor = await sessions.resolve(request);
  if (call.proof && actor) await requireRecentProof(options, actor);

  reply.header('cache-control', 'no-store');
  let answer: Response;
  let askedAt: Date | undefined;
  try {
    ({ answer, askedAt } = await withAuthTime(() => ask(call, request, body, options)));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) {
      request.log.error({ err: error }, 'the sign-in provider cannot be used');
      if (call.page) return reply.redirect(`${origin}/sign-in?error=provider_unavailable`, 302);
      throw new AppError('BUSY', 'The sign-in service cannot be reached. Try again in a moment.');
    }
    if (!call.page) throw error;
    errorAnswer(error, request.log);
    return reply.redirect(signInErrorAddress(origin, ''), 302);
  }
  const cookies = await options
    .record({ path: call.path, request, body, answer, actor, askedAt })
    .catch((error: unknown) => {
      request.log.error({ err: error }, 'the security log of an account could not be kept');
      return [];
    });
  if (answer.ok) {
    await rightful();
    await options.sweep().catch((error: unknown) => {
      request.log.warn({ err: error }, 'expired sessions could not be removed');
    });
  }
  const set = answer.headers.getSetCookie();
  for (const cookie of [...set, ...cookies]) reply.header('set-cookie', cookie);
  await endReplacedSession(set, request, options);
  if (call.page) return reply.redirect(pageAddress(answer, origin), 302);
  const text = await answer.text();
  const unconfirmed = await unconfirmedAccount(answer, text, body, options.db);
  if (unconfirmed) {
    const cookie = unconfirmedCookie(unconfirmed, origins.secure(request), options.secret);
    reply.header('set-cookie', cookie);
  }
  reply.code(answer.status);
  if (answer.ok) return reply.type('application/json; charset=utf-8').send(withoutSessionIds(text));
  return reply.send(authErrorBody(answer.status, text));
}

/** Whoever signs in leaves the session that this browser held before, its own or another's. */
async function endReplacedSession(
  cookies: string[],
  request: FastifyRequest,
  { db, origins, secret, sessions }: AuthRouteOptions,
): Promise<void> {
  const before = sessions.sid(request);
  if (before === undefined) return;
  const name = sessionCookieName(origins.secure(request));
  const given = cookies.map((cookie) => readSessionCookie(cookie.split(';')[0], name, secret));
  if (given.every((sid) => sid === undefined || sid === before)) return;
  try {
    await db.pool.query('delete from sessions where sid = $1', [before]);
  } catch (error) {
    request.log.warn({ err: error }, 'a replaced session could not be ended');
  }
}

/**
 * The account whose password was chosen or given with this request, and whose address has to be
 * confirmed before anybody is signed in. A sign-up with a taken address answers a made-up id, and
 * gets a cookie for that one.
 */
async function unconfirmedAccount(
  answer: Response,
  text: string,
  body: Record<string, unknown> | undefined,
  db: Database,
): Promise<string | undefined> {
  const { token, user, code } = jsonObject(text);
  if (answer.ok) {
    const { id } = (user ?? {}) as { id?: unknown };
    return token === null && typeof id === 'string' ? id : undefined;
  }
  if (code !== 'EMAIL_NOT_VERIFIED') return undefined;
  const found = await findAccountByEmail(db.orm, String(body?.email));
  return found?.id;
}

/** Asks the library, or answers what is ours. */
function ask(
  call: AuthCall,
  request: FastifyRequest,
  body: Record<string, unknown> | undefined,
  { library, origins, own }: AuthRouteOptions,
): Promise<Response> {
  const origin = origins.of(request);
  if (call.own === undefined) {
    return library.answer(origin, libraryRequest(call, request, origin, origins, body));
  }
  const asking: OwnRequest['ask'] = (path, given, cookie) => {
    const passed = libraryRequest({ method: 'POST', path }, request, origin, origins, given);
    passed.headers.set('cookie', cookie);
    return library.answer(origin, passed);
  };
  return own(call.own, { request, body: body ?? {}, ask: asking });
}

/**
 * Counts a call where it is limited; what it returns gives the attempt back. A new password is judged
 * in between: it costs work, and is no guess at the account's password.
 */
async function countCall(
  call: AuthCall,
  request: FastifyRequest,
  body: Record<string, unknown> | undefined,
  options: AuthRouteOptions,
): Promise<() => Promise<void>> {
  const { limits, sessions, rateLimit } = options;
  let key: string | undefined;
  if (call.limit) {
    key = `${call.limit.kind}:${clientAddress(request.ip)}`;
    await limits.count(key, rateLimit ?? call.limit.rule);
  }
  const email = typeof body?.email === 'string' ? body.email : undefined;
  if (call.message && email !== undefined) {
    await limits.count(limits.emailKey(call.path, email), MESSAGES);
  }
  await refuseWeakPassword(call, request, body, options);
  const tried = call.password === 'of-session' ? (await sessions.resolve(request))?.email : email;
  const guarded = call.password && tried !== undefined;
  if (guarded) await limits.countPassword(tried);
  return async () => {
    if (guarded) await limits.forgetPassword(tried);
    if (key && call.limit?.kind === 'attempt') await limits.refund(key);
  };
}

/**
 * A page of another site cannot act for a visitor. A client without an Origin header is no browser
 * (they send it with every POST), so it acts for itself.
 */
function refuseForeign(request: FastifyRequest, origins: RequestOrigins): void {
  const site = request.headers['sec-fetch-site'];
  const given = request.headers.origin;
  const foreign = given === undefined ? site === 'cross-site' : !origins.isOwn(request, given);
  if (foreign) {
    const own = origins.of(request);
    throw new AppError('FORBIDDEN', `This page is not part of Remit. Open ${own} instead.`);
  }
}

function libraryRequest(
  call: AuthCall,
  request: FastifyRequest,
  origin: string,
  origins: RequestOrigins,
  body: Record<string, unknown> | undefined,
): Request {
  const url = new URL(`/api/auth${call.path}`, origin);
  const query = request.query as Record<string, unknown>;
  for (const name of call.query ?? []) {
    const value = query[name];
    if (typeof value === 'string') url.searchParams.set(name, value);
  }
  const headers = new Headers({
    origin,
    [ADDRESS_HEADER]: request.ip,
    [LINKS_HEADER]: origins.forLinks(request),
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 500),
  });
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (!body) return new Request(url, { method: call.method, headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: call.method, headers, body: JSON.stringify(body) });
}

/** Where a page call leads: a place of ours, and never with an error text that others wrote. */
function pageAddress(answer: Response, origin: string): string {
  const location = answer.headers.get('location');
  if (!location || !URL.canParse(location, origin)) return signInErrorAddress(origin, '');
  const target = new URL(location, origin);
  if (target.origin !== origin) return signInErrorAddress(origin, '');
  const error = target.searchParams.get('error');
  if (target.pathname === '/sign-in' && error !== null) return signInErrorAddress(origin, error);
  return `${target.pathname}${target.search}`;
}

/** @throws AppError FORBIDDEN when this installation signs people in the other way */
export function requireOffered(signIn: 'built-in' | 'oidc', env: Pick<Env, 'oidc'>): void {
  const offered = env.oidc ? 'oidc' : 'built-in';
  if (signIn === offered) return;
  const message =
    offered === 'oidc'
      ? 'Accounts are kept by your sign-in provider. Sign in at /api/login.'
      : 'No sign-in provider is set up here';
  throw new AppError('FORBIDDEN', message);
}

function contentType(request: FastifyRequest): string | undefined {
  return request.headers['content-type'];
}

function bytes(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

/**
 * Refuses a new password that is easy to guess, knowing whose it will be. A reset link stays usable.
 * @throws AppError VALIDATION naming the field
 */
async function refuseWeakPassword(
  call: AuthCall,
  request: FastifyRequest,
  body: Record<string, unknown> | undefined,
  { db, sessions }: { db: Database; sessions: SessionReader },
): Promise<void> {
  const path = call.choosesPassword === 'of-body' ? 'password' : 'newPassword';
  const password = body?.[path];
  if (!call.choosesPassword || typeof password !== 'string') return;
  const person = async () => {
    if (call.choosesPassword === 'of-body') return [String(body?.email), String(body?.name)];
    const account =
      call.choosesPassword === 'of-link'
        ? await findResetAccount(db.orm, String(body?.token))
        : await ownAccount(request, db, sessions);
    return account && [account.email, account.name];
  };
  const known = await person();
  // Nobody's link or session: the library refuses it for that.
  if (!known) return;
  const message = await passwordWeakness(password, known);
  if (message === undefined) return;
  throw new AppError('VALIDATION', message, { fields: [{ path, message }] });
}

async function ownAccount(request: FastifyRequest, db: Database, sessions: SessionReader) {
  const actor = await sessions.resolve(request);
  return actor && findAccount(db.orm, actor.accountId);
}
