import AwsS3 from '@uppy/aws-s3';
import { ApiError, Unreachable } from './api-error.ts';

/** Before each further attempt of a call or a transfer, in ms. */
export const RETRY_DELAYS = [0, 1_000, 3_000, 5_000] as const;

/** What goes wrong is told in the form. */
export const SILENT = { debug() {}, warn() {}, error() {} };

/** Refusals that may end by themselves. */
const NOT_NOW = new Set([408, 409, 418, 423, 429]);
/** Faults of a server that the same request will meet again. */
const FOR_GOOD = new Set([501, 505]);

/** Whether an upload's call or transfer that ended like this is tried again. */
export function isRetried(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return NOT_NOW.has(status) || (status >= 500 && status <= 599 && !FOR_GOOD.has(status));
}

/**
 * Tries until it succeeds, is refused for good, or has been tried five times.
 * @param signal ends it between two attempts
 * @throws what the last attempt threw
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  signal?: AbortSignal,
  pause: (ms: number, signal?: AbortSignal) => Promise<void> = sleep,
): Promise<T> {
  for (const delay of RETRY_DELAYS) {
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted || !isRetried(error)) throw error;
    }
    await pause(delay, signal);
    signal?.throwIfAborted();
  }
  return attempt();
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Sends bytes as the upload library does.
 * @throws ApiError for an answer that is not OK, Unreachable where none came
 */
export const sendBytes: typeof AwsS3.uploadPartBytes = async (options) => {
  try {
    return await AwsS3.uploadPartBytes(options);
  } catch (error) {
    const { source } = error as { source?: Partial<XMLHttpRequest> };
    if (options.signal?.aborted || source === undefined) throw error;
    if (!source.status) throw new Unreachable(error);
    // An address that has run out is no refusal: the next attempt may have a newer one.
    if ((error as Error).message === 'Request has expired') throw new ApiError(408, '');
    throw new ApiError(source.status, source.responseText ?? '', source.statusText);
  }
};
