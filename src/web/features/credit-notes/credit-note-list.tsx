import { IconPlus } from '@tabler/icons-react';
import {
  CREDIT_NOTE_STATUS_LABELS,
  CREDIT_NOTE_STATUSES,
} from '../../../shared/credit-notes/credit-note-status.ts';
import { formatSums } from '../../../shared/money/money.ts';
import classes from '../../documents/document-card.module.css';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { countNoun } from '../../lib/format-count.ts';
import type { SearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../../ui/index-cards.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { CreditNoteCard } from './credit-note-card.tsx';
import { CreditNoteDialogs, useCreditNoteDialogs } from './credit-note-dialogs.tsx';
import type { StatusFilter } from './use-credit-note-list.ts';
import { useCreditNoteList } from './use-credit-note-list.ts';

const SEGMENTS: readonly { value: StatusFilter; label: string }[] = [
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
export function CreditNoteList({ status, searching, onStatus, onCreate, onEdit }: Props) {
  const phone = useIsPhone();
  const { currency } = useBusiness();
  const { text, setText, search } = searching;
  const { list, creditNotes, summary } = useCreditNoteList(status, search);
  const dialogs = useCreditNoteDialogs({ edit: ({ id }) => onEdit(id) });
  const filtered = status !== 'all' || search !== '';
  const empty = list.isSuccess && !list.isPlaceholderData && creditNotes.length === 0;
  const count = summary?.count ?? 0;
  const { issued } = summary?.byStatus ?? {};
  const all = Object.values(summary?.byStatus ?? {}).reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <ListToolbar
        label="Search credit notes"
        placeholder="Search credit notes..."
        text={text}
        onText={setText}
        count={count > 0 ? countNoun(count, 'credit note') : undefined}
        action={
          !phone && (
            <Button writes variant="primary" icon={IconPlus} onClick={onCreate}>
              Create Credit Note
            </Button>
          )
        }
      />
      <div className={classes.bar}>
        <SegmentedControl
          label="Status"
          value={status}
          onChange={onStatus}
          segments={SEGMENTS.map(({ value, label }) => ({
            value,
            label,
            count: value === 'all' ? summary && all : summary?.byStatus[value].count,
          }))}
        />
        {status === 'all' && issued && issued.count > 0 && (
          <p className={classes.sum}>
            Not applied yet <b>{formatSums(issued.sums, currency)}</b>
          </p>
        )}
      </div>
      {list.isPending && <IndexCardSkeletons words="Loading credit notes..." lines={2} />}
      {list.isError && !list.data && (
        <PageError title="Credit notes could not be loaded" {...loadFailure(list)} />
      )}
      {empty && (
        <EmptyState
          title="No credit notes found"
          actions={
            filtered ? (
              <Button
                onClick={() => {
                  setText('');
                  onStatus('all');
                }}
              >
                Clear filters
              </Button>
            ) : (
              <Button to="/invoices">Choose an invoice to credit</Button>
            )
          }
        >
          {filtered
            ? search === ''
              ? 'None has this status.'
              : 'Nothing matches what you search for.'
            : 'An invoice that is out is corrected by a credit note: all of it, some of its lines or an amount. Open the invoice and choose Credit this invoice.'}
        </EmptyState>
      )}
      {creditNotes.length > 0 && (
        <IndexCards label="Credit notes, newest first">
          {creditNotes.map((creditNote) => (
            <CreditNoteCard
              key={creditNote.id}
              creditNote={creditNote}
              commands={dialogs.commands}
            />
          ))}
        </IndexCards>
      )}
      <LoadMore list={list} hasMore={list.hasNextPage && creditNotes.length > 0} />
      <CreditNoteDialogs {...dialogs} />
    </>
  );
}
