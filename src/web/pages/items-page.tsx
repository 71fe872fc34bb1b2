import { ItemCard } from '../features/items/item-card.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { useDeleteItem, useItems } from '../features/items/use-items.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { RecordListPage } from './record-list-page.tsx';

export { preloadItems as preload } from '../features/items/use-items.ts';

export function Component() {
  const searching = useSearchText();
  const { search } = searching;
  const list = useItems(search);
  const remove = useDeleteItem();
  return (
    <RecordListPage
      one="item"
      many="items"
      searching={searching}
      list={list}
      remove={remove}
      formatName={({ name }) => name}
      skeleton={<IndexCardSkeletons words="Loading items..." lines={1} />}
      none="What you sell, with its price: hours, packages, goods. Pick one in an invoice and its line is filled."
      noMatch={`No name, description or category contains “${search}”.`}
      renderRecords={(records, { onEdit, onDelete }) => (
        <IndexCards label="Items">
          {records.map((item) => (
            <ItemCard
              key={item.id}
              item={item}
              onEdit={() => onEdit(item)}
              onDelete={() => onDelete(item)}
            />
          ))}
        </IndexCards>
      )}
      renderDialog={({ record, ...props }) => <ItemDialog item={record} {...props} />}
    />
  );
}
