import type { Browser, CDPSession, Page } from 'playwright-core';
import { parseCookies } from './running-server.ts';

/** What the wire carried for a page, compressed, in bytes. */
export type Weights = Record<'html' | 'script' | 'style' | 'font' | 'picture' | 'data', number>;

/** How a page came up: times in milliseconds from the start of its navigation. */
export interface Paint {
  firstPaint: number;
  largestPaint: number;
  /** What of tasks between the first paint and quiet went beyond 50 ms each. */
  blocking: number;
  layoutShift: number;
  requests: number;
  /** How many of them asked for data. */
  calls: number;
  weights: Weights;
  /** The document as it stands at the end. */
  html: string;
}

interface Conditions {
  /** Added to each request, in milliseconds. */
  latency: number;
  /** In kbit/s. */
  download: number;
  upload: number;
  /** Nothing has been on the wire for so long, in milliseconds: quiet. */
  quiet: number;
}

const CONNECTIONS = {
  /** 'Slow 4G' as Lighthouse has it for throttling by the browser. */
  slow: { latency: 562.5, download: 1_474.56, upload: 675, quiet: 1_000 },
  /** The same connection by its own figures: the round trip once for each request. */
  '4g': { latency: 150, download: 1_600, upload: 750, quiet: 1_000 },
  fast: { latency: 0, download: -8, upload: -8, quiet: 100 },
} satisfies Record<string, Conditions>;

/** What a page is fetched over; all but `fast` make the phone's processor slow, too. */
export type Connection = keyof typeof CONNECTIONS;

const CPU_SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

interface Seen {
  first: number;
  largest: number;
  shift: number;
  tasks: { start: number; duration: number }[];
}
type WithSeen = { __seen?: Seen };

/**
 * Opens an address as a visitor who has never been there.
 * @param shown selector of what the visitor came for
 * @param cookie header of a session
 */
export async function measurePaint(
  browser: Browser,
  url: string,
  shown: string,
  connection: Connection,
  cookie = '',
): Promise<Paint> {
  // Without the service worker, which would go on fetching the program while the page is measured.
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  try {
    if (cookie !== '') await context.addCookies(parseCookies(cookie, url));
    // What runs a bench gives functions their names by a helper that a page has not.
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript(observe);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const { latency, download, upload, quiet } = CONNECTIONS[connection];
    if (connection !== 'fast') {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: (download * 1_000) / 8,
        uploadThroughput: (upload * 1_000) / 8,
      });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    }
    const wire = watchWire(devtools);
    const answer = await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`);
    await page.locator(shown).first().waitFor({ timeout: 120_000 });
    await untilQuiet(page, wire, quiet);
    const seen = await page.evaluate(() => (globalThis as WithSeen).__seen);
    if (!seen || seen.first === 0 || seen.largest === 0) throw new Error(`${url} drew nothing`);
    const blocking = seen.tasks
      .filter(({ start, duration }) => start + duration > seen.first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return {
      firstPaint: seen.first,
      largestPaint: seen.largest,
      blocking,
      layoutShift: seen.shift,
      requests: wire.requests,
      calls: wire.calls,
      weights: wire.weights,
      html: await page.content(),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before anything of its own. */
function observe(): void {
  const seen: Seen = { first: 0, largest: 0, shift: 0, tasks: [] };
  (globalThis as WithSeen).__seen = seen;
  const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) seen.shift += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ start: startTime, duration });
  });
}

interface Wire {
  requests: number;
  calls: number;
  weights: Weights;
  /** When something last came or went, by `performance.now()`. */
  lastAt: number;
  open: Set<string>;
}

const KIND: Record<string, keyof Weights> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'picture',
};

function watchWire(devtools: CDPSession): Wire {
  const kinds = new Map<string, keyof Weights>();
  const wire: Wire = {
    requests: 0,
    calls: 0,
    weights: { html: 0, script: 0, style: 0, font: 0, picture: 0, data: 0 },
    lastAt: performance.now(),
    open: new Set(),
  };
  const moved = () => {
    wire.lastAt = performance.now();
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    wire.requests += 1;
    if (new URL(request.url).pathname.startsWith('/api/')) wire.calls += 1;
    wire.open.add(requestId);
    kinds.set(requestId, KIND[type ?? ''] ?? 'data');
    moved();
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) wire.weights[kind] += encodedDataLength;
    wire.open.delete(requestId);
    moved();
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => {
    wire.open.delete(requestId);
    moved();
  });
  return wire;
}

async function untilQuiet(page: Page, wire: Wire, quietMs: number): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    await page.waitForTimeout(100);
    if (wire.open.size === 0 && performance.now() - wire.lastAt > quietMs) return;
  }
  throw new Error(`${page.url()} did not come to rest`);
}
