/**
 * Whether Remit's server can be reached. The browser's own word for it (`navigator.onLine`) knows of
 * the cable, not of the server, and some say that they are online whatever is true; so every call
 * tells what became of it, and so does the live socket when it ends; while nothing gets through, the server is asked now and then whether it is there again.
 */
const FIRST_PROBE_MS = 2_000;
/** Nobody is to wait longer than this for the word that it is there again. */
const LONGEST_PAUSE_MS = 5_000;
/** A question that is not answered by then has got lost. */
const ANSWER_MS = 4_000;
/** A server that is only started again is back by then, and nobody need hear of it. */
const GRACE_MS = 5_000;
const DOUBT_PAUSE_MS = 1_000;

const listeners = new Set<() => void>();
let reachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_PROBE_MS;
let doubted = false;

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

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

async function probe(): Promise<void> {
  if (await answers()) reportReachable();
  else if (!reachable) probeLater();
}

/** A call was answered by the server. */
export function reportReachable(): void {
  clearTimeout(timer);
  pause = FIRST_PROBE_MS;
  doubted = false;
  change(true);
}

/** A call did not get through. */
export function reportUnreachable(): void {
  doubted = false;
  if (!reachable) return;
  change(false);
  probeLater();
}

/**
 * The live socket ended, which may mean nothing: asks the server at once, and counts it as lost when
 * it has not answered for as long as a new start takes.
 */
export async function checkConnection(): Promise<void> {
  if (!reachable || doubted) return;
  doubted = true;
  const asked = Date.now();
  while (doubted) {
    if (await answers()) {
      if (doubted) reportReachable();
    } else if (Date.now() - asked >= GRACE_MS) {
      if (doubted) reportUnreachable();
    } else {
      await new Promise((resolve) => setTimeout(resolve, DOUBT_PAUSE_MS));
    }
  }
}

export function isReachable(): boolean {
  return reachable;
}

/** That the server cannot be reached, and what the browser blames; undefined while it can. */
export function outOfReach(): string | undefined {
  if (reachable) return undefined;
  return `${whatIsAway()}.`;
}

/** What to blame when nothing gets through, as far as the browser knows. */
export function whatIsAway(): string {
  return navigator.onLine ? 'Remit cannot be reached' : 'You are offline';
}

/** Calls `listener` whenever the server is lost or found again. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof document !== 'undefined') {
  // A hint: a server on this very machine is there without any cable.
  globalThis.addEventListener('offline', () => {
    void answers().then((there) => there || reportUnreachable());
  });
  const ask = () => {
    if (!reachable && document.visibilityState === 'visible') void probe();
  };
  globalThis.addEventListener('online', ask);
  globalThis.addEventListener('focus', ask);
  document.addEventListener('visibilitychange', ask);
}
