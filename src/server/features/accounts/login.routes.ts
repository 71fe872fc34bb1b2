import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { sendError } from '../../platform/http/error-answer.ts';
import { clientAddress } from '../../platform/limits/client-address.ts';
import type { AttemptLimits, AttemptRule } from './attempt-limits.ts';
import { STARTS } from './attempt-limits.ts';
import type { AuthLibrary } from './auth-library.ts';
import { ADDRESS_HEADER, LINKS_HEADER } from './auth-library.ts';
import { OIDC_PROVIDER_ID } from './oidc-provider.ts';
import type { RequestOrigins } from './request-origin.ts';
import { localPath } from './request-origin.ts';
import type { SessionReader } from './resolve-session.ts';
import { clearedSessionCookie } from './session-cookie.ts';

export interface LoginRouteOptions {
  env: Pick<Env, 'oidc'>;
  pool: Pool;
  library: AuthLibrary;
  origins: RequestOrigins;
  sessions: SessionReader;
  limits: AttemptLimits;
  rateLimit: AttemptRule | undefined;
  onSignOut: (request: FastifyRequest, actor: Actor) => Promise<void>;
}

/**
 * GET /api/login?returnTo= leads to the provider, with `confirm` so that it asks again, or to the
 * built-in page, with `signUp` to the one for a new account; /api/logout ends the session. Both answer with redirects, because browsers are sent to them.
 */
export function registerLoginRoutes(app: FastifyInstance, options: LoginRouteOptions): void {
  const { env, pool, origins, sessions } = options;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    scope.setErrorHandler(sendError);

    scope.get('/api/login', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const returnTo = localPath((request.query as { returnTo?: unknown }).returnTo);
      if (!env.oidc) {
        const { signUp } = request.query as { signUp?: unknown };
        const page = signUp === undefined ? '/sign-in' : '/sign-up';
        return reply.redirect(`${page}?returnTo=${encodeURIComponent(returnTo)}`, 302);
      }
      const { address, cookies } = await providerAddress(request, returnTo, options);
      for (const cookie of cookies) reply.header('set-cookie', cookie);
      const { confirm } = request.query as { confirm?: unknown };
      return reply.redirect(confirm === undefined ? address : askingAgain(address), 302);
    });

    scope.route({
      method: ['GET', 'POST'],
      url: '/api/logout',
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        // A link on another site should not sign anybody out.
        if (request.headers['sec-fetch-site'] !== 'cross-site') {
          const actor = await sessions.resolve(request);
          const sid = sessions.sid(request);
          if (sid !== undefined) await pool.query('delete from sessions where sid = $1', [sid]);
          if (actor) await options.onSignOut(request, actor);
          reply.header('set-cookie', clearedSessionCookie(origins.secure(request)));
        }
        return reply.redirect('/', 302);
      },
    });
  });
}

/**
 * The same, but the provider is to ask whoever is there, also when it knows this browser: OpenID
 * Connect Core, 3.1.2.1. With `max_age` it says in its answer when it has done so.
 */
function askingAgain(address: string): string {
  if (address.startsWith('/')) return address;
  const url = new URL(address);
  url.searchParams.set('prompt', 'login');
  url.searchParams.set('max_age', '0');
  return url.href;
}

/** Where the provider asks who it is, with the state cookie that the way back needs. */
async function providerAddress(
  request: FastifyRequest,
  returnTo: string,
  { library, origins, limits, rateLimit }: LoginRouteOptions,
): Promise<{ address: string; cookies: string[] }> {
  const origin = origins.of(request);
  await limits.count(`login:${clientAddress(request.ip)}`, rateLimit ?? STARTS);
  const failed = { address: '/sign-in?error=provider_unavailable', cookies: [] };
  try {
    const answer = await library.answer(
      origin,
      new Request(`${origin}/api/auth/sign-in/social`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          [ADDRESS_HEADER]: request.ip,
          [LINKS_HEADER]: origins.forLinks(request),
        },
        body: JSON.stringify({
          provider: OIDC_PROVIDER_ID,
          callbackURL: returnTo,
          errorCallbackURL: '/sign-in',
          disableRedirect: true,
        }),
      }),
    );
    const { url } = (await answer.json()) as { url?: unknown };
    if (!answer.ok || typeof url !== 'string') {
      request.log.error({ status: answer.status }, 'the sign-in provider could not be asked');
      return failed;
    }
    return { address: url, cookies: answer.headers.getSetCookie() };
  } catch (error) {
    request.log.error({ err: error }, 'the sign-in provider cannot be reached');
    return failed;
  }
}
