/** A stored document as its own page reads it. */

import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { listPath } from '../document-places.ts';
import type { MailedDetail } from '../email/document-mail.ts';

const WHILE_QUEUED_MS = 5_000;

/** How its query stays up to date while the page is shown. */
export const WHILE_SHOWN = {
  // Others may have written it, and the customer may have seen it, since it was last read.
  refetchOnMount: 'always',
  // A message on its way tells of itself only here.
  refetchInterval: ({ state }: { state: { data: Pick<MailedDetail, 'emails'> | undefined } }) =>
    state.data?.emails[0]?.status === 'queued' ? WHILE_QUEUED_MS : false,
} as const;

interface Reading {
  id: number;
  query: { error: unknown; isError: boolean; refetch: () => Promise<unknown> };
}

/** Whether there is no such document, or not any more. */
export function isMissing({ id, query: { error } }: Reading): boolean {
  return !(id > 0) || (error instanceof ApiError && error.status === 404);
}

/** What stands on the page of a document that could not be read, or not yet. */
export function UnreadDocument({ kind, ...reading }: Reading & { kind: KindName }) {
  const { name, noun } = DOCUMENT_KINDS[kind];
  const { query } = reading;
  if (isMissing(reading)) {
    return (
      <EmptyState
        title={`${name} not found`}
        actions={<Button to={listPath(kind)}>{`All ${noun}s`}</Button>}
      >
        <p>It does not exist, or it was deleted.</p>
      </EmptyState>
    );
  }
  if (query.isError) {
    return <PageError title={`The ${noun} could not be loaded`} {...loadFailure(query)} />;
  }
  return <PageSpinner label={`Loading ${noun}`} />;
}
