import { ItemCard } from '../features/items/item-card.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { useDeleteItem, useItems } from '../features/items/use-items.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { RecordListPage } from './record-list-page.tsx';

export function ItemsPage() {
  const searching = useSearchText();
  const { search } = searching;
  return (
    <RecordListPage
      one="item"
      many="items"
      searching={searching}
      list={useItems(search)}
      remove={useDeleteItem()}
      lines={1}
      none="What you sell stands here, with its price: hours, packages, goods. Pick one in an invoice and its line is filled."
      noMatch={`No name, description or category contains “${search}”.`}
      card={(item, actions) => <ItemCard key={item.id} item={item} {...actions} />}
      dialog={({ record, ...props }) => <ItemDialog item={record} {...props} />}
    />
  );
}
