import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { EDITOR_COLUMNS } from '../../../shared/documents/editor-columns.ts';
import type { NumberSeries } from '../../../shared/documents/number-series/number-series.contract.ts';
import { pickDefaults } from '../../../shared/profile/document-defaults.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { api, orpc } from '../../lib/api.ts';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { useBusiness } from '../use-business.ts';
import type { EditorBusiness } from './editor-business.ts';
import { UNKNOWN_BUSINESS } from './editor-business.ts';

/** What of the business the editor begins with; without an answer, a plain one in dollars. */
export function useEditorBusiness(): { business: EditorBusiness; loading: boolean } {
  const client = useQueryClient();
  const { profile, pending } = useBusiness();
  const rates = useQuery(orpc.taxRates.list.queryOptions());
  const { nextNumbers, isLoading } = useNextNumbers();
  const { currency, pricesIncludeTax, roundedTotals, vatId } = profile ?? UNKNOWN_BUSINESS;
  const numbers = useNumberStyle();
  const columns = profile?.editorColumns ?? UNKNOWN_BUSINESS.columns;
  const business = useMemo(
    () => ({
      defaults: profile ? pickDefaults(profile) : UNKNOWN_BUSINESS.defaults,
      currency,
      pricesIncludeTax,
      roundedTotals,
      vatId,
      columns,
      nextNumbers,
      numbers,
      rates: () => client.getQueryData(orpc.taxRates.list.queryKey()) ?? [],
    }),
    [
      client,
      profile,
      currency,
      pricesIncludeTax,
      roundedTotals,
      vatId,
      columns,
      nextNumbers,
      numbers,
    ],
  );
  return { business, loading: pending || rates.isLoading || isLoading };
}

/** What series give the kinds that have one. */
export function useNextNumbers() {
  const series = useQuery({ ...orpc.numberSeries.list.queryOptions(), select: nextByKind });
  return {
    nextNumbers: series.data ?? UNKNOWN_BUSINESS.nextNumbers,
    isLoading: series.isLoading,
  };
}

const nextByKind = (all: readonly NumberSeries[]): EditorBusiness['nextNumbers'] =>
  Object.fromEntries(
    all
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ kind, nextNumbers: [next = ''] }) => [kind, next]),
  );

/** Remembers a column for the next document, or forgets it. */
export function useRememberColumn(): (column: EditorColumn, shown: boolean) => void {
  const client = useQueryClient();
  const queryKey = orpc.profile.get.queryKey();
  return (column, shown) => {
    const known = client.getQueryData<BusinessProfile>(queryKey)?.editorColumns ?? [];
    const editorColumns = EDITOR_COLUMNS.filter((each) =>
      each === column ? shown : known.includes(each),
    );
    const keep = (columns: EditorColumn[]) =>
      client.setQueryData<BusinessProfile>(
        queryKey,
        (profile) => profile && { ...profile, editorColumns: columns },
      );
    keep(editorColumns);
    // What is on the screen stands; only the next document would be without it.
    api.profile.setEditorColumns({ editorColumns }).catch(() => keep([...known]));
  };
}
