import { useEffect, useState, useSyncExternalStore } from 'react';

type Layers = typeof import('./overlay-layers.tsx');

/** How long a fetch that failed is left before it is tried again, in milliseconds. */
const TRY_AGAIN = 1_500;

const listeners = new Set<() => void>();
let layers: Layers | undefined;
let loading: Promise<void> | undefined;

function loadLayers(): Promise<void> {
  loading ??= import('./overlay-layers.tsx').then(
    (loaded) => {
      layers = loaded;
      for (const listener of listeners) listener();
    },
    () => {
      loading = undefined;
      setTimeout(() => listeners.size > 0 && void loadLayers(), TRY_AGAIN);
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadLayers();
  return () => listeners.delete(listener);
}

const subscribeToNothing = () => () => {};

/**
 * What draws dialogs, menus and the like. It is none of the first files: it comes when it is wanted
 * for the first time, and what was opened before it is there opens when it comes.
 */
export function useOverlays(wanted: boolean): Layers | undefined {
  // What was open once fades when it closes.
  const [used, setUsed] = useState(wanted);
  if (wanted && !used) setUsed(true);
  return useSyncExternalStore(used ? subscribe : subscribeToNothing, () =>
    used ? layers : undefined,
  );
}

/** Long after the first paint, for who has not touched anything yet. */
const IDLE = 2_000;

/** Stands once in the application: tooltips, fetched with all overlays at the first sign of a hand. */
export function Tooltips() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, IDLE);
    const once = { once: true, capture: true };
    for (const sign of SIGNS) document.addEventListener(sign, want, once);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) document.removeEventListener(sign, want, once);
    };
  }, []);
  const parts = useOverlays(wanted);
  return parts && <parts.TooltipLayer />;
}

const SIGNS = ['pointerover', 'pointerdown', 'keydown'];
