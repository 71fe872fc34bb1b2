import { useEffect, useState, useSyncExternalStore } from 'react';

/** How long a fetch that failed is left before it is tried again, in milliseconds. */
const TRY_AGAIN = 1_500;
/** Long after the first paint, for who has not touched anything yet. */
const IDLE = 2_000;
const SIGNS = ['pointerover', 'pointerdown', 'keydown'];

/**
 * A part of the program that the first paint does without.
 * @returns a hook that gives the part from when it is there; it is fetched when first wanted
 */
export function makeLater<Part>(load: () => Promise<Part>) {
  const listeners = new Set<() => void>();
  let part: Part | undefined;
  let loading = false;

  async function fetchPart(): Promise<void> {
    if (loading || part) return;
    loading = true;
    try {
      part = await load();
      for (const listener of listeners) listener();
    } catch {
      setTimeout(() => listeners.size > 0 && void fetchPart(), TRY_AGAIN);
    } finally {
      loading = false;
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    void fetchPart();
    return () => listeners.delete(listener);
  }

  return (wanted: boolean): Part | undefined => {
    // What was wanted once is kept: it may have to fade.
    const [used, setUsed] = useState(wanted);
    if (wanted && !used) setUsed(true);
    return useSyncExternalStore(used ? subscribe : subscribeToNothing, () =>
      used ? part : undefined,
    );
  };
}

const subscribeToNothing = () => () => {};

/** True from the first sign of a hand, or when the page has stood for a while: time for what comes later. */
export function useIsSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    const timer = setTimeout(settle, IDLE);
    for (const sign of SIGNS)
      document.addEventListener(sign, settle, { once: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) document.removeEventListener(sign, settle, { capture: true });
    };
  }, []);
  return settled;
}
