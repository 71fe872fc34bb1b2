/**
 * `npm run pictures`: builds Remit, fills an account with the demo's two years, starts the server on a
 * data folder of its own and takes the landing page's and the README's pictures of the running
 * product, and the image that social networks show. They go into the source tree and are committed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import type { InvoiceDetail } from '../src/shared/invoices/invoice.contract.ts';
import type { BusinessProfile } from '../src/shared/profile/profile.contract.ts';
import { PICTURE_SIZES, type PictureName } from '../src/web/features/landing/picture-sizes.ts';
import { DEMO_LOGIN } from './demo/demo-account.ts';
import { SHOWN_INVOICE } from './demo/demo-content.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'src/web/features/landing/pictures');
const dataDir = mkdtempSync(join(tmpdir(), 'remit-pictures-'));
const THEMES = ['light', 'dark'] as const;
const ON_PHONE: readonly PictureName[] = ['phone', 'pay'];
const IN_README: readonly PictureName[] = ['dashboard', 'editor'];
const README_WIDTH = 1440;
/** Two dots of the picture for one of the page, so that it is sharp on fine screens. */
const DENSITY = 2;

interface Account {
  url: string;
  cookie: string;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'inherit',
    });
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
}

/** Starts the built program; resolves to its address. */
function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: dataDir,
    // Without the sandbox the application is not in test mode, as where real money moves.
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      PORT: '0',
      SANDBOX: 'off',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((found, failed) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /running at (http\S+)/.exec(printed)?.[1];
      if (url) found({ child, url });
    });
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${printed}`)));
  });
}

async function signIn(url: string): Promise<Account> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(DEMO_LOGIN),
  });
  if (!answer.ok) throw new Error(`Signing in was refused: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    url,
    cookie,
    async call(method, path, body) {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
  };
}

/** The studio takes cards, as it would. */
async function takeCards({ call }: Account): Promise<void> {
  const { id, version, ...stored } = await call<BusinessProfile>('GET', '/api/business-profile');
  const { businessName, pdfTheme, pdfPrimaryColor, pdfAccentColor } = stored;
  const keys = 'northwindstudiodemo';
  await call('PUT', `/api/business-profile/${id}`, {
    version,
    businessName,
    pdfTheme,
    pdfPrimaryColor,
    pdfAccentColor,
    stripePublishableKey: `pk_test_${keys}`,
    stripeSecretKey: `sk_test_${keys}`,
  });
}

async function open(
  browser: Browser,
  account: Account,
  name: PictureName,
  theme: (typeof THEMES)[number],
): Promise<{ context: BrowserContext; page: Page }> {
  const phone = ON_PHONE.includes(name);
  const context = await browser.newContext({
    baseURL: account.url,
    viewport: PICTURE_SIZES[name],
    deviceScaleFactor: DENSITY,
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(phone ? { isMobile: true, hasTouch: true } : {}),
  });
  if (name !== 'pay') {
    await context.addCookies(
      account.cookie.split('; ').map((pair) => {
        const end = pair.indexOf('=');
        return { name: pair.slice(0, end), value: pair.slice(end + 1), url: account.url };
      }),
    );
  }
  return { context, page: await context.newPage() };
}

type Invoice = Pick<InvoiceDetail, 'id' | 'publicId' | 'poNumber'>;

/** The demo's invoice that fills a page. */
async function shownInvoice({ call }: Account): Promise<Invoice> {
  const invoices = await call<Invoice[]>('GET', '/api/invoices');
  const found = invoices.find(({ poNumber }) => poNumber === SHOWN_INVOICE.poNumber);
  if (!found) throw new Error('The demo account has no invoice to show');
  return found;
}

/** Brings a page to where it is worth a picture. */
const STAGES: Record<PictureName, (page: Page, invoice: Invoice) => Promise<void>> = {
  async dashboard(page) {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  },
  async phone(page) {
    await page.goto('/invoices');
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
  },
  async editor(page, { id }) {
    await page.goto(`/invoices/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByRole('img', { name: /^Invoice .*, page 1 of/ }).waitFor();
  },
  async pay(page, { publicId }) {
    await page.goto(`/pay-invoice/${publicId}`);
    await page.getByRole('button', { name: 'Pay Now' }).first().waitFor();
  },
};

/** A form begins with its first field chosen, and what is in it marked: not in a picture. */
async function leaveFields(page: Page): Promise<void> {
  const left = await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    return document.activeElement === document.body;
  });
  if (!left) throw new Error('Something on the page keeps the focus');
}

async function take(browser: Browser, account: Account, invoice: Invoice): Promise<void> {
  for (const name of Object.keys(PICTURE_SIZES) as PictureName[]) {
    for (const theme of THEMES) {
      const { context, page } = await open(browser, account, name, theme);
      await STAGES[name](page, invoice);
      // The customer's page of a business whose keys are live shows no banner.
      await page
        .getByRole('status')
        .filter({ hasText: 'Test mode' })
        .evaluateAll((banners) => {
          for (const banner of banners) banner.style.display = 'none';
        });
      await page.waitForLoadState('networkidle');
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await leaveFields(page);
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const file = join(pictures, `${name}-${theme}`);
      await sharp(shot).avif({ quality: 50, effort: 3 }).toFile(`${file}.avif`);
      await sharp(shot).webp({ quality: 76, effort: 4 }).toFile(`${file}.webp`);
      if (theme === 'light' && IN_README.includes(name)) {
        await sharp(shot)
          .resize({ width: README_WIDTH })
          .png({ palette: true, effort: 10 })
          .toFile(join(root, `docs/images/${name}.png`));
      }
      await context.close();
      process.stdout.write(`  ${name}, ${theme}\n`);
    }
  }
}

/** 1200 × 630: the landing page's own sentence and its document, side by side. */
async function takeSocialImage(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    const parts = ['header a[aria-label]', 'h1', '#hero-trial + small', '.doc'].flatMap((what) => [
      ...document.querySelectorAll(what),
    ]);
    const whole = document.createElement('div');
    whole.className = 'social';
    const words = document.createElement('div');
    words.append(...parts.slice(0, 3));
    whole.append(words, ...parts.slice(3));
    document.body.append(whole);
    for (const other of document.querySelectorAll('header, main, footer, [href="#main"]'))
      other.remove();
  });
  await page.addStyleTag({
    content: `
      .social { display: grid; grid-template-columns: 560px 500px; gap: 56px; height: 630px; padding: 64px 0 0 64px; overflow: hidden }
      .social > div:first-child { display: flex; flex-direction: column; height: 502px }
      .social a svg { width: 130px; height: 40px }
      .social h1 { margin: auto 0 28px; font-size: 72px }
      .social small { color: var(--muted); font-size: 24px }
      .social .doc { position: static; transform: scale(1.18); transform-origin: 0 0; width: 432px }`,
  });
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await sharp(shot)
    .png({ palette: true, effort: 10 })
    .toFile(join(root, 'src/web/public/social.png'));
  await context.close();
}

async function main(): Promise<void> {
  let child: ChildProcess | undefined;
  let browser: Browser | undefined;
  try {
    await run(process.execPath, ['scripts/build.mjs', '--if-stale']);
    await run(join(root, 'node_modules/.bin/tsx'), ['scripts/demo.ts']);
    const started = await start();
    child = started.child;
    const account = await signIn(started.url);
    await takeCards(account);
    const shown = await shownInvoice(account);
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    });
    await take(browser, account, shown);
    await takeSocialImage(browser, started.url);
  } finally {
    await browser?.close();
    if (child && child.exitCode === null) {
      const ended = new Promise((done) => child?.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

await main();
