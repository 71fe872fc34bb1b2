import { useQuery } from '@tanstack/react-query';
import { isEmailAddress } from '../../../shared/contract/email-address.ts';
import type { Sender, SenderBlock } from '../../../shared/senders/sender.contract.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { useBusiness } from '../use-business.ts';

interface SendingNote {
  /** undefined when it goes. */
  words: string | undefined;
  /** Its recipient takes nothing more from the business, and what is known of that. */
  block: Pick<SenderBlock, 'address' | 'askedAt'> | undefined;
}

/**
 * What happens with a message to this address that is not sent at once, before anything is pressed.
 * @param noun what it brings
 */
export function useSendingNote(to: string, noun: string): SendingNote {
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
  const block =
    data?.recipient === 'blocked'
      ? { address, askedAt: known.data?.unblockAskedAt ?? null }
      : undefined;
  const { bouncedAt, bounceReason } = known.data ?? {};
  if (bouncedAt && !block) {
    return {
      words: `An email to this address came back on ${words(bouncedAt)}: ${bounceReason ?? ''}. Check the address before you send it.`,
      block,
    };
  }
  return { words: data && sendingNote(data, noun, words), block };
}

/** @param words an instant, where the owner is */
export function sendingNote(
  { recipient, newRecipientsPerDay, nextNewRecipientAt }: Sender,
  noun: string,
  words: (instant: string) => string,
): string | undefined {
  if (recipient === 'blocked') {
    return `This recipient has blocked messages from your business, so the ${noun} will not be sent to them.`;
  }
  if (recipient !== 'waits') return undefined;
  const when = nextNewRecipientAt ? ` It is sent on ${words(nextNewRecipientAt)}.` : '';
  const number =
    newRecipientsPerDay === 1 ? '1 new recipient' : `${newRecipientsPerDay ?? 0} new recipients`;
  return `Waits: new accounts can email ${number} a day, and you have never emailed this address.${when} Verify your domain in Business Profile to send immediately.`;
}
