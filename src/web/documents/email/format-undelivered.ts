import type { Email } from '../../../shared/emails/message.contract.ts';
import type { Undelivered } from '../../../shared/emails/undelivered.ts';
import { formatInstant } from '../../lib/format-instant.ts';

/** Of what is sent about a document and is not the document itself. */
const MESSAGE_WORDS: Partial<Record<Email['kind'], string>> = {
  receipt: 'Receipt',
  reminder: 'Reminder',
  refund: 'Refund notice',
  declined: 'Declined card notice',
  acceptance: 'Acceptance',
};

/** 'Email', or 'Receipt'. @param kind of a message, as an event tells it */
export const messageWord = (kind: unknown): string =>
  MESSAGE_WORDS[kind as Email['kind']] ?? 'Email';

const HOW: Record<Undelivered['how'], string> = {
  outbox: 'kept in the outbox',
  failed: 'failed',
  unsure: 'may have been sent',
  bounced: 'not delivered',
  withdrawn: 'withdrawn',
  withheld: 'not sent',
  scheduled: 'scheduled',
};

/** Of what was written again, and that taken back: 'An earlier email to marta@example.com was sent.' */
export function formatEarlier(
  { to, status, keptInOutbox, mayHaveArrived }: Email,
  when = '',
): string {
  if (keptInOutbox) return `An earlier email to ${to} was kept in the outbox${when}.`;
  if (mayHaveArrived) return `An earlier email to ${to} may have been sent.`;
  const state = status === 'sent' ? `was sent${when}` : 'is still waiting to be sent';
  return `An earlier email to ${to} ${state}.`;
}

/** 'Email to marta@example.com kept in the outbox': in the list, and with more on the page. */
export function formatUndelivered(
  { kind, to, how, at }: Undelivered,
  timeZone: string | undefined,
): string {
  const when = at === undefined ? '' : ` for ${formatInstant(at, timeZone)}`;
  return `${messageWord(kind)} to ${to} ${HOW[how]}${when}`;
}
