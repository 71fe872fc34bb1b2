import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';

interface TryAgain extends Pick<RetryInput, 'dateOnSending'> {
  label: string;
}

/** The press that sends a message which has failed: one that also mends what stood in its way, where it can. */
export function tryAgain({
  refusedField,
  mayHaveArrived,
}: Pick<Email, 'refusedField' | 'mayHaveArrived'>): TryAgain {
  if (refusedField === 'issueDate') return { label: 'Date it today and send', dateOnSending: true };
  return { label: mayHaveArrived ? 'Send again' : 'Try again' };
}
