import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import type { Row } from './measure.ts';
import { median, ms, quantile } from './measure.ts';
import { parseCookies } from './running-server.ts';
import type { Scene } from './scene.ts';
import { seedBusiness } from './seed-figures.ts';

interface Step {
  name: string;
  /** What is pressed, and what stands on the screen when everything is there. */
  press: string;
  shown: string;
  /** Opens a dialog over its page, which is closed before the next step. */
  dialog?: true;
}

const entry = (name: string, path: string, shown: string): Step => ({
  name,
  press: `nav a[href="${path}"]`,
  shown,
});

const dialog = (name: string, button: string, shown = '[role="dialog"] input'): Step => ({
  name,
  press: `role=button[name="${button}"] >> visible=true`,
  shown,
  dialog: true,
});

/** A round through the pages and the dialogs that are opened most, which ends where it began. */
const ROUND: readonly Step[] = [
  entry('Invoices', '/invoices', 'main table a[href^="/invoices/"]'),
  {
    name: 'An invoice with its picture',
    press: 'main table a[href^="/invoices/"]',
    shown: 'main section[aria-label="Document"] img, main section[aria-label="Document"] svg',
  },
  entry('Estimates', '/estimates', 'main a[href^="/estimates/"]'),
  entry('Customers', '/customers', 'main a[href^="/customers/"]'),
  dialog('Dialog: a customer', 'Add Customer'),
  {
    name: 'A customer’s account',
    press: 'main a[href^="/customers/"]',
    shown: 'main h2',
  },
  dialog('Dialog: record a payment', 'Record payment'),
  entry('Items', '/items', 'main [aria-label="Items"] > *'),
  dialog('Dialog: an item', 'Add Item'),
  entry('Expenses', '/expenses', 'main table td'),
  dialog('Dialog: an expense', 'Add Expense'),
  entry('Reports', '/reports', 'main svg'),
  entry('Dashboard', '/', 'main dl'),
  {
    name: 'Search palette',
    press: 'header input[type="search"]',
    shown: '[role="dialog"] [role="option"]',
    dialog: true,
  },
  dialog('Editor of a new invoice', 'New Invoice', '[role="dialog"] [data-field="lines"] input'),
  entry('Dashboard after the editor', '/', 'main dl'),
];
/** As long as a hand is over a link before it presses, at the least. */
const HOVER_MS = 100;
const PATIENCE_MS = 30_000;

interface Taken {
  /** Milliseconds from the press to the frame that shows everything. */
  time: number;
  requests: number;
}

/** How long it takes from a press to the content, in Chromium on a desktop, for two sizes of account. */
export async function benchNavigation(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const server = await scene.server('postgresql');
  const pool = new pg.Pool({ connectionString: server.databaseUrl });
  const browser = await scene.browser();
  try {
    const rows: Row[] = [];
    for (const invoices of size([500, 100_000], [40])) {
      const email = `navigation-${invoices}@example.com`;
      const cookie = await server.signUp(email);
      await seedBusiness(pool, email, { invoices, expenses: Math.round(invoices / 4) });
      await pool.query('vacuum analyze');
      const taken = await goRound(browser, server.url, cookie, size(51, 2));
      rows.push(...describeRounds(taken, `${invoices.toLocaleString('en')} invoices`));
    }
    return rows;
  } finally {
    await pool.end();
  }
}

async function goRound(
  browser: Browser,
  url: string,
  cookie: string,
  rounds: number,
): Promise<Map<string, Taken[]>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(parseCookies(cookie, url));
    await context.addInitScript('globalThis.__name = (named) => named');
    const page = await context.newPage();
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.goto(url);
    await page.locator('main dl').first().waitFor();
    // The browser was idle: what it fetches ahead is there.
    await page.waitForLoadState('networkidle');
    const taken = new Map(ROUND.map(({ name }): [string, Taken[]] => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const step of ROUND) {
        const before = requests;
        const time = await timePress(page, step);
        await page.waitForLoadState('networkidle');
        if (step.dialog) {
          await page.keyboard.press('Escape');
          await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
        }
        taken.get(step.name)?.push({ time, requests: requests - before });
      }
    }
    return taken;
  } finally {
    await context.close();
  }
}

async function timePress(page: Page, { name, press, shown, dialog }: Step): Promise<number> {
  const target = page.locator(press).first();
  await target.hover();
  await page.waitForTimeout(HOVER_MS);
  await page.evaluate(measureNextPress, {
    shown,
    elsewhere: !dialog,
    busy: `${dialog ? '[role="dialog"]' : 'main'} [aria-busy="true"]`,
    patience: PATIENCE_MS,
  });
  await page.mouse.down();
  await page.mouse.up();
  const time = await page.evaluate(() => (globalThis as { __shown?: Promise<number> }).__shown);
  if (time === undefined || time < 0) throw new Error(`${name} did not come up`);
  return time;
}

/** What is waited for after a press. */
interface Sight {
  shown: string;
  /** Its address is another one. */
  elsewhere: boolean;
  /** What still waits for something. */
  busy: string;
  patience: number;
}

/** Runs in the page: from the next press to the first frame after everything is there. */
function measureNextPress({ shown, elsewhere, busy, patience }: Sight): void {
  const from = globalThis.location.pathname;
  const isThere = () =>
    (!elsewhere || globalThis.location.pathname !== from) &&
    document.querySelector(shown) !== null &&
    document.querySelector(busy) === null;
  (globalThis as { __shown?: Promise<number> }).__shown = new Promise((resolve) => {
    const onPress = ({ timeStamp }: Event) => {
      const drawn = () => resolve(performance.now() - timeStamp);
      const look = () => {
        if (performance.now() - timeStamp > patience) resolve(-1);
        else if (isThere()) requestAnimationFrame(() => setTimeout(drawn));
        else setTimeout(look, 1);
      };
      look();
    };
    addEventListener('pointerdown', onPress, { once: true, capture: true });
  });
}

/** The first time is told apart from those after it. */
const describeRounds = (taken: Map<string, Taken[]>, account: string): Row[] =>
  [...taken].map(([name, all]) => {
    const [first, ...later] = all;
    const times = later.map(({ time }) => time);
    const p95 = quantile(times, 0.95);
    const asked = median(later.map(({ requests }) => requests));
    return {
      what: `${name}, ${account}`,
      value: `${ms(median(times))}, p95 ${ms(p95)}`,
      against: `the first time ${ms(first?.time ?? Number.NaN)}; ${asked} requests, ${first?.requests ?? 0} the first time`,
      goal: '≤ 100 ms p95, ≤ 200 ms the first time',
      met: p95 <= 100 && (first?.time ?? Number.NaN) <= 200,
      counted: { rounds: all.length, first: first?.requests ?? 0, later: asked },
    };
  });
