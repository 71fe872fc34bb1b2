import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';
import { buyPlan } from './subscribe.ts';

/** More than the list asks for at once. */
const INVOICES = 62;

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

/** 62 invoices: every 10th a draft, every 7th paid, three of them to another customer. */
beforeAll(async () => {
  owner = await signUp(server);
  await buyPlan(owner, 'monthly');
  const [marta, otto] = await Promise.all([
    owner.addCustomer(),
    owner.addCustomer({ name: 'Otto Reiter', company: null, email: null }),
  ]);
  for (let index = 0; index < INVOICES; index += 1) {
    await owner.addInvoice(index % 26 === 0 ? otto.id : marta.id, {
      status: index % 10 === 0 ? 'draft' : index % 7 === 0 ? 'paid' : 'sent',
      issueDate: daysFromNow(-index),
      dueDate: daysFromNow(40 - index),
    });
  }
});

const rowsOn = (screen: Screen, page: Page) =>
  screen === 'desktop'
    ? page.locator('tbody tr[aria-rowindex]')
    : page.getByRole('list', { name: 'Invoices, newest first' }).getByRole('link');

/** Scrolls until every invoice was in sight, and the next ones were asked for once. */
async function scrollThroughAll(screen: Screen, page: Page): Promise<void> {
  const cursors: string[] = [];
  page.on('request', (request) => {
    const cursor = new URL(request.url()).searchParams.get('cursor');
    if (cursor && request.url().includes('/api/invoices')) cursors.push(cursor);
  });
  const seen = new Set<string>();
  const look = async () => {
    for (const row of await rowsOn(screen, page).allInnerTexts()) {
      const number = /T-\d{4}/.exec(row)?.[0];
      if (number) seen.add(number);
    }
    // Rows are drawn only near the screen: on a slow one, some go by before they are.
    await page.evaluate(() => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const all = document.querySelectorAll('[aria-busy=true]').length === 0;
      if (atEnd && all && scrollY > 0) scrollTo(0, 0);
      else scrollBy(0, innerHeight * 0.7);
      return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    return seen.size;
  };
  await eventually(look).toBe(INVOICES);
  expect(cursors.length).toBe(Math.ceil(INVOICES / 60) - 1);
  expect(new Set(cursors).size).toBe(cursors.length);
}

describe.each(screens(['desktop', 'phone']))('on the %s', (screen) => {
  const rows = (page: Page) => rowsOn(screen, page);

  test('filter and search narrow the list, and the address keeps both', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    await rows(page).first().waitFor();

    const filter = page.getByRole('radiogroup', { name: 'Status' }).or(page.getByLabel('Status'));
    await filter.first().waitFor();
    for (const status of ['All Invoices', 'Draft', 'Sent', 'Paid', 'Overdue']) {
      expect(await filter.first().innerText()).toContain(status);
    }
    await filter.first().getByText('Draft').click();
    await eventually(() => rows(page).count()).toBe(7);
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
    expect(new Set((await rows(page).allInnerTexts()).map((row) => /Draft/.test(row)))).toEqual(
      new Set([true]),
    );

    await filter.first().getByText('All Invoices').click();
    await eventually(() => new URL(page.url()).search).toBe('');
    await page.getByPlaceholder('Number, customer or amount').fill('otto');
    await eventually(() => rows(page).count()).toBe(3);
    await page.reload();
    await eventually(() => rows(page).count()).toBe(3);
    expect(await page.getByPlaceholder('Number, customer or amount').inputValue()).toBe('otto');

    await page.getByPlaceholder('Number, customer or amount').fill('nobody at all');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    await page.getByText('Nothing matches “nobody at all”.').waitFor();
    // The search box has a cross of the same name.
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await rows(page).first().waitFor();
  });
});

describe.each(screens([], ['phone']))('on the %s', (screen) => {
  test('scrolling brings all the invoices, newest first', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    await rowsOn(screen, page).first().waitFor();
    await scrollThroughAll(screen, page);
  });
});

describe.each(screens([]))('before there are rows, on the %s', (screen) => {
  test('loading is said in words', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    let answer = () => {};
    const held = new Promise<void>((release) => {
      answer = release;
    });
    await page.route(/\/api\/invoices\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/invoices');
    await page.getByText('Loading invoices...', { exact: true }).waitFor({ state: 'attached' });
    answer();
    await rowsOn(screen, page).first().waitFor();
  });

  test('an account without invoices is shown the first step', async () => {
    const { page } = await visit({
      url: server.url,
      screen,
      cookie: (await signUp(server)).cookie,
    });
    await page.goto('/invoices');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create Invoice' }).first().waitFor();
  });
});

describe.each(screens(['desktop'], ['desktop']))('from the keyboard', (screen) => {
  test('the arrows go through the rows, Enter opens, X chooses and Escape lets go, scrolling brings all', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    const rows = rowsOn(screen, page);
    const link = (row: number) => rows.nth(row).getByRole('link').first();
    await rows.first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(0));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(2));
    await page.keyboard.press('ArrowUp');
    await untilFocused(link(1));

    const bulk = page.getByRole('region', { name: 'Actions for the selection' });
    await page.keyboard.press('x');
    await bulk.getByText('1 selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await bulk.getByText('2 selected').waitFor();
    // A press of a box leaves the focus there: the keys go on from it.
    await rows.nth(4).getByRole('checkbox').check();
    await bulk.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bulk.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(5));

    const number = await link(5).innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(number).waitFor();
    // A key that means something else while one types stays a letter.
    await page.goto('/invoices');
    await rows.first().waitFor();
    await page.getByRole('searchbox', { name: 'Search by number, customer or amount' }).fill('INV');
    await page.keyboard.press('x');
    expect(
      await page
        .getByRole('searchbox', { name: 'Search by number, customer or amount' })
        .inputValue(),
    ).toBe('INVx');
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await rows.first().waitFor();
    await scrollThroughAll(screen, page);
  });
});

describe.each(screens([], ['desktop']))('the menu and the keyboard, on the %s', (screen) => {
  test('E edits the row, and does nothing within its menu, where it is shown', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices?status=draft');
    const rows = rowsOn(screen, page);
    await eventually(() => rows.count()).toBe(7);
    await page.keyboard.press('ArrowDown');
    await untilFocused(rows.first().getByRole('link').first());
    const number = await rows.first().getByRole('link').first().innerText();
    await rows
      .first()
      .getByRole('button', { name: `Actions for ${number}` })
      .click();
    const edit = page.getByRole('menuitem', { name: 'Edit', exact: true });
    expect(await edit.getAttribute('aria-keyshortcuts')).toBe('E');
    await page.keyboard.press('e');
    await untilFocused(edit);
    await page.keyboard.press('Escape');
    await edit.waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: /^Edit/ }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('in sight, on the %s', (screen) => {
  test('the head and the bulk bar stay above the rows that scroll', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    const rows = rowsOn(screen, page);
    await rows.first().waitFor();
    const header = page.getByRole('banner');
    const bottom = async (one: Locator) => {
      const box = await one.boundingBox();
      return box ? Math.round(box.y + box.height) : undefined;
    };
    const top = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? -1);
    await rows.nth(1).getByRole('checkbox').check();
    await page.evaluate(() => globalThis.scrollTo(0, 700));
    await eventually(() => top(rows.nth(1))).toBeLessThan(0);
    const edge = (await bottom(header)) ?? 0;
    const bulk = page.getByRole('region', { name: 'Actions for the selection' });
    expect(Math.abs((await top(bulk)) - edge)).toBeLessThanOrEqual(1);
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    await bulk.waitFor({ state: 'detached' });
    expect(await top(page.getByRole('columnheader', { name: 'Customer' }))).toBe(edge);
  });

  test('a tablet keeps the table, its check boxes and the bulk actions', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 1024 });
      await page.goto('/invoices');
      const rows = rowsOn(screen, page);
      await rows.first().waitFor();
      const customer = await page.getByRole('columnheader', { name: 'Customer' }).boundingBox();
      expect(customer?.width).toBeGreaterThan(150);
      // The first is a draft, and nobody waits for its day.
      const day = rows.nth(1).getByText(/^(due )?[A-Z][a-z]{2} \d\d, 20\d\d$/);
      await eventually(() => day.filter({ visible: true }).count()).toBeGreaterThan(0);
      await rows.first().getByRole('checkbox').check();
      const bulk = page.getByRole('region', { name: 'Actions for the selection' });
      await bulk.getByText('1 selected').waitFor();
      for (const name of ['Mark as Paid', 'Download PDF', 'Delete', 'Clear selection']) {
        await bulk.getByRole('button', { name }).waitFor();
      }
      await page.keyboard.press('Escape');
      await bulk.waitFor({ state: 'detached' });
    }
  });
});
