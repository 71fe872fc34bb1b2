import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * A press that puts something in the place of its button takes the focus away with it: it goes to the
 * first field or button that stands there now.
 * @param presses how many there were: the first look does not move the focus
 */
export function useFocusAfterPress(presses: number): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (presses > 0) place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [presses]);
  return place;
}
