import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchedFor } from '../../../shared/lists/search-text.ts';
import { orpc } from '../../lib/api.ts';

const SETTLE = 120;
const FRESH_FOR = 10_000;

/**
 * What a search finds. The answer that is shown may still be the one before; `settled` says that it
 * is the one to what stands in the box. An answer that comes late belongs to its own search and
 * never takes the place of a newer one.
 */
export function useSearch(text: string) {
  const typed = searchedFor(text);
  const [search] = useDebouncedValue(typed, SETTLE);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    orpc.search.find.queryOptions({
      input: { q: search },
      enabled: search !== '',
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
      gcTime: 60_000,
    }),
  );
  const current = search === typed;
  return {
    found: typed === '' ? undefined : data,
    settled: typed === '' || (current && !isPlaceholderData && (data !== undefined || !!error)),
    failed: current && error !== null && !isFetching,
    searching: typed !== '' && (isFetching || !current),
    retry: () => void refetch(),
  };
}
