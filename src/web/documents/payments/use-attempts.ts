import type { FieldError } from '../../../shared/errors/app-error.ts';
import { ApiError, failure } from '../../lib/api-error.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';

/** What a form shows of a call that failed: its words, and those of the fields. */
export interface Refusal {
  words: string;
  fields: FieldError[];
}

/**
 * Calls that change what is owed, one at a time. A form is answered with what went wrong; undefined
 * means that it is done.
 * @param refresh after a refusal: what the page shows may be older than what was refused
 */
export function useAttempts(refresh: () => void) {
  const { run, busy } = useOneAtATime();
  const attempt = (what: string, act: () => Promise<void>): Promise<Refusal | undefined> =>
    run(async () => {
      try {
        await act();
        return undefined;
      } catch (error) {
        refresh();
        const fields = error instanceof ApiError ? error.fields : [];
        return { words: failure(what, error), fields };
      }
    });
  return { attempt, busy };
}
