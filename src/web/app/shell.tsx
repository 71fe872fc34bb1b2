import type { CSSProperties } from 'react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNewDay, useNotificationSocket } from '../features/notifications/index.ts';
import { useUser } from '../lib/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useShortcut } from '../ui/use-shortcut.ts';
import { Header } from './header.tsx';
import { BottomBar, TopBar } from './mobile-bars.tsx';
import { usePreloading } from './preload-pages.ts';
import { findEntry, pageTitle } from './routes.ts';
import { useSearchPalette } from './search.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useStrips } from './strips.tsx';
import { useGoToKeys } from './use-go-to-keys.ts';

const ShortcutList = lazy(async () => ({
  default: (await import('../features/search/index.ts')).ShortcutList,
}));

const MenuSheet = lazy(async () => ({ default: (await import('./menu-sheet.tsx')).MenuSheet }));

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
  useNotificationSocket(useUser()?.id);
  useNewDay();
  usePreloading();

  const { box, typed, open, palette } = useSearchPalette();

  useShortcut('?', () => setShortcuts(true));
  useGoToKeys();
  useEffect(() => {
    document.title = `${title} · Remit`;
    setMenu(false);
  }, [title]);

  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {strips}
      <div className={classes.shell} style={{ '--h-strips': `${height}px` } as CSSProperties}>
        {!phone && <Sidebar current={current} />}
        <div className={classes.column}>
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
          <main ref={main} id="main" tabIndex={-1} className={classes.content}>
            <Outlet />
          </main>
        </div>
        {phone && <BottomBar current={current} onMenu={() => setMenu(true)} menuOpened={menu} />}
      </div>
      {phone && (
        <Suspense>
          <MenuSheet opened={menu} onClose={() => setMenu(false)} current={current} />
        </Suspense>
      )}
      {palette}
      <ShortcutsSheet opened={shortcuts} onClose={() => setShortcuts(false)} />
    </>
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
