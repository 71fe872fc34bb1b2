import type { Failures } from './controls/failures.ts';
import type { Clock, DueWork } from './state/clock.ts';
import type { Account, Collection, Store } from './state/store.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

export interface SandboxContext {
  clock: Clock;
  store: Store;
  deliveries: Deliveries;
  failures: Failures;
  /** The sandbox's own address, such as `http://127.0.0.1:4242`; known once it listens. */
  url: string;
}

/** On whose behalf something happens. */
export interface Work {
  context: SandboxContext;
  account: Account;
}

export interface Found<T> {
  work: Work;
  object: T;
}

/** Access to the collections of accounts, by their names and types. */
export function accessObjects<Objects>(prefix = '') {
  const objects = <N extends keyof Objects & string>(
    { account }: Pick<Work, 'account'>,
    name: N,
  ): Collection<Objects[N]> => account.collection(prefix + name);

  /** An object by its id alone, in whatever account it is: for pages and controls, that bring no key. */
  function findAnywhere<N extends keyof Objects & string>(
    context: SandboxContext,
    name: N,
    id: string,
  ): Found<Objects[N]> | undefined {
    for (const account of context.store.accounts()) {
      const object = objects({ account }, name).get(id);
      if (object !== undefined) return { work: { context, account }, object };
    }
    return undefined;
  }

  return { objects, findAnywhere };
}

/** Has the clock run what falls due in each account. */
export function runWhenDue(
  context: SandboxContext,
  listDue: (work: Work) => Iterable<DueWork>,
): void {
  context.clock.onDue(() =>
    context.store.accounts().flatMap((account) => [...listDue({ context, account })]),
  );
}
