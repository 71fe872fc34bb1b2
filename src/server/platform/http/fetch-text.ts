import { createTimeoutSignal } from '../clock/running-signal.ts';

interface TextRequest {
  timeoutMs: number;
  /** A longer answer is refused before it has been read whole. */
  mostBytes: number;
  accept?: string;
}

/**
 * Reads a text of somebody else's server, which must answer at that very address.
 * @throws Error for another status, a redirect, silence, text that is too long or not UTF-8
 */
export async function fetchText(
  url: string,
  { timeoutMs, mostBytes, accept = '*/*' }: TextRequest,
): Promise<string> {
  const answer = await fetch(url, {
    headers: { accept },
    redirect: 'error',
    signal: createTimeoutSignal(timeoutMs),
  });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`The server answered with ${answer.status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new Error('The answer is too large');
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}
