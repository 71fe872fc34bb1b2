import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { capitalize } from '../../shared/text/capitalize.ts';
import { failure, hasCode, loadFailure } from '../lib/api-error.ts';
import { countNoun } from '../lib/format-count.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { Column, TableSorting } from '../ui/data-table.tsx';
import { DataTable, DataTableSkeleton } from '../ui/data-table.tsx';
import { EditAndDelete } from '../ui/edit-and-delete.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconPlus } from '../ui/icons.ts';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { notify } from '../ui/notify.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Part } from '../ui/part.tsx';
import { SearchField } from '../ui/text-field.tsx';
import { useFrozen } from '../ui/use-frozen.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useRowKeys } from '../ui/use-row-keys.ts';
import type { Count, RecordKind, SortedFilter, Versioned } from './record-kind.ts';
import { useDeleteRecord, useRecords } from './record-kind.ts';
import type { RecordDialogProps } from './use-record-editor.ts';

/** What narrows the list besides a search, and its order. */
export interface Narrowing<Counted> {
  /** As calls take it. */
  filter: SortedFilter;
  /** Of the table, where it can be sorted. */
  sorting?: TableSorting;
  /** What there is to say of the order. */
  renderNote?: (counted: Counted) => ReactNode;
  button: ReactNode;
  /** What does narrow it. */
  chips: ReactNode;
  clear: () => void;
  /** What nothing was found with; undefined while nothing narrows it. */
  renderNone: (search: string) => ReactNode;
}

interface Props<T extends Versioned, Counted extends Count> {
  kind: RecordKind<T, never, Counted>;
  /** Of the table and of the cards. */
  label: string;
  /** What is said while there is no record, and when none matches. */
  none: string;
  noMatch: (search: string) => string;
  /** What a record is called, for its buttons and for the question before it is deleted. */
  formatName: (record: T) => string;
  /** Before the buttons. `open` is for the cell with the name, where a record has no page. */
  columns: (open: (record: T) => void) => readonly Column<T>[];
  /** The page of a record; without it a press on its row edits it. */
  rowTo?: (record: T) => string;
  /** A record on the phone, as a list item. */
  renderCard: (record: T, buttons: ReactNode) => ReactNode;
  /** How many ruled lines a card has, for those that are on their way. */
  cardLines: number;
  /** Beneath all rows: what they come to. */
  renderTotal?: (counted: Counted, phone: boolean) => ReactNode;
  /** What they come to, in words beside how many there are: '$1,250.00'. */
  formatTotal?: (counted: Counted) => string;
  Dialog: (props: RecordDialogProps<T>) => ReactNode;
  /** Where more than a search narrows the list. */
  narrowing?: Narrowing<Counted>;
}

/** So many are on the first screen, with what stands beneath them. */
const ROWS_SEEN = 12;
const CARDS_SEEN = 3;

/** Records of a kind: searched, added, edited and deleted. A table, and cards on the phone. */
export function RecordListPage<T extends Versioned, Counted extends Count>({
  kind,
  label,
  none,
  noMatch,
  formatName,
  columns,
  rowTo,
  renderCard,
  cardLines,
  renderTotal,
  formatTotal,
  Dialog,
  narrowing,
}: Props<T, Counted>) {
  const one = kind.noun;
  const many = `${one}s`;
  const phone = useIsPhone();
  const { text, setText, search } = useSearchText();
  const list = useRecords(kind, search, narrowing?.filter);
  const remove = useDeleteRecord(kind);
  const { params, change } = useAddressParams();
  // Elsewhere begins a new record by the address `?new=1`.
  const asked = params.has('new');
  const [editing, setEditing] = useState<T | 'new'>();
  const [deleting, setDeleting] = useState<T>();
  const named = useFrozen(deleting, deleting !== undefined);
  const noneFound = narrowing?.renderNone(search);
  const add = () => setEditing('new');
  const clear = () => {
    setText('');
    narrowing?.clear();
  };
  /** What cannot be deleted is refused before the question, not after it. */
  const askToDelete = async (record: T) => {
    try {
      await kind.calls.checkDeletion?.call({ id: record.id });
    } catch (error) {
      if (hasCode(error, 'IN_USE')) {
        notify.error('Error', failure(`Failed to delete ${one}`, error));
        return;
      }
    }
    setDeleting(record);
  };
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, { rows: 'tr' });

  const { records, count, counted } = list;
  const total = counted && !list.hasNextPage ? renderTotal?.(counted, phone) : undefined;
  // Where the foot is on the first screen, nothing is said twice.
  const isFootSeen = total !== undefined && records.length <= (phone ? CARDS_SEEN : ROWS_SEEN);
  const summary = [count && countNoun(count, one, many), counted && formatTotal?.(counted)];
  const loading = `Loading ${many}...`;
  const buttons = (record: T) => (
    <EditAndDelete
      name={formatName(record)}
      onEdit={() => setEditing(record)}
      onDelete={() => void askToDelete(record)}
    />
  );
  const withButtons: Column<T>[] = [
    ...columns(setEditing),
    {
      title: 'Actions',
      titleHidden: true,
      width: 96,
      render: (record) => <span className="-ml-1.5 flex gap-0.5">{buttons(record)}</span>,
    },
  ];
  const frame = 'rounded border border-hairline bg-surface';
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            label={`Search ${many}`}
            placeholder={`Search ${many}...`}
            value={text}
            onChange={setText}
          />
        }
        filter={narrowing?.button}
        count={count && !isFootSeen ? summary.filter(Boolean).join(' · ') : undefined}
        action={
          !phone && (
            <Button writes variant="primary" icon={IconPlus} onClick={add}>
              Add {one.split(' ').map(capitalize).join(' ')}
            </Button>
          )
        }
      />
      {narrowing?.chips}
      {counted && narrowing?.renderNote?.(counted)}
      {list.isPending &&
        (phone ? (
          <IndexCardSkeletons words={loading} lines={cardLines} />
        ) : (
          <div className={frame}>
            <DataTableSkeleton columns={withButtons} rows={8} words={loading} />
          </div>
        ))}
      {list.isError && !list.data && (
        <PageError
          title={`${capitalize(many)} could not be loaded`}
          {...loadFailure(list, 'Nothing was lost. Check your connection and try again.')}
        />
      )}
      {list.data && records.length === 0 && (
        <EmptyState
          title={`No ${many} found.`}
          actions={
            noneFound ? (
              <Button onClick={clear}>Clear filters</Button>
            ) : search ? (
              <Button onClick={() => setText('')}>Clear search</Button>
            ) : (
              <Button onClick={add}>Add your first {one}</Button>
            )
          }
        >
          {noneFound ?? (search ? noMatch(search) : none)}
        </EmptyState>
      )}
      {records.length > 0 && (
        <Part name={`The list of ${many}`}>
          {phone ? (
            <>
              <IndexCards label={label}>
                {records.map((record) => renderCard(record, buttons(record)))}
              </IndexCards>
              {total}
            </>
          ) : (
            <div className={frame}>
              <DataTable
                label={label}
                columns={withButtons}
                rows={records}
                rowKey={({ id }) => id}
                rowTo={rowTo}
                onRow={rowTo ? undefined : setEditing}
                busy={list.isPlaceholderData}
                main
                sorting={narrowing?.sorting}
                body={body}
                foot={total}
              />
            </div>
          )}
        </Part>
      )}
      <LoadMore list={list} />
      <Dialog
        opened={editing !== undefined || asked}
        record={editing === 'new' ? undefined : editing}
        onClose={() => {
          setEditing(undefined);
          if (asked) change({ new: null, from: null });
        }}
      />
      <ConfirmDialog
        opened={deleting !== undefined}
        writes
        title={`Delete ${named ? formatName(named) : one}?`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id, { onSettled: () => setDeleting(undefined) });
        }}
      >
        Are you sure you want to delete this {one}?
      </ConfirmDialog>
    </>
  );
}

/** A record's name in its row, where a press opens it for editing. */
export function OpenButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="max-w-full cursor-pointer truncate border-0 bg-transparent p-0 text-left font-[520]"
      dir="auto"
      title={name}
      onClick={onClick}
    >
      {name}
    </button>
  );
}
