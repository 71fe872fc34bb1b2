/** The HTTP side of the sandbox: reads a request, finds its route, meets ordered failures, answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Failure } from '../controls/failures.ts';
import type { AnsweredRequest, SandboxContext } from '../sandbox-context.ts';
import type { Answer, RouteRequest, Router, ServedRoute } from './router.ts';

const bodyLimit = 1024 * 1024;

class BodyTooLarge extends Error {}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new BodyTooLarge('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, answer: Answer, method: string): void {
  if (response.destroyed || response.writableEnded) return;
  const { status, headers = {}, body = '' } = answer;
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const payload = Buffer.isBuffer(body) ? body : isJson ? JSON.stringify(body) : body;
  response.writeHead(status, {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    'content-length': Buffer.byteLength(payload),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : payload);
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-expose-headers': 'request-id',
  'access-control-max-age': '600',
};

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

export interface ServerOptions {
  context: SandboxContext;
  router: Router;
  onAnswer(info: AnsweredRequest): void;
}

function parsedJson(answer: Answer): unknown {
  if (Buffer.isBuffer(answer.body) || answer.body === undefined) return null;
  if (typeof answer.body === 'object') return answer.body;
  if (!answer.headers?.['content-type']?.includes('json')) return null;
  try {
    return JSON.parse(answer.body) as unknown;
  } catch {
    return null;
  }
}

async function runRoute(
  route: ServedRoute,
  request: RouteRequest,
  context: SandboxContext,
): Promise<Answer> {
  if (!route.waits) await request.delayed();
  try {
    return await route.handler(request);
  } catch (error) {
    context.log({ message: 'the sandbox failed', path: request.path, error: String(error) });
    return {
      status: 500,
      body: { error: { type: 'api_error', message: `The sandbox failed: ${String(error)}` } },
    };
  }
}

/** Answers nothing: the caller waits until its own time limit, or until the sandbox stops. */
const silent = (kind: Failure['kind'] | undefined): boolean =>
  kind === 'timeout-before' || kind === 'timeout-after';

/** Those whose work is done nevertheless. */
const late = new Set<Failure['kind']>(['slow', 'held', 'timeout-after', 'reset-after']);

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { context, router, onAnswer }: ServerOptions,
): Promise<void> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const path = url.pathname;
  const cors = router.allowsOtherOrigins(path) ? corsHeaders : {};
  if (method === 'OPTIONS') {
    send(response, { status: 204, headers: cors }, method);
    return;
  }
  const body = await readBody(request);
  const failure = path.startsWith('/_sandbox/') ? undefined : context.failures.take(method, path);
  if (failure?.kind === 'timeout-before') return;
  if (failure?.kind === 'reset') {
    request.socket.destroy();
    return;
  }
  if (failure && !late.has(failure.kind)) {
    send(response, context.failures.answer(failure, path), method);
    return;
  }
  const match = router.match(method, path);
  if (!match) {
    send(response, { status: 404, body: 'There is nothing here.' }, method);
    return;
  }
  const { route, params } = match;
  const routed: RouteRequest = {
    request,
    method,
    path,
    params,
    query: url.searchParams,
    body,
    headers: request.headers,
    trace: {},
    delayed: async () => {
      if (failure?.kind === 'slow') await wait(failure.delayMs);
      if (failure?.kind === 'held') await context.failures.hold();
    },
  };
  const answer = await runRoute(route, routed, context);
  if (method !== 'GET' && method !== 'HEAD') context.store.touch();
  const key = request.headers['idempotency-key'] ?? request.headers['paypal-request-id'];
  onAnswer({
    provider: route.provider,
    account: routed.trace.account ?? null,
    method,
    path,
    route: route.pattern,
    params: routed.trace.params ?? null,
    idempotencyKey: typeof key === 'string' ? key : null,
    publishable: routed.trace.publishable ?? false,
    status: answer.status,
    answer: parsedJson(answer),
  });
  if (silent(failure?.kind)) return;
  if (failure?.kind === 'reset-after') {
    request.socket.destroy();
    return;
  }
  send(response, { ...answer, headers: { ...cors, ...answer.headers } }, method);
}

/** The server; it does not listen yet. */
export function createSandboxServer(options: ServerOptions): Server {
  const server = createServer((request, response) => {
    serve(request, response, options).catch((error: unknown) => {
      const status = error instanceof BodyTooLarge ? 413 : 400;
      send(response, { status, headers: { connection: 'close' }, body: String(error) }, 'GET');
    });
  });
  // Idle connections of SDK agents are kept; a stop closes them all.
  server.keepAliveTimeout = 30_000;
  return server;
}
