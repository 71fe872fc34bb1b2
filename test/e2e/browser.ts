import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';

export type Screen = 'desktop' | 'phone';
export const SCREENS: readonly Screen[] = ['desktop', 'phone'];

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
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
/** For machines that have other work to do; nothing that is as it should be takes so long. */
const PATIENCE = 20_000;

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
}

interface Opened extends Visitor {
  faults: string[];
  outage: boolean;
}

let launched: Promise<Browser> | undefined;

/** One for all files that a worker runs; Playwright ends it with the process. */
async function browserOfWorker(): Promise<Browser> {
  if (!(await launched)?.isConnected()) {
    launched = chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: FLAGS,
    });
  }
  return launched as Promise<Browser>;
}

/**
 * A browser for all tests of a file. Each visitor is a person with a browser of their own; what
 * goes wrong on their pages (an uncaught error, a console error, a breach of the content security
 * policy) fails the test.
 */
export function browserForFile() {
  let browser: Browser;
  let opened: Opened[] = [];

  beforeAll(async () => {
    browser = await browserOfWorker();
  });
  afterEach(async ({ task }) => {
    const visitors = opened;
    opened = [];
    if (task.result?.state === 'fail') await photograph(visitors, task.name);
    await Promise.all(visitors.map(({ context }) => leave(context)));
    expect(visitors.flatMap(({ faults }) => faults)).toEqual([]);
  });

  async function visit(options: VisitorOptions) {
    const { url, screen = 'desktop', theme = 'light', cookie, serviceWorkers = false } = options;
    const context = await browser.newContext({
      baseURL: url,
      serviceWorkers: serviceWorkers ? 'allow' : 'block',
      viewport: VIEWPORTS[screen],
      colorScheme: theme,
      // Nothing fades, so that what is read and measured is what stands there in the end.
      reducedMotion: 'reduce',
      ...(screen === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
    });
    context.setDefaultTimeout(PATIENCE);
    if (cookie) await context.addCookies(cookies(cookie, url));
    const visitor: Opened = {
      context,
      page: undefined as unknown as Page,
      faults: [],
      outage: false,
      expectOutage() {
        visitor.outage = true;
      },
    };
    opened.push(visitor);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `content security policy: ${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
        );
      });
    });
    context.on('page', (page) => watch(page, visitor));
    visitor.page = await context.newPage();
    return visitor as Visitor;
  }
  return { visit };
}

/** An answer that a test still holds back has nobody to go to any more. */
async function leave(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
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
    // A page that cannot be drawn any more must not hide why the test failed.
    await page.screenshot({ path: join(folder, name), timeout: 5_000 }).catch(() => undefined);
  }
}

/** Asks again until the answer is the expected one: `await eventually(() => …).toBe(…)`. */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: PATIENCE });
