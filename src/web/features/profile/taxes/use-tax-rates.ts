import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TaxRate, TaxRateInput } from '../../../../shared/taxes/tax-rate.contract.ts';
import { useRememberColumn } from '../../../documents/editor/use-editor-business.ts';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import type { KeyFor } from '../../../lib/use-submission.ts';
import type { SavedInput } from '../../../records/use-record-editor.ts';
import { notify } from '../../../ui/notify.tsx';

/** The business's rates, archived ones last. */
export const useTaxRates = () => useQuery(orpc.taxRates.list.queryOptions());

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: orpc.taxRates.key() });
}

/** With the first rate that new lines carry, the editor shows it: the column is on from then. */
function useTaxColumn() {
  const client = useQueryClient();
  const remember = useRememberColumn();
  return (added: readonly TaxRateInput[]) => {
    const known = client.getQueryData(orpc.taxRates.list.queryKey()) ?? [];
    const isCarried = known.some(({ isDefault, archivedAt }) => isDefault && archivedAt === null);
    if (!isCarried && added.some(({ isDefault }) => isDefault)) remember('tax', true);
  };
}

/** Creates, or updates the rate that is given, based on the version that was read. */
export function useSaveTaxRate() {
  const refresh = useRefresh();
  const switchOn = useTaxColumn();
  return useMutation({
    mutationFn: ({ base, input, keyFor }: SavedInput<TaxRate, TaxRateInput>) =>
      base
        ? api.taxRates.update({ ...input, id: base.id, version: base.version })
        : api.taxRates.create(input, { context: { idempotencyKey: keyFor(input) } }),
    onSuccess: async (_saved, { base, input }) => {
      switchOn([input]);
      notify.success('Success', `Tax rate ${base ? 'updated' : 'created'} successfully`);
      await refresh();
    },
  });
}

/** Takes a rate out of the choice, or back into it. */
export function useToggleTaxRateArchived() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, archivedAt }: TaxRate) =>
      archivedAt === null ? api.taxRates.archive({ id }) : api.taxRates.restore({ id }),
    onSuccess: refresh,
    onError: (error) => notify.error('Error', failure('Failed to change the tax rate', error)),
  });
}

/** Takes the rates of an example over, one after the other. */
export function useTakePreset() {
  const refresh = useRefresh();
  const switchOn = useTaxColumn();
  return useMutation({
    mutationFn: async ({ rates, keyFor }: { rates: readonly TaxRateInput[]; keyFor: KeyFor }) => {
      for (const rate of rates) {
        await api.taxRates.create(rate, { context: { idempotencyKey: keyFor(rate) } });
      }
    },
    onSuccess: (_done, { rates }) => {
      switchOn(rates);
      notify.success('Success', 'Tax rates added. Edit them as needed.');
    },
    onError: (error) => notify.error('Error', failure('Failed to add the tax rates', error)),
    onSettled: refresh,
  });
}
