import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { waitAtMost } from '../../src/shared/time-limits/running-time.ts';
import { PATIENCE } from '../patience.ts';
import { isRest } from '../run.ts';

export type Screen = 'desktop' | 'phone';
export const SCREENS: readonly Screen[] = ['desktop', 'phone'];

/**
 * The screens of a journey in this run.
 * @param usual in the default run: where the feature is used most, both where the other one's layout
 * has parts of its own, none where tests without a browser prove the same
 * @param all with those that only `npm run test:all` adds
 */
export const screens = (
  usual: readonly Screen[],
  all: readonly Screen[] = SCREENS,
): readonly Screen[] => (isRest ? all.filter((screen) => !usual.includes(screen)) : usual);

const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** Of Playwright, whose list this replaces, and of the window that nobody sees. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two pages of the address bar's own, loaded for every visitor: a sixth of all the work.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test does not live long enough for its programs to be worth optimizing.
  '--js-flags=--no-maglev --no-turbofan',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
/** A browser that has not closed by then does not. */
const STUCK_AFTER = 20_000;

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** From now on a refused connection is no fault, nor a 500: the test is why they come. */
  expectOutage: () => void;
}

interface VisitorOptions {
  url: string;
  screen?: Screen;
  theme?: 'light' | 'dark';
  /** Cookie header of a session, such as `signUp` gives. */
  cookie?: string;
  /** Lets the page keep a worker that answers for the server; `page.route` then sees less. */
  serviceWorkers?: boolean;
  /** False: the page runs none. */
  scripts?: boolean;
  /** A browser with all its parts, such as the viewer that shows a PDF in a tab. */
  complete?: boolean;
}

interface Opened extends Visitor {
  faults: string[];
  outage: boolean;
  /** The next visitor with the same server and screen may have it; otherwise undefined. */
  kind: string | undefined;
}

/** What a test asks of a browser that cannot be taken back: nobody else has that browser. */
const LASTING = ['addInitScript', 'exposeFunction', 'grantPermissions', 'newCDPSession'] as const;
/** What tests listen to. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'page',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];
/** Of those that are free; each is a process. */
const MOST_FREE = 3;

const HEADLESS_OF_DEBIAN = '/usr/bin/chromium-headless-shell';
/** What costs a fifth less: a browser without windows, toolbars and viewers; else the usual one. */
const COMPLETE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const HEADLESS =
  process.env['CHROMIUM_HEADLESS_PATH'] ??
  (existsSync(HEADLESS_OF_DEBIAN) ? HEADLESS_OF_DEBIAN : COMPLETE);

/** By their programs. */
const launched = new Map<string, Promise<Browser>>();
/**
 * Browsers that nobody uses, emptied of all that a visitor left, the longest unused first. A visit
 * with one costs half as much as with a new one, whose windows, processes and caches begin anew.
 */
let free: { kind: string; context: BrowserContext }[] = [];

/** One for all files that a worker runs; Playwright ends it with the process. */
async function ensureBrowser(executablePath = HEADLESS): Promise<Browser> {
  const running = await launched.get(executablePath);
  if (running?.isConnected()) return running;
  const launching = chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE.poll });
  launched.set(executablePath, launching);
  return launching;
}

/**
 * A browser for all tests of a file. Each visitor is a person with a browser of their own; what
 * goes wrong on their pages (an uncaught error, a console error, a breach of the content security
 * policy) fails the test.
 */
export function browserForFile() {
  let opened: Opened[] = [];

  beforeAll(async () => {
    await ensureBrowser();
  });
  afterEach(async ({ task }) => {
    const visitors = opened;
    opened = [];
    if (task.result?.state === 'fail') {
      await photograph(visitors, task.name);
      for (const fault of visitors.flatMap(({ faults }) => faults)) {
        process.stderr.write(`${task.name}: ${fault}\n`);
      }
    }
    await Promise.all(visitors.map(leave));
    expect(visitors.flatMap(({ faults }) => faults)).toEqual([]);
  });

  async function visit(options: VisitorOptions) {
    const { url, screen = 'desktop', theme = 'light', cookie } = options;
    const { serviceWorkers = false, scripts = true, complete = false } = options;
    // What a service worker and another theme change is more than can be emptied.
    const usual = !serviceWorkers && scripts && theme === 'light' && !complete;
    const kind = usual ? `${url} ${screen}` : undefined;
    const emptied = free.findLast((one) => one.kind === kind)?.context;
    free = free.filter(({ context }) => context !== emptied);
    const wanted = { screen, theme, serviceWorkers, scripts, complete };
    const context = emptied ?? (await newContext(url, wanted));
    if (cookie) await context.addCookies(cookies(cookie, url));
    const visitor: Opened = {
      context,
      page: context.pages()[0] ?? (await context.newPage()),
      faults: [],
      outage: false,
      kind,
      expectOutage() {
        visitor.outage = true;
      },
    };
    opened.push(visitor);
    watch(visitor.page, visitor);
    context.on('page', (page) => watch(page, visitor));
    for (const changed of [context, visitor.page]) noteLasting(changed, visitor);
    return visitor as Visitor;
  }
  return { visit };
}

type Wanted = Required<Omit<VisitorOptions, 'url' | 'cookie'>>;

async function newContext(url: string, wanted: Wanted): Promise<BrowserContext> {
  const { screen, theme, serviceWorkers, scripts, complete } = wanted;
  const browser = await ensureBrowser(complete ? COMPLETE : HEADLESS);
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: serviceWorkers ? 'allow' : 'block',
    javaScriptEnabled: scripts,
    viewport: VIEWPORTS[screen],
    colorScheme: theme,
    // Nothing fades, so that what is read and measured is what stands there in the end.
    reducedMotion: 'reduce',
    ...(screen === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(PATIENCE.poll);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `content security policy: ${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  return context;
}

/** A browser that was changed for good is closed after its test. */
function noteLasting(changed: BrowserContext | Page, visitor: Opened): void {
  const note = (object: object, name: string) => {
    const original: unknown = Reflect.get(Object.getPrototypeOf(object), name);
    if (typeof original !== 'function') return;
    Object.assign(object, {
      [name]: (...values: unknown[]) => {
        visitor.kind = undefined;
        return Reflect.apply(original, object, values);
      },
    });
  };
  for (const name of LASTING) note(changed, name);
  for (const name of ['install', 'setFixedTime']) note(changed.clock, name);
}

/** The visitor goes; the browser is emptied for the next one, or closed. */
async function leave(visitor: Opened): Promise<void> {
  const { context, kind } = visitor;
  // An answer that a test still holds back has nobody to go to any more.
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  if (kind === undefined || !(await empty(visitor, kind))) await close(context);
}

/**
 * Now and then Chromium does not come to the end of a context with a service worker. What the test
 * looked at is over by then; the whole browser is left to itself, and the next visitor has another.
 */
async function close(context: BrowserContext): Promise<void> {
  await waitAtMost(STUCK_AFTER, context.close(), () => {
    launched.clear();
    free = [];
  });
}

/** Removes all that a visitor left but the cache of files. @returns whether that was possible */
async function empty({ context, page }: Opened, kind: string): Promise<boolean> {
  const [url = '', screen] = kind.split(' ');
  const [first, ...others] = context.pages();
  if (first !== page) return false;
  try {
    await Promise.all(others.map((other) => other.close()));
    for (const name of HEARD) {
      context.removeAllListeners(name);
      page.removeAllListeners(name);
    }
    await context.setOffline(false);
    // A page of the same address that runs nothing: what is left there can be reached and removed.
    await page.goto(`${url}/robots.txt`);
    await context.clearCookies();
    await page.evaluate(async () => {
      sessionStorage.clear();
      localStorage.clear();
      const stores = await indexedDB.databases();
      await Promise.all(
        stores.map(
          ({ name = '' }) =>
            new Promise((gone, failed) => {
              const removing = indexedDB.deleteDatabase(name);
              removing.addEventListener('success', gone);
              removing.addEventListener('error', failed);
              removing.addEventListener('blocked', failed);
            }),
        ),
      );
    });
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    await page.setViewportSize(VIEWPORTS[screen as Screen]);
  } catch {
    // Its server has been ended, or its page.
    return false;
  }
  free.push({ kind, context });
  const longestUnused = free.length > MOST_FREE ? free.shift() : undefined;
  if (longestUnused) await close(longestUnused.context);
  return true;
}

function watch(page: Page, visitor: Opened): void {
  page.on('pageerror', (error) => visitor.faults.push(`uncaught: ${error.stack ?? error}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    // A refusal by the application's own calls is an answer; the browser notes it all the same.
    const refused = /the server responded with a status of 4\d\d/.test(text);
    const { pathname } = new URL(message.location().url, 'http://localhost');
    // A tab that shows a PDF asks for an icon by a name of the browser's own.
    if (refused && (/^\/(api|s3)\//.test(pathname) || pathname === '/favicon.ico')) return;
    // A card that the payment provider declines, likewise.
    if (/status of 402/.test(text) && pathname.startsWith('/v1/payment_intents/')) return;
    // So is the page for an address that nothing stands at.
    if (/status of 404/.test(text) && message.location().url === page.url()) return;
    // And the provider's page that says why it took no payment.
    if (/status of 4(02|10)/.test(text) && message.location().url === page.url()) return;
    if (visitor.outage && /net::ERR_/.test(text)) return;
    // A server that answers, and cannot.
    const failed = /the server responded with a status of 500/.test(text);
    if (visitor.outage && failed && pathname.startsWith('/api/')) return;
    visitor.faults.push(`console: ${text} (${message.location().url})`);
  });
}

function cookies(header: string, url: string) {
  return header.split('; ').map((cookie) => {
    const end = cookie.indexOf('=');
    return { name: cookie.slice(0, end), value: cookie.slice(end + 1), url };
  });
}

async function photograph(visitors: readonly Opened[], test: string): Promise<void> {
  const folder = 'test-results';
  await mkdir(folder, { recursive: true });
  const pages = visitors.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    const name = `${test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}-${index + 1}.png`;
    const path = join(folder, name);
    const isDrawn = await page.screenshot({ path, timeout: 5_000 }).then(
      () => true,
      // A page that cannot be drawn any more must not hide why the test failed.
      () => false,
    );
    process.stderr.write(`${test}: ${page.url()}${isDrawn ? `, as in ${path}` : ''}\n`);
  }
}

/** Asks again until the answer is the expected one: `await eventually(() => …).toBe(…)`. */
export const eventually = <T>(ask: () => T) =>
  expect.poll(ask, { timeout: PATIENCE.poll, interval: 100 });

/** From now on documents bring nothing along, as where it could not be read: pages ask by their calls. */
export const withoutFirstAnswers = (page: Page) =>
  page.addInitScript(() => {
    // Told when the document has been read, and before its modules run.
    document.addEventListener('readystatechange', () => {
      document.getElementById('first-answers')?.remove();
    });
  });
