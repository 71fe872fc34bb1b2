import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { loadFailure } from '../lib/api-error.ts';
import { capital } from '../lib/capital.ts';
import { countNoun } from '../lib/format-count.ts';
import type { RecordList } from '../lib/records.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import type { SearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Part } from '../ui/part.tsx';
import { useFrozen } from '../ui/use-frozen.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';

interface Removal {
  isPending: boolean;
  mutate: (id: number, then: { onSettled: () => void }) => void;
}

export interface RecordActions<T> {
  onEdit: (record: T) => void;
  onDelete: (record: T) => void;
}

interface Props<T> {
  /** What the records are called: 'customer' and 'customers'. */
  one: string;
  many: string;
  searching: SearchText;
  list: RecordList<T>;
  remove: Removal;
  /** What a record is called, for the question before it is deleted. */
  formatName: (record: T) => string;
  /** Whether the records themselves end with how many there are: it is not said twice. */
  countedBelow?: boolean;
  /** What holds the place of records that are on their way, and says so. */
  skeleton: ReactNode;
  /** What is said while there is no record, and when none matches. */
  none: string;
  noMatch: string;
  renderRecords: (records: T[], actions: RecordActions<T>) => ReactNode;
  /** The dialog that adds a record, or edits the one that is given. */
  renderDialog: (props: {
    opened: boolean;
    record: T | undefined;
    onClose: () => void;
  }) => ReactNode;
}

/** Records of a kind: searched, added, edited and deleted. */
export function RecordListPage<T extends { id: number }>({
  one,
  many,
  searching: { text, setText, search },
  list,
  remove,
  formatName,
  countedBelow = false,
  skeleton,
  none,
  noMatch,
  renderRecords,
  renderDialog,
}: Props<T>) {
  const phone = useIsPhone();
  const { params, change } = useAddressParams();
  // Elsewhere begins a new record by the address `?new=1`.
  const asked = params.has('new');
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
        count={count && !countedBelow ? countNoun(count, one, many) : undefined}
        action={
          !phone && (
            <Button writes variant="primary" icon={IconPlus} onClick={add}>
              Add {capital(one)}
            </Button>
          )
        }
      />
      {list.isPending && skeleton}
      {list.isError && !list.data && (
        <PageError
          title={`${capital(many)} could not be loaded`}
          {...loadFailure(list, 'Nothing was lost. Check your connection and try again.')}
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
        <Part name={`The list of ${many}`}>
          {renderRecords(records, { onEdit: setEditing, onDelete: setDeleting })}
        </Part>
      )}
      <LoadMore list={list} />
      {renderDialog({
        opened: editing !== undefined || asked,
        record: editing === 'new' ? undefined : editing,
        onClose: () => {
          setEditing(undefined);
          if (asked) change({ new: null });
        },
      })}
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
