import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** Below this many rows all are drawn: searching within the page and printing then see them all. */
const FEW = 150;
/** Drawn above and below what is in view. */
const AROUND = 20;

interface VisibleRows {
  start: number;
  /** The one after the last. */
  end: number;
  /** Height of all that stands before and after, in px. */
  before: number;
  after: number;
}

/**
 * The rows to draw of a list that scrolls with the page. Keeps the document small however many
 * rows are loaded.
 * @param height of a row, in px
 */
export function useVisibleRows<E extends HTMLElement>(
  count: number,
  height: (row: number) => number,
): { list: RefObject<E | null>; rows: VisibleRows } {
  const list = useRef<E>(null);
  const [top, setTop] = useState(0);
  const many = count > FEW;
  useLayoutEffect(() => {
    if (many && list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [many]);
  // oxlint-disable-next-line react/incompatible-library -- the web client is built without React's compiler
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: height,
    enabled: many,
    overscan: AROUND,
    scrollMargin: top,
    initialRect: { width: 0, height: 1_200 },
  });
  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const rows =
    many && first && last
      ? {
          start: first.index,
          end: last.index + 1,
          before: first.start - top,
          after: virtualizer.getTotalSize() - (last.end - top),
        }
      : { start: 0, end: count, before: 0, after: 0 };
  return { list, rows };
}
