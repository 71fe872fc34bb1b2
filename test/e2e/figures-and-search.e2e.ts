import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dashboard } from '../../src/shared/dashboard/dashboard.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens, withoutFirstAnswers } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { fails, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

let busy: Owner;
let today: string;
let late: InvoiceDetail;
let sent: InvoiceDetail;
let paid: InvoiceDetail;

/** Each invoice is over $107.00: one late, one sent, one paid, one still a draft. */
beforeAll(async () => {
  busy = await signUp(server, 'Ada Quill');
  ({ today } = await busy.call<Dashboard>('GET', '/api/dashboard'));
  const harbor = await busy.addCustomer();
  const owen = await busy.addCustomer({ name: 'Owen Castell', company: null, email: null });
  const issued = { issueDate: today, dueDate: addDays(today, 4) };
  late = await busy.addInvoice(owen.id, {
    status: 'overdue',
    issueDate: addDays(today, -60),
    dueDate: addDays(today, -37),
  });
  sent = await busy.addInvoice(harbor.id, issued);
  paid = await busy.addInvoice(harbor.id, issued);
  await busy.addInvoice(harbor.id, { ...issued, status: 'draft' });
  await busy.call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'card' });
  await busy.addItem({ name: 'Hardback sample book', category: 'Print', unitPrice: '85.00' });
  await busy.call('POST', '/api/expenses', {
    category: 'Travel',
    description: 'Train to Harbor Street',
    amount: '30.05',
    expenseDate: today,
    vendor: 'Amtrak',
  });
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

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Texts of a table that do not stand whole in their cells. */
const cutCells = (table: Locator) =>
  table
    .locator('th, td')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );

/** The search of a page, with what is chosen in it. */
function searchOf(page: Page) {
  const palette = page.getByRole('dialog', { name: 'Search' });
  return {
    palette,
    box: palette.getByRole('combobox'),
    chosen: async () => oneLine(await palette.getByRole('option', { selected: true }).innerText()),
  };
}

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('the dashboard says what is owed, and shows figures that agree with what was done', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: busy.cookie });
    await page.goto('/');
    await page
      .getByText('You are owed $214.00. Of this, $107.00 on one invoice is overdue.', {
        exact: true,
      })
      .waitFor();
    expect(await stat(page, 'Total Revenue')).toEqual(['$107.00', '']);
    expect(await stat(page, 'Outstanding')).toEqual(['$214.00', '2 invoices, 1 overdue']);
    expect(await stat(page, 'Paid This Month')).toEqual(['$107.00', '']);
    expect(await stat(page, 'Total Expenses')).toEqual(['$30.05', '']);

    const due = region(page, 'Due and overdue');
    expect((await due.getByRole('listitem').allInnerTexts()).map(oneLine)).toEqual([
      `Owen Castell $107.00 37 days overdue ${late.invoiceNumber}`,
      expect.stringMatching(/^Harbor & Pine Coffee \$107\.00 Due \w+ \d+(, \d+)?, in 4 days /),
    ]);
    const cash = region(page, 'Cash by month');
    const chart = cash.getByRole('slider');
    const spoken = () => chart.getAttribute('aria-valuetext');
    expect(await spoken()).toMatch(/: Invoiced \$214\.00, Paid \$107\.00, Expenses \$30\.05$/);
    const readOut = async () => oneLine(await cash.getByRole('paragraph').innerText());
    expect(await readOut()).toMatch(/Invoiced \$214\.00 Paid \$107\.00 Expenses \$30\.05$/);
    await chart.press('Home');
    expect(await readOut()).toMatch(/Invoiced \$0\.00 Paid \$0\.00 Expenses \$0\.00$/);
    expect(await chart.getAttribute('aria-valuenow')).toBe('1');
    expect(await cash.getByRole('row').count()).toBe(13);

    const recent = region(page, 'Recent Invoices');
    expect(await recent.getByRole('row').count()).toBe(5);
    const activity = region(page, 'Recent Activity');
    await activity.getByText('Harbor & Pine Coffee paid $107.00').waitFor();
    await activity.getByText(`${paid.invoiceNumber}, by card`).waitFor();

    // What is done elsewhere in the application is here when one comes back.
    await recent.getByRole('link', { name: sent.invoiceNumber, exact: true }).click();
    await page.getByRole('button', { name: 'Mark as Paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await eventually(() => stat(page, 'Outstanding')).toEqual(['$107.00', '1 invoice, 1 overdue']);
    expect(await stat(page, 'Paid This Month')).toEqual(['$214.00', '']);
    await due.getByRole('link', { name: 'All overdue' }).click();
    // The dashboard, too, has a link of that name: first the page has to be another.
    await page.waitForURL('**/invoices?status=overdue');
    await page.getByRole('link', { name: late.invoiceNumber, exact: true }).waitFor();
  });

  test('the search is made and followed by keyboard', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: busy.cookie });
    await page.goto('/');
    await region(page, 'Recent Activity').waitFor();
    const { palette, box, chosen } = searchOf(page);

    await page.keyboard.press('Control+k');
    await untilFocused(box);
    await palette.getByRole('group', { name: 'Actions' }).getByText('New estimate').waitFor();
    await page.keyboard.type('har');
    await palette.getByRole('group', { name: 'Expenses' }).getByText('Amtrak').waitFor();
    const groups = palette.getByRole('group');
    expect(
      await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))),
    ).toEqual(['Customers', 'Invoices', 'Items & Services', 'Expenses', 'More']);
    expect(await palette.locator('mark').first().innerText()).toBe('Har');
    expect(await chosen()).toContain('Harbor & Pine Coffee');
    await palette.getByText('new invoice for this customer').waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toContain('All invoices matching');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const number = (await chosen()).split(' ')[0] ?? '';
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await eventually(() => page.url()).toMatch(/\/invoices\/\d+$/);
    await page.getByText(number).first().waitFor();
    await untilFocused(page.locator('main'));

    // What was opened is offered again; a press in the header opens the same.
    await page.getByPlaceholder('Search invoices, customers...').click();
    await palette.getByRole('group', { name: 'Recent' }).getByText(number).waitFor();
    await box.fill('no such thing');
    await palette.getByText('Nothing found for “no such thing”.').waitFor();
    expect(await palette.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await untilFocused(page.getByPlaceholder('Search invoices, customers...'));

    // Opened by its keys, it gives the focus back to what had it: '?' is no search then.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Control+k');
    await untilFocused(box);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await untilFocused(page.getByRole('link', { name: 'Skip to content' }));
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('the dashboard leads a new account through its first steps', async () => {
    const fresh = await signUp(server, 'Nora New');
    const { page } = await visit({ url: server.url, screen, cookie: fresh.cookie });
    await page.goto('/');
    await page.getByText('Welcome, Nora New. Your first invoice is two minutes away.').waitFor();
    const steps = region(page, 'First steps');
    await steps.getByText('0 of 5 done').waitFor();
    expect(await region(page, 'Cash by month').count()).toBe(0);

    await steps.getByRole('link', { name: 'Add a customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByLabel('Name', { exact: true }).fill('First Customer');
    await dialog.getByRole('button', { name: 'Add Customer' }).click();
    await seeToast(page, 'Success', 'Customer created successfully');
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await steps.getByText('1 of 5 done').waitFor();
    await steps.getByRole('link', { name: /^Add a customer ?, done$/ }).waitFor();
  });

  test('there are reports of each type and range, with their file', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: busy.cookie });
    await page.goto('/reports');
    const table = (name: string) => page.getByRole('table', { name, exact: true });
    await table('Revenue Report').waitFor();
    expect(await stat(page, 'Total Expenses')).toEqual(['$30.05', '1 record']);
    expect((await stat(page, 'Net Profit'))[1]).toBe('Profitable');
    const [revenue, count] = await stat(page, 'Total Revenue');
    const foot = await table('Revenue Report').locator('tfoot').innerText();
    expect(oneLine(foot)).toContain(revenue ?? 'none');
    expect(count).toMatch(/^\d paid invoices?$/);
    const shown = await table('Revenue Report').innerText();
    expect(shown).toContain('Harbor & Pine Coffee');
    expect(shown).not.toContain('Marta');
    // One ink rule above the sum, and nothing that lies over it; no date is cut.
    const under = (part: string, edge: 'Top' | 'Bottom') =>
      table('Revenue Report')
        .locator(`${part} td`)
        .first()
        .evaluate((cell, side) => getComputedStyle(cell)[`border${side}Width`], edge);
    expect([await under('tbody tr:last-child', 'Bottom'), await under('tfoot', 'Top')]).toEqual([
      '0px',
      '1px',
    ]);
    expect(await cutCells(table('Revenue Report'))).toEqual([]);

    await page.getByRole('radio', { name: 'Customer Report' }).click();
    await table('Customer Report').getByRole('link', { name: 'Marta Lindqvist' }).waitFor();
    await region(page, 'Invoiced by day').waitFor();
    await page.getByText('Total Paid is what was received for these invoices.').waitFor();
    expect(await stat(page, 'Active customers')).toEqual(['1', expect.any(String)]);
    await page.getByLabel('Date range').selectOption('90');
    await table('Customer Report').getByRole('link', { name: 'Owen Castell' }).waitFor();
    expect(await stat(page, 'Active customers')).toEqual(['2', expect.any(String)]);
    await page
      .getByText('Invoices issued in this period, and what has been paid on them')
      .waitFor();
    expect(new URL(page.url()).search).toBe('?type=customers&range=90');
    await page.goBack();
    await eventually(() => page.getByLabel('Date range').inputValue()).toBe('30');
    await table('Customer Report')
      .getByRole('link', { name: 'Owen Castell' })
      .waitFor({ state: 'detached' });

    // Any two days; what cannot be a range is said at its field, and no report is asked for it.
    await page.getByLabel('Date range').selectOption('Other dates');
    await page.getByLabel('From', { exact: true }).fill(daysFromNow(-80));
    await table('Customer Report').getByRole('link', { name: 'Owen Castell' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      type: 'customers',
      from: daysFromNow(-80),
      to: daysFromNow(0),
    });
    await page.getByLabel('To', { exact: true }).fill(daysFromNow(-81));
    await page.getByText('From must not be after To').waitFor();
    expect(await page.getByRole('button', { name: 'Export Report' }).isDisabled()).toBe(true);
    await page.getByLabel('Date range').selectOption('Last 30 days');
    await page.getByLabel('From', { exact: true }).waitFor({ state: 'detached' });
    await table('Customer Report')
      .getByRole('link', { name: 'Owen Castell' })
      .waitFor({ state: 'detached' });

    await page.getByRole('radio', { name: 'Invoice Report' }).click();
    await eventually(() => stat(page, 'Invoices created')).toEqual(['3', expect.any(String)]);
    expect(await stat(page, 'Total Invoices')).toEqual(['4', 'drafts included']);
    const sums = await table('Invoice Report').locator('tfoot').innerText();
    expect(oneLine(sums)).toMatch(/\$321\.00 of which drafts \$107\.00$/);
    expect(await cutCells(table('Invoice Report'))).toEqual([]);

    await page.getByRole('radio', { name: 'Expenses Report' }).click();
    await table('Expenses Report').getByText('Amtrak').waitFor();
    expect(await stat(page, 'Total Expenses')).toEqual(['$30.05', '1 record']);
    expect((await stat(page, 'Average Per Day'))[0]).toBe('$1.00');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('expenses-report-30days.csv');
    const file = await readFile(await download.path());
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.toString()).toContain('Train to Harbor Street');

    await table('Expenses Report').getByRole('row').nth(1).click();
    await eventually(() => new URL(page.url()).pathname).toBe('/expenses');
  });

  test('the search begins an invoice at once, and shows no answer that comes late', async () => {
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: busy.cookie });
    await page.goto('/');
    await region(page, 'Recent Activity').waitFor();
    const { palette, box, chosen } = searchOf(page);
    // Enter does not wait for the answer to be seen.
    await page.keyboard.press('Control+k');
    await box.fill('harbor');
    await box.press('Control+Enter');
    const editor = page.getByRole('dialog', { name: 'Create New Invoice' });
    await eventually(() => editor.getByLabel('Customer', { exact: true }).inputValue()).toContain(
      'Harbor & Pine Coffee',
    );
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });

    // An answer that comes late never takes the place of a newer one; none at all is said.
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    let answered: Promise<unknown> | undefined;
    await page.route('**/api/search?q=owe', (route) => {
      answered = held.then(() => route.continue()).catch(() => 'the page no longer wants it');
    });
    await page.keyboard.press('Control+k');
    const asked = page.waitForRequest('**/api/search?q=owe');
    await box.fill('owe');
    await asked;
    await box.fill('hardb');
    await palette.getByRole('option', { name: /Hardback sample book/ }).waitFor();
    release();
    await answered;
    expect(await chosen()).toContain('Hardback sample book');
    expectOutage();
    await page.route('**/api/search?q=amt', fails);
    await box.fill('amt');
    await palette.getByRole('alert').getByText('The search could not be made.').waitFor();
    await page.unroute('**/api/search?q=amt');
    await palette.getByRole('button', { name: 'Try again' }).click();
    await palette.getByRole('option', { name: /Train to Harbor Street/ }).waitFor();
  });

  test('an address with a long search opens its list, searched for the first 200 letters', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: busy.cookie });
    const long = 'x'.repeat(300);
    for (const [path, what, nothing] of [
      ['/invoices', 'Search by number, customer or amount', 'No invoices found.'],
      ['/estimates', 'Search estimates', 'No estimates found'],
      ['/customers', 'Search customers', 'No customers found.'],
      ['/items', 'Search items', 'No items found.'],
      ['/expenses', 'Search expenses', 'No expenses found.'],
    ] as const) {
      await page.goto(`${path}?search=${long}`);
      await page.getByText(nothing, { exact: true }).waitFor();
      const box = page.getByRole('searchbox', { name: what });
      expect(await box.inputValue()).toBe('x'.repeat(200));
      expect(await box.getAttribute('maxlength')).toBe('200');
    }
  });
});

describe.each(screens([], ['phone']))('on the %s', (screen) => {
  test('the dashboard says when it cannot be read, and begins an invoice', async () => {
    const { page, expectOutage } = await visit({
      url: server.url,
      screen,
      cookie: busy.cookie,
    });
    expectOutage();
    await withoutFirstAnswers(page);
    await page.route('**/api/dashboard', fails);
    await page.goto('/');
    const failed = page.getByRole('alert').filter({ hasText: 'The dashboard could not be loaded' });
    await failed.waitFor();
    await page.unroute('**/api/dashboard');
    await failed.getByRole('button', { name: 'Try again' }).tap();
    await region(page, 'Cash by month').getByText('so far').waitFor();
    await page.getByRole('button', { name: 'New invoice', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Create New Invoice' }).waitFor();
  });

  test('reports say where there is nothing', async () => {
    const fresh = await signUp(server, 'Nora New');
    const { page } = await visit({ url: server.url, screen, cookie: fresh.cookie });
    await page.goto('/reports?type=expenses');
    await page.getByRole('heading', { name: 'No data available' }).waitFor();
    await page
      .getByText('There are no records for the selected report type and date range.')
      .waitFor();
    await page.getByLabel('Date range').selectOption('This quarter');
    await page.getByText('There are no records for').waitFor();
    expect(new URL(page.url()).searchParams.get('period')).toBe('this-quarter');
    await page.getByLabel('Date range').selectOption('Other dates');
    await page.getByLabel('From', { exact: true }).waitFor();
    await page.getByLabel('Date range').selectOption('Last 30 days');
    await page.getByText('There are no records for').waitFor();
    await page.getByLabel('Report type').selectOption('Invoice Report');
    await eventually(() => stat(page, 'Total Invoices')).toEqual(['0', expect.any(String)]);
    await page.getByLabel('Report type').selectOption('Revenue Report');
    await eventually(() => stat(page, 'Net Profit')).toEqual(['$0.00', 'Profitable']);
    const profit = page.getByText('Profitable').locator('..');
    expect(await profit.getAttribute('data-verdict')).toBe('even');
    expect(await profit.locator('svg').count()).toBe(0);
  });
});
