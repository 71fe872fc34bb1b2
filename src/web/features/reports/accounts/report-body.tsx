import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadFailure } from '../../../lib/api-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { Part } from '../../../ui/part.tsx';
import { StatStripSkeleton } from '../../../ui/stat-strip.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import classes from './report-body.module.css';

/** Customers pay without anybody here doing anything: after this a report is read again. */
export const FRESH_FOR = 30_000;

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
    if (query.fetchStatus === 'idle') {
      return <EmptyState title="No period">Mend the dates above to see this report.</EmptyState>;
    }
    return (
      <div className={classes.parts} aria-busy="true">
        <StatStripSkeleton labels={figures} />
        <div className={classes.card} style={{ height: 302 }} />
        <VisuallyHidden>
          <output>Loading the report...</output>
        </VisuallyHidden>
      </div>
    );
  }
  if (isEmpty(data)) return <EmptyState title="No data available">{empty}</EmptyState>;
  return (
    <div className={classes.parts} aria-busy={query.isPlaceholderData || undefined}>
      <Part name="The report">{children(data)}</Part>
    </div>
  );
}

/** A table of a report under its heading, and what is to be known of it. */
export function ReportCard({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.card}>
      {note && <p className={classes.note}>{note}</p>}
      {children}
    </div>
  );
}
