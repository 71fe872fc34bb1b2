import { useSyncExternalStore } from 'react';
import { nativePlatform } from '../../lib/native/bridge.ts';

/** Chromium's offer to install the application; other browsers know none. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallEvent | undefined;
/** It was installed from this page. */
let installed = false;
const listeners = new Set<() => void>();

function setOffer(next: InstallEvent | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer until the person asks for it. To be called before anything else. */
export function listenForInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come when nobody has asked.
    event.preventDefault();
    setOffer(event as InstallEvent);
  });
  globalThis.addEventListener('appinstalled', () => {
    installed = true;
    setOffer(undefined);
  });
}

/** Whether the page runs as an application of its own already. */
export function isInstalled(): boolean {
  if (nativePlatform()) return true;
  const standalone = (navigator as { standalone?: boolean }).standalone === true;
  return standalone || matchMedia('(display-mode: standalone)').matches;
}

/** iPhone and iPad, where only the person can install, by the Share button. An iPad says it is a Mac. */
export function isAppleDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

async function prompt(): Promise<void> {
  const shown = offer;
  if (!shown) return;
  await shown.prompt();
  await shown.userChoice;
  // It can be asked once; the browser makes another offer when it sees fit.
  setOffer(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the application can be installed here; undefined where it cannot, or is already. */
export function useInstall(): {
  /** By the browser's own question, by the Share button, or by a browser's menu. */
  how: 'prompt' | 'share' | 'menu' | undefined;
  prompt: () => Promise<void>;
} {
  const offered = useSyncExternalStore(subscribe, () => offer !== undefined);
  if (offered) return { how: 'prompt', prompt };
  // The worker and its manifest need HTTPS, or localhost: elsewhere there is nothing to install.
  if (installed || isInstalled() || !globalThis.isSecureContext) return { how: undefined, prompt };
  return { how: isAppleDevice(navigator) ? 'share' : 'menu', prompt };
}
