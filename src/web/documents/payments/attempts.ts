import type { FieldError } from '../../../shared/errors/app-error.ts';
import { ApiError, failure } from '../../lib/api-error.ts';

/** What a form shows of a call that failed: its words, and those of the fields. */
export interface Refusal {
  words: string;
  fields: FieldError[];
}

/**
 * Calls that change what is owed. A form is answered with what went wrong; undefined
 * means that it is done.
 * @param refresh after a refusal: what the page shows may be older than what was refused
 */
export const attemptsThat =
  (refresh: () => void) =>
  async (what: string, act: () => Promise<void>): Promise<Refusal | undefined> => {
    try {
      await act();
      return undefined;
    } catch (error) {
      refresh();
      const fields = error instanceof ApiError ? error.fields : [];
      return { words: failure(what, error), fields };
    }
  };
