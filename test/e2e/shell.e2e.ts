import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens, withoutFirstAnswers } from './browser.ts';
import type { Owner } from './owner.ts';
import { PASSWORD, signUp } from './owner.ts';
import { untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const PAGES = [
  ['/', 'Dashboard'],
  ['/invoices', 'Invoices'],
  ['/recurring', 'Recurring'],
  ['/calendar', 'Calendar'],
  ['/estimates', 'Estimates'],
  ['/credit-notes', 'Credit notes'],
  ['/customers', 'Customers'],
  ['/items', 'Items & Services'],
  ['/expenses', 'Expenses'],
  ['/reports', 'Reports'],
  ['/business-profile', 'Business Profile'],
  ['/subscribe', 'Subscription'],
  ['/billing', 'Billing'],
] as const;
const TITLES = PAGES.map(([, title]) => title);
/** What the phone's bottom bar begins on a page; on the others an invoice. */
const CREATES: Record<string, string> = {
  '/invoices': 'Create Invoice',
  '/recurring': 'Add recurring invoice',
  '/estimates': 'Create Estimate',
  '/credit-notes': 'Create Credit Note',
  '/customers': 'Add Customer',
  '/items': 'Add Item',
  '/expenses': 'Add Expense',
};
/** Besides those of the desktop and the phone, at which every page is looked at elsewhere. */
const WIDTHS = [320, 768, 1024];

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let invoiceId: number;
let publicId: string;

beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  const customer = await owner.addCustomer({ address: '14 Wharf Street', city: 'Portland' });
  await owner.addItem();
  ({ id: invoiceId, publicId } = await owner.addInvoice(customer.id));
});

/** The page stands: it has its heading, and nothing on it is still loading. */
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.locator('main, [role=dialog]').first().waitFor();
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0);
  // The provider's fields come after the page's own.
  if (page.url().endsWith('/subscribe')) await page.getByLabel('Card number').waitFor();
};
/** The first that is not above 0 of what is measured again and again, or the last after a while. */
const eventuallyNone = async (measure: () => Promise<number>): Promise<number> => {
  const end = performance.now() + 10_000;
  let measured = await measure();
  while (measured > 0 && performance.now() < end) measured = await measure();
  return measured;
};
/** An answer without its amounts, rates and counts; what names a record stays. */
function withoutFigures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFigures);
  if (typeof value !== 'object' || value === null) return value;
  const isFigure = (name: string, each: unknown) =>
    typeof each === 'number'
      ? !/(^id|Id|version)$/.test(name)
      : typeof each === 'string' && /^-?\d+\.\d{1,2}$/.test(each);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !isFigure(name, each))
      .map(([name, each]) => [name, withoutFigures(each)]),
  );
}
const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('the sidebar leads to every page, in order, and lights up where one is', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/');
    const side = page.getByRole('navigation', { name: 'Main' });
    const entries = side.getByRole('listitem').getByRole('link');
    await eventually(async () =>
      (await entries.allInnerTexts()).map((text) => text.trim()),
    ).toEqual([...TITLES, 'Contact Support']);
    expect(await side.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe(
      'mailto:help@example.com',
    );
    for (const [path, name] of PAGES) {
      await side.getByRole('listitem').getByRole('link', { name, exact: true }).click();
      await eventually(() => title(page)).toBe(name);
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await side.locator('[aria-current=page]').allInnerTexts()).toEqual([name]);
      await eventually(() => page.title()).toContain(name);
      await settled(page);
    }
    await side.getByText('Ada Quill').waitFor();
    await side.getByText('Free Trial (1/10 invoices)', { exact: true }).waitFor();
    await side.getByRole('button', { name: 'Logout' }).waitFor();
  });

  test('the header searches, begins an invoice and shows who is signed in', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/');
    const search = page.getByPlaceholder('Search invoices, customers...');
    await search.waitFor();
    await page.keyboard.press('Control+k');
    await untilFocused(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox'));
    await page.keyboard.type('marta');
    await page.keyboard.press('Enter');
    await eventually(() => page.url()).toMatch(/\/customers\/\d+$/);
    await page.getByRole('heading', { name: 'Harbor & Pine Coffee', level: 2 }).waitFor();

    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByText('No notifications yet.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    const account = page.getByRole('dialog', { name: 'Account' });
    await account.getByText(owner.email).waitFor();
    await account.getByRole('button', { name: 'Logout' }).waitFor();
    await account.getByText('Dark').click();
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-theme'));
    await eventually(scheme).toBe('dark');
    await page.reload();
    expect(await scheme()).toBe('dark');

    await page.getByRole('heading', { name: 'Harbor & Pine Coffee', level: 2 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Create New Invoice' }).waitFor();
  });
});

describe.each(screens(['phone'], ['phone']))('on the %s', (screen) => {
  test('the phone has a top bar, a bottom bar and a menu of everything', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/');
    const bottom = page.getByRole('navigation', { name: 'Main' });
    await bottom.waitFor();
    expect((await bottom.getByRole('link').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Dashboard',
      'Invoices',
      'Customers',
    ]);
    await bottom.getByRole('link', { name: 'Invoices' }).tap();
    await eventually(() => title(page)).toBe('Invoices');
    expect(await bottom.locator('[aria-current=page]').innerText()).toContain('Invoices');

    // A card's actions come from the lower edge, and Back closes them.
    await page.getByRole('button', { name: /^Actions for T-/ }).tap();
    const actions = page.getByRole('menu', { name: /^Actions for T-/ });
    await actions.getByRole('menuitem', { name: 'Mark as Paid' }).waitFor();
    await page.goBack();
    await actions.waitFor({ state: 'detached' });
    await eventually(() => new URL(page.url()).pathname).toBe('/invoices');

    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Settings',
      'Reports',
      'Logout',
    ]);
    await page.getByRole('menuitem', { name: 'Settings' }).tap();
    await eventually(() => title(page)).toBe('Business Profile');

    // Those on which the bar begins something else than an invoice, between two others.
    const pages = PAGES.filter(([each]) => ['/', '/reports'].includes(each) || each in CREATES);
    for (const [path, name] of pages) {
      await bottom.getByRole('button', { name: 'Menu' }).tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.waitFor();
      if (path === '/') {
        const names = menu.getByRole('listitem').getByRole('link');
        await eventually(async () =>
          (await names.allInnerTexts()).map((text) => text.trim()),
        ).toEqual([...TITLES, 'Contact Support', 'Outbox', 'Account']);
        await menu.getByText('Ada Quill').waitFor();
        await menu.getByText('Free Trial (1/10 invoices)', { exact: true }).waitFor();
        await menu.getByRole('button', { name: 'Logout' }).waitFor();
      }
      await menu.getByRole('link', { name, exact: true }).tap();
      await menu.waitFor({ state: 'detached' });
      await eventually(() => title(page)).toBe(name);
      await settled(page);
      // What a page begins stands in the bar, where it covers no amount.
      await bottom
        .getByRole('button', { name: CREATES[path] ?? 'New invoice', exact: true })
        .waitFor();
    }
    await bottom.getByRole('button', { name: 'New invoice' }).tap();
    await page.getByRole('dialog').getByLabel('Invoice number').waitFor();
  });
});

describe.each(screens([]))('coming and going, on the %s', (screen) => {
  test('signing out leads to the front page, and Back shows nothing private', async () => {
    const leaving = await signUp(server, 'Lea Going');
    await leaving.addCustomer({ name: 'Private Person' });
    const { page } = await visit({ url: server.url, screen, cookie: leaving.cookie });
    await page.goto('/');
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Private Person' }).waitFor();
    if (screen === 'desktop') {
      await page.getByRole('button', { name: 'Logout' }).click();
    } else {
      await page.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('menuitem', { name: 'Logout' }).tap();
    }
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Private Person|signed out/);
    const old = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: leaving.cookie } });
    expect(old.status).toBe(401);
  });

  test('a deep link asks to sign in and leads back to where it pointed', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/customers?search=marta');
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    expect(await page.getByText('signed out').count()).toBe(0);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('link', { name: 'Marta Lindqvist' }).waitFor();
    expect(page.url()).toBe(`${server.url}/customers?search=marta`);
  });
});

describe.each(screens([], ['desktop']))('further, on the %s', (screen) => {
  test('G and a letter goes to a page, but not while somebody types', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/');
    await eventually(() => title(page)).toBe('Dashboard');
    const keys = {
      i: 'Invoices',
      e: 'Estimates',
      a: 'Recurring',
      n: 'Credit notes',
      c: 'Customers',
      s: 'Items & Services',
    };
    for (const [key, name] of Object.entries(keys)) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await eventually(() => title(page)).toBe(name);
      await settled(page);
    }
    // Not the new invoice that N alone begins, and no page that only the admin has.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByPlaceholder('Search items...').fill('lo');
    await page.keyboard.type('gd');
    expect(await page.getByPlaceholder('Search items...').inputValue()).toBe('logd');
    expect(await title(page)).toBe('Items & Services');
  });

  test('a tablet has the sidebar’s pictures, named to readers and in tooltips', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 1024 });
      await page.goto('/customers');
      const side = page.getByRole('navigation', { name: 'Main' });
      const reports = side.getByRole('link', { name: 'Reports', exact: true });
      await reports.waitFor();
      expect((await side.boundingBox())?.width).toBeLessThanOrEqual(64);
      await reports.hover();
      await page.getByRole('tooltip', { name: 'Reports' }).waitFor();
      await reports.click();
      await eventually(() => title(page)).toBe('Reports');
      await side.getByRole('button', { name: 'Logout' }).waitFor();
    }
  });

  test('no page is wider than a small phone or a tablet', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const paths = [
      `/invoices/${invoiceId}`,
      '/invoices?new=1',
      `/pay-invoice/${publicId}`,
      '/pay-invoice/none',
    ];
    const signedOut = await visit({ url: server.url, screen });
    const wide: string[] = [];
    const measure = async (measured: Page, path: string) => {
      await settled(measured);
      for (const width of WIDTHS) {
        await measured.setViewportSize({ width, height: 800 });
        // The page may lay itself out anew for this width.
        const overhang = await eventuallyNone(() =>
          measured.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        );
        if (overhang > 0) wide.push(`${path} at ${width}: ${overhang} px too wide`);
      }
    };
    await page.goto('/');
    const side = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    for (const [path, name] of PAGES) {
      await side.getByRole('link', { name, exact: true }).click();
      await eventually(() => title(page)).toBe(name);
      await measure(page, path);
    }
    for (const path of paths) {
      await page.goto(path);
      await measure(page, path);
    }
    for (const path of ['/', '/sign-in', '/sign-up', '/forgot-password']) {
      await signedOut.page.goto(path);
      await measure(signedOut.page, path);
    }
    expect(wide).toEqual([]);
  });

  test('figures that answers lack take no page down', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await withoutFirstAnswers(page);
    await page.route('**/api/**', async (route) => {
      const answer = await route.fetch();
      if (!answer.headers()['content-type']?.includes('json'))
        return route.fulfill({ response: answer });
      return route.fulfill({ response: answer, json: withoutFigures(await answer.json()) });
    });
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
    for (const path of [
      ...PAGES.map(([each]) => each),
      `/invoices/${invoiceId}`,
      '/invoices?new=1',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await eventually(() => page.locator('main [aria-busy=true]').count()).toBe(0);
      const main = await page.locator('main').innerText();
      if (/went wrong|cannot be shown/.test(main)) failures.push(`${path}: ${main.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
  });

  test('an unknown address is not found, in the words of the specification', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto('/custommers');
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });

  test('loading ends after five seconds, with a note in the console', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.clock.install();
    let answer = () => {};
    const held = new Promise<void>((release) => {
      answer = release;
    });
    await withoutFirstAnswers(page);
    await page.route('**/api/auth/user', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/auth/user');
    await page.goto('/customers', { waitUntil: 'commit' });
    await asked;
    await page.getByRole('status').first().waitFor({ state: 'attached' });
    const noted = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.clock.fastForward(5_100);
    expect((await noted).text()).toMatch(/after 5 seconds/);
    await page.getByRole('heading', { name: 'Remit is not responding' }).waitFor();
    answer();
    await page.getByRole('link', { name: 'Marta Lindqvist' }).waitFor();
  });
});
