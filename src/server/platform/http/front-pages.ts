import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWNER_SCREENS } from '../../../shared/pages/app-paths.ts';
import type { Env } from '../env/read-env.ts';
import { supportAddress } from '../env/support-address.ts';
import type { Encoding } from './encoding.ts';
import { encodingFor } from './encoding.ts';
import { policyOfDocument } from './security.ts';

/** What the finished documents say of the installation that they are served from. */
export interface Installation {
  env: Pick<Env, 'supportEmail'>;
  appUrl: () => string;
}

/** A document ready to be sent, in each encoding that a browser may take. */
interface Finished {
  appUrl: string;
  policy: string;
  bodies: Record<Encoding, Buffer>;
}

/** Neither a search engine's business nor useful to it. Screens ask for a sign-in, links are secret. */
const NOT_FOR_SEARCH = [
  '/api/',
  '/pay-invoice/',
  '/view-estimate/',
  '/view-credit-note/',
  '/payment-success',
  '/portal',
  '/subscription-success',
  '/test-payment',
  '/apple-google-fix',
  ...OWNER_SCREENS,
  '/forgot-password',
  '/reset-password',
];

/**
 * What a visitor and a search engine meet before anybody signs in: the landing page, which the caller
 * decides when to send, /apple-google-fix, robots.txt and the site map.
 * @param page the text of a built document; undefined where there is no build
 * @returns sends the landing page
 */
export function registerFrontPages(
  app: FastifyInstance,
  page: (name: string) => string | undefined,
  installation: Installation,
) {
  const documents = {
    landing: createDocument(page('landing.html'), installation),
    fix: createDocument(page('apple-google-fix.html'), installation),
  };

  app.get('/apple-google-fix', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    return sendDocument(request, reply, documents.fix());
  });
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...NOT_FOR_SEARCH.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${installation.appUrl()}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
          `  <url><loc>${escaped(installation.appUrl())}/</loc></url>\n` +
          '</urlset>\n',
      ),
  );
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(request, reply, documents.landing());
}

/** Fills a document in and compresses it, once: until the server listens it has no address. */
function createDocument(html: string | undefined, { env, appUrl }: Installation) {
  let finished: Finished | undefined;
  return () => {
    if (html === undefined) return undefined;
    if (finished?.appUrl !== appUrl()) finished = finish(html, appUrl(), env);
    return finished;
  };
}

function finish(html: string, appUrl: string, env: Installation['env']): Finished {
  const text = html
    .replaceAll('__APP_URL__', () => escaped(appUrl))
    .replaceAll('__APP_HOST__', () => escaped(new URL(appUrl).host))
    .replaceAll('__SUPPORT_EMAIL__', () => escaped(supportAddress(env, appUrl)));
  const body = Buffer.from(text);
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } };
  return {
    appUrl,
    policy: policyOfDocument(text),
    bodies: {
      br: brotliCompressSync(body, options),
      gzip: gzipSync(body, { level: 9 }),
      identity: body,
    },
  };
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, document?: Finished) {
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  if (!document) {
    return reply.code(503).send('The web pages have not been built. Run: npm run build');
  }
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .header('vary', 'accept-encoding, cookie')
    .header('content-security-policy', document.policy)
    .send(document.bodies[encoding]);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
