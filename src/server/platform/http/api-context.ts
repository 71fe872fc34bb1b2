import { implement } from '@orpc/server';
import { contract } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Actor } from '../actor/actor.ts';
import { type Page, toListAnswer } from '../lists/cursor.ts';
import type { Logger } from '../log/logger.ts';
import type { Client } from './client.ts';

/** Cookies of a request and of its answer, for what is no account's session. */
export interface RequestCookies {
  /** The Cookie header. */
  given: string | undefined;
  /** Whether those of this origin are for HTTPS alone. */
  isSecure: () => boolean;
  /** @param cookie a Set-Cookie header */
  set: (cookie: string) => void;
}

/** What a call's handler gets besides its input. */
export interface ApiContext {
  log: Logger;
  /** Where the request comes from, as limits count it. */
  address: string;
  /** 'Idempotency-Key' header, checked for length; undefined when not sent. */
  idempotencyKey: string | undefined;
  client: Client;
  cookies: RequestCookies;
  /** Resolved once for a request; undefined when nobody is signed in. */
  session: () => Promise<Actor | undefined>;
}

/** Input is parsed after middleware: who is not signed in learns that, and not what is missing. */
export const api = implement(contract)
  .$context<ApiContext>()
  .$config({ initialInputValidationIndex: Number.POSITIVE_INFINITY });

/** 401 for whoever is not signed in, before the input is even parsed. */
export const requireActor = api.middleware(async ({ context, next }) => {
  const actor = await context.session();
  if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  return next({ context: { actor } });
});

/** The calls of whoever is signed in. */
export const ownerApi = api.use(requireActor);

interface OwnerCall<Input> {
  input: Input;
  context: Pick<ApiContext, 'idempotencyKey'> & { actor: Actor };
}

/** Handles a call by the verb that does what its input says; one that creates takes the key as well. */
export const byInput =
  <Given, Input, Answer>(
    services: Given,
    verb: (services: Given, businessId: string, input: Input, key?: string) => Answer,
  ) =>
  ({ input, context }: OwnerCall<Input>) =>
    verb(services, context.actor.businessId, input, context.idempotencyKey);

/** Handles a call whose input is the number of a record; one that sends a message takes the key as well. */
export const byId =
  <Given, Answer>(
    services: Given,
    verb: (services: Given, businessId: string, id: number, key?: string) => Answer,
  ) =>
  ({ input, context }: OwnerCall<{ id: number }>) =>
    verb(services, context.actor.businessId, input.id, context.idempotencyKey);

/** Handles a call that lists: its answer tells where the next page begins. */
export const byPage =
  <Given, Input, Row>(
    services: Given,
    list: (services: Given, businessId: string, input: Input) => Promise<Page<Row>>,
  ) =>
  async ({ input, context }: OwnerCall<Input>) => {
    const { rows, next } = await list(services, context.actor.businessId, input);
    return toListAnswer(rows, next);
  };
