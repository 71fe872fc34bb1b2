import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import type { AnyRouter } from '@orpc/server';
import { isProcedure, ORPCError, Procedure } from '@orpc/server';
import { StandardHandler } from '@orpc/server/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Actor } from '../actor/actor.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { ApiContext } from './api-context.ts';
import { readClient } from './client.ts';
import { errorAnswer, retryAfter } from './error-answer.ts';
import type { ReadCall } from './first-answers.ts';
import { DOCUMENT_BODY_LIMIT } from './request-limits.ts';

export type ResolveSession = (request: FastifyRequest) => Promise<Actor | undefined>;

interface ApiOptions {
  resolveSession: ResolveSession;
  /** Whether cookies of a request's origin are for HTTPS alone. */
  isSecure: (request: FastifyRequest) => boolean;
  /** Checking each answer against the contract costs 2.5×: on in tests, off in production. */
  validateAnswers: boolean;
}

interface AnsweredContext extends ApiContext {
  comeBackIn: (seconds: number | undefined) => void;
}

/**
 * A body that is no object would count as one without fields, and mean something else than was asked:
 * a refund of everything instead of a part.
 * @throws AppError BAD_REQUEST
 */
function requireObject(method: string, body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject || (body === undefined && method !== 'PUT')) return;
  throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
}

/** Answers are what JSON.stringify takes: going through them once before, as oRPC does, changes nothing. */
class AnswersAsTheyAre extends StandardOpenAPIJsonSerializer {
  override serialize(answer: unknown): [json: unknown, hasBlob: boolean] {
    return [answer, false];
  }
}

const codec = new StandardOpenAPICodec(
  new StandardOpenAPISerializer(new AnswersAsTheyAre(), new StandardBracketNotationSerializer()),
  {
    customErrorResponseBodyEncoder: (error) =>
      isErrorBody(error.data)
        ? error.data
        : { code: 'BAD_REQUEST', message: 'The request is not valid' },
  },
);

interface Api {
  /** Who is signed in, asked once for a request. */
  resolveSession: ResolveSession;
  readCall: ReadCall;
}

/**
 * Serves every call of the contract below /api. By oRPC's own parts and not its adapter for Fastify,
 * which reads requests and listens to connections for what answers in JSON never are.
 */
export function registerApi(app: FastifyInstance, router: AnyRouter, options: ApiOptions): Api {
  // oRPC's type of a router with context is invariant; what each call needs is checked where it is built.
  const handler = new StandardHandler<AnsweredContext>(
    (options.validateAnswers ? router : withoutOutputChecks(router)) as never,
    new StandardOpenAPIMatcher(),
    codec,
    {
      clientInterceptors: [
        async ({ next, context }) => {
          try {
            return await next();
          } catch (error) {
            const answer = errorAnswer(error, context.log);
            context.comeBackIn(retryAfter(answer));
            throw new ORPCError(answer.body.code, {
              status: answer.status,
              message: answer.body.message,
              data: answer.body,
            });
          }
        },
      ],
    },
  );
  const sessions = new WeakMap<FastifyRequest, Promise<Actor | undefined>>();
  const requireSession = (request: FastifyRequest) => {
    const session = sessions.get(request) ?? options.resolveSession(request);
    sessions.set(request, session);
    return session;
  };
  const contextFor = (request: FastifyRequest): AnsweredContext => ({
    log: request.log,
    address: clientAddress(request.ip),
    comeBackIn: () => {},
    idempotencyKey: idempotencyKey(request),
    client: readClient(request),
    cookies: {
      given: request.headers.cookie,
      isSecure: () => options.isSecure(request),
      set: () => {},
    },
    session: () => requireSession(request),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = contextFor(request);
    const context: AnsweredContext = {
      ...known,
      cookies: {
        ...known.cookies,
        set: (cookie) => void reply.header('set-cookie', cookie),
      },
      comeBackIn: (seconds) => {
        if (seconds !== undefined) reply.header('retry-after', seconds);
      },
    };
    reply.header('cache-control', 'no-store');
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const { method, headers, body } = request;
    requireObject(method, body);
    const { matched, response } = await handler.handle(
      {
        method,
        url: new URL(`http://localhost${request.url}`),
        headers,
        body: async () => body,
        signal: gone.signal,
      },
      { prefix: '/api', context },
    );
    if (!matched) throw new AppError('NOT_FOUND', 'There is no such call');
    reply.code(response.status).headers(response.headers);
    if (response.body === undefined) return reply.send();
    return reply.type('application/json').send(JSON.stringify(response.body));
  };
  for (const call of DOCUMENT_CALLS) {
    const { method, path = '' } = call['~orpc'].route;
    app.route({
      method: method ?? 'POST',
      url: `/api${path.replaceAll('{id}', ':id')}`,
      bodyLimit: DOCUMENT_BODY_LIMIT,
      // Nobody's megabytes are read.
      onRequest: async (request) => {
        if (!(await requireSession(request)))
          throw new AppError('UNAUTHORIZED', 'Sign in to continue');
      },
      handler: answer,
    });
  }
  app.all('/api/*', answer);
  return {
    resolveSession: requireSession,
    async readCall(request, name) {
      const [group, call] = name.split('.') as ['dashboard', 'get'];
      const { path } = contract[group][call]['~orpc'].route;
      const { matched, response } = await handler.handle(
        {
          method: 'GET',
          url: new URL(`http://localhost/api${path}`),
          headers: {},
          body: async () => undefined,
          signal: undefined,
        },
        { prefix: '/api', context: contextFor(request) },
      );
      return matched && response.status === 200 ? response.body : undefined;
    },
  };
}

/** Those that take long texts: of documents, and of what new ones begin with. */
const DOCUMENT_CALLS = [
  ...[contract.invoices, contract.estimates, contract.creditNotes].flatMap(
    ({ create, update, preview }) => [create, update, preview],
  ),
  contract.recurring.create,
  contract.recurring.update,
  contract.profile.create,
  contract.profile.update,
];

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 200) {
    throw new AppError('BAD_REQUEST', 'Idempotency-Key must be at most 200 characters');
  }
  return key;
}

function isErrorBody(data: unknown): data is { code: string; message: string } {
  return typeof data === 'object' && data !== null && 'code' in data && 'message' in data;
}

function withoutOutputChecks(router: AnyRouter): AnyRouter {
  if (isProcedure(router)) {
    const { outputSchema: _unchecked, ...definition } = router['~orpc'];
    return new Procedure(definition as (typeof router)['~orpc']);
  }
  return Object.fromEntries(
    Object.entries(router).map(([name, part]) => [name, withoutOutputChecks(part as AnyRouter)]),
  ) as AnyRouter;
}
