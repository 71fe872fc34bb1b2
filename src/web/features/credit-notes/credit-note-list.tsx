import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import {
  CREDIT_NOTE_STATUS_LABELS,
  CREDIT_NOTE_STATUSES,
} from '../../../shared/credit-notes/credit-note-status.ts';
import { DocumentIndex } from '../../documents/document-index.tsx';
import { orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { buildFilter, pageOptions } from '../../lib/use-pages.ts';
import type { SearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { CreditNoteCard } from './credit-note-card.tsx';
import { CreditNoteDialogs, useCreditNoteDialogs } from './credit-note-dialogs.tsx';

const STATUSES: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  ...CREDIT_NOTE_STATUSES.map((value) => ({ value, label: CREDIT_NOTE_STATUS_LABELS[value] })),
];

interface Props {
  status: StatusFilter;
  searching: SearchText;
  onStatus: (status: StatusFilter) => void;
  onCreate: () => void;
  onEdit: (id: number) => void;
}

/** The credit notes page: search, filter, cards and what can be done with each. */
export function CreditNoteList({ onEdit, ...props }: Props) {
  const queries = creditNoteListQueries(props.status, props.searching.search);
  const list = useInfiniteQuery(queries.list);
  const { data: summary } = useQuery(queries.summary);
  const creditNotes = flattenPages(list.data);
  const dialogs = useCreditNoteDialogs({ edit: ({ id }) => onEdit(id) });
  return (
    <>
      <DocumentIndex
        {...props}
        noun="credit note"
        createLabel="Create Credit Note"
        statuses={STATUSES}
        list={list}
        summary={summary}
        summed={{ sum: summary?.unapplied, label: 'Not applied yet' }}
        empty={{
          words:
            'An invoice that is out is corrected by a credit note: all of it, some of its lines or an amount. Open the invoice and choose Credit this invoice.',
          action: <Button to="/invoices">Choose an invoice to credit</Button>,
        }}
        cards={creditNotes.map((creditNote) => (
          <CreditNoteCard key={creditNote.id} creditNote={creditNote} commands={dialogs.commands} />
        ))}
      />
      <CreditNoteDialogs {...dialogs} />
    </>
  );
}

type StatusFilter = 'all' | CreditNoteStatus;

/** Credit notes of a filter and a search, page by page; their count and their sum. */
export function creditNoteListQueries(status: StatusFilter, search: string) {
  const filter = { ...(status === 'all' ? {} : { status }), ...buildFilter(search) };
  return {
    list: pageOptions(orpc.creditNotes.list, filter),
    summary: orpc.creditNotes.summary.queryOptions({
      input: filter,
      placeholderData: keepPreviousData,
    }),
  };
}
