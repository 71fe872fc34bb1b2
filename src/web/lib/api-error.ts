import type { ErrorBody, FieldError } from '../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../shared/errors/read-error-message.ts';

/** An `ErrorBody`, or an answer that is not ours, such as a gateway's: that has no `code`. */
interface AnswerBody {
  code?: ErrorBody['code'];
  message: string;
  fields: FieldError[];
  [detail: string]: unknown;
}

/**
 * An answer that is not OK. The message is 'status: body' (or 'status: status text'); what a person
 * should read is `reason(error, fallback)`.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The JSON body of the answer, when it says in words what went wrong. */
  readonly body: AnswerBody | undefined;

  constructor(status: number, text: string, statusText = '') {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseBody(text);
  }

  get code(): ErrorBody['code'] | undefined {
    return this.body?.code;
  }

  get fields(): FieldError[] {
    return this.body?.fields ?? [];
  }
}

/** A call that the server did not answer: no connection, or no server. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('Remit could not be reached', { cause });
    this.name = 'Unreachable';
  }
}

/** Whether a call got no answer of ours: nothing came, or a gateway's word that nobody is there. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ApiError && [502, 503, 504].includes(error.status) && !error.code;
}

/** The error of an answer, with its text read. */
export async function toApiError(response: Response): Promise<ApiError> {
  let text = '';
  try {
    text = await response.text();
  } catch {
    // The connection broke within the body: the status is all there is.
  }
  return new ApiError(response.status, text, response.statusText);
}

/** What went wrong in the server's own words, or `fallback` when it gave none. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.message) || fallback;
}

/** What a person reads besides when a call did not get through. */
const UNREACHABLE = 'Remit cannot be reached right now. Try again when you are online.';

/**
 * The words of a failed call's toast: what failed, and why where the server says so. A refusal has a
 * reason worth reading; a fault of the server has none.
 */
export function failure(what: string, error: unknown): string {
  if (isUnreachable(error)) return `${what}. ${UNREACHABLE}`;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && error.body?.message ? `${what}. ${error.body.message}` : what;
}

/** Whether an error is the answer with this code, such as 'STALE'. */
export function hasCode(error: unknown, code: ErrorBody['code']): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The newer record that a stale save's refusal carries, or undefined when it is another error. */
export function newerRecord<T>(error: unknown): T | undefined {
  return hasCode(error, 'STALE') ? (error.body?.['current'] as T | undefined) : undefined;
}

function parseBody(text: string): AnswerBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const message = readErrorMessage(body);
    if (message === undefined) return undefined;
    const answer = body as Record<string, unknown>;
    return { ...answer, message, fields: fieldErrors(answer['fields']) };
  } catch {
    return undefined;
  }
}

function fieldErrors(fields: unknown): FieldError[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(
    (field: Partial<FieldError> | null): field is FieldError =>
      typeof field?.path === 'string' && typeof field.message === 'string',
  );
}

/**
 * For `PageError`: why what a query reads could not be read, and what tries again.
 * @param otherwise said where the server gave no reason
 */
export const loadFailure = (
  { error, refetch }: { error: unknown; refetch: () => Promise<unknown> },
  otherwise = '',
) => ({ detail: errorMessage(error, otherwise) || undefined, onRetry: () => void refetch() });
