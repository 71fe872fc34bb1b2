import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Env } from '../env/read-env.ts';
import type { Payments } from '../payment-providers/open-payments.ts';

/** Addresses beside our own that a page may use. */
interface PageSources {
  script?: readonly string[];
  img?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
}

/**
 * What a page may load. Styles may be inline because the interface library sets measures that way;
 * scripts may not. Pictures of documents are blobs.
 */
function contentSecurityPolicy({
  script = [],
  img = [],
  connect = [],
  frame = [],
}: PageSources = {}): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...img].join(' '),
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length > 0 ? [['frame-src', ...frame].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/**
 * The policy of the application's document, where plans are paid for: its payment form reaches the
 * provider from the browser. Stripe's addresses: https://docs.stripe.com/security/guide
 * @param host where the page was asked for; its web socket is there too
 * @param store where uploads are sent to, when that is not this server
 * @param faces whether accounts bring a picture with them, from wherever their provider keeps it
 */
export function policyOfApp(
  { platform, sandboxUrl }: Pick<Payments, 'platform' | 'sandboxUrl'>,
  host?: string,
  store?: string,
  faces = false,
) {
  const own = [...socketSources(host), ...(store === undefined ? [] : [store])];
  const img = faces ? ['https:'] : [];
  if (!platform) return contentSecurityPolicy({ img, connect: own });
  if (sandboxUrl !== null) {
    return contentSecurityPolicy({ img, connect: [...own, new URL(sandboxUrl).origin] });
  }
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return contentSecurityPolicy({
    script: scripts,
    img,
    connect: [...own, 'https://api.stripe.com'],
    frame: [...scripts, 'https://hooks.stripe.com'],
  });
}

/**
 * The policy of a document that was finished in the build: its own inline scripts, each by the hash
 * of its text, and no other. Data in a script element is not run and needs no leave.
 */
export function policyOfDocument(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return contentSecurityPolicy({ script: scripts });
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Safari before 15.4 takes 'self' for the page's own scheme and would refuse our own web socket. */
function socketSources(host: string | undefined): string[] {
  return host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
}

/** Headers of every answer. */
export const SECURITY_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Security headers, and no change asked for by another site's page (beside SameSite cookies). */
export function registerSecurity(
  app: FastifyInstance,
  { appUrl, env }: { appUrl: () => string; env: Pick<Env, 'hstsIncludeSubdomains'> },
): void {
  const onlyEncrypted = `max-age=31536000${env.hstsIncludeSubdomains ? '; includeSubDomains' : ''}`;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (appUrl().startsWith('https:')) {
      reply.header('strict-transport-security', onlyEncrypted);
    }
    if (!READING.has(request.method) && isForeign(request, appUrl())) {
      throw new AppError('FORBIDDEN', 'This request came from another site and was refused');
    }
  });
}

/** Whether a request comes from the page of another site. */
export function isForeign(request: FastifyRequest, appUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return host !== request.headers.host && host !== new URL(appUrl).host;
}
