import type { BounceKind } from '../../../../shared/emails/message.contract.ts';

/** What a mail server or a provider tells of a message that had been taken. */
export interface Bounce {
  kind: BounceKind;
  /** Ours, without brackets and domain. */
  messageId: string;
  /** Whose mailbox it is about. */
  address: string;
  /** In words for the owner. */
  reason: string;
}

/** As messages are named here; what names none of ours is nobody's. */
const MESSAGE_ID = /^\s{0,9}<?([0-9a-f]{32})(?:@[^>\s]{1,255})?>?\s{0,9}$/;

export const readMessageId = (header: unknown): string | undefined =>
  typeof header === 'string' && header.length <= 400 ? MESSAGE_ID.exec(header)?.[1] : undefined;

/** RFC 3463: what the second and third figure of a status mean, where that helps. */
const REASONS: Record<string, string> = {
  '1.1': 'There is no such address',
  '1.2': 'The domain of the address receives no email',
  '1.3': 'There is no such address',
  '1.6': 'The mailbox has moved',
  '1.10': 'The domain of the address receives no email',
  '2.1': 'The mailbox is disabled',
  '2.2': 'The mailbox is full',
  '2.3': 'The message is too large for the mailbox',
  '3.4': 'The message is too large for the mailbox',
  '4.1': 'The recipient’s mail server does not answer',
  '4.4': 'The domain of the address receives no email',
  '4.7': 'The recipient’s mail server did not take it in time',
};
const LONGEST_DETAIL = 160;

/** '5.1.1' and what the server said become a line for the owner. */
export function explainStatus(status: string, said = ''): string {
  const known = REASONS[status.slice(2)];
  const fallback = status.startsWith('4.')
    ? 'The recipient’s mail server is taking its time'
    : 'The recipient’s mail server refused it';
  const line = said
    .slice(0, 2_000)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^smtp; ?/i, '');
  const detail = line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 1)}…` : line;
  return `${known ?? fallback}${detail ? ` (${detail})` : ''}`;
}

/** The enhanced status in what a server said (RFC 2034), or one that goes by its first figure. */
export function findStatus(said: string, isForGood: boolean): string {
  const [, found] = /(?:^|[\s#])([45]\.\d{1,3}\.\d{1,3})\b/.exec(said.slice(0, 1_000)) ?? [];
  return found ?? (isForGood ? '5.0.0' : '4.0.0');
}
