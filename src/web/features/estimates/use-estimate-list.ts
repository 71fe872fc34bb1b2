import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';

export type StatusFilter = 'all' | EstimateStatus;

/** Estimates of a filter and a search, page by page; their count and their sum. */
export function useEstimateList(status: StatusFilter, search: string) {
  const filter = {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  };
  const list = useInfiniteQuery(pageOptions(orpc.estimates.list, filter));
  const summary = useQuery(
    orpc.estimates.summary.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );
  return { list, estimates: flattenPages(list.data), summary: summary.data };
}
