import { ItemDialog } from '../features/items/item-dialog.tsx';
import { ItemCard, itemColumns } from '../features/items/item-list.tsx';
import { ITEMS } from '../features/items/items.ts';
import { preloadRecords } from '../records/record-kind.ts';
import { RecordListPage } from '../records/record-list-page.tsx';

export const preload = preloadRecords(ITEMS);

export const Component = () => (
  <RecordListPage
    kind={ITEMS}
    label="Items"
    none="What you sell and its price: hours, packages, goods. Pick an item on an invoice to fill in its line."
    noMatch={(search) => `No name, description or category contains “${search}”.`}
    formatName={({ name }) => name}
    columns={itemColumns}
    renderCard={(item, buttons) => <ItemCard key={item.id} item={item} buttons={buttons} />}
    cardLines={1}
    Dialog={ItemDialog}
  />
);
