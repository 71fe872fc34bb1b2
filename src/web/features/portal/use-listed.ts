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

  const load = useCallback(
    async (cursor: string | null) => {
      const turn = (latest.current += 1);
      setIsBusy(true);
      const query = cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}`;
      const at = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const outcome = unlessEnded(await readPortal<Listed<Item>>(at), end);
      if (!outcome || turn !== latest.current) return;
      setIsBusy(false);
      if (outcome.state === 'refused') {
        setFailure(outcome.words);
        return;
      }
      setFailure(undefined);
      setItems((before) =>
        cursor === null ? outcome.data.items : [...(before ?? []), ...outcome.data.items],
      );
      setNext(outcome.data.next);
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
