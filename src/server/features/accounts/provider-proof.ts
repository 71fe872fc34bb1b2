import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * A provider may let somebody through whom it asked days ago. Its ID token says when it asked
 * (`auth_time`), but the library hands that on to nobody, so it is kept beside the request.
 */

const proofOfRequest = new AsyncLocalStorage<{ askedAt?: Date }>();

/** The ID token of this request says when its person was last asked, in seconds since 1970. */
export function noteAuthTime(seconds: number | undefined): void {
  const request = proofOfRequest.getStore();
  if (request && seconds !== undefined) request.askedAt = new Date(seconds * 1000);
}

/** An answer, and when the provider last asked who it is, where it says so. */
export async function withAuthTime(
  answer: () => Promise<Response>,
): Promise<{ answer: Response; askedAt: Date | undefined }> {
  const request: { askedAt?: Date } = {};
  const given = await proofOfRequest.run(request, answer);
  return { answer: given, askedAt: request.askedAt };
}
