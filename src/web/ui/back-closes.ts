import { useEffect, useRef } from 'react';

interface Layer {
  close: () => void;
}

const layers: Layer[] = [];

/**
 * While it is open, the browser's Back closes this layer instead of leaving the page under it: for
 * what looks like a screen of its own. `UnsavedGuardHost` asks for the layers.
 * @param close as Escape does, with its question about input that would be lost
 */
export function useBackCloses(opened: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    if (!opened) return;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [opened]);
}

/** What Back closes now: the layer that was opened last. */
export function topLayer(): Layer | undefined {
  return layers.at(-1);
}
