import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowWindow } from './visible-rows.ts';
import { visibleRows } from './visible-rows.ts';

/** Below this many rows all are drawn: searching within the page and printing then see them all. */
const FEW = 150;
const MARGIN_PX = 900;

/**
 * The rows to draw of a list that scrolls with the page. Keeps the document small however many
 * rows are loaded.
 * @param offsets where each row begins, as `rowOffsets` gives them
 */
export function useVisibleRows<E extends HTMLElement>(
  offsets: readonly number[],
): { list: RefObject<E | null>; rows: RowWindow } {
  const list = useRef<E>(null);
  const count = offsets.length - 1;
  const [rows, setRows] = useState<RowWindow>(() => visibleRows(offsets, 0, 1_200, MARGIN_PX));

  const measure = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const top = -element.getBoundingClientRect().top;
    const next = visibleRows(offsets, top, top + window.innerHeight, MARGIN_PX);
    setRows((before) =>
      before.start === next.start && before.end === next.end && before.after === next.after
        ? before
        : next,
    );
  }, [offsets]);

  useLayoutEffect(() => {
    if (count <= FEW) return;
    measure();
    let frame = 0;
    const schedule = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
    };
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [count, measure]);

  return { list, rows: count <= FEW ? { start: 0, end: count, before: 0, after: 0 } : rows };
}
