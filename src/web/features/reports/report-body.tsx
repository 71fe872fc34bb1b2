import type { UseQueryResult } from '@tanstack/react-query';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadFailure } from '../../lib/api-error.ts';
import { countNoun } from '../../lib/format-count.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Part } from '../../ui/part.tsx';
import { StatStripSkeleton } from '../../ui/stat-strip.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Customers pay without anybody here doing anything: after this a report is read again. */
export const FRESH_FOR = 30_000;

/** For a report's query: the last answer stays until the next is there. @param valid whether it can be asked */
export const askWhile = (valid: boolean) => ({
  enabled: valid,
  placeholderData: keepPreviousData,
  staleTime: FRESH_FOR,
});

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** The labels of the figures that will stand on top. */
  figures: readonly string[];
  isEmpty: (data: Data) => boolean;
  /** Why there may be nothing. */
  empty: string;
  children: (data: Data) => ReactNode;
}

/** A report, or what stands in its place while it is on its way, missing or empty. */
export function ReportBody<Data>({ query, figures, isEmpty, empty, children }: Props<Data>) {
  const { data } = query;
  if (data === undefined) {
    if (query.isError) {
      return <PageError title="The report could not be loaded" {...loadFailure(query)} />;
    }
    if (query.fetchStatus === 'idle') return <NoValidPeriod />;
    return (
      <ReportSkeleton figures={figures}>
        <VisuallyHidden>
          <output>Loading the report...</output>
        </VisuallyHidden>
      </ReportSkeleton>
    );
  }
  if (isEmpty(data)) return <EmptyState title="No data available">{empty}</EmptyState>;
  return (
    <ReportParts busy={query.isPlaceholderData}>
      <Part name="The report">{children(data)}</Part>
    </ReportParts>
  );
}

export const NoValidPeriod = () => (
  <EmptyState title="No valid period">Correct the dates above to see this report.</EmptyState>
);

/** Figures, chart and tables, one under the other. */
export function ReportParts({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-5 max-md:gap-4" aria-busy={busy || undefined}>
      {children}
    </div>
  );
}

/** Holds the place of figures and chart. @param children what stands under them meanwhile */
export function ReportSkeleton({
  figures,
  children,
}: {
  figures: readonly string[];
  children: ReactNode;
}) {
  return (
    <ReportParts busy>
      <StatStripSkeleton labels={figures} />
      <ReportCard>
        <div className="h-75" />
      </ReportCard>
      {children}
    </ReportParts>
  );
}

/** A table of a report under its heading, and what is to be known of it. */
export function ReportCard({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded border border-hairline bg-surface">
      {note && (
        <p className="border-b border-hairline px-5 py-3 text-13 text-pretty text-muted max-md:px-4">
          {note}
        </p>
      )}
      {children}
    </div>
  );
}

/** How many customers are not shown: their rows are in the file. */
export function MoreCustomers({ shown, count }: { shown: readonly unknown[]; count: number }) {
  const left = count - shown.length;
  if (left <= 0) return null;
  return (
    <p className="px-5 py-3 text-13 text-muted">
      {countNoun(left, 'more account')} included in the totals. The exported file lists all.
    </p>
  );
}
