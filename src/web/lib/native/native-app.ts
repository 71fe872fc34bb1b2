/** What the mobile app needs of the page that it shows: links, the back button, the bars. */
import { MOBILE_START_PATH, opensInMobileApp } from '../../../shared/mobile/mobile-app.ts';
import { callPlugin, nativePlatform, onPluginEvent } from './bridge.ts';
import { screenOfLink } from './deep-link.ts';
import { fetchFile, viewFile } from './files.ts';

interface Host {
  /** Goes to a screen, as following a link does. */
  goTo: (path: string) => void;
  /** A file could not be opened. */
  onFileFailed: (error: unknown) => void;
}

/** Which link the app was started by: read once, for each page load hears of it again. */
const STARTED_BY = 'remit-started-by';

/** @returns ends it */
export function startNativeApp({ goTo, onFileFailed }: Host): () => void {
  const open = (link: unknown) => {
    const screen = typeof link === 'string' && screenOfLink(link, location.origin);
    if (screen) goTo(screen);
  };
  const pressed = (event: MouseEvent) => followLink(event, { goTo, onFileFailed });
  document.addEventListener('click', pressed, true);
  const ends = [
    () => document.removeEventListener('click', pressed, true),
    onPluginEvent('App', 'appUrlOpen', ({ url }) => open(url)),
    onPluginEvent('App', 'backButton', ({ canGoBack }) => goBack(canGoBack === true, goTo)),
    colorBars(),
  ];
  void openStartLink(open);
  attempt(callPlugin('SplashScreen', 'hide'));
  return () => {
    for (const end of ends) end();
  };
}

/** Courtesies to the device: without them the app works all the same. */
function attempt(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

async function openStartLink(open: (link: unknown) => void): Promise<void> {
  const answer = await callPlugin('App', 'getLaunchUrl').catch(() => undefined);
  const link = (answer as { url?: unknown } | undefined)?.url;
  if (typeof link !== 'string' || sessionStorage.getItem(STARTED_BY) === link) return;
  sessionStorage.setItem(STARTED_BY, link);
  open(link);
}

/**
 * A web view has no tabs: what would open in one is shown by the device. Other sites open in the
 * browser by themselves.
 */
function followLink(event: MouseEvent, { goTo, onFileFailed }: Host): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  if (link.origin !== location.origin || !/^https?:$/.test(link.protocol)) return;
  if (link.target !== '_blank' && !link.hasAttribute('download')) return;
  event.preventDefault();
  const { pathname, search, href } = link;
  if (pathname.startsWith('/api/')) {
    fetchFile(pathname + search)
      .then(viewFile)
      .catch(onFileFailed);
  } else if (opensInMobileApp(pathname)) {
    goTo(pathname + search);
  } else {
    attempt(callPlugin('Browser', 'open', { url: href }));
  }
}

/** Android's back button: first what lies on top, then the screen before, then out of the app. */
function goBack(canGoBack: boolean, goTo: (path: string) => void): void {
  const layer = topLayer();
  if (layer) {
    const focused = document.activeElement;
    const target = focused && layer.contains(focused) ? focused : layer;
    // As Escape closes it, with the question about what would be lost.
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }),
    );
  } else if (location.pathname === '/' || location.pathname === MOBILE_START_PATH) {
    attempt(callPlugin('App', 'minimizeApp'));
  } else if (canGoBack) {
    history.back();
  } else {
    // Opened by a link, with nothing behind it.
    goTo(MOBILE_START_PATH);
  }
}

/** The dialog, sheet or menu that was opened last. */
function topLayer(): Element | undefined {
  const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  return layers.filter((layer) => layer.checkVisibility()).at(-1);
}

/** The system's bars follow the theme. @returns ends it */
function colorBars(): () => void {
  const page = document.documentElement;
  const android = nativePlatform() === 'android';
  // Where the web view lies beneath the bar, Android's does not say how far.
  if (android) attempt(callPlugin('StatusBar', 'setOverlaysWebView', { overlay: false }));
  const follow = () => {
    const dark = page.getAttribute('data-theme') === 'dark';
    // 'DARK' is a dark page with light signs on it.
    attempt(callPlugin('StatusBar', 'setStyle', { style: dark ? 'DARK' : 'LIGHT' }));
    const color = dark ? '#0F1115' : '#FBFAF8';
    if (android) attempt(callPlugin('StatusBar', 'setBackgroundColor', { color }));
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(page, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
