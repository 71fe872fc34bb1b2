import type { InfiniteData } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Report, ReportRange, ReportType } from '../../../shared/reports/report.contract.ts';
import { orpc } from '../../lib/api.ts';
import { FRESH_FOR } from './report-body.tsx';

const PAGE = 100;

/** A report, its rows page by page. While another range is on its way, the last one stays. */
export const reportQuery = (reportType: ReportType, dateRange: ReportRange) =>
  orpc.reports.get.infiniteOptions({
    input: (cursor: string | undefined) => ({
      reportType,
      dateRange,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before: InfiniteData<Report, string | undefined> | undefined) =>
      before?.pages[0]?.reportType === reportType ? before : undefined,
    staleTime: FRESH_FOR,
  });

export const useReport = (reportType: ReportType, dateRange: ReportRange) =>
  useInfiniteQuery(reportQuery(reportType, dateRange));

type ReportOf<Type extends ReportType> = Extract<Report, { reportType: Type }>;
export type ReportItem<Type extends ReportType> = ReportOf<Type>['items'][number];

/** The rows of all pages read so far. */
export function listItems<Type extends ReportType>(
  pages: readonly Report[],
  type: Type,
): ReportItem<Type>[] {
  return pages
    .filter((page): page is ReportOf<Type> => page.reportType === type)
    .flatMap(({ items }) => items as ReportItem<Type>[]);
}
