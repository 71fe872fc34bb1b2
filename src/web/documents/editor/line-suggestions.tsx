import { IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useCurrency } from './editor-context.ts';
import type { PickedItem } from './line-grid.ts';
import type { Suggestions } from './use-suggestions.ts';

const ROW = 'flex min-h-8.5 w-full cursor-pointer items-center gap-2.5 rounded-[5px] px-[9px] py-1';

interface Props {
  grid: RefObject<HTMLElement | null>;
  suggestions: Suggestions;
  onPick: (key: string, item: PickedItem) => void;
  onAdd: (key: string, name: string) => void;
}

/** The catalogue's answer under the description that is being typed. */
export function LineSuggestions({ grid, suggestions, onPick, onAdd }: Props) {
  const { lineKey, items, active, listId, text, loading } = suggestions;
  const currency = useCurrency();
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-line="${lineKey}"]`);
    if (row) setTop(row.offsetTop + row.offsetHeight);
  }, [grid, lineKey, text]);
  if (lineKey === undefined) return null;
  const name = text.trim();
  const known = items.some((item) => (item.description || item.name) === name);
  if (known && items.length === 1) return null;
  return (
    // The field keeps the focus: a press here must not take it away.
    <div
      className="absolute left-6 z-5 mt-1 w-[min(440px,100%-48px)] rounded bg-raised p-[5px] shadow-pop"
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
            onClick={() => onPick(lineKey, item)}
            onPointerMove={() => suggestions.setActive(index)}
          >
            <span className="max-w-[55%] flex-none truncate font-med">{item.name}</span>
            {item.description && (
              <span className="min-w-0 flex-1 truncate text-13 text-muted">{item.description}</span>
            )}
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
          onClick={() => onAdd(lineKey, name)}
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
