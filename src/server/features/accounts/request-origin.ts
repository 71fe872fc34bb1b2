import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Env } from '../../platform/env/read-env.ts';

/** Where a request thinks it is, and where links in messages lead. */
export interface RequestOrigins {
  /** APP_URL's origin; without APP_URL the one that the request was sent to. */
  of(request: FastifyRequest): string;
  /**
   * For links in messages. Without APP_URL a Host header is believed only when it names this very
   * machine: otherwise whoever asks for somebody's reset link could have it lead to his own host.
   */
  forLinks(request: FastifyRequest): string;
  secure(request: FastifyRequest): boolean;
  /**
   * Whether a page of this origin (an Origin header) may act here. Without APP_URL the scheme is
   * left out: a proxy that ends TLS may not have told of it.
   */
  isOwn(request: FastifyRequest, origin: string): boolean;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** @param appUrl where this server is reached for all it knows, for links without APP_URL */
export function requestOrigins(env: Pick<Env, 'appUrl'>, appUrl: () => string): RequestOrigins {
  const configured = env.appUrl === undefined ? undefined : new URL(env.appUrl).origin;
  const of = (request: FastifyRequest): string => {
    if (configured !== undefined) return configured;
    if (!HOST.test(request.host)) throw new AppError('BAD_REQUEST', 'The Host header is not valid');
    return new URL(`${request.protocol}://${request.host}`).origin;
  };
  return {
    of,
    forLinks(request) {
      if (configured !== undefined) return configured;
      if (THIS_MACHINE.test(request.host)) return of(request);
      return new URL(appUrl()).origin;
    },
    secure: (request) => of(request).startsWith('https:'),
    isOwn(request, origin) {
      if (configured !== undefined) return origin === configured;
      return URL.canParse(origin) && new URL(origin).host === new URL(of(request)).host;
    },
  };
}

/** A path of this installation to go to after signing in; anything else becomes the start page. */
export function localPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2_000) return '/';
  // No control characters: browsers drop tabs and line breaks, and '/\t/host' would lead away.
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(given)) return '/';
  // '/.//host' is resolved to '//host' on its way: no empty part and no dots before the query.
  const [path = ''] = given.split(/[?#]/);
  return /\/(\/|\.{1,2}(\/|$)|%2e)/i.test(path) ? '/' : given;
}
