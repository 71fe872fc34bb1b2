/** Failures that a test orders: the next calls of a path go wrong in a given way. */
import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import type { Answer, Route } from '../http/route.ts';

const withoutWork = ['error', 'html', 'not-json', 'reset', 'timeout-before'] as const;
const withWork = ['held', 'reset-after', 'timeout-after'] as const;

export const failureSchema = z
  .object({
    path: z.string().default('/'),
    method: z.string().toUpperCase().optional(),
    /** How many calls go wrong; each one takes one away. */
    times: z.number().default(1),
    kind: z.enum([...withoutWork, ...withWork]).default('error'),
    status: z.number().optional(),
  })
  .strict();

type Failure = z.output<typeof failureSchema>;

export class Failures {
  #failures: Failure[] = [];
  #held = 0;
  readonly #events = new EventEmitter().setMaxListeners(0);

  add(failure: Failure): void {
    this.#failures.push(failure);
  }

  clear(): void {
    this.#failures = [];
    this.release();
  }

  /** Where a `held` call waits until it is released. */
  async hold(): Promise<void> {
    const released = once(this.#events, 'released');
    this.#held += 1;
    this.#events.emit('held');
    await released;
  }

  /** Resolves when a call is held. */
  async waitUntilHeld(): Promise<void> {
    if (this.#held === 0) await once(this.#events, 'held');
  }

  /** Lets all go on that are held; answers how many. */
  release(): number {
    const going = this.#held;
    this.#held = 0;
    this.#events.emit('released');
    return going;
  }

  take(method: string, path: string): Failure | undefined {
    const found = this.#failures.find(
      (failure) => path.startsWith(failure.path) && (failure.method ?? method) === method,
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#failures = this.#failures.filter((failure) => failure !== found);
    return found;
  }
}

/** What is answered instead of the work, where the failure is such an answer. */
export function makeFailure({ kind, status }: Failure, { fail }: Route): Answer | undefined {
  if (kind === 'not-json') {
    const headers = { 'content-type': 'application/json' };
    return { status: status ?? 200, headers, body: '{"object": "cut off' };
  }
  if (kind === 'html') {
    const headers = { 'content-type': 'text/html' };
    const body = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    return { status: status ?? 500, headers, body };
  }
  if (kind !== 'error') return undefined;
  return fail?.(status ?? 500) ?? { status: status ?? 500, body: { error: 'ordered' } };
}
