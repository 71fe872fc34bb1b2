/** The HTTP side of the sandbox: Fastify's routes, behind the failures that tests order. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { makeFailure } from '../controls/failures.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Answer, AnsweredRequest, Incoming, Provider, Route } from './route.ts';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-expose-headers': 'request-id',
  'access-control-max-age': '600',
};

const notFound: Route = {
  method: 'GET',
  path: '*',
  handler: () => ({ status: 404, body: 'There is nothing here.' }),
};

const send = (reply: FastifyReply, { status = 200, headers = {}, body }: Answer): FastifyReply =>
  reply.code(status).headers(headers).send(body);

async function runRoute(route: Route, request: Incoming): Promise<Answer> {
  if (!route.waits) await request.hold();
  try {
    return await route.handler(request);
  } catch (error) {
    const message = `The sandbox failed: ${String(error)}`;
    return { status: 500, body: { error: { type: 'api_error', message } } };
  }
}

export function createServer(
  { failures, store }: SandboxContext,
  routes: Record<Provider, Route[]>,
  onAnswer: (info: AnsweredRequest) => void,
): FastifyInstance {
  const app = fastify({
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    // Idle connections of SDK agents are kept; a stop closes them all.
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  // Webhooks are verified and requests compared byte for byte: nothing is parsed before its handler.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

  const serve =
    (provider: Provider, route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { method, headers } = request;
      const { pathname: path, searchParams: query } = new URL(
        request.url,
        'http://sandbox.invalid',
      );
      const failure = path.startsWith('/_sandbox/') ? undefined : failures.take(method, path);
      const kind = failure?.kind;
      // Leaves the caller without an answer: until its own time limit, or with a broken connection.
      const abandon = (): void => {
        reply.hijack();
        if (kind?.startsWith('reset')) request.raw.socket.destroy();
      };
      if (kind === 'timeout-before' || kind === 'reset') return abandon();
      const instead = failure && makeFailure(failure, route);
      if (instead) return send(reply, instead);
      const incoming: Incoming = {
        path,
        id: (request.params as { id?: string }).id ?? '',
        query,
        body: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
        headers,
        trace: {},
        hold: async () => {
          if (kind === 'held') await failures.hold();
        },
      };
      const answer = await runRoute(route, incoming);
      if (method !== 'GET' && method !== 'HEAD') store.touch();
      onAnswer({
        provider,
        account: null,
        method,
        path,
        route: route.path,
        params: null,
        publishable: false,
        ...incoming.trace,
        status: answer.status ?? 200,
        answer: typeof answer.body === 'object' ? answer.body : null,
      });
      if (kind === 'timeout-after' || kind === 'reset-after') return abandon();
      if (route.cors) reply.headers(corsHeaders);
      return send(reply, answer);
    };

  for (const [provider, all] of Object.entries(routes) as [Provider, Route[]][]) {
    for (const route of all) {
      app.route({ method: route.method, url: route.path, handler: serve(provider, route) });
      if (!route.cors) continue;
      app.options(route.path, (_, reply) => send(reply, { status: 204, headers: corsHeaders }));
    }
  }
  app.setNotFoundHandler(serve('sandbox', notFound));
  return app;
}
