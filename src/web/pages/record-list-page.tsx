import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { reason } from '../lib/api-error.ts';
import { capital } from '../lib/capital.ts';
import type { RecordList } from '../lib/records.ts';
import type { SearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { useFrozen } from '../ui/use-frozen.ts';

interface Removal {
  isPending: boolean;
  mutate: (id: number, then: { onSettled: () => void }) => void;
}

interface Props<T> {
  /** What the records are called: 'customer' and 'customers'. */
  one: string;
  many: string;
  searching: SearchText;
  list: RecordList<T>;
  remove: Removal;
  /** How many ruled lines a card has while it is on its way. */
  lines?: number;
  /** What is said while there is no record, and when none matches. */
  none: string;
  noMatch: string;
  renderCard: (record: T, actions: { onEdit: () => void; onDelete: () => void }) => ReactNode;
  /** The dialog that adds a record, or edits the one that is given. */
  renderDialog: (props: {
    opened: boolean;
    record: T | undefined;
    onClose: () => void;
  }) => ReactNode;
}

/** Records as index cards: searched, added, edited and deleted. */
export function RecordListPage<T extends { id: number; name: string }>({
  one,
  many,
  searching: { text, setText, search },
  list,
  remove,
  lines,
  none,
  noMatch,
  renderCard,
  renderDialog,
}: Props<T>) {
  const [editing, setEditing] = useState<T | 'new'>();
  const [deleting, setDeleting] = useState<T>();
  const named = useFrozen(deleting, deleting !== undefined);
  const add = () => setEditing('new');

  const { records, count } = list;
  return (
    <>
      <ListToolbar
        label={`Search ${many}`}
        placeholder={`Search ${many}...`}
        text={text}
        onText={setText}
        count={count ? `${count.toLocaleString('en-US')} ${count === 1 ? one : many}` : undefined}
        action={
          <Button variant="primary" icon={IconPlus} onClick={add}>
            Add {capital(one)}
          </Button>
        }
      />
      {list.isPending && <IndexCardSkeletons words={`Loading ${many}...`} lines={lines} />}
      {list.isError && !list.data && (
        <PageError
          title={`${capital(many)} could not be loaded`}
          detail={reason(list.error, 'Nothing was lost. Check your connection and try again.')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && records.length === 0 && (
        <EmptyState
          title={`No ${many} found.`}
          actions={
            search ? (
              <Button onClick={() => setText('')}>Clear search</Button>
            ) : (
              <Button onClick={add}>Add your first {one}</Button>
            )
          }
        >
          {search ? noMatch : none}
        </EmptyState>
      )}
      {records.length > 0 && (
        <IndexCards label={capital(many)}>
          {records.map((record) =>
            renderCard(record, {
              onEdit: () => setEditing(record),
              onDelete: () => setDeleting(record),
            }),
          )}
        </IndexCards>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
      {renderDialog({
        opened: editing !== undefined,
        record: editing === 'new' ? undefined : editing,
        onClose: () => setEditing(undefined),
      })}
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete ${named?.name ?? one}?`}
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
