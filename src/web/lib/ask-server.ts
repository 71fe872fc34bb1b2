import { isSameAccount } from './account-mark.ts';
import { isUnreachable, toApiError, Unreachable } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { withProof } from './proof.ts';

/** The page is about to be left. */
const NEVER = new Promise<never>(() => {});

/**
 * A request of the signed-in person, which notes whether the server was reached. In another's name
 * nothing is sent, and what comes in another's name is given to nobody.
 * @returns the answer, which is OK
 * @throws Unreachable when nothing came, ApiError for any other answer
 */
export async function askServer(
  request: Request | string,
  init: RequestInit = {},
  send: typeof fetch = (...args) => fetch(...args),
): Promise<Response> {
  if (!isSameAccount()) return NEVER;
  const signal = typeof request === 'string' ? init.signal : request.signal;
  let response: Response;
  try {
    const again = await repeatable(request);
    response = await withProof(() => send(again(), { ...init, credentials: 'include' }));
  } catch (error) {
    if (signal?.aborted) throw error;
    reportUnreachable();
    throw new Unreachable(error);
  }
  if (!isSameAccount()) return NEVER;
  const error = response.ok ? undefined : await toApiError(response);
  if (isUnreachable(error)) reportUnreachable();
  else reportReachable();
  if (error) throw error;
  return response;
}

/**
 * Makes the request as often as it is sent. A clone's body would be a stream, which browsers send
 * without its length and show to nobody.
 */
async function repeatable(request: Request | string): Promise<() => Request | string> {
  if (typeof request === 'string') return () => request;
  const body = await request.text();
  return () =>
    body === '' ? request.clone() : new Request(request, { method: request.method, body });
}
