import { useQuery } from '@tanstack/react-query';
import { isEmailAddress } from '../../../shared/contract/email-address.ts';
import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { useBusiness } from '../use-business.ts';

/**
 * What happens with a message to this address that is not sent at once, before anything is pressed;
 * undefined when it goes.
 */
export function useSendingNote(to: string): string | undefined {
  const address = to.trim();
  const { profile } = useBusiness();
  const { data } = useQuery({
    ...orpc.sender.get.queryOptions({ input: { to: address } }),
    enabled: isEmailAddress(address),
    gcTime: 0,
  });
  const known = useQuery({
    ...orpc.emails.address.queryOptions({ input: { address } }),
    enabled: isEmailAddress(address),
    gcTime: 0,
  });
  const words = (instant: string) => formatInstant(instant, profile?.timeZone);
  const { bouncedAt, bounceReason } = known.data ?? {};
  if (bouncedAt) {
    return `An email to this address came back on ${words(bouncedAt)}: ${bounceReason ?? ''}. Check the address before you send it.`;
  }
  return data && sendingNote(data, words);
}

/** @param words an instant, where the owner is */
export function sendingNote(
  { recipient, newRecipientsPerDay, nextNewRecipientAt }: Sender,
  words: (instant: string) => string,
): string | undefined {
  if (recipient === 'blocked') {
    return 'This recipient has blocked messages from you, so it will not be sent.';
  }
  if (recipient !== 'waits') return undefined;
  const when = nextNewRecipientAt ? ` It is sent on ${words(nextNewRecipientAt)}.` : '';
  const number =
    newRecipientsPerDay === 1 ? '1 new recipient' : `${newRecipientsPerDay ?? 0} new recipients`;
  return `Waits: new accounts can email ${number} a day, and you have never emailed this address.${when} Verify your domain in Business Profile to send immediately.`;
}
