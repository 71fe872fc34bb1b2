import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  const customer = await owner.addCustomer();
  await owner.addInvoice(customer.id);
});

interface Form {
  what: string;
  /** The links that lead to the page it is opened on. */
  by: string[];
  open: (page: Page) => Promise<unknown>;
  field: (page: Page) => Locator;
  typed?: string;
}

const add = (noun: string) => (page: Page) =>
  page.getByRole('button', { name: noun }).first().click();
const inDialog = (title: string, label: string) => (page: Page) =>
  page.getByRole('dialog', { name: title }).getByLabel(label, { exact: true });

/** A form of each build: the editor, a dialog on top of a list, a page that is one itself. */
const EACH_BUILD: Form[] = [
  {
    what: 'the invoice editor',
    by: ['Invoices'],
    open: add('New Invoice'),
    field: (page) => editor(page).getByLabel('Description, line 1', { exact: true }),
  },
  {
    what: 'a customer',
    by: ['Customers'],
    open: add('Add Customer'),
    field: inDialog('Add New Customer', 'Name'),
  },
  {
    what: 'the business profile',
    by: ['Business Profile'],
    open: async () => undefined,
    field: (page) => page.getByLabel('Business name', { exact: true }),
  },
];

/** Every other form that a person fills in while signed in. */
const OTHERS: Form[] = [
  {
    what: 'the estimate editor',
    by: ['Estimates'],
    open: add('Create your first estimate'),
    field: (page) =>
      editor(page, 'Create Estimate').getByLabel('Description, line 1', { exact: true }),
  },
  {
    what: 'an item',
    by: ['Items & Services'],
    open: add('item'),
    field: inDialog('Add New Item', 'Name'),
  },
  {
    what: 'an expense',
    by: ['Expenses'],
    open: add('expense'),
    field: inDialog('Add New Expense', 'Description'),
  },
  {
    what: 'a message',
    by: ['Invoices', 'T-0001'],
    open: add('Send by email'),
    field: inDialog('Send T-0001', 'Subject'),
  },
  {
    what: 'a payment by hand',
    by: ['Invoices', 'T-0001'],
    open: add('Mark as Paid'),
    field: inDialog('Mark Invoice as Paid', 'Payment date'),
    typed: 'Nov 02, 2026',
  },
  {
    what: 'a new password',
    by: ['Reports'],
    open: async (page) => {
      await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
    },
    field: (page) => page.getByLabel('Current password', { exact: true }),
  },
];

/** Back asks before it takes an open form away, however often it is pressed. */
async function expectBackToAsk(forms: readonly Form[]): Promise<void> {
  const { page } = await visit({ url: server.url, cookie: owner.cookie });
  const back = () => page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await page.goto('/billing');
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  for (const { what, by, open, field, typed = 'Typed and not saved' } of forms) {
    for (const name of by) await page.getByRole('link', { name, exact: true }).first().click();
    await open(page);
    const input = field(page);
    await input.fill(typed);
    const address = page.url();

    await back();
    await question.waitFor();
    // A second press while the question stands is no answer to it.
    await back();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await input.inputValue(), what).toBe(typed);
    await eventually(() => page.url()).toBe(address);

    await back();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await question.waitFor({ state: 'detached' });
    await eventually(() => page.url() === address).toBe(false);
    await input.waitFor({ state: 'detached' });
  }
}

describe.each(screens(['desktop'], ['desktop']))('on the %s', () => {
  test('Back asks before it takes an open form away, however often it is pressed', () =>
    expectBackToAsk(EACH_BUILD));
});

describe.each(screens([], ['desktop']))('on the %s', () => {
  test('Back asks before it takes any other form away', () => expectBackToAsk(OTHERS));

  test('Logout asks as well, and whoever stays is still signed in', async () => {
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    await page.goto('/business-profile');
    const name = page.getByLabel('Business name', { exact: true });
    await name.fill('Typed and not saved');
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByText('What you typed has not been saved.').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Typed and not saved');
    const session = await fetch(`${server.url}/api/auth/user`, {
      headers: { cookie: owner.cookie },
    });
    expect(session.status).toBe(200);
  });
});

describe.each(screens([], ['phone']))('on the %s', (screen) => {
  test('Back closes the sheet on top of a form, and only then asks', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const back = () => page.evaluate(() => history.back());
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await page.goto('/estimates');
    await add('Create your first estimate')(page);
    const form = editor(page, 'Create Estimate');
    const address = page.url();
    const sheet = page.getByRole('dialog', { name: 'Line 1' });
    await form.getByRole('button', { name: /what is it for/ }).click();
    await sheet.getByLabel('Description').fill('Garden plan');
    await sheet.getByLabel('Quantity').fill('12345.67');
    await sheet.getByLabel('Unit price').fill('1234567.89');
    // Said while it is typed: nothing else on the sheet says why there is no amount.
    await sheet.getByText('Amount of line 1 must be at most $99,999,999.99').waitFor();
    await back();
    await sheet.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: /Garden plan/ }).waitFor();

    await form.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('button', { name: 'Close preview' });
    await preview.waitFor();
    await back();
    await preview.waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);
    expect(page.url()).toBe(address);

    await back();
    await question.waitFor();
    // The question is on top now: Back keeps what was typed.
    await back();
    await question.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: /Garden plan/ }).waitFor();
    await back();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await form.waitFor({ state: 'detached' });
    await eventually(() => page.url() === address).toBe(false);
  });
});
