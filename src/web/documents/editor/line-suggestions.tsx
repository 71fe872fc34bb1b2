import { useCallback, useState } from 'react';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { takeItems } from './check-field.ts';
import { useCurrency, useEditor } from './editor-context.ts';
import type { PickedItem } from './line-grid.ts';
import { describeItem, fillFromItem } from './line-grid.ts';
import { useSuggestions } from './use-suggestions.ts';

const ROW =
  'flex min-h-8.5 w-full max-md:min-h-11 cursor-pointer items-center gap-2.5 rounded-[5px] px-[9px] py-1';

/**
 * Items of the catalogue in lines: found by what is typed as a description, or made of it.
 * @param onFilled once a line has what its item says
 */
export function useCatalogue(onFilled?: (key: string, item: PickedItem) => void) {
  const editor = useEditor();
  const { ItemDialog } = editor;
  const currency = useCurrency();
  const suggestions = useSuggestions();
  const { close } = suggestions;
  const [adding, setAdding] = useState<{ key: string; name: string }>();
  const pick = useCallback(
    (key: string, item: PickedItem) => {
      takeItems(editor, [item], (before) => fillFromItem(before, key, item, currency));
      close();
      onFilled?.(key, item);
    },
    [editor, currency, close, onFilled],
  );
  const add = (key: string, name: string) => {
    close();
    setAdding({ key, name });
  };
  const dialog = (
    <ItemDialog
      opened={adding !== undefined}
      initialName={adding?.name ?? ''}
      onClose={() => setAdding(undefined)}
      onSaved={(item) => {
        if (adding) pick(adding.key, item);
        setAdding(undefined);
      }}
    />
  );
  return { ...suggestions, pick, add, dialog };
}

interface Props {
  catalogue: ReturnType<typeof useCatalogue>;
  /** Where the line ends, in px from the upper edge of what the list lies over. */
  top?: number | undefined;
}

/** The catalogue's answer under the description that is being typed. */
export function LineSuggestions({ catalogue, top }: Props) {
  const { lineKey, items, active, listId, text, loading } = catalogue;
  const currency = useCurrency();
  if (lineKey === undefined) return null;
  const name = text.trim();
  const known = items.some((item) => item.name === name || describeItem(item) === name);
  if (known && items.length === 1) return null;
  return (
    // The field keeps the focus: a press here must not take it away.
    <div
      className="absolute inset-x-6 z-5 mt-1 max-w-[440px] rounded bg-raised p-[5px] shadow-pop max-md:inset-x-0"
      style={{ top }}
      onPointerDown={(event) => event.preventDefault()}
    >
      <div id={listId} role="listbox" aria-label="Items & Services">
        {items.map((item, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div
            key={item.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cx(ROW, index === active && 'bg-wash-2')}
            onClick={() => catalogue.pick(lineKey, item)}
            onPointerMove={() => catalogue.setActive(index)}
          >
            <span className="flex min-w-0 flex-1 items-baseline gap-2.5 max-md:flex-col max-md:items-stretch max-md:gap-0">
              <span className="flex-none truncate font-med md:max-w-[55%]">{item.name}</span>
              {item.description && (
                <span className="min-w-0 flex-1 truncate text-13 text-muted">
                  {item.description}
                </span>
              )}
            </span>
            <span className="ml-auto tabular-nums">
              {formatUnitPrice(money(item.unitPrice, item.currency))}
              {item.currency !== currency && ` ${item.currency}`}
            </span>
          </div>
        ))}
      </div>
      {!known && (
        <button
          type="button"
          tabIndex={-1}
          className={cx(
            ROW,
            'border-0 bg-transparent text-left font-med text-accent hover:bg-wash-2',
            items.length > 0 && 'mt-[5px] rounded-t-none border-t border-hairline',
          )}
          onClick={() => catalogue.add(lineKey, name)}
        >
          <Icon as={IconPlus} />
          <span className="truncate">Add as new item: {name}</span>
        </button>
      )}
      <VisuallyHidden>
        <span role="status">
          {!loading &&
            items.length > 0 &&
            `${items.length === 1 ? '1 item' : `${items.length} items`} found, arrow down to choose`}
        </span>
      </VisuallyHidden>
    </div>
  );
}
