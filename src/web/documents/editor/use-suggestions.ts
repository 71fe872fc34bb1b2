import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { searchedFor } from '../../../shared/lists/search-text.ts';
import { orpc } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import type { PickedItem } from './line-grid.ts';

const SHOWN = 6;

/** Catalogue items for what is typed into a description. */
export function useSuggestions() {
  const listId = useId();
  const [open, setOpen] = useState<{ key: string; text: string }>();
  const [active, setActive] = useState(-1);
  const search = useDebouncedValue(searchedFor(open?.text ?? ''), 120);
  const { data, isFetching } = useQuery(
    orpc.items.list.queryOptions({
      input: { limit: SHOWN, search },
      enabled: open !== undefined && search !== '',
      placeholderData: keepPreviousData,
    }),
  );
  const items = useMemo(
    () => (open && search !== '' ? (data?.body ?? []) : []),
    [open, search, data],
  );

  const close = useCallback(() => {
    setOpen(undefined);
    setActive(-1);
  }, []);
  const suggest = useCallback((key: string, text: string) => {
    setActive(-1);
    setOpen(text.trim() === '' || text.includes('\n') ? undefined : { key, text });
  }, []);

  // Read when a key is pressed: the rows' handlers must not change with every answer.
  const now = useRef({ open, items, active });
  useLayoutEffect(() => {
    now.current = { open, items, active };
  }, [open, items, active]);
  /** Takes the keys that belong to the list. @returns whether it took this one */
  const onKey = useCallback(
    (event: KeyboardEvent, pick: (item: PickedItem) => void) => {
      const { open: opened, items: found, active: at } = now.current;
      if (!opened || event.altKey || event.shiftKey) return false;
      if (event.key === 'Escape') {
        close();
        event.stopPropagation();
        return true;
      }
      if (found.length === 0) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        if (at < 0 && step < 0) return false;
        setActive(Math.min(at + step, found.length - 1));
        return true;
      }
      const item = found[at];
      if (event.key !== 'Enter' || !item) return false;
      pick(item);
      return true;
    },
    [close],
  );
  return {
    /** The line that they are for; undefined while closed. */
    lineKey: open?.key,
    text: open?.text ?? '',
    items,
    loading: isFetching,
    /** -1 while none is pointed at: Enter then means a new line. */
    active,
    listId,
    activeId: open && active >= 0 ? `${listId}-${active}` : undefined,
    suggest,
    close,
    setActive,
    onKey,
  };
}

/** What ties a description to its list, while that is open for it. */
export const suggestingProps = (listId: string | undefined, activeId: string | undefined) =>
  ({
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': listId,
    'aria-activedescendant': activeId,
    // Escape is the list's then, and not the dialog's around it.
    'data-list-open': listId ? '' : undefined,
  }) as const;
