import type { ErrorBody, FieldError } from '../../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../../shared/errors/read-error-message.ts';
import { post } from '../../lib/public-calls.ts';

/** What came of a call: its answer, the end of the visit, or words that say why there is none. */
export type Outcome<Answer> =
  | { state: 'done'; data: Answer }
  | { state: 'ended' }
  | { state: 'refused'; words: string; field?: string | undefined };

const NO_CONNECTION = 'The server could not be reached. Please try again in a moment.';

const address = (path: string) => `/api/portal${path}`;

/** Reads something of the portal. Never throws. */
export const readPortal = <Answer>(path: string): Promise<Outcome<Answer>> =>
  take(
    fetch(address(path), {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    }),
  );

/** Does something in the portal. Never throws. */
export const sendPortal = <Answer>(path: string, body: object = {}): Promise<Outcome<Answer>> =>
  take(post(address(path), body, fetch));

async function take<Answer>(asked: Promise<Response>): Promise<Outcome<Answer>> {
  try {
    const response = await asked;
    if (response.status === 401) return { state: 'ended' };
    if (response.ok) return { state: 'done', data: (await response.json()) as Answer };
    const said = (await response.json()) as ErrorBody;
    const [first]: FieldError[] = said.fields ?? [];
    const words =
      response.status < 500 || response.status === 503 ? readErrorMessage(said) : undefined;
    if (words) return { state: 'refused', words: first?.message ?? words, field: first?.path };
  } catch {
    // Below.
  }
  return { state: 'refused', words: NO_CONNECTION };
}

/** A page of a list. */
export interface Listed<Item> {
  items: Item[];
  next: string | null;
}

/** Whether a text can be a link's token. */
export const isToken = (text: string): boolean => /^[\w-]{64}$/.test(text);
