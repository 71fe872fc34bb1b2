import type { InfiniteData } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { orpc } from '../../lib/api.ts';
import type { AskedDays } from './overview-period.ts';
import { FRESH_FOR } from './report-body.tsx';

const PAGE = 100;

/** A report, its rows page by page. While another range is on its way, the last one stays. */
export const reportQuery = (reportType: ReportType, asked: AskedDays) =>
  orpc.reports.get.infiniteOptions({
    input: (cursor: string | undefined) => ({
      reportType,
      ...asked,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before: InfiniteData<Report, string | undefined> | undefined) =>
      before?.pages[0]?.reportType === reportType ? before : undefined,
    staleTime: FRESH_FOR,
  });

/** @param valid whether it can be asked */
export const useReport = (reportType: ReportType, asked: AskedDays, valid: boolean) =>
  useInfiniteQuery({ ...reportQuery(reportType, asked), enabled: valid });

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
