import { useRef, useState } from 'react';
import type { IdempotencyKey } from './idempotency-key.ts';
import { randomId } from './idempotency-key.ts';

/** What came of a submission: the form is done with, or still open to be mended and submitted again. */
export type Outcome = 'done' | 'open';

/** The key of an input: the same one as long as the form is open, so that a retry repeats it. */
export type KeyFor = (input: unknown) => IdempotencyKey;

export interface Submission<Args extends unknown[] = []> {
  submit: (...args: Args) => Promise<void>;
  busy: boolean;
  /** For a form that is offered again without being drawn anew: what was done is over. */
  reopen: () => void;
}

interface FormState {
  running: boolean;
  /** What the form held when it was done with; undefined while it is open. */
  doneWith: string | undefined;
  keys: Map<string, IdempotencyKey>;
}

const opened = (): FormState => ({ running: false, doneWith: undefined, keys: new Map() });

/**
 * What every form that writes is submitted by. One submission runs at a time, and none after one that is
 * done: a form is still on the screen for a while after it, and a second press must not write again.
 * @param holds for a form that stays: what it holds. It can be submitted again once this has changed.
 */
export function useSubmission<Args extends unknown[] = []>(
  act: (keyFor: KeyFor, ...args: Args) => Promise<Outcome>,
  holds?: () => unknown,
): Submission<Args> {
  const form = useRef<FormState>(undefined);
  const [busy, setBusy] = useState(false);
  const read = () => (form.current ??= opened());
  const written = () => JSON.stringify(holds?.()) ?? '';
  return {
    busy,
    reopen: () => {
      if (!read().running) form.current = opened();
    },
    submit: async (...args) => {
      const state = read();
      if (state.running) return;
      if (state.doneWith !== undefined) {
        if (!holds || state.doneWith === written()) return;
        // Another input is another submission, even if it says again what an earlier one did.
        Object.assign(state, opened());
      }
      const keyFor: KeyFor = (input) => {
        const text = JSON.stringify(input) ?? '';
        const key = state.keys.get(text) ?? (randomId() as IdempotencyKey);
        state.keys.set(text, key);
        return key;
      };
      state.running = true;
      setBusy(true);
      try {
        if ((await act(keyFor, ...args)) === 'done') state.doneWith = written();
      } finally {
        state.running = false;
        setBusy(false);
      }
    },
  };
}
