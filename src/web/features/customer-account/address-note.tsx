import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AskToUnblock } from '../../documents/email/ask-to-unblock.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';

/** That emails to a customer's address came back or are not wanted, and what can be done. */
export function AddressNote({ address, onEdit }: { address: string; onEdit: () => void }) {
  const client = useQueryClient();
  const { profile } = useBusiness();
  const options = orpc.emails.address.queryOptions({ input: { address } });
  const { data } = useQuery(options);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.emails.allow({ address }),
    onSuccess: (state) => {
      client.setQueryData(options.queryKey, state);
      void client.invalidateQueries({ queryKey: orpc.reminders.ofInvoice.key() });
      rescueFocus();
      notify.success('Success', `Reminders and statements go to ${address} again`);
    },
    onError: (error) => notify.error('Error', failure('Failed to allow the address', error)),
  });
  if (!data?.bouncedAt && !data?.unsubscribedAt && !data?.blockedAt) return null;
  const { bouncedAt, bounceReason, unsubscribedAt, blockedAt, unblockAskedAt } = data;
  const when = (instant: string) => formatInstant(instant, profile?.timeZone);
  return (
    <section
      className="mb-5 grid gap-1.5 rounded border border-overdue bg-surface p-3 text-13 text-pretty wrap-anywhere"
      aria-label="Email address"
    >
      {blockedAt && (
        <>
          <p>
            This recipient blocked messages from your business on {when(blockedAt)}, so nothing is
            sent to them. If that was a mistake, ask whoever runs this service to unblock it.
          </p>
          <p>
            <AskToUnblock address={address} askedAt={unblockAskedAt} />
          </p>
        </>
      )}
      {bouncedAt && (
        <p>
          An email came back on {when(bouncedAt)}: {bounceReason}. Nothing is sent to this address
          automatically: no reminders, no receipts and no recurring invoices. Correct it, or use it
          again. What was not sent is in the{' '}
          <Link className="underline" to="/outbox">
            outbox
          </Link>
          .
        </p>
      )}
      {unsubscribedAt && (
        <p>
          Unsubscribed on {when(unsubscribedAt)}: reminders and statements are not emailed. Invoices
          still are. Allow them only if the customer has asked you to.
        </p>
      )}
      {(bouncedAt || unsubscribedAt) && (
        <p className="flex flex-wrap gap-2">
          {bouncedAt && (
            <Button size="sm" writes onClick={onEdit}>
              Correct the address
            </Button>
          )}
          <Button size="sm" writes busy={isPending} onClick={() => mutate()}>
            {bouncedAt && !unsubscribedAt ? 'Use the address again' : 'Allow again'}
          </Button>
        </p>
      )}
    </section>
  );
}
