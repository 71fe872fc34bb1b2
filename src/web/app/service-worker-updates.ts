import { useSyncExternalStore } from 'react';

/**
 * The service worker of the application: it brings the program where the server cannot be reached.
 * A newer one waits until a person agrees to reload, so that no page changes under their hands.
 */
const ADDRESS = '/service-worker.js';
const LOOK_EVERY_MS = 60 * 60_000;
/** A worker that does not take over within this time is not waited for. */
const TAKE_OVER_MS = 3_000;

const listeners = new Set<() => void>();
let registration: ServiceWorkerRegistration | undefined;
let ready = false;
let lookedAt = 0;

function setReady(next: boolean): void {
  if (ready === next) return;
  ready = next;
  for (const listener of listeners) listener();
}

/** Registers the worker of the built application, once the page itself has all it needs. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      // A browser that is told to do without workers may give nothing.
      const made = (await navigator.serviceWorker.register(ADDRESS, {
        scope: '/',
        updateViaCache: 'none',
      })) as ServiceWorkerRegistration | undefined;
      if (made) watch(made);
    } catch {
      // Without it the application works as long as its server is there.
    }
  };
  if (document.readyState === 'complete') void register();
  else globalThis.addEventListener('load', () => void register(), { once: true });
}

function watch(made: ServiceWorkerRegistration): void {
  registration = made;
  lookedAt = Date.now();
  void consider(made.waiting);
  made.addEventListener('updatefound', () => {
    const next = made.installing;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed') void consider(made.waiting);
    });
  });
  // Another tab has agreed to the new version: this one still runs the old.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    void (async () => {
      const { controller } = navigator.serviceWorker;
      if (controller && !(await brought(controller))) setReady(true);
    })();
  });
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    made.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_EVERY_MS);
}

/** A worker waits: what it brings is new, or just what this page already runs. */
async function consider(waiting: ServiceWorker | null): Promise<void> {
  if (!waiting || !navigator.serviceWorker.controller) return;
  if (await brought(waiting)) waiting.postMessage('take over');
  else setReady(true);
}

/** Whether the program that this page runs is the one that the worker brings. */
function brought(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
    worker.postMessage({ brings: script && new URL(script).pathname }, [port2]);
  });
}

/** Lets the waiting version take over, and loads the page anew with it. */
function reload(): void {
  const again = () => globalThis.location.reload();
  const waiting = registration?.waiting;
  if (!waiting) {
    again();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', again, { once: true });
  setTimeout(again, TAKE_OVER_MS);
  waiting.postMessage('take over');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A new version that waits: loading it, or leaving it for the next start. */
export function useNewVersion(): { ready: boolean; reload: () => void; later: () => void } {
  const isReady = useSyncExternalStore(subscribe, () => ready);
  return { ready: isReady, reload, later: () => setReady(false) };
}
