import { useState } from 'react';
import type { Item } from '../../../shared/items/item.contract.ts';
import { searchedFor } from '../../../shared/lists/search-text.ts';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { orpc } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { takeItems } from './check-field.ts';
import { useCurrency, useEditor } from './editor-context.ts';
import { appendItems } from './line-grid.ts';

const NOTE = 'block px-2 py-4 text-muted';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Several items of the catalogue at once, each as a line. */
export function ItemPicker({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Items & Services" size={560}>
      <PickerList onClose={onClose} />
    </Dialog>
  );
}

function PickerList({ onClose }: Omit<Props, 'opened'>) {
  const editor = useEditor();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly Item[]>([]);
  const currency = useCurrency();
  const search = useDebouncedValue(searchedFor(text), 150);
  const { records: items, ...list } = usePages(orpc.items.list, search);
  const isPicked = (item: Item) => picked.some((one) => one.id === item.id);
  const toggle = (item: Item) =>
    setPicked(isPicked(item) ? picked.filter((one) => one.id !== item.id) : [...picked, item]);
  return (
    <>
      <SearchField
        label="Search items"
        placeholder="Search items..."
        value={text}
        onChange={setText}
      />
      <div className="-mx-2 mt-3 h-[min(380px,50dvh)] overflow-auto">
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-pressed={isPicked(item)}
                className={cx(
                  'grid min-h-11 w-full cursor-pointer grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-2.5 rounded-sm border-0 px-2 py-1.5 text-left focus-visible:-outline-offset-2',
                  isPicked(item) ? 'bg-accent-soft' : 'bg-transparent hover:bg-wash',
                )}
                onClick={() => toggle(item)}
              >
                <span className="text-accent">{isPicked(item) && <Icon as={IconCheck} />}</span>
                <span className="min-w-0">
                  <b className="block truncate font-med">{item.name}</b>
                  {item.description && (
                    <small className="block truncate text-13 text-muted">{item.description}</small>
                  )}
                </span>
                <span className="tabular-nums">
                  {formatUnitPrice(money(item.unitPrice, item.currency))}
                  {item.currency !== currency && (
                    <small className="text-13 text-muted"> {item.currency}</small>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {list.isPending && <output className={NOTE}>Loading items...</output>}
        {list.isSuccess && items.length === 0 && <output className={NOTE}>No items found.</output>}
        {list.isError && <p className={NOTE}>Items could not be loaded.</p>}
        <LoadMore list={list} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={picked.length === 0}
          disabledReason="Choose at least one item"
          onClick={() => {
            takeItems(editor, picked, (before) =>
              appendItems(before, picked, currency, editor.store.freshLine),
            );
            onClose();
          }}
        >
          {picked.length > 1 ? `Add ${picked.length} lines` : 'Add line'}
        </Button>
      </DialogActions>
    </>
  );
}
