import type { Failures } from './controls/failures.ts';
import type { Provider } from './http/router.ts';
import type { Clock } from './state/clock.ts';
import type { Store } from './state/store.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

/** One answered request: for tests that check every parameter sent and every answer given. */
export interface AnsweredRequest {
  provider: Provider;
  /** The account's key, or null when the call carried none. */
  account: string | null;
  method: string;
  path: string;
  /** The pattern of the route, such as `/v1/customers/:id`. */
  route: string;
  /** The parameters as they were read: query and body together. */
  params: unknown;
  /** The idempotency key that came with it. */
  idempotencyKey: string | null;
  /** Whether a browser called with a publishable key: it sees less. */
  publishable: boolean;
  status: number;
  /** The parsed JSON answer; null for pages. */
  answer: unknown;
}

/** What every part of the sandbox works with. */
export interface SandboxContext {
  clock: Clock;
  store: Store;
  deliveries: Deliveries;
  failures: Failures;
  /** The sandbox's own address, such as `http://127.0.0.1:4242`; known once it listens. */
  url(): string;
  log(line: object): void;
}
