import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { comeBack, openCheckout, payByCalls, payNow, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { chooseMore, openShare, rail, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  await takePayments(owner, { stripe: true, paypal: true });
  customerId = (await owner.addCustomer()).id;
});

const stored = ({ id }: { id: number }): Promise<InvoiceDetail> =>
  owner.call('GET', `/api/invoices/${id}`);
const history = (page: Page) => page.getByRole('region', { name: 'History' });

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('a payment is given back in part, then whole, and never more', async () => {
    const invoice = await owner.addInvoice(customerId);
    await payByCalls(owner, invoice);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    await rail(page).getByText('Card, Visa ending 4242').waitFor();
    await history(page).getByText('$107.00 paid by Visa ending 4242').waitFor();
    expect(await rail(page).getByRole('link', { name: 'Receipt' }).getAttribute('href')).toMatch(
      /^http/,
    );
    const refund = rail(page).getByRole('button', { name: /^Refund/ });
    await refund.click();
    const dialog = page.getByRole('dialog', { name: 'Refund Payment' });
    const amount = dialog.getByLabel('Amount');
    await eventually(() => amount.inputValue()).toBe('107.00');
    await amount.fill('200');
    await dialog.getByRole('button', { name: /^Refund/ }).click();
    await dialog.getByText('Amount must be at most $107.00').waitFor();
    // The box follows the amount until the owner says either.
    const owed = dialog.getByRole('checkbox', { name: 'The customer still owes what is refunded' });
    await amount.fill('107');
    await eventually(() => owed.isChecked()).toBe(true);
    await amount.fill('7');
    await dialog
      .getByText(/\$7\.00 is returned the way it was paid.*The invoice stays paid\./)
      .waitFor();
    expect(await owed.isChecked()).toBe(false);
    await owed.check();
    await dialog.getByText(/The invoice is then open again, with \$7\.00 due\./).waitFor();
    await amount.fill('8');
    expect(await owed.isChecked()).toBe(true);
    await owed.uncheck();
    await amount.fill('7');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/refund')) asked.push(request.url());
    });
    // The document says what is left of the payment.
    const redrawn = page.waitForResponse((answer) => answer.url().endsWith('/invoices/preview'));
    await dialog.getByRole('button', { name: 'Refund $7.00' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await seeToast(page, 'Success', '$7.00 refunded');
    expect(asked).toHaveLength(1);
    await rail(page).getByText('$7.00 refunded, and not owed again').waitFor();
    expect((await redrawn).status()).toBe(200);
    expect(await stored(invoice)).toMatchObject({
      status: 'paid',
      payments: [{ refundedAmount: '7.00', status: 'completed' }],
    });

    await refund.click();
    await eventually(() => amount.inputValue()).toBe('100.00');
    await dialog.getByText(/The invoice is then open again, with \$100\.00 due\./).waitFor();
    await dialog.getByRole('button', { name: 'Refund $100.00' }).click();
    await seeToast(page, 'Success', '$100.00 refunded');
    await rail(page).getByText('Refunded in full: $7.00 of it is not owed again').waitFor();
    expect(await refund.count()).toBe(0);
    await history(page).getByText('Set back to sent').waitFor();
    expect(await stored(invoice)).toMatchObject({ status: 'sent', amountDue: '100.00' });
  });
});

describe.each(screens([], ['desktop']))('links, reviews and refusals, on the %s', (screen) => {
  test('a payment link is made, copied, and leads to where it can be paid', async () => {
    const invoice = await owner.addInvoice(customerId);
    const { page, context } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/invoices');
    await page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByText('For a customer who pays now. Opens Stripe’s checkout directly').waitFor();
    await page.getByText(/^Works for one payment, for up to a day/).waitFor();
    await page.getByRole('button', { name: 'Generate Payment Link' }).click();
    await seeToast(page, 'Payment Link Created & Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).pathname).toMatch(/^\/checkout\/pay\//);
    expect((await stored(invoice)).paymentUrl).toBe(link);

    // Where the clipboard is closed to the page, the link is shown.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await page.goto(`/invoices/${invoice.id}`);
    await page.getByText('Payment link created for $107.00').waitFor();
    const generate = { name: 'Generate Payment Link' };
    await (await openShare(page)).getByRole('button', generate).click();
    const dialog = page.getByRole('dialog', { name: 'Payment Link Created' });
    expect(await dialog.getByLabel('Payment link').inputValue()).toBe(link);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // Paid meanwhile: the page does not know until it has asked.
    let press = () => {};
    const pressed = new Promise<void>((resolve) => {
      press = resolve;
    });
    await page.route(`**/api/invoices/${invoice.id}`, async (route) => {
      await pressed;
      await route.continue();
    });
    await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
    await (await openShare(page)).getByRole('button', generate).click();
    await seeToast(page, 'Invoice Already Paid', 'This invoice has already been paid.');
    press();
    await page.getByText('Nothing received yet.').waitFor({ state: 'detached' });
    const links = await openShare(page);
    await links.getByRole('heading', { name: 'Public link' }).waitFor();
    expect(await links.getByRole('button', generate).count()).toBe(0);
  });

  test('a draft has no link, and the payment test says how an invoice can be paid', async () => {
    const draft = await owner.addInvoice(customerId, { status: 'draft' });
    const visitor = await visit({ url: server.url, screen, cookie: owner.cookie });
    const { page } = visitor;
    await page.goto('/invoices');
    await page.getByRole('button', { name: `Actions for ${draft.invoiceNumber}` }).click();
    const payment = page.getByRole('menuitem', { name: /^Mark as Paid/ });
    expect(await payment.getAttribute('aria-disabled')).toBe('true');
    const reason = 'A draft cannot be paid. Mark it as sent first.';
    await payment.getByText(reason).waitFor();
    await page.getByRole('menuitem', { name: 'Test payment' }).click();
    await seeToast(page, 'Payment Integration Test', 'Payment method: Stripe. QR code: generated.');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.waitForURL(`**/test-payment?invoice=${draft.id}`);

    visitor.expectOutage();
    await page.route('**/api/test-payment-integration/*', (route) => route.abort());
    await page.goto(`/invoices/${draft.id}`);
    const faults = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/test-payment-integration/'),
    );
    const links = await openShare(page);
    const generate = links.getByRole('button', { name: 'Generate Payment Link' });
    expect(await generate.getAttribute('aria-disabled')).toBe('true');
    await links.getByText(reason).waitFor();
    await links.getByText('A draft has no public page. Mark it as sent first.').waitFor();
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Test payment');
    await faults;
    await seeToast(page, 'Test Failed');
  });

  test('a payment in review is counted by its owner, once', async () => {
    const invoice = await owner.addInvoice(customerId);
    await payByCalls(owner, invoice);
    const paid = await stored(invoice);
    const [payment] = paid.payments;
    const inReview = {
      ...paid,
      status: 'sent',
      payments: [{ ...payment, status: 'review', notes: 'Paid 107.00 of 90.00.' }],
    };
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.route(`**/api/invoices/${invoice.id}`, (route) => route.fulfill({ json: inReview }));
    const asked: string[] = [];
    let refuses = true;
    await page.route('**/accept', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return refuses
        ? route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Refund it instead.' } })
        : route.fulfill({ json: paid });
    });
    await page.goto(`/invoices/${invoice.id}`);
    await rail(page).getByText('Needs review: Paid 107.00 of 90.00.').waitFor();
    await rail(page)
      .getByRole('button', { name: /^Refund/ })
      .waitFor();
    const count = rail(page).getByRole('button', { name: /^Accept payment/ });
    await count.click();
    await seeToast(page, 'Error', 'Refund it instead.');
    refuses = false;
    await count.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await seeToast(page, 'Success', 'Payment accepted');
    await count.waitFor({ state: 'detached' });
    const path = `/api/invoices/${invoice.id}/payments/${payment?.id}/accept`;
    expect(asked).toEqual([path, path]);
  });

  test('what the provider refuses is said under the amount', async () => {
    const invoice = await owner.addInvoice(customerId);
    await payByCalls(owner, invoice);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.route('**/refund', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'CONFLICT', message: 'Stripe refused: no funds.' },
      }),
    );
    await page.goto(`/invoices/${invoice.id}`);
    await rail(page)
      .getByRole('button', { name: /^Refund/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Refund Payment' });
    await dialog.getByRole('button', { name: /^Refund/ }).click();
    await dialog.getByText('Stripe refused: no funds.').waitFor();
    expect(await dialog.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
    expect((await stored(invoice)).payments[0]?.refundedAmount).toBe('0.00');
  });

  test('the customer’s open page knows when the owner records a payment', async () => {
    const invoice = await owner.addInvoice(customerId);
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await openCheckout(page, payNow(page));
    await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'check' });
    await comeBack(page);
    await page.getByRole('heading', { name: 'Paid in full' }).waitFor();
  });
});
