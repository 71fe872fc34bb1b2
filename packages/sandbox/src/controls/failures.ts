/** Failures that a test orders: the next calls of a path go wrong in a given way. */
import * as z from 'zod';
import type { Answer } from '../http/route.ts';

export const failureSchema = z
  .object({
    /** Calls whose path begins so. */
    path: z.string().default('/'),
    method: z.string().toUpperCase().optional(),
    /** How many calls go wrong; each one takes one away. */
    times: z.number().default(1),
    kind: z
      .enum([
        'error',
        'html',
        'not-json',
        'reset',
        'timeout-before',
        // The work of these is done nevertheless.
        'slow',
        'held',
        'reset-after',
        'timeout-after',
      ])
      .default('error'),
    status: z.number().optional(),
    /** For `slow`: how long before the work is done. */
    delayMs: z.number().default(1_000),
  })
  .strict();

type Failure = z.output<typeof failureSchema>;

/** Makes a provider's error of a status, in that provider's form. */
export type ErrorMaker = (status: number) => Answer;

export class Failures {
  #failures: Failure[] = [];
  #held: (() => void)[] = [];
  #watchers: (() => void)[] = [];
  readonly #makers: { prefix: string; make: ErrorMaker }[] = [];

  /** How errors of paths that begin so are made; the first that fits is used. */
  makeErrors(prefix: string, make: ErrorMaker): void {
    this.#makers.push({ prefix, make });
  }

  add(failure: Failure): void {
    this.#failures.push(failure);
  }

  clear(): void {
    this.#failures = [];
    this.release();
  }

  /** Where a `held` call waits until it is released. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#held.push(resolve);
      for (const notify of this.#watchers.splice(0)) notify();
    });
  }

  /** Resolves when a call is held. */
  async waitUntilHeld(): Promise<void> {
    while (this.#held.length === 0) {
      await new Promise<void>((resolve) => {
        this.#watchers.push(resolve);
      });
    }
  }

  /** Lets all go on that are held; answers how many. */
  release(): number {
    const going = this.#held.splice(0);
    for (const go of going) go();
    return going.length;
  }

  /** The failure that this call meets, if any. */
  take(method: string, path: string): Failure | undefined {
    const found = this.#failures.find(
      (failure) => path.startsWith(failure.path) && (failure.method ?? method) === method,
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#failures = this.#failures.filter((failure) => failure !== found);
    return found;
  }

  /** What is answered instead of the work, where the failure is such an answer. */
  answer({ kind, status }: Failure, path: string): Answer | undefined {
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
    const maker = this.#makers.find(({ prefix }) => path.startsWith(prefix));
    return maker?.make(status ?? 500) ?? { status: status ?? 500, body: { error: 'ordered' } };
  }
}
