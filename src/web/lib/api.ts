import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from '../../shared/contract/contract.ts';
import { askServer } from './ask-server.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

export interface CallContext {
  /** Sent as Idempotency-Key by calls that create (see `useSubmission`). */
  idempotencyKey?: IdempotencyKey;
}

export type Api = JsonifiedClient<ContractRouterClient<typeof contract, CallContext>>;

/**
 * The typed client of every JSON call. An answer that is not OK rejects with an `ApiError`.
 * @param origin such as 'https://remit.example'
 */
export function createApi(origin: string, send?: typeof fetch): Api {
  const link = new OpenAPILink<CallContext>(contract, {
    url: `${origin}/api`,
    headers: ({ context }): Record<string, string> =>
      context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {},
    fetch: (request, init) => askServer(request, init, send),
  });
  return createORPCClient(link);
}

export const api = createApi(globalThis.location?.origin ?? 'http://localhost');

/** TanStack Query options and keys of every call: `orpc.customers.list.queryOptions({ input })`. */
export const orpc = createTanstackQueryUtils(api);
