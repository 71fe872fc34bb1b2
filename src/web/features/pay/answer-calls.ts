import type { ErrorBody, FieldError } from '../../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../../shared/errors/read-error-message.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { post } from '../../lib/public-calls.ts';

/** What came of an answer; `isStale` where the estimate says something else by now. */
export type AnswerOutcome = { state: 'done' } | Refused;

/** What an estimate says with a choice of its lines; or why it cannot be chosen. */
export type ChoiceOutcome = { state: 'done'; data: PublicEstimate } | Refused;

interface Refused {
  state: 'refused';
  words: string;
  field?: string | undefined;
  isStale: boolean;
  /** It may be answered in a moment: there was no answer, or too many had asked. */
  isPassing: boolean;
}

const NO_ANSWER = 'Your answer could not be sent. Please try again in a moment.';

/** Sends what a customer answers to an estimate. Never throws. */
export function answerEstimate(
  publicId: string,
  answer: 'accept' | 'decline',
  body: object,
  fetcher: typeof fetch = fetch,
): Promise<AnswerOutcome> {
  return call(publicId, answer, body, fetcher);
}

/** Asks what an estimate says with a choice of its lines. Never throws. */
export function chooseLines(
  publicId: string,
  body: object,
  fetcher: typeof fetch = fetch,
): Promise<ChoiceOutcome> {
  return call(publicId, 'choose', body, fetcher);
}

async function call(
  publicId: string,
  verb: string,
  body: object,
  fetcher: typeof fetch,
): Promise<ChoiceOutcome> {
  try {
    const address = `/api/public/estimate/${encodeURIComponent(publicId)}/${verb}`;
    const response = await post(address, body, fetcher);
    if (response.ok) return { state: 'done', data: (await response.json()) as PublicEstimate };
    const said = (await response.json()) as ErrorBody;
    const [first]: FieldError[] = said.fields ?? [];
    const words = response.status < 500 ? (first?.message ?? readErrorMessage(said)) : undefined;
    const isStale = said.code === 'STALE';
    const isPassing = response.status === 429;
    if (words) return { state: 'refused', words, field: first?.path, isStale, isPassing };
  } catch {
    // Below.
  }
  return { state: 'refused', words: NO_ANSWER, isStale: false, isPassing: true };
}
