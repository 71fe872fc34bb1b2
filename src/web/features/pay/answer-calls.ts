import type { ErrorBody, FieldError } from '../../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../../shared/errors/read-error-message.ts';
import { post } from './pay-calls.ts';

/** What came of an answer; `isStale` where the estimate says something else by now. */
export type AnswerOutcome =
  | { state: 'done' }
  | { state: 'refused'; words: string; field?: string | undefined; isStale: boolean };

const NO_ANSWER = 'Your answer could not be sent. Please try again in a moment.';

/** Sends what a customer answers to an estimate. Never throws. */
export async function answerEstimate(
  publicId: string,
  answer: 'accept' | 'decline',
  body: object,
  fetcher: typeof fetch = fetch,
): Promise<AnswerOutcome> {
  try {
    const address = `/api/public/estimate/${encodeURIComponent(publicId)}/${answer}`;
    const response = await post(address, body, fetcher);
    if (response.ok) return { state: 'done' };
    const said = (await response.json()) as ErrorBody;
    const [first]: FieldError[] = said.fields ?? [];
    const words = response.status < 500 ? (first?.message ?? readErrorMessage(said)) : undefined;
    const isStale = said.code === 'STALE';
    if (words) return { state: 'refused', words, field: first?.path, isStale };
  } catch {
    // Below.
  }
  return { state: 'refused', words: NO_ANSWER, isStale: false };
}
