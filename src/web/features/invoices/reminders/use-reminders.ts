import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import { keepAnswer } from '../../../lib/keep-answer.ts';
import { notify } from '../../../ui/notify.tsx';

type Pause = Omit<Parameters<typeof api.reminders.pause>[0], 'id'>;

export const useReminders = (id: number) =>
  useQuery(orpc.reminders.ofInvoice.queryOptions({ input: { id } }));

/** Pauses and resumes the reminders of an invoice; the history of its page tells of it, too. */
export function useChangeReminders(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pause: Pause | undefined) =>
      pause ? api.reminders.pause({ id, ...pause }) : api.reminders.resume({ id }),
    onSuccess: (saved, pause) => {
      keepAnswer(client, orpc.reminders.ofInvoice.queryKey({ input: { id } }), saved);
      // A pause holds the charge of a saved card, too.
      void client.invalidateQueries({ queryKey: orpc.payments.charge.key() });
      void client.invalidateQueries({ queryKey: orpc.invoices.get.queryKey({ input: { id } }) });
      notify.success('Success', pause ? 'Reminders paused' : 'Reminders resumed');
    },
    onError: (error, pause) => {
      notify.error('Error', failure(`Failed to ${pause ? 'pause' : 'resume'} reminders`, error));
    },
  });
}
