/**
 * Calls that need a fresh proof of who is at the keyboard are refused with PROOF_REQUIRED. Here, and
 * nowhere else, the person is asked, and the call is sent again.
 */
import { isSameAccount } from './account-mark.ts';

/** Asks the person to confirm. @returns whether they did */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | undefined;
let asking: Promise<boolean> | undefined;

/** Names who asks; the returned function takes that back. */
export function setProofDialog(dialog: AskForProof): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** Sends a request, and once more after the person has confirmed, where that is asked for. */
export async function withProof(send: () => Promise<Response>): Promise<Response> {
  const answer = await send();
  if (answer.status !== 403 || !ask || !(await needsProof(answer))) return answer;
  // Several calls at once wait for one answer.
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  if (!(await asking)) return answer;
  // Somebody else may have signed in instead: nothing is sent in their name.
  return isSameAccount() ? send() : new Promise<never>(() => {});
}

async function needsProof(answer: Response): Promise<boolean> {
  try {
    const body: unknown = await answer.clone().json();
    return typeof body === 'object' && body !== null && 'code' in body
      ? body.code === 'PROOF_REQUIRED'
      : false;
  } catch {
    return false;
  }
}
