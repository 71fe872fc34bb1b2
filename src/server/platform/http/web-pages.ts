import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isAppPath } from '../../../shared/pages/app-paths.ts';
import type { Env } from '../env/read-env.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Payments } from '../payment-providers/open-payments.ts';
import type { ResolveSession } from './api-routes.ts';
import { isUnreachable } from './error-answer.ts';
import { type Installation, registerFrontPages } from './front-pages.ts';
import { pagePreloads } from './page-preloads.ts';
import { policyOfApp } from './security.ts';

const CUSTOMER_PAGES = [
  '/pay-invoice/:id',
  '/view-estimate/:id',
  '/view-credit-note/:id',
  '/payment-success',
];

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
/** Pages are served by their addresses, filled in and with headers of their own; the list and maps are ours. */
const NOT_SERVED = ['*.html', 'page-files.json*', '**/*.map', '**/*.map.*'];
/** What a browser must never run or install from before an update. */
const asked = (path: string) => /(service-worker\.js|\.webmanifest)(\.br|\.gz)?$/.test(path);

/**
 * Serves what Vite has built: hashed files for a year, pages always asked for again.
 * @param webDir folder of the build; a missing one gives a page that says so
 * @param reached whom the application's own forms reach: for payments, and with files; and where
 *   Remit is installed
 */
export function registerWebPages(
  app: FastifyInstance,
  webDir: string,
  resolveSession: ResolveSession,
  reached: {
    payments: Pick<Payments, 'platform' | 'sandboxUrl'>;
    files: Pick<FileStore, 'transferOrigin'>;
    env: Pick<Env, 'oidc'>;
  } & Installation,
): void {
  const { payments, files, env } = reached;
  const page = (name: string) => {
    const file = join(webDir, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const pages = { app: page('app.html'), pay: page('pay.html') };
  const withPreloads = pagePreloads(webDir);
  const sendLanding = registerFrontPages(app, page, reached);
  if (existsSync(webDir)) {
    app.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      globIgnore: NOT_SERVED,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = path.startsWith(join(webDir, 'assets'));
        reply.header('cache-control', forever ? FOREVER : asked(path) ? 'no-cache' : AN_HOUR);
      },
    });
  }
  const send = (reply: FastifyReply, html: string | undefined, status = 200) =>
    reply
      .code(html === undefined ? 503 : status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html ?? 'The web pages have not been built. Run: npm run build');

  const sendApp = (reply: FastifyReply, path: string, status = 200) => {
    const { host } = reply.request.headers;
    const policy = policyOfApp(payments, host, files.transferOrigin, env.oidc !== undefined);
    const html = pages.app && withPreloads(pages.app, path);
    return send(reply.header('content-security-policy', policy), html, status);
  };

  app.get('/', async (request, reply) => {
    try {
      const actor = await resolveSession(request);
      return actor ? sendApp(reply, '/') : sendLanding(request, reply);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Somebody with a session, then; the application says that it cannot be reached.
      request.log.error({ err: error }, 'the database does not answer');
      return sendApp(reply, '/');
    }
  });
  for (const address of CUSTOMER_PAGES) {
    app.get(address, async (_request, reply) => {
      // The address is a secret between the business and its customer: no search engine, no referrer.
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      return send(reply, pages.pay);
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' && !path.startsWith('/api/');
    if (!wantsPage) throw new AppError('NOT_FOUND', 'There is no such call');
    // A file that does not exist (an old script, an icon) is not answered with a page.
    if (/\.\w{2,5}$/.test(path)) return reply.code(404).type('text/plain').send('Not found');
    return sendApp(reply, path, isAppPath(path) ? 200 : 404);
  });
}
