import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let harbor: number;

const priced = (unitPrice: string) => ({
  taxRate: '0',
  lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice }],
});

/** T-0001 to T-0004: of two customers, of today and of two years ago, each over another amount. */
beforeAll(async () => {
  owner = await signUp(server);
  ({ id: harbor } = await owner.addCustomer());
  const otto = await owner.addCustomer({ name: 'Otto Reiter', company: null, email: null });
  const long = daysFromNow(-730);
  const invoices = [
    [harbor, { ...priced('477'), dueDate: daysFromNow(40) }],
    [otto.id, { ...priced('1477'), dueDate: daysFromNow(10) }],
    [harbor, { ...priced('90'), issueDate: long, dueDate: daysFromNow(20), status: 'draft' }],
    [otto.id, { ...priced('250.48'), issueDate: long, dueDate: daysFromNow(30) }],
  ] as const;
  for (const [customer, values] of invoices) await owner.addInvoice(customer, values);
  for (const [category, expenseDate, amount] of [
    ['Travel', daysFromNow(0), '30'],
    ['Travel', long, '10'],
    ['Equipment', daysFromNow(0), '20'],
  ]) {
    const description = `${category} of ${expenseDate?.slice(0, 4)}`;
    await owner.call('POST', '/api/expenses', { category, expenseDate, description, amount });
  }
  for (const [unitPrice, issueDate] of [
    ['100', daysFromNow(0)],
    ['300', long],
  ]) {
    await owner.call('POST', '/api/estimates', {
      ...priced(unitPrice ?? ''),
      customerId: harbor,
      estimateNumber: `E-${unitPrice}`,
      issueDate,
      expiryDate: daysFromNow(30),
    });
  }
});

const address = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
/** 'Travel of 2026', in the order of the list. */
const expenses = async (page: Page) =>
  (await page.locator('main').locator('tr, li').allInnerTexts()).flatMap(
    (text) => /(Travel|Equipment) of \d{4}/.exec(text)?.[0] ?? [],
  );
const panel = (page: Page) => page.getByRole('dialog', { name: /^Filter/ });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' });

async function openFilter(page: Page) {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await panel(page).getByRole('button', { name: 'Apply' }).waitFor();
}
const apply = (page: Page) => panel(page).getByRole('button', { name: 'Apply' }).click();

async function numbersOn(screen: Screen, page: Page) {
  const rows =
    screen === 'desktop'
      ? page.locator('tbody tr[aria-rowindex]')
      : page.getByRole('list', { name: /^Invoices, / }).getByRole('link');
  return (await rows.allInnerTexts()).map((row) => /T-\d{4}/.exec(row)?.[0]);
}

async function openAt(path: string, screen: Screen): Promise<Page> {
  const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
  await page.goto(path);
  return page;
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('invoices are narrowed by customer, days and amount, and the address keeps it', async () => {
    const page = await openAt('/invoices', screen);
    await eventually(() => numbersOn(screen, page)).toEqual([
      'T-0002',
      'T-0001',
      'T-0004',
      'T-0003',
    ]);

    await openFilter(page);
    const customer = panel(page).getByRole('combobox', { name: 'Customer' });
    await customer.fill('marta');
    await page.getByRole('option', { name: /Marta/ }).click();
    await apply(page);
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001', 'T-0003']);
    expect(address(page)).toEqual({ customerId: String(harbor) });
    await chips(page).getByText('Customer: Harbor & Pine Coffee').waitFor();

    await openFilter(page);
    await panel(page).getByLabel('Date issued').selectOption('This year');
    await panel(page).getByLabel('Amount to').fill('5');
    await panel(page).getByLabel('Amount from').fill('1,000');
    await apply(page);
    await panel(page).getByText('Amount to must not be below Amount from').waitFor();
    await untilFocused(panel(page).getByLabel('Amount to'));
    await panel(page).getByLabel('Amount to').fill('');
    await panel(page).getByText('Amount to must not be below').waitFor({ state: 'detached' });
    await panel(page).getByLabel('Amount from').fill('100');
    await page.keyboard.press('Enter');
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001']);
    await chips(page).getByText('Date issued: This year').waitFor();
    await chips(page).getByText('Amount: from $100.00').waitFor();
    if (screen === 'desktop') {
      const status = page.getByRole('radiogroup', { name: 'Status' });
      await eventually(() => status.innerText()).toMatch(/All Invoices\s*1\s*Draft\s*0\s*Sent\s*1/);
      await page.getByRole('row', { name: /1 invoice .*\$477\.00/ }).waitFor();
    }

    await page.reload();
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001']);
    await page.getByRole('button', { name: 'Remove Amount: from $100.00' }).click();
    await page.getByRole('button', { name: 'Remove Date issued: This year' }).click();
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001', 'T-0003']);
    await page.goBack();
    await chips(page).getByText('Date issued: This year').waitFor();
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001']);

    await page.goto(`/invoices?customerId=${harbor}&minTotal=9000&search=T-`);
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    const nothing = page.getByText(/^Nothing matches/);
    await eventually(() => nothing.innerText()).toBe(
      'Nothing matches “T-”, Customer: Harbor & Pine Coffee, Amount: from $9,000.00.',
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await eventually(() => numbersOn(screen, page)).toHaveLength(4);
    expect(address(page)).toEqual({});
  });
});

describe.each(screens(['desktop'], ['desktop']))('the keyboard, on the %s', (screen) => {
  test('Escape closes the filter and gives the focus back, and keeps nothing of it', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    await page.locator('tbody tr[aria-rowindex]').first().waitFor();
    const button = page.getByRole('button', { name: 'Filter' });
    await button.focus();
    await page.keyboard.press('Enter');
    await untilFocused(panel(page).getByRole('combobox', { name: 'Customer' }));
    await panel(page).getByLabel('Date issued').selectOption('Other dates');
    await panel(page).getByRole('button', { name: 'Choose from' }).click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await untilFocused(button);
    expect(address(page)).toEqual({});
  });
});

describe.each(screens([]))('sorted, on the %s', (screen) => {
  test('invoices are sorted, and a search finds an amount', async () => {
    const page = await openAt('/invoices', screen);
    await eventually(() => numbersOn(screen, page)).toHaveLength(4);
    const months = page.getByRole('heading', { name: /^[A-Z][a-z]+ 20\d\d$/ });
    const orders = [
      ['Due', 'nextDueDate', 'ascending', 'Due soonest first', '2341'],
      ['Due', '-nextDueDate', 'descending', 'Due latest first', '1432'],
      ['Amount', '-total', 'descending', 'Highest amount first', '2143'],
      ['Amount', 'total', 'ascending', 'Lowest amount first', '3412'],
      ['Issued', undefined, 'descending', 'Newest first', '2143'],
      ['Issued', 'issueDate', 'ascending', 'Oldest first', '3412'],
    ] as const;
    if (screen === 'phone') expect(await months.count()).toBe(2);
    for (const [head, sort, direction, words, order] of orders) {
      if (screen === 'desktop') {
        await page.getByRole('button', { name: head, exact: true }).click();
        await page.locator(`th[aria-sort=${direction}]`).getByText(head, { exact: true }).waitFor();
        expect(await page.locator('th[aria-sort]').count()).toBe(1);
      } else {
        await openFilter(page);
        await panel(page).getByLabel('Sort by').selectOption(words);
        await apply(page);
      }
      await eventually(async () =>
        (await numbersOn(screen, page)).map((one) => one?.at(-1)).join(''),
      ).toBe(order);
      expect(address(page)).toEqual(sort ? { sort } : {});
      if (screen === 'phone') {
        expect(await months.count(), words).toBe(/^(New|Old)est/.test(words) ? 2 : 0);
      }
    }

    await page.getByPlaceholder('Number, customer or amount').fill('1,477.00');
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0002']);
    await page.getByPlaceholder('Number, customer or amount').fill('477');
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0001']);
    await page.getByPlaceholder('Number, customer or amount').fill('250');
    await eventually(() => numbersOn(screen, page)).toEqual(['T-0004']);
  });

  test('expenses are sorted', async () => {
    const page = await openAt('/expenses', screen);
    const bought = `Equipment of ${daysFromNow(0).slice(0, 4)}`;
    const [recent, old] = [0, -730].map((days) => `Travel of ${daysFromNow(days).slice(0, 4)}`);
    await eventually(() => expenses(page)).toEqual([bought, recent, old]);
    const orders = [
      ['Amount', '-amount', 'descending', 'Highest amount first', [recent, bought, old]],
      ['Amount', 'amount', 'ascending', 'Lowest amount first', [old, bought, recent]],
      ['Category', 'category', 'ascending', 'Category A to Z', [bought, recent, old]],
      ['Category', '-category', 'descending', 'Category Z to A', [old, recent, bought]],
      ['Date', undefined, 'descending', 'Newest first', [bought, recent, old]],
      ['Date', 'expenseDate', 'ascending', 'Oldest first', [old, recent, bought]],
    ] as const;
    for (const [head, sort, direction, words, order] of orders) {
      if (screen === 'desktop') {
        await page.getByRole('button', { name: head, exact: true }).click();
        await page.locator(`th[aria-sort=${direction}]`).getByText(head, { exact: true }).waitFor();
        expect(await page.locator('th[aria-sort]').count()).toBe(1);
      } else {
        await openFilter(page);
        await panel(page).getByLabel('Sort by').selectOption(words);
        await apply(page);
        const chip = chips(page).getByText(`Sort: ${words}`);
        await eventually(() => chip.count()).toBe(sort ? 1 : 0);
      }
      await eventually(() => expenses(page)).toEqual(order);
      expect(address(page)).toEqual(sort ? { sort } : {});
      const named = `Expenses, ${words.replace(/^./, (letter) => letter.toLowerCase())}`;
      await page.getByRole(screen === 'desktop' ? 'table' : 'list', { name: named }).waitFor();
    }
    await page.reload();
    await eventually(() => expenses(page)).toEqual([old, recent, bought]);
  });
});

describe.each(screens([], ['desktop']))('other lists and what they say, on the %s', (screen) => {
  test('estimates and expenses are narrowed in the same way', async () => {
    const page = await openAt('/estimates', screen);
    const cards = () => page.getByRole('list', { name: /^Estimates, / }).getByRole('heading');
    await eventually(() => cards().allInnerTexts()).toEqual(['E-100', 'E-300']);
    await openFilter(page);
    await panel(page).getByLabel('Sort by').selectOption('Highest amount first');
    await apply(page);
    await eventually(() => cards().allInnerTexts()).toEqual(['E-300', 'E-100']);
    await openFilter(page);
    await panel(page).getByLabel('Date issued').selectOption('This year');
    await apply(page);
    await eventually(() => cards().allInnerTexts()).toEqual(['E-100']);
    await page.getByText('1 estimate', { exact: true }).waitFor();

    await page.goto('/expenses');
    const year = daysFromNow(0).slice(0, 4);
    const before = daysFromNow(-730).slice(0, 4);
    await eventually(() => expenses(page)).toHaveLength(3);
    await openFilter(page);
    await panel(page).getByLabel('Category').selectOption('Travel');
    await apply(page);
    await eventually(() => expenses(page)).toEqual([`Travel of ${year}`, `Travel of ${before}`]);
    await openFilter(page);
    await panel(page).getByLabel('Expense date').selectOption('Other dates');
    await panel(page).getByLabel('To', { exact: true }).fill(daysFromNow(-700));
    await apply(page);
    await eventually(() => expenses(page)).toEqual([`Travel of ${before}`]);
    expect(address(page)).toEqual({ category: 'Travel', to: daysFromNow(-700) });
    await page.getByRole('button', { name: 'Clear all' }).click();
    await eventually(() => expenses(page)).toHaveLength(3);
  });

  test('what a customer has opened is said so', async () => {
    const made = await signUp(server);
    const customer = await made.addCustomer();
    const { publicId } = await made.addInvoice(customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: made.cookie });
    await page.goto('/invoices');
    await page.locator('main').getByText('Sent', { exact: true }).last().waitFor();
    await fetch(`${server.url}/api/public/invoice/${publicId}`);
    await page.locator('main').getByText('Viewed', { exact: true }).waitFor();
  });

  test('an overdue invoice that was opened says both, and what is due of it', async () => {
    const made = await signUp(server);
    const customer = await made.addCustomer();
    const late = { issueDate: daysFromNow(-40), dueDate: daysFromNow(-10) };
    const invoice = await made.addInvoice(customer.id, { ...priced('300'), ...late });
    await made.call('POST', '/api/payments', {
      customerId: customer.id,
      amount: '100',
      allocations: [{ invoiceId: invoice.id, amount: '100' }],
    });
    await fetch(`${server.url}/api/public/invoice/${invoice.publicId}`);
    const { page } = await visit({ url: server.url, screen, cookie: made.cookie });
    for (const path of ['/invoices', `/invoices/${invoice.id}`]) {
      await page.goto(path);
      const main = page.locator('main');
      await main.getByText('Viewed', { exact: true }).waitFor();
      await main.getByText('Overdue', { exact: true }).last().waitFor();
      await main
        .getByText(/^10 days (late|ago)/)
        .filter({ visible: true })
        .first()
        .waitFor();
    }

    await page.goto('/invoices');
    await page.locator('main').getByText('Viewed', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('combobox').fill(invoice.invoiceNumber);
    const hit = palette.getByRole('option', { name: invoice.invoiceNumber });
    await hit.getByText('of $300.00', { exact: true }).waitFor();
    await hit.getByText('$200.00 due', { exact: true }).waitFor();
    await hit.getByText(', overdue', { exact: true }).waitFor();
    await hit.getByText('Viewed', { exact: true }).waitFor();
  });
});
