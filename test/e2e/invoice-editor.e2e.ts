import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { editor, fillLine, pickCustomer, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const LINE = { description: 'Garden plan', quantity: '2', unitPrice: '150' };

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeEach(async () => {
  owner = await signUp(server);
  await owner.addCustomer();
});

async function openForm(screen: Screen): Promise<Page> {
  const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
  await page.goto('/invoices?new=1');
  await editor(page).getByLabel('Customer', { exact: true }).waitFor();
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement instanceof HTMLInputElement && activeElement.labels?.[0];
    return activeElement?.getAttribute('aria-label') ?? (label ? label.innerText : '');
  });

const invoices = () => owner.call<InvoiceDetail[]>('GET', '/api/invoices');

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('an invoice is written by keyboard beside its document, and survives a reload', async () => {
    const page = await openForm(screen);
    const form = editor(page);
    const picture = page.getByRole('img', { name: /^Invoice .*, page 1 of 1$/ });
    await picture.waitFor();
    const before = await picture.screenshot();
    await eventually(() => focused(page)).toBe('Customer');
    await page.keyboard.type('marta');
    await page.getByRole('option', { name: /Harbor & Pine/ }).waitFor();
    await page.keyboard.press('Enter');
    for (let tabs = 0; (await focused(page)) !== 'Description, line 1'; tabs += 1) {
      expect(tabs).toBeLessThan(12);
      await page.keyboard.press('Tab');
    }
    const type = async (cells: string[]) => {
      for (const [index, cell] of cells.entries()) {
        if (index > 0) await page.keyboard.press('Tab');
        await page.keyboard.type(cell);
      }
    };
    await type(['Garden plan', '2', '150']);
    await page.getByText('$300.00').first().waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Description, line 2');
    const drawn = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/invoices/preview') &&
        (answer.request().postData() ?? '').includes('99.99'),
    );
    await type(['Site visit', '1.5', '99.99']);
    // 2 × 150 + 1.5 × 99.99, rounded half away from zero.
    await page.getByText('$449.99').first().waitFor();
    expect((await drawn).ok()).toBe(true);
    await eventually(async () => before.equals(await picture.screenshot())).toBe(false);

    await page.reload();
    await form.getByText('Restored what you had typed').waitFor();
    expect(await form.getByLabel('Description, line 1').inputValue()).toBe('Garden plan');
    expect(await form.getByLabel('Customer', { exact: true }).inputValue()).toMatch(/Harbor/);
    await page.getByText('$449.99').first().waitFor();
    await form.getByLabel('Invoice number').focus();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Description, line 2').inputValue()).toBe('Site visit');
    await form.getByLabel('Invoice number').focus();
    await page.keyboard.press('Control+Enter');
    await seeToast(page, 'Success', 'Invoice created successfully');
    expect(await invoices()).toMatchObject([
      {
        status: 'sent',
        total: '449.99',
        lineItems: [
          { description: 'Garden plan', quantity: '2.00', unitPrice: '150.00', total: '300.00' },
          { description: 'Site visit', quantity: '1.50', unitPrice: '99.99', total: '149.99' },
        ],
      },
    ]);
  });

  test('a save over a newer version is stopped, and both are offered', async () => {
    const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
    const { id, version } = await owner.addInvoice(customer?.id ?? 0);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${id}?edit=1`);
    const form = editor(page, 'Edit Invoice');
    await form.getByLabel('PO number').fill('PO-second');
    await owner.call('PUT', `/api/invoices/${id}`, { version, poNumber: 'PO-first' });
    await form.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('dialog', { name: /changed elsewhere/ });
    await conflict.getByText('PO-first').waitFor();
    await conflict.getByText('PO-second').waitFor();
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({ poNumber: 'PO-first' });
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await seeToast(page, 'Success');
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({ poNumber: 'PO-second' });
  });
});

describe.each(screens(['phone'], ['phone']))('on the %s', (screen) => {
  test('what is missing is said one sentence at a time, and a line finds its item', async () => {
    await owner.addItem({
      name: 'Site visit',
      description: 'Half a day on site',
      unitPrice: '160.00',
    });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    await page.getByRole('button', { name: 'Create Invoice' }).first().tap();
    const form = editor(page);
    await form.getByLabel('Customer', { exact: true }).waitFor();
    expect(await form.getByRole('tab').allInnerTexts()).toEqual(['Details', 'Notes']);
    await form.getByRole('button', { name: 'Create & Send' }).tap();
    await form.getByRole('alert').getByText('Please select a customer').waitFor();
    await pickCustomer(page, 'Harbor');
    await form.getByRole('button', { name: 'Create & Send' }).tap();
    await form.getByRole('alert').getByText('Please fill in all line item descriptions').waitFor();
    await form.getByRole('tab', { name: 'Notes' }).tap();
    await form.getByRole('textbox', { name: /^Notes/ }).fill('Thank you.');
    await form.getByRole('tab', { name: 'Details' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Line 1' });
    const openLine = form.getByRole('button', { name: /^Line 1/ });
    await openLine.tap();
    await sheet.getByLabel('Description').fill('sit');
    await page.getByRole('option', { name: /Site visit/ }).tap();
    await eventually(() => sheet.getByLabel('Description').inputValue()).toBe(
      'Site visit\nHalf a day on site',
    );
    await eventually(() => sheet.getByLabel('Unit price').inputValue()).toBe('160.00');
    await sheet.getByLabel('Quantity').fill('2');
    // Back closes the sheet alone, which keeps what was typed.
    await page.evaluate(() => history.back());
    await sheet.waitFor({ state: 'detached' });
    await form.getByText('$320.00').first().waitFor();
    await form.getByRole('button', { name: 'Create & Send' }).tap();
    await seeToast(page, 'Success', 'Invoice created successfully');
    expect(await invoices()).toMatchObject([{ total: '320.00', notes: 'Thank you.' }]);
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('what is missing is said under each field of a new invoice', async () => {
    const page = await openForm(screen);
    const form = editor(page);
    for (const name of ['Invoice number', 'Issue date', 'Due date']) {
      await form.getByLabel(name, { exact: true }).fill('');
    }
    await fillLine(page, screen, { description: ' ', quantity: '0', unitPrice: '-1' });
    await form.getByRole('button', { name: 'Save Draft' }).click();
    for (const words of [
      'Customer is required',
      'Invoice number is required',
      'Issue date is required',
      'Due date is required',
      'Description is required',
      'Quantity must be positive',
      'Unit price must be positive',
    ]) {
      await form.getByText(words).first().waitFor();
    }
    await eventually(() => focused(page)).toBe('Customer');
    const remove = form.getByRole('button', { name: 'Remove line 1' });
    expect(await remove.isDisabled()).toBe(true);
    expect(await invoices()).toEqual([]);
  });

  test('what is missing is said at the edit form in its own words; a status asks what it needs', async () => {
    const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
    const { id } = await owner.addInvoice(customer?.id ?? 0);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${id}?edit=1`);
    const form = editor(page, 'Edit Invoice');
    await form.getByLabel('Quantity, line 1').fill('0.5');
    await form.getByLabel('Unit price, line 1').fill('');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText('Quantity must be at least 1').waitFor();
    await form.getByText('Unit price is required').waitFor();
    await form.getByLabel('Quantity, line 1').fill('2');
    await form.getByLabel('Unit price, line 1').fill('100');
    await form.getByLabel('Status').selectOption('Overdue');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Success');
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({
      total: '214.00',
      status: 'overdue',
    });

    // Set to paid, it asks how and when; thought better of, nothing is saved.
    const save = async (status: string) => {
      await page.goto(`/invoices/${id}?edit=1`);
      await form.getByLabel('Status').selectOption(status);
      await form.getByRole('button', { name: 'Save changes' }).click();
    };
    await save('Paid');
    const asks = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await asks.waitFor({ state: 'detached' });
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({ payments: [] });
    await form.getByRole('button', { name: 'Save changes' }).click();
    await asks.getByText('Bank transfer').click();
    const day = await asks.getByLabel('Payment date', { exact: true }).inputValue();
    await asks.getByLabel('Payment date', { exact: true }).fill('Dec 31, 2098');
    await asks.getByRole('button', { name: 'Mark as Paid' }).click();
    await asks.getByText('must not be in the future').waitFor();
    await asks.getByLabel('Payment date', { exact: true }).fill(day);
    await asks.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Success', 'Invoice updated successfully');
    // It closes, and asks nothing about input that is saved.
    await form.waitFor({ state: 'detached' });
    expect(await page.getByText('Discard unsaved changes?').count()).toBe(0);
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({
      status: 'paid',
      payments: [{ paymentMethod: 'bank_transfer', amount: '214.00', notes: null }],
    });
    await save('Sent');
    const reverses = page.getByRole('dialog', { name: 'Reverse Payment?' });
    await reverses
      .getByText(/^The payment of \$214\.00 \(Bank transfer\) .* is reversed/)
      .waitFor();
    await reverses.getByRole('button', { name: 'Set to Sent' }).click();
    await seeToast(page, 'Success', 'Invoice updated successfully');
    expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({
      status: 'sent',
      amountDue: '214.00',
      payments: [{ status: 'reversed' }],
    });
  });

  test('a number that is taken is named, and the next free one is one press away', async () => {
    const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
    await owner.addInvoice(customer?.id ?? 0, { invoiceNumber: 'A-7' });
    const page = await openForm(screen);
    const form = editor(page);
    await pickCustomer(page, 'Harbor');
    await fillLine(page, screen, LINE);
    await form.getByLabel('Invoice number').fill('A-7');
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await form.getByText('Invoice number A-7 is already used').waitFor();
    await form.getByRole('button', { name: 'Use A-8' }).click();
    expect(await form.getByLabel('Invoice number').inputValue()).toBe('A-8');
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    expect((await invoices()).map((one) => one.invoiceNumber).toSorted()).toEqual(['A-7', 'A-8']);
  });

  test('Escape asks before an unsaved form is lost', async () => {
    const page = await openForm(screen);
    const form = editor(page);
    await pickCustomer(page, 'Harbor');
    await fillLine(page, screen, LINE);
    await form.getByLabel('Invoice number').focus();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Description, line 1').inputValue()).toBe('Garden plan');
    await form.getByLabel('Invoice number').focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await form.waitFor({ state: 'detached' });
    await page.goto('/invoices?new=1');
    await form.getByLabel('Description, line 1').waitFor();
    expect(await form.getByLabel('Description, line 1').inputValue()).toBe('');
  });

  describe('a note saved over a payment that came meanwhile leaves the payment alone', () => {
    test.each([
      ['in the open form', false],
      ['in one restored after a reload', true],
    ])('%s', async (_where, reloads) => {
      const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
      const { id } = await owner.addInvoice(customer?.id ?? 0);
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      await page.goto(`/invoices/${id}?edit=1`);
      const form = editor(page, 'Edit Invoice');
      await form.getByLabel('Notes').fill('Thank you');
      await owner.call('POST', `/api/invoices/${id}/mark-paid`, {
        paymentMethod: 'cash',
        paymentDate: daysFromNow(0),
      });
      if (reloads) {
        await page.reload();
        await form.getByText('Restored what you had typed').waitFor();
      } else {
        // The page has heard of it, and still asks about nothing that its owner has not changed.
        await form.getByText('Since you opened it, its status became Paid.').waitFor();
      }
      await form.getByRole('button', { name: 'Save changes' }).click();
      const conflict = page.getByRole('dialog', { name: /changed elsewhere/ });
      await conflict.getByRole('row').filter({ hasText: 'Thank you' }).waitFor();
      expect(await conflict.getByRole('rowheader').allInnerTexts()).toEqual(['Notes']);
      if (!reloads) {
        await conflict.getByText('Since you opened it, its status became Paid.').waitFor();
      }
      await conflict.getByRole('button', { name: 'Save my version' }).click();
      await seeToast(page, 'Success');
      expect(await owner.call('GET', `/api/invoices/${id}`)).toMatchObject({
        status: 'paid',
        notes: 'Thank you',
        amountDue: '0.00',
      });
    });
  });

  test('the live document never shows an older state after a newer one, and ends on the last', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    // A stand-in for the engine whose pictures tell their state by their width; the sooner a
    // state was typed, the longer its picture takes.
    let calls = 0;
    await page.route('**/api/invoices/preview', async (route) => {
      const input = route.request().postDataJSON() as { lineItems: { description: string }[] };
      const width = 100 + (input.lineItems[0]?.description.length ?? 0);
      calls += 1;
      const wait = Math.max(0, 400 - calls * 60);
      await new Promise((go) => setTimeout(go, wait));
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"/>`;
      await route.fulfill({ json: { pageCount: 1, pages: [{ page: 1, svg }], undrawn: [] } });
    });
    await page.goto('/invoices?new=1');
    const picture = page.getByRole('img', { name: /^Invoice .*, page 1 of 1$/ });
    await picture.waitFor();
    const widths = await picture.evaluateHandle((image: HTMLImageElement) => {
      const seen = [image.naturalWidth];
      image.addEventListener('load', () => seen.push(image.naturalWidth));
      return seen;
    });
    const words = 'one two three four five six seven eight nine ten';
    await editor(page).getByLabel('Description, line 1').pressSequentially(words, { delay: 15 });
    await eventually(async () => (await widths.jsonValue()).at(-1)).toBe(100 + words.length);
    const seen = await widths.jsonValue();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await editor(page).getByLabel('Description, line 1').inputValue()).toBe(words);
  });

  test('the eleventh invoice meets the end of the trial, and stays as typed', async () => {
    const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
    for (let made = 0; made < 9; made += 1) await owner.addInvoice(customer?.id ?? 0);
    const page = await openForm(screen);
    // The tenth is made elsewhere, while this one is typed.
    await owner.addInvoice(customer?.id ?? 0);
    const form = editor(page);
    await pickCustomer(page, 'Harbor');
    await fillLine(page, screen, LINE);
    await form.getByRole('button', { name: 'Create & Send' }).click();
    const expired = page.getByRole('dialog', { name: 'Free Trial Expired' });
    await expired
      .getByText('Your free trial has expired, please choose a plan to continue using the product')
      .waitFor();
    await expired.getByRole('button', { name: 'Maybe Later' }).click();
    await expired.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Description, line 1').inputValue()).toBe('Garden plan');
    await form.getByRole('button', { name: 'Create & Send' }).click();
    await expired.getByRole('button', { name: 'Choose Plan' }).click();
    await eventually(() => page.url()).toBe(`${server.url}/subscribe?from=trial-expired`);
    expect(await invoices()).toHaveLength(10);
  });

  test('a double click on Create & Send makes one invoice', async () => {
    const page = await openForm(screen);
    await pickCustomer(page, 'Harbor');
    await fillLine(page, screen, LINE);
    await editor(page).getByRole('button', { name: 'Create & Send' }).dblclick();
    await seeToast(page, 'Success', 'Invoice created successfully');
    expect(await invoices()).toHaveLength(1);
  });

  test('a server that dies while one types loses nothing, and goes on after its restart', async () => {
    const visitor = await visit({ url: server.url, screen, cookie: owner.cookie });
    const { page } = visitor;
    await page.goto('/invoices?new=1');
    const form = editor(page);
    await pickCustomer(page, 'Harbor');
    await form.getByLabel('Description, line 1').fill('Written before');
    await form.getByLabel('Unit price, line 1').fill('120');
    const send = form.getByRole('button', { name: 'Create & Send' });
    visitor.expectOutage();

    // The connection breaks off within the save.
    const breakOff = (route: Route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue();
    await page.route('**/api/invoices', breakOff);
    await send.click();
    await seeToast(page, 'Error', 'Failed to create invoice');
    await page.unroute('**/api/invoices', breakOff);

    await server.kill();
    await form.getByLabel('Description, line 1').fill('Written before and after');
    await form.getByText(/^Remit cannot be reached\. What you type stays here/).waitFor();
    await eventually(() => send.getAttribute('aria-disabled')).toBe('true');
    expect(await form.getByLabel('Description, line 1').inputValue()).toBe(
      'Written before and after',
    );
    await form.getByText('Not up to date.').waitFor();

    await server.startAgain();
    await send.click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    expect(await invoices()).toMatchObject([
      { total: '120.00', lineItems: [{ description: 'Written before and after' }] },
    ]);
  });
});
