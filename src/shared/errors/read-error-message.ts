/**
 * What the body of an answer that is not OK says went wrong: its `message`, or its `error` alone, as
 * in the specification's answers. undefined when it says nothing in words.
 */
export function readErrorMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, error } = body as Record<string, unknown>;
  for (const words of [message, error]) if (typeof words === 'string' && words !== '') return words;
  return undefined;
}
