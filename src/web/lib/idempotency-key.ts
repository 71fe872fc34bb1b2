import { useState } from 'react';
import { randomId } from './random-id.ts';

/** One key for one submission: the same input keeps its key until it has been taken. */
export interface IdempotencyKeys {
  keyFor(input: unknown): string;
  /** To be called when the submission succeeded: the next one is another. */
  renew(): void;
}

/** Keys for the submissions of one form. A retry of the same input repeats its key. */
export function idempotencyKeys(): IdempotencyKeys {
  let last: { input: string; key: string } | undefined;
  return {
    keyFor(input) {
      const text = JSON.stringify(input) ?? '';
      if (last?.input !== text) last = { input: text, key: randomId() };
      return last.key;
    },
    renew() {
      last = undefined;
    },
  };
}

/** `idempotencyKeys` that live as long as the component. */
export function useIdempotencyKeys(): IdempotencyKeys {
  const [keys] = useState(idempotencyKeys);
  return keys;
}
