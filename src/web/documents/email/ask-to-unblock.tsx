import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SenderBlock } from '../../../shared/senders/sender.contract.ts';
import { failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { useBusiness } from '../use-business.ts';

/** Asks the admin to lift the block of an address; or says that this was done. */
export function AskToUnblock({ address, askedAt }: Pick<SenderBlock, 'address' | 'askedAt'>) {
  const client = useQueryClient();
  const { profile } = useBusiness();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.emails.askUnblock({ address }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: orpc.sender.key() });
      void client.invalidateQueries({ queryKey: orpc.emails.address.key() });
      rescueFocus();
      notify.success('Request sent', `You are notified when ${address} is unblocked.`);
    },
    onError: (error) => notify.error('Error', failure('The request could not be sent', error)),
  });
  if (askedAt) return <>Unblocking requested on {formatInstant(askedAt, profile?.timeZone)}.</>;
  return (
    <Button size="sm" writes busy={isPending} onClick={() => mutate()}>
      Request unblocking
    </Button>
  );
}
