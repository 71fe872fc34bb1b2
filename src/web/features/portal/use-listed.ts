import { useCallback, useEffect, useRef, useState } from 'react';
import type { Listed } from './portal-calls.ts';
import { readPortal } from './portal-calls.ts';
import { unlessEnded, useVisit } from './visit.ts';

export interface ListedState<Item> {
  /** Undefined while the first page is awaited. */
  items: readonly Item[] | undefined;
  failure: string | undefined;
  /** There is more than is shown. */
  hasMore: boolean;
  isBusy: boolean;
  more: () => void;
  retry: () => void;
}

/** A list of the portal, page after page. @param path with its query */
export function useListed<Item>(path: string): ListedState<Item> {
  const { end, changes } = useVisit();
  const [items, setItems] = useState<readonly Item[]>();
  const [next, setNext] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // A slower answer from before must not undo a newer one.
  const latest = useRef(0);
  const shown = useRef<readonly Item[]>([]);

  /** Reads on from a place, or anew: then as far as was shown, so that nothing is folded up. */
  const load = useCallback(
    async (from: string | null) => {
      const turn = (latest.current += 1);
      const before = from === null ? [] : shown.current;
      const least = from === null ? shown.current.length : 0;
      const read: Item[] = [];
      let cursor = from;
      setIsBusy(true);
      do {
        const query = cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}`;
        const at = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
        const outcome = unlessEnded(await readPortal<Listed<Item>>(at), end);
        if (!outcome || turn !== latest.current) return;
        if (outcome.state === 'refused') {
          setIsBusy(false);
          setFailure(outcome.words);
          return;
        }
        read.push(...outcome.data.items);
        cursor = outcome.data.next;
      } while (cursor !== null && read.length < least);
      shown.current = [...before, ...read];
      setIsBusy(false);
      setFailure(undefined);
      setItems(shown.current);
      setNext(cursor);
    },
    [path, end],
  );
  useEffect(() => {
    void load(null);
    return () => {
      latest.current += 1;
    };
  }, [load, changes]);
  return {
    items,
    failure,
    hasMore: next !== null,
    isBusy,
    more: () => void load(next),
    retry: () => void load(null),
  };
}
