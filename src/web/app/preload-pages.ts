import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { isReachable } from '../lib/connection.ts';
import type { Preload } from '../lib/preload.ts';
import { pages } from './pages.ts';

/** How long a link is pointed at before its page is asked for: who only passes over it asks nothing. */
const POINTED_AT_MS = 65;

interface PageModule {
  preload?: Preload;
}

/** Fetches the program of the page at an address, and asks for the page's data. */
async function preloadPage(client: QueryClient, address: string): Promise<void> {
  const { pathname, searchParams: search } = new URL(address);
  const match = matchRoutes(pages, pathname)?.at(-1);
  const load = match?.route.lazy;
  if (!match || typeof load !== 'function') return;
  const page = (await load()) as PageModule;
  await page.preload?.(client, { params: match.params, search });
}

/**
 * The address that a press at a place would lead to: of the link there, of the button that names it as
 * `data-preload`, or of the first link of the row.
 */
function findAddress(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const button = target.closest<HTMLElement>('[data-preload]');
  if (button) return new URL(button.dataset['preload'] ?? '', globalThis.location.href).href;
  const link =
    target.closest<HTMLAnchorElement>('a[href]') ??
    target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href]');
  return link?.origin === globalThis.location.origin && link.target === '' ? link.href : undefined;
}

/** A connection on which nothing is fetched that nobody has asked for. */
function isMetered(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Fetches the program of every page, one after the other, whenever the browser has nothing to do. */
async function preloadPrograms(stopped: () => boolean): Promise<void> {
  for (const { lazy: load } of pages) {
    await new Promise((resolve) =>
      // Not in Safari.
      'requestIdleCallback' in globalThis
        ? requestIdleCallback(resolve, { timeout: 5_000 })
        : setTimeout(resolve, 500),
    );
    if (stopped() || !isReachable()) return;
    if (typeof load === 'function') await load();
  }
}

/**
 * Makes pages ready before they are opened: their programs when the browser is idle, their data when
 * a link to them is pointed at, focused or pressed. What fails is tried again by the page itself.
 * @returns ends it
 */
export function startPreloading(client: QueryClient): () => void {
  let stopped = false;
  if (!isMetered()) preloadPrograms(() => stopped).catch(() => {});
  let timer: ReturnType<typeof setTimeout>;
  let pointedAt: string | undefined;
  const preload = (address: string) => {
    if (isReachable()) preloadPage(client, address).catch(() => {});
  };
  const onPoint = ({ target }: Event) => {
    const address = findAddress(target);
    if (address === pointedAt) return;
    pointedAt = address;
    clearTimeout(timer);
    if (address && !isMetered()) timer = setTimeout(() => preload(address), POINTED_AT_MS);
  };
  const onPress = ({ target }: Event) => {
    const address = findAddress(target);
    clearTimeout(timer);
    if (address) preload(address);
  };
  document.addEventListener('pointerover', onPoint);
  document.addEventListener('focusin', onPoint);
  document.addEventListener('pointerdown', onPress);
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('pointerover', onPoint);
    document.removeEventListener('focusin', onPoint);
    document.removeEventListener('pointerdown', onPress);
  };
}
