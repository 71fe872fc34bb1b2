import { useQuery } from '@tanstack/react-query';
import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import type { SenderBlock } from '../../../shared/senders/sender.contract.ts';
import { orpc } from '../../lib/api.ts';

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

/** Whether a message has failed, and was not taken back: only a further attempt brings it. */
export const isGivenUp = ({ status, withdrawn }: Pick<Email, 'status' | 'withdrawn'>): boolean =>
  status === 'failed' && !withdrawn;

/**
 * Whether the reader of an address has blocked the business, while which no attempt can reach them.
 * @param address none is asked about nobody
 * @returns undefined while it is not known
 */
export function useBlock(
  address: string | undefined,
): Pick<SenderBlock, 'address' | 'askedAt'> | null | undefined {
  const { data, isError } = useQuery({
    ...orpc.emails.address.queryOptions({ input: { address: address ?? '' } }),
    enabled: address !== undefined,
  });
  if (address === undefined || isError) return null;
  if (!data) return undefined;
  return data.blockedAt ? { address, askedAt: data.unblockAskedAt } : null;
}
