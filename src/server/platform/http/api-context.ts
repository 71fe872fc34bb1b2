import { implement } from '@orpc/server';
import { contract } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../log/logger.ts';
import type { Client } from './client.ts';

/** The signed-in owner of a request. */
export interface Owner {
  /** uuid; leads the keys of all the owner's tables. */
  userId: string;
  email: string;
  emailVerified: boolean;
  sessionId: string;
  /** The account may read only; most writes are refused before they get here. */
  suspended: boolean;
}

/** What a call's handler gets besides its input. */
export interface ApiContext {
  log: Logger;
  /** Where the request comes from, as limits count it. */
  address: string;
  /** 'Idempotency-Key' header, checked for length; undefined when not sent. */
  idempotencyKey: string | undefined;
  client: Client;
  /** Resolved once for a request; undefined when nobody is signed in. */
  session: () => Promise<Owner | undefined>;
}

/** Input is parsed after middleware: who is not signed in learns that, and not what is missing. */
export const api = implement(contract)
  .$context<ApiContext>()
  .$config({ initialInputValidationIndex: Number.POSITIVE_INFINITY });

/** For calls of a signed-in owner: 401 for everybody else, before the input is even parsed. */
export const requireOwner = api.middleware(async ({ context, next }) => {
  const owner = await context.session();
  if (!owner) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  return next({ context: { owner } });
});
