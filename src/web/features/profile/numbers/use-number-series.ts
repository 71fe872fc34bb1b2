import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  NumberSeries,
  NumberSeriesInput,
} from '../../../../shared/documents/number-series/number-series.contract.ts';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import type { SavedInput } from '../../../records/use-record-editor.ts';
import { notify } from '../../../ui/notify.tsx';

/** The business's series, archived ones last. */
export const useNumberSeries = () => useQuery(orpc.numberSeries.list.queryOptions());

/** Drafts have gained or lost their numbers: whatever shows documents is read again. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: orpc.invoices.key() });
    void client.invalidateQueries({ queryKey: orpc.estimates.key() });
    void client.invalidateQueries({ queryKey: orpc.creditNotes.key() });
    await client.invalidateQueries({ queryKey: orpc.numberSeries.key() });
  };
}

/** Creates, or updates the series that is given, based on the version that was read. */
export function useSaveNumberSeries() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ base, input, keyFor }: SavedInput<NumberSeries, NumberSeriesInput>) => {
      const { kind: _kind, replaces: _replaces, ...rule } = input;
      return base
        ? api.numberSeries.update({ ...rule, id: base.id, version: base.version })
        : api.numberSeries.create(input, { context: { idempotencyKey: keyFor(input) } });
    },
    onSuccess: async (saved) => {
      notify.success('Success', `The next number is ${saved.nextNumbers[0] ?? ''}`);
      await refresh();
    },
  });
}

/** Numbers of the kind are typed again. */
export function useArchiveNumberSeries() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: NumberSeries) => api.numberSeries.archive({ id }),
    onSuccess: refresh,
    onError: (error) => notify.error('Error', failure('Failed to archive the series', error)),
  });
}
