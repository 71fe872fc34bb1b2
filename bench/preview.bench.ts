import type { Page } from 'playwright-core';
import type { Row } from './measure.ts';
import { median, ms, quantile } from './measure.ts';
import { parseCookies } from './running-server.ts';
import type { Scene } from './scene.ts';

/** A busy machine takes its time; what comes at all is measured. */
const PATIENCE_MS = 180_000;
// No spaces: one at the end of a text changes no picture.
const KEYS = 'Thequickbrownfoxjumpsoverthelazydogtwiceadayandoncemore';

/** From a key to the picture of it on the screen: the editor in Chromium, with the running server. */
export async function benchPreview(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const server = await scene.server('embedded');
  const browser = await scene.browser();
  const cookie = await server.signUp('typing@example.com');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(parseCookies(cookie, server.url));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const rows: Row[] = [];
    for (const lines of size([1, 14, 200], [2])) {
      const { taken, pictures } = await typing(
        page,
        server.url,
        lines,
        KEYS.slice(0, size(KEYS.length, 10)),
      );
      const p50 = median(taken);
      rows.push({
        what: `Keystroke to picture, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
        value: `p50 ${ms(p50)}, p95 ${ms(quantile(taken, 0.95))}`,
        goal: lines <= 14 ? 'p50 ≤ 100 ms' : '',
        ...(lines <= 14 ? { met: p50 <= 100 } : {}),
        counted: { measured: taken.length, pictures },
      });
    }
    return rows;
  } finally {
    await context.close();
  }
}

interface Typed {
  /** Milliseconds of each key, but for the first ones. */
  taken: number[];
  /** Those that were drawn for a key, no two of one address. */
  pictures: number;
}

/** Types into the first line's description. */
async function typing(page: Page, url: string, lines: number, keys: string): Promise<Typed> {
  await page.goto('about:blank');
  await page.goto(`${url}/invoices?new=1`);
  const description = page.getByRole('dialog').getByLabel(/description/i);
  await description.first().waitFor();
  if (lines > 1) {
    // Rows from a spreadsheet, pasted: tab-separated description, quantity and price.
    const pasted = Array.from({ length: lines }, (_, n) => `Work ${n + 1}\t2\t120.00`).join('\n');
    await description.first().evaluate((cell, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      cell.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, pasted);
  }
  await description.first().click();
  await page.waitForTimeout(1_500);
  await page.evaluate(() => {
    const state = { start: 0, taken: [] as number[], pictures: [] as string[] };
    Object.assign(globalThis, { typed: state });
    document.addEventListener('keydown', () => (state.start = performance.now()), true);
    document.addEventListener(
      'load',
      (event) => {
        if (!(event.target instanceof HTMLImageElement) || state.start === 0) return;
        const { start } = state;
        state.start = 0;
        state.pictures.push(event.target.src);
        requestAnimationFrame(() => state.taken.push(performance.now() - start));
      },
      true,
    );
  });
  const warmUp = 8;
  for (const [n, key] of keys.split('').entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (count) =>
        (globalThis as unknown as { typed: { taken: number[] } }).typed.taken.length > count,
      n,
      { polling: 20 },
    );
  }
  const { taken, pictures } = await page.evaluate(
    () => (globalThis as unknown as { typed: { taken: number[]; pictures: string[] } }).typed,
  );
  const text = await description.first().inputValue();
  if (!text.endsWith(keys)) throw new Error(`${keys} was typed, and '${text}' is there`);
  return { taken: taken.slice(warmUp), pictures: new Set(pictures).size };
}
