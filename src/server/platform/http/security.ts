import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * Headers of every answer. Styles may be inline because the interface library sets measures that
 * way; scripts may not. Pictures of documents are blobs.
 */
const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Security headers, and no change asked for by another site's page (beside SameSite cookies). */
export function registerSecurity(app: FastifyInstance, appUrl: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (appUrl().startsWith('https:')) {
      reply.header('strict-transport-security', 'max-age=31536000');
    }
    if (!READING.has(request.method) && isForeign(request, appUrl())) {
      throw new AppError('FORBIDDEN', 'This request came from another site and was refused');
    }
  });
}

function isForeign(request: FastifyRequest, appUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return host !== request.headers.host && host !== new URL(appUrl).host;
}
