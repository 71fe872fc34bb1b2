import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Item } from '../../shared/items/item.contract.ts';
import { ItemCard } from '../features/items/item-card.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { useDeleteItem, useItems } from '../features/items/use-items.ts';
import { reason } from '../lib/api-error.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { useFrozen } from '../ui/use-frozen.ts';

export function ItemsPage() {
  const { text, setText, search } = useSearchText();
  const list = useItems(search);
  const remove = useDeleteItem();
  const [editing, setEditing] = useState<Item | 'new'>();
  const [deleting, setDeleting] = useState<Item>();
  const named = useFrozen(deleting, deleting !== undefined);
  const add = () => setEditing('new');

  const { items, count } = list;
  return (
    <>
      <ListToolbar
        label="Search items"
        placeholder="Search items..."
        text={text}
        onText={setText}
        count={
          count ? `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}` : undefined
        }
        action={
          <Button variant="primary" icon={IconPlus} onClick={add}>
            Add Item
          </Button>
        }
      />
      {list.isPending && <IndexCardSkeletons words="Loading items..." lines={1} />}
      {list.isError && !list.data && (
        <PageError
          title="Items could not be loaded"
          detail={reason(list.error, 'Nothing was lost. Check your connection and try again.')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && items.length === 0 && (
        <EmptyState
          title="No items found."
          actions={
            search ? (
              <Button onClick={() => setText('')}>Clear search</Button>
            ) : (
              <Button onClick={add}>Add your first item</Button>
            )
          }
        >
          {search
            ? `No name, description or category contains “${search}”.`
            : 'What you sell stands here, with its price: hours, packages, goods. Pick one in an invoice and its line is filled.'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <IndexCards label="Items">
          {items.map((item) => (
            <ItemCard
              key={item.id}
              item={item}
              onEdit={() => setEditing(item)}
              onDelete={() => setDeleting(item)}
            />
          ))}
        </IndexCards>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
      <ItemDialog
        opened={editing !== undefined}
        item={editing === 'new' ? undefined : editing}
        onClose={() => setEditing(undefined)}
      />
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete ${named?.name ?? 'item'}?`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id, { onSettled: () => setDeleting(undefined) });
        }}
      >
        Are you sure you want to delete this item?
      </ConfirmDialog>
    </>
  );
}
