import type { Failures } from './controls/failures.ts';
import type { Clock } from './state/clock.ts';
import type { Account, Store } from './state/store.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

/** What every part of the sandbox works with. */
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
