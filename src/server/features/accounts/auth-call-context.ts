import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccessProof } from './access-proof.ts';

/** What is kept beside one call of the library, which has no place for it. */
export interface AuthCallContext {
  /** Why the database could not be reached meanwhile. */
  databaseFailure?: Error;
  /** What whoever calls has shown to be let in. */
  proof?: AccessProof;
}

const contextOfCall = new AsyncLocalStorage<AuthCallContext>();

/** The context of the call that is being answered; undefined outside of one. */
export function authCallContext(): AuthCallContext | undefined {
  return contextOfCall.getStore();
}

/** Answers a call of the library in a context of its own. */
export function runInAuthCall<T>(context: AuthCallContext, answer: () => Promise<T>): Promise<T> {
  return contextOfCall.run(context, answer);
}
