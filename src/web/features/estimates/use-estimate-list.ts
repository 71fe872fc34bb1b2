import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { orpc } from '../../lib/api.ts';
import { nextCursor, recordsOf } from '../../lib/list-pages.ts';

export type StatusFilter = 'all' | EstimateStatus;

const PAGE = 60;

/** Estimates of a filter and a search, page by page; their count and their sum. */
export function useEstimateList(status: StatusFilter, search: string) {
  const filter = {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  };
  const list = useInfiniteQuery(
    orpc.estimates.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
        ...filter,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const summary = useQuery(
    orpc.estimates.summary.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );
  return { list, estimates: recordsOf(list.data), summary: summary.data };
}
