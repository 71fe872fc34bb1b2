/** Failures that a test orders: the next calls of a path go wrong in a given way. */
import type { Answer } from '../http/router.ts';

export type FailureKind =
  | 'error'
  | 'timeout-before'
  | 'timeout-after'
  | 'slow'
  | 'held'
  | 'not-json'
  | 'html'
  | 'reset'
  | 'reset-after';

export interface Failure {
  /** Calls whose path begins so. */
  path: string;
  method: string | null;
  /** How many calls go wrong; each one takes one away. */
  times: number;
  kind: FailureKind;
  status: number;
  /** For `slow`: how long before the work is done. */
  delayMs: number;
}

/** Makes a provider's error of a status, in that provider's shape. */
export type ErrorShape = (status: number) => Answer;

export class Failures {
  #failures: Failure[] = [];
  #held: (() => void)[] = [];
  #watchers: (() => void)[] = [];
  readonly #shapes: { prefixes: string[]; make: ErrorShape }[] = [];

  /** The shape of errors of paths that begin so; the first that fits is used. */
  shapeErrors(prefixes: string[], make: ErrorShape): void {
    this.#shapes.push({ prefixes, make });
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
      for (const tell of this.#watchers.splice(0)) tell();
    });
  }

  /** Resolves when a call is held. */
  async untilHeld(): Promise<void> {
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
      (failure) =>
        path.startsWith(failure.path) && (failure.method === null || failure.method === method),
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#failures = this.#failures.filter((failure) => failure !== found);
    return found;
  }

  /** The answer of a failed call. */
  answer(failure: Failure, path: string): Answer {
    if (failure.kind === 'not-json') {
      return {
        status: failure.status,
        headers: { 'content-type': 'application/json' },
        body: '{"object": "cut off',
      };
    }
    if (failure.kind === 'html') {
      return {
        status: failure.status,
        headers: { 'content-type': 'text/html' },
        body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
      };
    }
    const shape = this.#shapes.find(({ prefixes }) =>
      prefixes.some((part) => path.startsWith(part)),
    );
    return shape?.make(failure.status) ?? { status: failure.status, body: { error: 'ordered' } };
  }
}
