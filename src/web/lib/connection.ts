/**
 * Whether Remit's server can be reached. The browser's own word for it (`navigator.onLine`) knows of
 * the cable, not of the server, so every call tells what became of it; while nothing gets through,
 * the server is asked now and then whether it is there again.
 */
const FIRST_PROBE_MS = 2_000;
/** Nobody is to wait longer than this for the word that it is there again. */
const LONGEST_PAUSE_MS = 5_000;

const listeners = new Set<() => void>();
let reachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_PROBE_MS;

function change(next: boolean): void {
  if (reachable === next) return;
  reachable = next;
  for (const listener of listeners) listener();
}

function probeLater(): void {
  if (typeof document === 'undefined') return;
  clearTimeout(timer);
  timer = setTimeout(() => void probe(), pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}

async function probe(): Promise<void> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) {
      reached();
      return;
    }
  } catch {
    // Still nobody there.
  }
  if (!reachable) probeLater();
}

/** A call was answered by the server. */
export function reached(): void {
  clearTimeout(timer);
  pause = FIRST_PROBE_MS;
  change(true);
}

/** A call did not get through. */
export function unreached(): void {
  if (!reachable) return;
  change(false);
  probeLater();
}

export function isReachable(): boolean {
  return reachable;
}

/** Calls `listener` whenever the server is lost or found again. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof document !== 'undefined') {
  globalThis.addEventListener('offline', unreached);
  const ask = () => {
    if (!reachable && document.visibilityState === 'visible') void probe();
  };
  globalThis.addEventListener('online', ask);
  globalThis.addEventListener('focus', ask);
  document.addEventListener('visibilitychange', ask);
}
