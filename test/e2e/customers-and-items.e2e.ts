import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { holdToast, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

/** Customers and items are kept the same way: the words differ. Each stands for one of the layouts. */
const KINDS = [
  {
    path: '/customers',
    one: 'customer',
    Title: 'Customer',
    many: 'customers',
    usual: 'desktop',
    label: 'Name',
    names: ['Jonas Birk', 'Lena Marsh'],
    other: { label: 'Company', value: 'Kupfer & Söhne', shown: 'Kupfer & Söhne', found: 'söhne' },
  },
  {
    path: '/items',
    one: 'item',
    Title: 'Item',
    many: 'items',
    usual: 'phone',
    label: 'Name',
    names: ['Dry-stone wall', 'Lawn edging'],
    other: { label: 'Unit price', value: '38.5', shown: '$38.50', found: 'wall' },
  },
] as const;

async function arrive(path: string, screen: Screen): Promise<{ owner: Owner; page: Page }> {
  const owner = await signUp(server);
  const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
  await page.goto(path);
  return { owner, page };
}

describe.each(KINDS)('$many', ({ path, one, Title, many, label, names, other, usual }) => {
  describe.each(screens([usual]))('on the %s', (screen) => {
    const [first, second] = names;
    /** A row of the table, or a card. */
    const card = (page: Page, name: string) =>
      screen === 'phone'
        ? page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
        : page.getByRole('row').filter({ has: page.getByRole('cell', { name }) });

    test('are added, found, changed, deleted and brought back', async () => {
      const { page } = await arrive(path, screen);
      await page.getByText(`No ${many} found.`, { exact: true }).waitFor();

      const dialog = page.getByRole('dialog', { name: `Add New ${Title}` });
      const add = page.getByRole('button', { name: `Add ${Title}`, exact: true });
      await add.click();
      await dialog.waitFor();
      await dialog.getByRole('button', { name: `Add ${one}`, exact: true }).click();
      await dialog
        .getByText(/required$/)
        .first()
        .waitFor();
      for (const name of names) {
        if (!(await dialog.isVisible())) await add.click();
        await dialog.getByLabel(label, { exact: true }).fill(name);
        await dialog.getByLabel(other.label).fill(other.value);
        await dialog.getByRole('button', { name: `Add ${one}`, exact: true }).click();
        await seeToast(page, 'Success', `${Title} created successfully`);
        await dialog.waitFor({ state: 'hidden' });
        await card(page, name).waitFor();
      }
      await card(page, first).getByText(other.shown).waitFor();

      const search = page.getByPlaceholder(`Search ${many}...`);
      await search.fill(first.toUpperCase());
      await card(page, second).waitFor({ state: 'detached' });
      await card(page, first).waitFor();
      await search.fill(other.found);
      await card(page, first).waitFor();
      await search.fill('nothing like it');
      await page.getByText(`No ${many} found.`, { exact: true }).waitFor();
      await search.fill('');
      await card(page, second).waitFor();
      await eventually(() => new URL(page.url()).search).toBe('');

      await card(page, second)
        .getByRole('button', { name: `Edit ${second}` })
        .click();
      const edit = page.getByRole('dialog', { name: `Edit ${Title}` });
      await edit.getByLabel(label, { exact: true }).fill(`${second}, renamed`);
      await edit.getByRole('button', { name: 'Save changes' }).click();
      await seeToast(page, 'Success', `${Title} updated successfully`);
      await card(page, `${second}, renamed`).waitFor();

      await card(page, first)
        .getByRole('button', { name: `Delete ${first}` })
        .click();
      const question = page.getByRole('dialog').filter({ hasText: 'Are you sure' });
      await question
        .getByText(`Are you sure you want to delete this ${one}?`, { exact: true })
        .waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'hidden' });
      await card(page, first)
        .getByRole('button', { name: `Delete ${first}` })
        .click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await seeToast(page, 'Success', `${Title} deleted successfully`);
      await holdToast(page, 'Success');
      await card(page, first).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await card(page, first).waitFor();
    });
  });

  describe.each(screens([], ['desktop']))('on the %s', (screen) => {
    test('say that they are loading, and what failed', async () => {
      const { page } = await arrive('/', screen);
      let release = () => {};
      const held = new Promise<void>((go) => {
        release = go;
      });
      await page.route(new RegExp(`/api/${many}(\\?|$)`), async (route) => {
        if (route.request().method() === 'POST') {
          await route.fulfill({ status: 422, json: { code: 'VALIDATION', message: 'Not today.' } });
          return;
        }
        await held;
        await route.continue();
      });
      await page.goto(path);
      await page
        .getByText(`Loading ${many}...`, { exact: true })
        .first()
        .waitFor({ state: 'attached' });
      release();
      await page.getByText(`No ${many} found.`, { exact: true }).waitFor();

      await page.getByRole('button', { name: `Add ${Title}`, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Add New ${Title}` });
      await dialog.getByLabel(label, { exact: true }).fill('Kept');
      if (one === 'item') await dialog.getByLabel('Unit price').fill('1');
      await dialog.getByRole('button', { name: `Add ${one}`, exact: true }).click();
      await seeToast(page, 'Error');
      await page.getByText(new RegExp(`^Failed to create ${one}`)).waitFor();
      expect(await dialog.getByLabel(label, { exact: true }).inputValue()).toBe('Kept');
    });
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('a customer with invoices cannot be deleted, and the message counts them', async () => {
    const { owner, page } = await arrive('/', screen);
    const customer = await owner.addCustomer();
    await owner.addInvoice(customer.id, { issueDate: daysFromNow(-31), dueDate: daysFromNow(-1) });
    await owner.addInvoice(customer.id);
    await page.goto('/customers');
    await page.getByText('Owes $214.00, $107.00 overdue').waitFor();
    await page.getByRole('button', { name: `Delete ${customer.name}` }).click();
    await seeToast(page, 'Error');
    const words = page.getByRole('alert').filter({ hasText: 'Failed to delete customer' });
    await words.waitFor();
    expect(await words.innerText()).toMatch(/2 invoices/);
    // Said at once, without a question before.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: customer.name }).waitFor();
  });

  test('a dialog with input asks before it closes', async () => {
    const { page } = await arrive('/customers', screen);
    await page.getByRole('button', { name: 'Add Customer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByLabel('Name', { exact: true }).fill('Half a name');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await eventually(() => dialog.count()).toBe(0);
  });

  describe('what was changed elsewhere meanwhile', () => {
    async function conflict() {
      const { owner, page } = await arrive('/', screen);
      const item = await owner.addItem();
      await page.goto('/items');
      await page.getByRole('button', { name: `Edit ${item.name}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Item' });
      await dialog.getByLabel('Name', { exact: true }).fill('Mine');
      await owner.call('PUT', `/api/items/${item.id}`, { ...item, name: 'Theirs' });
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      const question = page.getByRole('dialog', { name: 'This item was changed elsewhere' });
      await question.getByText('Theirs', { exact: true }).waitFor();
      const stored = () => owner.call('GET', `/api/items/${item.id}`);
      expect(await stored()).toMatchObject({ name: 'Theirs' });
      return { page, dialog, question, stored };
    }

    test('gives way to what was typed, once that is decided', async () => {
      const { page, dialog, question, stored } = await conflict();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await seeToast(page, 'Success', 'Item updated successfully');
      expect(await stored()).toMatchObject({ name: 'Mine' });
    });

    test('or takes its place, and nothing is left to discard', async () => {
      const { dialog, question, stored } = await conflict();
      await question.getByRole('button', { name: 'Load the newer version' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await stored()).toMatchObject({ name: 'Theirs' });
    });
  });
});
