import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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

/** The link that a press at a place would follow: the one there, or the first of its row. */
function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const link =
    target.closest<HTMLAnchorElement>('a[href]') ??
    target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href]') ??
    null;
  return link?.origin === globalThis.location.origin && link.target === '' ? link : null;
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
 * a link is pointed at, focused or pressed. What fails is tried again by the page itself.
 */
export function usePreloading(): void {
  const client = useQueryClient();
  useEffect(() => {
    let stopped = false;
    if (!isMetered()) preloadPrograms(() => stopped).catch(() => {});
    let timer: ReturnType<typeof setTimeout>;
    let pointedAt: HTMLAnchorElement | null = null;
    const preload = (link: HTMLAnchorElement) => {
      if (isReachable()) preloadPage(client, link.href).catch(() => {});
    };
    const onPoint = ({ target }: Event) => {
      const link = findLink(target);
      if (link === pointedAt) return;
      pointedAt = link;
      clearTimeout(timer);
      if (link && !isMetered()) timer = setTimeout(() => preload(link), POINTED_AT_MS);
    };
    const onPress = ({ target }: Event) => {
      const link = findLink(target);
      clearTimeout(timer);
      if (link) preload(link);
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
  }, [client]);
}
