import type { Sender } from '../../../shared/senders/sender.contract.ts';

/** How many new people an owner may write to, and why. */
export function formatSendingState({
  provenBy,
  newRecipientsPerDay: perDay,
  newRecipientsLeft: left,
}: Pick<Sender, 'provenBy' | 'newRecipientsPerDay' | 'newRecipientsLeft'>): string {
  const free = 'You can email new recipients without a daily limit';
  if (provenBy === 'payment') return `${free}: a customer has paid you online.`;
  if (provenBy === 'domain') return `${free}: your domain is verified.`;
  if (provenBy === 'admin') return `${free}: you administer this installation.`;
  if (perDay === null) return 'No mail server is set up, so messages stay in the outbox.';
  const number = perDay === 1 ? '1 new recipient' : `${perDay} new recipients`;
  return `New accounts can email ${number} a day; ${left ?? 0} left now. Further messages wait and are sent automatically. The limit ends when a customer has paid you online or your domain is verified.`;
}
