import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from '../../shared/contract/contract.ts';
import { isSameAccount } from './account-mark.ts';
import { isUnreachable, toApiError, Unreachable } from './api-error.ts';
import { reached, unreached } from './connection.ts';

export interface CallContext {
  /** Sent as Idempotency-Key by calls that create (see `useIdempotencyKeys`). */
  idempotencyKey?: string;
}

export type Api = JsonifiedClient<ContractRouterClient<typeof contract, CallContext>>;

/** The page is about to be left. */
const NEVER = new Promise<never>(() => {});

/**
 * The typed client of every JSON call. An answer that is not OK rejects with an `ApiError`.
 * @param origin such as 'https://remit.example'
 */
export function createApi(origin: string, send: typeof fetch = (...args) => fetch(...args)): Api {
  const link = new OpenAPILink<CallContext>(contract, {
    url: `${origin}/api`,
    headers: ({ context }): Record<string, string> =>
      context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {},
    fetch: async (request, init) => {
      // In another's name nothing is sent, and what comes in another's name is not shown.
      if (!isSameAccount()) return NEVER;
      let response: Response;
      try {
        response = await send(request, { ...init, credentials: 'include' });
      } catch (error) {
        if (request.signal.aborted) throw error;
        unreached();
        throw new Unreachable(error);
      }
      if (!isSameAccount()) return NEVER;
      const error = response.ok ? undefined : await toApiError(response);
      if (isUnreachable(error)) unreached();
      else reached();
      if (error) throw error;
      return response;
    },
  });
  return createORPCClient(link);
}

export const api = createApi(globalThis.location?.origin ?? 'http://localhost');

/** TanStack Query options and keys of every call: `orpc.customers.list.queryOptions({ input })`. */
export const orpc = createTanstackQueryUtils(api);
