import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dashboard } from '../../src/shared/dashboard/dashboard.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

let owner: Owner;
let today: string;

/** $100.00 and 7 % each: one 40 days late, one paid and undone, one written off, one partly paid. */
beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  ({ today } = await owner.call<Dashboard>('GET', '/api/dashboard'));
  const harbor = await owner.addCustomer();
  const issued = { issueDate: today, dueDate: addDays(today, 4), status: 'sent' };
  await owner.addInvoice(harbor.id, {
    ...issued,
    issueDate: addDays(today, -60),
    dueDate: addDays(today, -40),
  });
  const undone = await owner.addInvoice(harbor.id, issued);
  const given = await owner.addInvoice(harbor.id, issued);
  const part = await owner.addInvoice(harbor.id, issued);
  const pay = (amount: string, invoiceId: number) =>
    owner.call<{ id: number }>('POST', '/api/payments', {
      customerId: harbor.id,
      currency: 'USD',
      amount,
      paymentDate: today,
      paymentMethod: 'bank_transfer',
      allocations: [{ invoiceId, amount }],
    });
  const { id } = await pay('107.00', undone.id);
  await owner.call('POST', `/api/payments/${id}/reverse`);
  await pay('50.00', part.id);
  await owner.call('POST', `/api/invoices/${given.id}/write-off`, { reason: 'Bankrupt' });
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A figure of the strip, with what stands beneath it. */
const stat = async (page: Page, label: string) => {
  const texts = await page
    .locator('main dl[aria-label=Summary] > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .allInnerTexts();
  return texts.map(oneLine);
};

const open = async (path: string, screen: Screen = 'desktop', who = owner) => {
  const { page } = await visit({ url: server.url, screen, cookie: who.cookie });
  await page.goto(path);
  return page;
};

async function exportReport(page: Page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Report' }).click(),
  ]);
  const file = await readFile(await download.path());
  return { name: download.suggestedFilename(), text: file.toString() };
}

describe.each(screens(['desktop']))('a reconciliation (%s)', (screen) => {
  test('is reached from the reports, and leads to its entries and to a file of them', async () => {
    const page = await open('/reports', screen);
    const nav = page.getByRole('navigation', { name: 'Reports' });
    if (screen === 'phone') {
      await page.getByLabel('Report', { exact: true }).selectOption('Reconciliation');
    } else {
      await nav.getByRole('link', { name: 'Reconciliation' }).click();
    }
    await page.getByText('that is the closing balance of').waitFor();
    expect(new URL(page.url()).pathname).toBe('/reports/reconciliation');

    await page.goto(`/reports/reconciliation?from=${addDays(today, -90)}&to=${today}`);
    await eventually(() => stat(page, 'Closing balance')).toEqual(['$271.00', expect.any(String)]);
    const table = page.getByRole('table', { name: 'Reconciliation in USD' });
    expect((await table.getByRole('row').allInnerTexts()).map(oneLine)).toEqual([
      'Account in USD Amount',
      'Opening balance $0.00',
      'Invoices issued $428.00',
      'Invoices revised or deleted $0.00',
      'Credited $0.00',
      expect.stringMatching(/^Payments received .?\$157\.00$/),
      'Payments refunded $0.00',
      'Payments undone $107.00',
      expect.stringMatching(/^Written off .?\$107\.00$/),
      'Refunded and not owed again $0.00',
      'Closing balance $271.00',
    ]);
    await page
      .getByText(
        'Today $271.00 is open on invoices. Less $0.00 of unapplied credit, that is the closing balance of $271.00.',
      )
      .waitFor();
    await table.getByRole('link', { name: 'Invoices issued' }).click();
    const entries = page.getByRole('region', { name: 'Invoices issued, entry by entry' });
    await eventually(() => entries.getByRole(screen === 'phone' ? 'listitem' : 'row').count()).toBe(
      screen === 'phone' ? 4 : 5,
    );
    await page.goBack();
    await entries.waitFor({ state: 'detached' });
    expect(await exportReport(page)).toEqual({
      name: expect.stringMatching(/^reconciliation-.*\.csv$/),
      text: expect.stringContaining('271.00'),
    });
  });
});

describe.each(screens([], ['desktop']))('the other reports on accounts (%s)', () => {
  test('tell what is open by age, today and on a day before', async () => {
    const page = await open('/reports/receivables');
    await eventually(() => stat(page, 'Open')).toEqual(['$271.00', expect.any(String)]);
    expect(await stat(page, 'Overdue')).toEqual(['$107.00', '']);
    const chart = page.getByRole('slider', { name: /^Open by age/ });
    await chart.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toBe('Not due: Open $164.00');
    await page.goto(`/reports/receivables?asOf=${addDays(today, -45)}`);
    await eventually(() => stat(page, 'Overdue')).toEqual(['$0.00', '']);
    expect((await stat(page, 'Open'))[0]).toBe('$107.00');
    await page.goto('/reports/nonsense');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('tell revenue by invoice and by payment', async () => {
    const page = await open(`/reports/revenue?from=${addDays(today, -90)}&to=${today}`);
    await eventually(() => stat(page, 'Revenue, net')).toEqual(['$400.00', 'without tax']);
    expect(await stat(page, 'With tax')).toEqual(['$428.00', '']);
    await page.getByRole('radio', { name: 'By payment' }).click();
    await eventually(() => stat(page, 'Revenue')).toEqual(['$50.00', 'with tax']);
    expect((await stat(page, 'Payments undone'))[0]).toMatch(/^.\$107\.00$/);
    await page.getByLabel('Interval').selectOption('year');
    await page.getByRole('region', { name: 'Revenue by year' }).waitFor();
    await page.goBack();
    await eventually(() => stat(page, 'With tax')).toEqual(['$428.00', '']);
  });

  test('tell the taxes of a period, and which day is none', async () => {
    const page = await open(`/reports/taxes?from=${addDays(today, -90)}&to=${today}`);
    await eventually(() => stat(page, 'Tax invoiced')).toEqual(['$28.00', '']);
    await page.getByRole('radio', { name: 'By payment' }).click();
    await eventually(() => stat(page, 'Tax received')).toEqual(['$3.27', '']);
    await page.goto(`/reports/taxes?from=${today}&to=${addDays(today, -1)}`);
    await page.getByText('From must not be after To').waitFor();
    expect(await page.getByRole('button', { name: 'Export Report' }).isDisabled()).toBe(true);
  });

  test('list what was given up and given back, and save it', async () => {
    const page = await open(`/reports/write-offs?from=${addDays(today, -90)}&to=${today}`);
    await eventually(() => stat(page, 'Written off')).toEqual(['$107.00', '']);
    await page.getByText('Payment undone').waitFor();
    await page.getByText('Bankrupt').waitFor();
    expect(await exportReport(page)).toEqual({
      name: expect.stringMatching(/^write-offs-and-refunds-.*\.csv$/),
      text: expect.stringContaining('Bankrupt,107.00,USD'),
    });
  });

  test('say where there is nothing', async () => {
    const fresh = await signUp(server, 'Nora New');
    const page = await open('/reports/reconciliation', 'desktop', fresh);
    await page.getByRole('heading', { name: 'No data available' }).waitFor();
  });
});
