import { errorMessage } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';

const PAID = 'This invoice has already been paid.';

/** An invoice turned out to be due no more: the server's refusal says by what it was settled. */
export function notifySettled(refusal?: unknown): void {
  const words = errorMessage(refusal, PAID);
  notify.error(words === PAID ? 'Invoice Already Paid' : 'Nothing Is Due', words);
}
