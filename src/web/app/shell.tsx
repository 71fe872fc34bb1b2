import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNewDay, useNotificationSocket } from '../features/notifications/index.ts';
import { orpc } from '../lib/api.ts';
import { useUser } from '../lib/session.ts';
import { BusinessCountryContext } from '../ui/business-country.ts';
import { Dialog } from '../ui/dialog.tsx';
import { makeLater, useIsSettled } from '../ui/later.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useShortcut } from '../ui/use-shortcut.ts';
import { Header } from './header.tsx';
import { BottomBar, TopBar } from './mobile-bars.tsx';
import { findEntry, pageTitle } from './routes.ts';
import { useSearchPalette } from './search.tsx';
import { Sidebar } from './sidebar.tsx';
import { useStrips } from './strips.tsx';
import { useBarPanels } from './use-bar-panels.ts';
import { useGoToKeys } from './use-go-to-keys.ts';

const ShortcutList = lazy(async () => ({
  default: (await import('../features/search/index.ts')).ShortcutList,
}));

const usePreloader = makeLater(() => import('./preload-pages.ts'));

function ShortcutsSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      {opened && (
        <Suspense>
          <ShortcutList />
        </Suspense>
      )}
    </Dialog>
  );
}

/** Where a page's content stands. */
export const CONTENT =
  'mx-auto w-full max-w-[calc(var(--w-content)+64px)] px-8 pt-7 pb-12 focus:outline-none max-xl:px-6 max-xl:pt-6 max-xl:pb-10 max-md:px-4 max-md:pt-4 max-md:pb-6';

/** Sidebar and header on the desktop, top and bottom bar on the phone; the page between. */
export function Shell() {
  const phone = useIsPhone();
  const { pathname, search } = useLocation();
  const main = useFocusOfNewPage(pathname + search);
  const [menu, setMenu] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const title = pageTitle(pathname);
  const current = findEntry(pathname)?.path;
  const { strips, height } = useStrips();
  const { data: profile } = useQuery(orpc.profile.get.queryOptions());
  useNotificationSocket(useUser()?.id);
  useNewDay();
  const panels = useBarPanels(useIsSettled());
  const client = useQueryClient();
  const preloader = usePreloader(true);
  useEffect(() => preloader?.startPreloading(client), [preloader, client]);

  const { box, typed, open, palette } = useSearchPalette();

  useShortcut('?', () => setShortcuts(true));
  useGoToKeys();
  useEffect(() => {
    document.title = `${title} · Remit`;
    setMenu(false);
  }, [title]);

  return (
    <BusinessCountryContext value={profile?.country}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded bg-action px-4 py-2.5 text-on-action focus:translate-y-0"
      >
        Skip to content
      </a>
      {strips}
      <div
        // The height of what stands above, the device's own bar too: what sticks sticks below it.
        className="grid min-h-[calc(100dvh-var(--h-banner))] grid-cols-[var(--w-sidebar)_minmax(0,1fr)] pr-[env(safe-area-inset-right,0px)] pl-[env(safe-area-inset-left,0px)] max-md:block max-md:pb-[calc(var(--h-bottom-bar)+4px)] print:block"
        style={
          {
            '--h-banner': `calc(${height}px + env(safe-area-inset-top, 0px))`,
          } as CSSProperties
        }
      >
        {!phone && <Sidebar current={current} />}
        <div className="flex min-w-0 flex-col border-l border-hairline max-md:border-l-0">
          {phone ? (
            <TopBar title={title} onSearch={open} />
          ) : (
            <Header
              title={title}
              current={current}
              onShortcuts={() => setShortcuts(true)}
              search={{ box, typed, onOpen: open }}
            />
          )}
          <main ref={main} id="main" tabIndex={-1} className={CONTENT}>
            <Outlet />
          </main>
        </div>
        {phone && <BottomBar current={current} onMenu={() => setMenu(true)} menuOpened={menu} />}
      </div>
      {phone && panels && (
        <panels.MenuSheet opened={menu} onClose={() => setMenu(false)} current={current} />
      )}
      {palette}
      <ShortcutsSheet opened={shortcuts} onClose={() => setShortcuts(false)} />
    </BusinessCountryContext>
  );
}

/**
 * Where a page was left by something that went with it, such as a search result, a dialog or a row,
 * the focus would stand nowhere, and the next Tab at the top of the document: it goes to the new
 * page. What still has the focus, such as a link of the sidebar or a search box, keeps it.
 * @param address of the page
 * @returns for the element that holds the page, which can be focused
 */
function useFocusOfNewPage(address: string) {
  const page = useRef<HTMLElement>(null);
  const opened = useRef(address);
  useEffect(() => {
    if (opened.current === address) return;
    opened.current = address;
    if (document.activeElement !== document.body) return;
    page.current?.focus({ preventScroll: true });
  }, [address]);
  return page;
}
