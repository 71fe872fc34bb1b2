import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contract } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isAppPath } from '../../../shared/pages/app-paths.ts';
import type { Actor } from '../actor/actor.ts';
import type { Env } from '../env/read-env.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Payments } from '../payment-providers/open-payments.ts';
import type { ResolveSession } from './api-routes.ts';
import { createEncoder, encodingFor } from './encoding.ts';
import { isUnreachable } from './error-answer.ts';
import type { MarkAccount, ReadCall } from './first-answers.ts';
import { renderFirstAnswers } from './first-answers.ts';
import { type Installation, registerFrontPages } from './front-pages.ts';
import { pagePreloads, preloadCall } from './page-preloads.ts';
import { policyOfApp } from './security.ts';

/** The customers' pages, and the call by which each reads its document. */
const CUSTOMER_PAGES = {
  '/pay-invoice/:id': contract.publicInvoices.get,
  '/view-estimate/:id': contract.publicEstimates.get,
  '/view-credit-note/:id': contract.publicCreditNotes.get,
  '/payment-success': contract.publicInvoices.get,
};

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
    firstAnswers?: { readCall: ReadCall; markAccount: MarkAccount };
  } & Installation,
): void {
  const { payments, files, env, firstAnswers } = reached;
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
  const send = (reply: FastifyReply, html: string | Readable | undefined, status = 200) =>
    reply
      .code(html === undefined ? 503 : status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html ?? 'The web pages have not been built. Run: npm run build');

  /** @param actor whoever is signed in: the page then brings the first answers along */
  const sendApp = (reply: FastifyReply, path: string, actor?: Actor, status = 200) => {
    const { request } = reply;
    const { host } = request.headers;
    const policy = policyOfApp(payments, host, files.transferOrigin, env.oidc !== undefined);
    reply.header('content-security-policy', policy);
    const html = pages.app && withPreloads(pages.app, path);
    if (html === undefined || !actor || !firstAnswers || request.method === 'HEAD') {
      return send(reply, html, status);
    }
    const { readCall, markAccount } = firstAnswers;
    const answers = renderFirstAnswers(readCall, request, markAccount(actor), path);
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    const document = Readable.from(inParts(html, answers), { objectMode: false });
    if (encoding === 'identity') return send(reply, document, status);
    reply.header('content-encoding', encoding);
    return send(
      reply,
      pipeline(document, createEncoder(encoding), () => {}),
      status,
    );
  };

  app.get('/', async (request, reply) => {
    try {
      const actor = await resolveSession(request);
      return actor ? sendApp(reply, '/', actor) : sendLanding(request, reply);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Somebody with a session, then; the application says that it cannot be reached.
      request.log.error({ err: error }, 'the database does not answer');
      return sendApp(reply, '/');
    }
  });
  // What opens the portal stands after the '#': no server is asked for it, and looking uses nothing up.
  app.get('/portal', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    return send(reply, pages.pay);
  });
  for (const [address, call] of Object.entries(CUSTOMER_PAGES)) {
    const { path = '' } = call['~orpc'].route;
    app.get<{ Params: { id?: string }; Querystring: { invoice?: unknown } }>(
      address,
      async ({ params, query }, reply) => {
        // The address is a secret between the business and its customer: no search engine, no referrer.
        reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
        const id = params.id ?? query.invoice;
        return send(
          reply,
          pages.pay && typeof id === 'string' ? preloadCall(pages.pay, path, id) : pages.pay,
        );
      },
    );
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' && !path.startsWith('/api/');
    if (!wantsPage) throw new AppError('NOT_FOUND', 'There is no such call');
    // A file that does not exist (an old script, an icon) is not answered with a page.
    if (/\.\w{2,5}$/.test(path)) return reply.code(404).type('text/plain').send('Not found');
    if (!isAppPath(path)) return sendApp(reply, path, undefined, 404);
    // A page without it asks for itself, and says what is the matter.
    const actor = await resolveSession(request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'who asks for a page could not be read');
      return undefined;
    });
    return sendApp(reply, path, actor);
  });
}

/** What the browser fetches meanwhile stands in the head: it does not wait for the answers. */
async function* inParts(html: string, answers: Promise<string>) {
  const end = html.lastIndexOf('</body>');
  const at = end === -1 ? html.length : end;
  yield html.slice(0, at);
  yield (await answers) + html.slice(at);
}
