import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { pdfText } from './pdf-text.ts';
import { editor, fails, holdToast, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const statuses = (page: Page) =>
  page
    .locator('main')
    .getByText(/^(Draft|Sent|Paid|Overdue)$/)
    .allInnerTexts();

let page: Page;
let expectOutage: () => void;
let invoice: Invoice;

/** The menu of the only invoice, open in the list. */
async function open(
  state: 'draft' | 'sent' | 'paid' = 'sent',
  prepare: (owner: Owner) => Promise<unknown> = async () => undefined,
): Promise<Owner> {
  const mine = await signUp(server);
  await prepare(mine);
  const customer = await mine.addCustomer();
  invoice = await mine.addInvoice(customer.id, { status: state });
  ({ page, expectOutage } = await visit({ url: server.url, cookie: mine.cookie }));
  await page.goto('/invoices');
  await openMenu();
  return mine;
}
const openMenu = () =>
  page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();

describe.each(screens(['desktop'], ['desktop']))('the menu of a row, on the %s', () => {
  test('Mark as Paid asks how, Delete asks whether, and either is undone in its toast', async () => {
    const mine = await open();
    const stored = () => mine.call('GET', `/api/invoices/${invoice.id}`);
    await choose('Mark as Paid');
    const paying = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await paying.waitFor();
    expect(await paying.getByLabel('Cash').isChecked()).toBe(true);
    for (const method of ['Cash', 'Check', 'Card', 'Bank transfer', 'Other']) {
      expect(await paying.getByLabel(method, { exact: true }).count()).toBe(1);
    }
    await paying.getByLabel('Bank transfer').check();
    const date = paying.getByLabel('Payment date', { exact: true });
    const today = await date.inputValue();
    for (const [typed, fault] of [
      ['12/31/1999', 'Payment date must be in the years 2000 to 2099'],
      ['+2', 'Payment date must not be in the future'],
    ] as const) {
      await date.fill(typed);
      await page.keyboard.press('Enter');
      await paying.getByText(fault).waitFor();
    }
    await date.fill(today);
    await paying.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Success', 'Invoice marked as paid');
    await holdToast(page, 'Success');
    await page.getByRole('status').getByText(invoice.invoiceNumber).waitFor();
    await eventually(() => statuses(page)).toContain('Paid');
    expect(await stored()).toMatchObject({
      status: 'paid',
      payments: [{ paymentMethod: 'bank_transfer', amount: '107.00', status: 'completed' }],
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, 'Success', 'Payment undone');
    await eventually(() => statuses(page)).toContain('Sent');
    expect(await stored()).toMatchObject({
      status: 'sent',
      amountDue: '107.00',
      payments: [{ status: 'reversed' }],
    });

    await openMenu();
    await choose('Delete');
    const deleting = page.getByRole('dialog', { name: `Delete ${invoice.invoiceNumber}` });
    await deleting.getByText('Are you sure you want to delete this invoice?').waitFor();
    await deleting.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();
    await openMenu();
    await choose('Delete');
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Success', 'Invoice deleted');
    await holdToast(page, 'Success');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();
    expect(await stored()).toMatchObject({ status: 'sent' });
  });
});

describe.each(screens([], ['desktop']))('the menu of a row, on the %s', () => {
  test('Duplicate opens a new draft that says the same', async () => {
    const mine = await open('paid');
    await choose('Duplicate');
    const form = editor(page);
    const number = form.getByLabel('Invoice number', { exact: true });
    await eventually(() => number.inputValue()).toMatch(/^INV-/);
    const offered = await number.inputValue();
    expect(offered).not.toBe(invoice.invoiceNumber);
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    await page.getByRole('link', { name: offered, exact: true }).click();
    await page.waitForURL(/\/invoices\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    type Said = Invoice & { lineItems: { description: string }[] };
    const [source, copy] = await Promise.all([
      mine.call<Said>('GET', `/api/invoices/${invoice.id}`),
      mine.call<Said>('GET', `/api/invoices/${id}`),
    ]);
    const { customerId, total, taxRate, currency } = source;
    expect(copy).toMatchObject({ customerId, total, taxRate, currency, status: 'draft' });
    expect(copy.issueDate).toBe(daysFromNow(0));
    expect(copy.lineItems.map(({ description }) => description)).toEqual(
      source.lineItems.map(({ description }) => description),
    );

    // From its own page, which leads on to the copy.
    await page.getByRole('button', { name: `More for ${offered}` }).click();
    await choose('Duplicate');
    await eventually(() => number.inputValue()).toMatch(/^INV-/);
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    await page.waitForURL(
      (url) => /\/invoices\/\d+$/.test(url.href) && !url.href.endsWith(`/${id}`),
    );
  });

  test('Undo of a deletion on its own page shows it in the list', async () => {
    await open();
    const { invoiceNumber } = invoice;
    await page.getByRole('link', { name: invoiceNumber }).click();
    await page.getByRole('button', { name: `More for ${invoiceNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Delete invoice' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${invoiceNumber}` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Success', 'Invoice deleted');
    await holdToast(page, 'Success');
    await page.waitForURL('**/invoices');
    await page.getByText(/^No invoices/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: invoiceNumber }).waitFor();
  });

  test('Download PDF saves a file under the number of the invoice', async () => {
    await open('paid');
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Mark as Paid' }).count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Download PDF')]);
    expect(download.suggestedFilename()).toContain(invoice.invoiceNumber);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const words = pdfText(await readFile(await download.path()));
    expect(words).toContain(invoice.invoiceNumber);
    expect(words).toContain('$107.00');
  });

  test('what fails is said, and nothing has changed', async () => {
    const mine = await open('sent', (made) => takePayments(made));
    expectOutage();
    const { invoiceNumber, id } = invoice;
    await page.route(new RegExp(`/api/invoices/${id}(/mark-paid|/create-payment)?$`), (route) =>
      route.request().method() === 'GET' ? route.fallback() : fails(route),
    );
    // The day is over where the browser is, and has not begun where the server thinks it is.
    const message = 'Payment date must not be in the future';
    const json = { code: 'VALIDATION', message, fields: [{ path: 'paymentDate', message }] };
    await page.route('**/mark-paid', (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await choose('Mark as Paid');
    const paid = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await paid.getByText(message).waitFor();
    await expect(page.locator(':focus').getAttribute('aria-invalid')).resolves.toBe('true');
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Error', 'Failed to mark invoice as paid');
    await page.keyboard.press('Escape');
    await openMenu();
    await choose('Delete');
    const dialog = page.getByRole('dialog', { name: `Delete ${invoiceNumber}` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Error', 'Failed to delete invoice');
    await page.keyboard.press('Escape');
    await openMenu();
    await choose('Generate Payment Link');
    await page.getByRole('button', { name: 'Generate Payment Link' }).click();
    await page.getByText('Failed to create payment link').waitFor();
    await page.unrouteAll();
    expect(await mine.call('GET', `/api/invoices/${id}`)).toMatchObject({ status: 'sent' });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await openMenu();
    await choose('Print');
    await seeToast(
      page,
      'Print Failed',
      'Please allow popups and try again, or use the View button to access the invoice.',
    );

    // Paid meanwhile, elsewhere.
    await page.reload();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Mark as Paid' }).waitFor();
    // Until it has said so itself, the page hears nothing of it.
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route(/\/api\/invoices(\/\d+)?(\?|$)/, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await mine.call('POST', `/api/invoices/${id}/mark-paid`, { paymentMethod: 'cash' });
    await choose('Mark as Paid');
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Invoice Already Paid', 'This invoice has already been paid.');
    release();
  });

  test('View opens the PDF in a tab of its own', async () => {
    await open('draft');
    const [request] = await Promise.all([
      page.context().waitForEvent('request', (one) => one.url().endsWith('/pdf')),
      choose('View'),
    ]);
    expect(new URL(request.url()).pathname).toBe(`/api/invoices/${invoice.id}/pdf`);
  });
});

describe.each(screens([], ['phone']))('an overdue invoice on the %s', (screen) => {
  test('is reminded of in words of its own, on the phone before one sees its document', async () => {
    const mine = await signUp(server);
    const { id: customerId } = await mine.addCustomer();
    const { id, invoiceNumber } = await mine.addInvoice(customerId, {
      status: 'sent',
      issueDate: daysFromNow(-40),
      dueDate: daysFromNow(-10),
    });
    const { page } = await visit({ url: server.url, cookie: mine.cookie, screen });
    await page.goto(`/invoices/${id}`);
    const send = page.getByRole('main').getByRole('button', { name: 'Send reminder' });
    await send.waitFor();
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN;
    expect(await top(send)).toBeLessThan(
      await top(page.getByRole('region', { name: 'Document', exact: true })),
    );
    await send.click();
    const dialog = page.getByRole('dialog', { name: `Send ${invoiceNumber}` });
    await eventually(() => dialog.getByLabel('Subject').inputValue()).toContain(
      `Reminder: Invoice ${invoiceNumber} was due on `,
    );
    expect(await dialog.getByLabel('Message').inputValue()).toContain('This is a reminder that ');
    // In sight without scrolling, however long the message is.
    const button = dialog.getByRole('button', { name: 'Send reminder' });
    await eventually(async () => {
      const box = await button.boundingBox();
      return box && box.y + box.height;
    }).toBeLessThanOrEqual(844);
    await button.click();
    await dialog.waitFor({ state: 'detached' });
    const { emails } = await mine.call<{ emails: { subject: string }[] }>(
      'GET',
      `/api/invoices/${id}`,
    );
    expect(emails[0]?.subject).toContain(`Reminder: Invoice ${invoiceNumber}`);
  });
});
