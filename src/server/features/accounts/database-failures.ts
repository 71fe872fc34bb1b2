import { AsyncLocalStorage } from 'node:async_hooks';
import type { DBTransactionAdapter } from 'better-auth/adapters';
import { isUnreachable } from '../../platform/http/error-answer.ts';

/*
 * The library answers a database that cannot be reached with what is not true: that an account
 * 'cannot be made', that somebody is signed out. So the failure is kept beside its request.
 */

const failureOfRequest = new AsyncLocalStorage<{ error?: Error }>();

/** The adapter, which tells the request that it works for when the database cannot be reached. */
export function noticingFailures<A extends DBTransactionAdapter>(adapter: A): A {
  const noticing = ([name, part]: [string, unknown]) => {
    if (typeof part !== 'function') return [name, part];
    const call = async (...values: unknown[]) => {
      try {
        return await part(...values);
      } catch (error) {
        const request = failureOfRequest.getStore();
        if (request && error instanceof Error && isUnreachable(error)) request.error ??= error;
        throw error;
      }
    };
    return [name, call];
  };
  return Object.fromEntries(Object.entries(adapter).map(noticing)) as A;
}

/**
 * Gives the library's answer, unless the database could not be reached meanwhile: a session that
 * could not be removed is not signed out, whatever the library says.
 * @throws the failure of the database then
 */
export async function orDatabaseFailure(answer: () => Promise<Response>): Promise<Response> {
  const request: { error?: Error } = {};
  const given = await failureOfRequest.run(request, answer);
  if (request.error !== undefined) throw request.error;
  return given;
}
