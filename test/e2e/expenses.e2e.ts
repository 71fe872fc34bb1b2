import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Expense } from '../../src/shared/expenses/expense.contract.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import type { S3Server } from '../files/s3-server.ts';
import { startS3Server } from '../files/s3-server.ts';
import { samplePdf, samplePicture } from '../files/sample-files.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { holdToast, seeToast } from './screen-words.ts';
import { StartedServer, serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const LARGE = 9 * 1024 * 1024;
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-receipts-'));
  await writeFile(file('receipt.png'), await samplePicture('png', 300));
  await writeFile(file('second.jpg'), await samplePicture('jpeg', 300));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const findDialog = (page: Page, title = 'Add New Expense') =>
  page.getByRole('dialog', { name: title });
/** What stands at the description: a row of the table, or a card. */
const entry = (page: Page, description: string) =>
  page.locator('main').locator('tr, li').filter({ hasText: description });
/** A picture has come, and is one. */
const untilDrawn = (picture: Locator) =>
  eventually(() =>
    picture.evaluate((drawn: HTMLImageElement) => drawn.complete && drawn.naturalWidth),
  ).toBe(96);
const chooser = (page: Page) => page.getByRole('dialog').getByLabel(/^Receipt/);

async function fill(
  page: Page,
  values: { description: string; amount: string; category: string; vendor?: string },
) {
  const dialog = findDialog(page);
  await dialog.getByLabel('Description').fill(values.description);
  await dialog.getByLabel('Amount').fill(values.amount);
  await dialog.getByLabel('Category').selectOption(values.category);
  if (values.vendor) await dialog.getByLabel('Vendor').fill(values.vendor);
}

const add = (owner: Owner, values: object) =>
  owner.call<Expense>('POST', '/api/expenses', {
    category: 'Travel',
    description: 'Train',
    amount: '12',
    expenseDate: '2025-01-05',
    ...values,
  });

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('expenses are added with a receipt, found, changed, deleted and brought back', async () => {
    const owner = await signUp(server);
    await owner.addCustomer();
    const { page, context } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/expenses');
    await page.getByText('No expenses found.', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
    const dialog = findDialog(page);
    await dialog.waitFor();
    const date = dialog.getByLabel('Expense date', { exact: true });
    const [year = '', month = '', day = ''] = daysFromNow(0).split('-');
    expect(await date.inputValue()).toContain(
      screen === 'phone' ? `${year}-${month}-${day}` : year,
    );
    await date.fill('');
    await dialog.getByRole('button', { name: 'Add expense', exact: true }).click();
    for (const message of [
      'Description is required',
      'Amount is required',
      'Category is required',
      'Expense date is required',
    ]) {
      await dialog.getByText(message, { exact: true }).waitFor();
    }
    expect(await dialog.getByLabel('Category').locator('option').allInnerTexts()).toHaveLength(12);
    await date.fill(screen === 'phone' ? '2025-01-05' : '1/5/2025');
    await fill(page, {
      description: 'Paper and ink',
      amount: '$ 1,084.5',
      category: 'Office Supplies',
      vendor: 'Papierhaus',
    });
    await dialog.getByLabel('Customer').fill('Harbor');
    await page.getByRole('option', { name: /Harbor/ }).click();
    await chooser(page).setInputFiles(file('receipt.png'));
    await dialog.getByRole('link', { name: 'receipt.png' }).waitFor();
    await untilDrawn(dialog.locator('img'));
    await dialog.getByRole('button', { name: 'Add expense', exact: true }).click();
    await seeToast(page, 'Success', 'Expense created successfully');
    await dialog.waitFor({ state: 'hidden' });

    await add(owner, { description: 'Train to Lund', vendor: null });
    await page.reload();
    const row = entry(page, 'Paper and ink');
    for (const words of ['Office Supplies', '$1,084.50', 'Jan 05, 2025', 'Papierhaus']) {
      await row.getByText(words).waitFor();
    }
    // A table keeps the place of what is not there; a card has none.
    const train = entry(page, 'Train to Lund');
    await train.waitFor();
    expect(await train.getByText('—').count()).toBe(screen === 'phone' ? 0 : 1);
    await page.getByText('2 expenses').waitFor();
    expect(await page.getByText('2 expenses').count()).toBe(1);
    await page.getByText('$1,096.50').waitFor();

    // The receipt opens in a tab of its own, as what it is.
    const link = row.getByRole('link', { name: 'View receipt of Paper and ink' });
    expect(await link.getAttribute('target')).toBe('_blank');
    await untilDrawn(link.locator('img'));
    const receipt = await context.request.get((await link.getAttribute('href')) ?? '');
    expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'image/png']);

    const search = page.getByPlaceholder('Search expenses...');
    for (const found of ['PAPER', 'office', 'papierhaus']) {
      await search.fill(found);
      await entry(page, 'Train to Lund').waitFor({ state: 'detached' });
      await row.waitFor();
      await page.getByText('1 expense', { exact: true }).last().waitFor();
      await search.fill('');
      await entry(page, 'Train to Lund').waitFor();
    }
    await search.fill('nothing like it');
    await page.getByText('No expenses found.', { exact: true }).waitFor();
    await search.fill('');

    // Edited: another receipt, no customer.
    await page.getByRole('button', { name: 'Edit Paper and ink' }).click();
    const edit = findDialog(page, 'Edit Expense');
    await edit.getByRole('link', { name: 'receipt.png' }).waitFor();
    expect(await edit.getByLabel('Customer').inputValue()).toBe('Harbor & Pine Coffee');
    await edit.getByRole('button', { name: 'No customer' }).click();
    await edit.getByRole('button', { name: 'Remove receipt' }).click();
    await chooser(page).setInputFiles(file('second.jpg'));
    await edit.getByRole('link', { name: 'second.jpg' }).waitFor();
    await edit.getByLabel('Amount').fill('9');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Success', 'Expense updated successfully');
    await row.getByText('$9.00').waitFor();
    const [stored] = await owner.call<Expense[]>('GET', '/api/expenses?search=paper');
    expect(stored).toMatchObject({
      customer: null,
      amount: '9.00',
      receipt: { fileName: 'second.jpg', contentType: 'image/jpeg' },
    });

    await page.getByRole('button', { name: 'Delete Paper and ink' }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure' });
    await question
      .getByText('Are you sure you want to delete this expense?', { exact: true })
      .waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Success', 'Expense deleted successfully');
    await holdToast(page, 'Success');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  beforeAll(async () => {
    await writeFile(file('large.pdf'), samplePdf(LARGE));
    await writeFile(file('too-large.pdf'), samplePdf(10_485_761));
    await writeFile(file('page.pdf'), '<!doctype html><script>alert(1)</script>');
    await writeFile(file('notes.txt'), 'Notes');
  });

  test('a transfer that breaks off goes on with what is missing, by itself, by hand, after a reload', async () => {
    const owner = await signUp(server);
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    const parts: string[] = [];
    let broken: 'never' | 'second part' = 'second part';
    await page.route(/\/s3\/transfers\//, async (route) => {
      const number = new URL(route.request().url()).searchParams.get('partNumber') ?? '';
      if (broken === 'second part' && number === '2') {
        await route.abort('connectionreset');
        return;
      }
      parts.push(number);
      await route.continue();
    });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
    const dialog = findDialog(page);
    await chooser(page).setInputFiles(file('large.pdf'));
    // It has tried again four times by itself.
    await dialog.getByText(/^The connection was lost/).waitFor();
    expect(parts).toEqual(['1']);
    const submit = dialog.getByRole('button', { name: 'Add expense', exact: true });
    await submit.click();
    await eventually(() => submit.getAttribute('aria-busy')).toBe(null);
    // At the button, too: it cannot be saved with what is not there.
    await dialog
      .getByRole('status')
      .getByText(
        'The receipt was not uploaded. Try again, or cancel the upload to save without it.',
      )
      .waitFor();
    const again = dialog.getByRole('button', { name: 'Try again' });
    await eventually(() => again.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await owner.call('GET', '/api/expenses')).toEqual([]);
    await again.click();
    await dialog.getByText(/^Uploading/).waitFor();

    // The tab is loaded anew, and the same file chosen again: the first part is there already.
    await fill(page, { description: 'Hotel', amount: '240', category: 'Travel' });
    await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).toMatch(
      /Hotel.*240.*Travel|Travel.*240.*Hotel|240.*Hotel/,
    );
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    broken = 'never';
    await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
    await eventually(() => dialog.getByLabel('Description').inputValue()).toBe('Hotel');
    await dialog.getByText('Restored what you had typed').waitFor();
    await chooser(page).setInputFiles(file('large.pdf'));
    // Saved while it is on its way: the expense waits for its receipt.
    await dialog.getByRole('button', { name: 'Add expense', exact: true }).click();
    await seeToast(page, 'Success', 'Expense created successfully');
    expect(parts).toEqual(['1', '2']);
    const [made] = await owner.call<Expense[]>('GET', '/api/expenses');
    expect(made?.receipt).toMatchObject({ fileName: 'large.pdf', size: LARGE });
  });

  test('a receipt can be paused and canceled; what cannot be one is said under the field', async () => {
    const owner = await signUp(server);
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    let release = () => {};
    let held = Promise.resolve();
    const hold = () => {
      held = new Promise<void>((go) => {
        release = go;
      });
    };
    hold();
    const canceled: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') canceled.push(new URL(request.url()).pathname);
    });
    await page.route(/\/s3\/transfers\//, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
    const dialog = findDialog(page);

    for (const [name, message] of [
      ['too-large.pdf', 'A receipt can be at most 10 MB'],
      ['notes.txt', 'A receipt must be a PDF or a JPEG, PNG or WebP picture'],
    ] as const) {
      await chooser(page).setInputFiles(file(name));
      await dialog.getByText(`“${name}” was not accepted. ${message}.`, { exact: true }).waitFor();
    }

    await chooser(page).setInputFiles(file('receipt.png'));
    await dialog.getByRole('button', { name: 'Pause upload' }).click();
    await dialog.getByText(/^Paused/).waitFor();
    // Only then: what was on its way when it was paused may still arrive.
    await dialog.getByRole('button', { name: 'Resume upload' }).click();
    release();
    await dialog.getByRole('link', { name: 'receipt.png' }).waitFor();

    // What the server finds to be no receipt, whatever it is called.
    await chooser(page).setInputFiles(file('page.pdf'));
    await dialog
      .getByText(
        /^“page.pdf” was not accepted. A receipt must be a PDF or a JPEG, PNG or WebP picture\.$/,
      )
      .waitFor();
    await dialog.getByRole('link', { name: 'receipt.png' }).waitFor();

    hold();
    await chooser(page).setInputFiles(file('second.jpg'));
    await dialog.getByRole('button', { name: 'Pause upload' }).hover();
    await page.getByRole('tooltip', { name: 'Pause upload' }).waitFor();
    // Input is not lost by a key, nor is what is on its way; a tooltip does not take the key.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    await eventually(() => canceled.length).toBe(1);

    // One whose opening the server has not answered yet is deleted there, too.
    let answerOpening = () => {};
    const opening = new Promise<void>((go) => {
      answerOpening = go;
    });
    const openings: string[] = [];
    await page.route('**/s3/multipart', async (route) => {
      openings.push(route.request().method());
      await opening;
      await route.continue();
    });
    await chooser(page).setInputFiles(file('second.jpg'));
    await eventually(() => openings).toEqual(['POST']);
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    answerOpening();
    await eventually(() => canceled.length).toBe(2);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    release();
  });

  test('what was changed elsewhere is not overwritten unseen; failures are said', async () => {
    const owner = await signUp(server);
    const expense = await add(owner, {});
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    let refused: string | undefined;
    await page.route(/\/api\/expenses(\/\d+)?(\?|$)/, async (route) => {
      if (refused === route.request().method()) {
        await route.fulfill({ status: 422, json: {} });
        return;
      }
      await held;
      await route.continue();
    });
    await page.goto('/expenses');
    await page.getByText('Loading expenses...', { exact: true }).first().waitFor();
    release();
    await page.getByRole('button', { name: 'Edit Train' }).click();
    const dialog = findDialog(page, 'Edit Expense');
    await dialog.getByLabel('Description').fill('Mine');
    await owner.call('PUT', `/api/expenses/${expense.id}`, {
      category: 'Travel',
      description: 'Theirs',
      amount: '12',
      expenseDate: '2025-01-05',
    });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const question = page.getByRole('dialog', { name: 'This expense was changed elsewhere' });
    await question.getByText('Theirs', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Load the newer version' }).click();
    await eventually(() => dialog.getByLabel('Description').inputValue()).toBe('Theirs');

    await dialog.getByLabel('Description').fill('Mine after all');
    refused = 'PUT';
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Error', 'Failed to update expense');
    refused = undefined;
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Success', 'Expense updated successfully');
    await dialog.waitFor({ state: 'hidden' });

    refused = 'DELETE';
    await page.getByRole('button', { name: 'Delete Mine after all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Error', 'Failed to delete expense');
    refused = 'POST';
    await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
    await fill(page, { description: 'Kept', amount: '1', category: 'Other' });
    await findDialog(page).getByRole('button', { name: 'Add expense', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to create expense');
    expect(await findDialog(page).getByLabel('Description').inputValue()).toBe('Kept');
  });

  describe('with an S3-compatible store', () => {
    let store: S3Server;
    const other = new StartedServer();
    beforeAll(async () => {
      store = await startS3Server();
      await other.start(store.env, await createEmbeddedDataDir());
    });
    afterAll(async () => {
      await other.stop();
      await store.close();
    });

    test('the browser sends the receipt there, and sees it here', async () => {
      const owner = await signUp(other);
      const { page, context } = await visit({ url: other.url, screen, cookie: owner.cookie });
      await page.goto('/expenses');
      await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
      await fill(page, { description: 'Hotel', amount: '240', category: 'Travel' });
      await chooser(page).setInputFiles(file('large.pdf'));
      const attached = findDialog(page).getByRole('link', { name: 'large.pdf' });
      await attached.waitFor();
      const sent = store.log.filter(
        (line) => line.startsWith('PUT') && line.includes('partNumber'),
      );
      expect(sent).toHaveLength(2);
      const answer = await context.request.get((await attached.getAttribute('href')) ?? '');
      expect([answer.status(), (await answer.body()).length]).toEqual([200, LARGE]);
      await findDialog(page).getByRole('button', { name: 'Add expense', exact: true }).click();
      await seeToast(page, 'Success', 'Expense created successfully');
    });
  });
});
