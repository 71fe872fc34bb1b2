import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Moves a row of a list by its grip, with a mouse, a pen or a finger. Rows are elements with
 * `data-line` inside of `grid`.
 * @returns `dropAt`: where the row would land, in px from the grid's upper edge
 */
export function useRowDrag(
  grid: RefObject<HTMLElement | null>,
  onMove: (key: string, index: number) => void,
) {
  const [dropAt, setDropAt] = useState<number>();
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  }, [onMove]);

  const grab = useCallback(
    (event: ReactPointerEvent<HTMLElement>, key: string) => {
      const frame = grid.current;
      if (!frame || event.button !== 0) return;
      event.preventDefault();
      const grip = event.currentTarget;
      grip.setPointerCapture(event.pointerId);
      const rows = [...frame.querySelectorAll<HTMLElement>('[data-line]')];
      const from = rows.findIndex((row) => row.dataset['line'] === key);
      let target = from;
      rows[from]?.setAttribute('data-dragged', '');

      const follow = (moved: PointerEvent) => {
        // Among the rows as they stand: before the first whose middle lies below the pointer.
        const before = rows.findIndex((row) => {
          const { top, height } = row.getBoundingClientRect();
          return moved.clientY < top + height / 2;
        });
        const gap = before < 0 ? rows.length : before;
        target = gap > from ? gap - 1 : gap;
        const edge = rows[gap] ? rows[gap].offsetTop : measureBottom(rows.at(-1));
        setDropAt(target === from ? undefined : edge);
        rows[Math.min(gap, rows.length - 1)]?.scrollIntoView({ block: 'nearest' });
      };
      const end = (ended: PointerEvent) => {
        grip.removeEventListener('pointermove', follow);
        grip.removeEventListener('pointerup', end);
        grip.removeEventListener('pointercancel', end);
        rows[from]?.removeAttribute('data-dragged');
        setDropAt(undefined);
        if (ended.type === 'pointerup' && target !== from) move.current(key, target);
      };
      grip.addEventListener('pointermove', follow);
      grip.addEventListener('pointerup', end);
      grip.addEventListener('pointercancel', end);
    },
    [grid],
  );
  return { grab, dropAt };
}

function measureBottom(row: HTMLElement | undefined): number {
  return row ? row.offsetTop + row.offsetHeight : 0;
}
