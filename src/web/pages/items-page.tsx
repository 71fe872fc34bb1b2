import { ItemCard } from '../features/items/item-card.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { useDeleteItem, useItems } from '../features/items/use-items.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { RecordListPage } from './record-list-page.tsx';

export function ItemsPage() {
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
      lines={1}
      none="What you sell, with its price: hours, packages, goods. Pick one in an invoice and its line is filled."
      noMatch={`No name, description or category contains “${search}”.`}
      renderCard={(item, actions) => <ItemCard key={item.id} item={item} {...actions} />}
      renderDialog={({ record, ...props }) => <ItemDialog item={record} {...props} />}
    />
  );
}
