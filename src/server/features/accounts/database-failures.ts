import type { DBTransactionAdapter } from 'better-auth/adapters';
import { isUnreachable } from '../../platform/http/error-answer.ts';
import type { AuthCallContext } from './auth-call-context.ts';
import { authCallContext, runInAuthCall } from './auth-call-context.ts';

/*
 * The library answers a database that cannot be reached with what is not true: that an account
 * 'cannot be made', that somebody is signed out. So the failure is kept beside its request.
 */

/** The adapter, which tells the request that it works for when the database cannot be reached. */
export function noticingFailures<A extends DBTransactionAdapter>(adapter: A): A {
  const noticing = ([name, part]: [string, unknown]) => {
    if (typeof part !== 'function') return [name, part];
    const call = async (...values: unknown[]) => {
      try {
        return await part(...values);
      } catch (error) {
        const call = authCallContext();
        if (call && error instanceof Error && isUnreachable(error)) call.databaseFailure ??= error;
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
  const context: AuthCallContext = {};
  const given = await runInAuthCall(context, answer);
  if (context.databaseFailure !== undefined) throw context.databaseFailure;
  return given;
}
