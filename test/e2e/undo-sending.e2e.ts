import { describe, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { anEstimate } from '../factories/estimate.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor, fails, fillLine, pickCustomer, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const LINE = { description: 'Garden plan', quantity: '2', unitPrice: '150' };
const TO = 'marta@harborandpine.example';
const { visit } = browserForFile();

const newest = async (owner: Owner): Promise<InvoiceDetail> => {
  const [invoice] = await owner.call<InvoiceDetail[]>('GET', '/api/invoices');
  return owner.call('GET', `/api/invoices/${invoice?.id}`);
};

describe.each(screens(['desktop']))('with a minute to undo, on the %s', (screen) => {
  const { server } = serverForFile({ env: { MAIL_UNDO_SECONDS: '60' } });

  test('what was pressed for is taken back', async () => {
    const owner = await signUp(server);
    await owner.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices?new=1');
    const form = editor(page);
    await pickCustomer(page, 'Marta');
    await fillLine(page, screen, LINE);
    await form.getByRole('button', { name: 'Create & Send' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    const toast = page.getByRole('status').filter({ hasText: 'Invoice created successfully' });
    await toast.getByText(new RegExp(`^Sending INV-\\S+ to ${TO}$`)).waitFor();
    // Longer than other toasts, as it holds longer.
    await page.waitForTimeout(6_000);
    await toast.getByRole('button', { name: 'Undo' }).click();
    const invoice = await newest(owner);
    const { id, invoiceNumber } = invoice;
    await seeToast(
      page,
      'Email withdrawn',
      `${invoiceNumber} is issued but was not emailed. Send it when it is ready.`,
    );
    expect(invoice).toMatchObject({ status: 'sent', undelivered: { how: 'withdrawn' } });

    // The list and the page say so, and the toast offers to send it after all.
    const words = `Email to ${TO} withdrawn`;
    await page.goto('/invoices');
    if (screen === 'desktop') await page.getByRole('link', { name: words, exact: true }).waitFor();
    else await page.getByRole('img', { name: words, exact: true }).waitFor();
    await page.goto(`/invoices/${id}`);
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByText(words, { exact: true }).waitFor();
    await state.getByText('It was not sent.').waitFor();
    await page.getByText(`Email to ${TO} withdrawn before it was sent`).waitFor();
    // It counts as sent, but nothing claims a sending, and the next step is to send it.
    const head = page.getByRole('region', { name: 'State' });
    await head.getByText('Sent', { exact: true }).waitFor();
    await head.getByText('Issued, not emailed', { exact: true }).waitFor();
    await page.getByText('Created and issued').waitFor();
    const next = page.locator('[data-next-step]');
    expect(await next.innerText()).toBe('Send by email');
    expect(await server.outbox()).toEqual([]);
  });
});

describe.each(screens([], ['desktop']))('with a minute to undo, on the %s', (screen) => {
  const { server } = serverForFile({ env: { MAIL_UNDO_SECONDS: '60' } });

  test('a message that is sent again is taken back on the page, and its words are kept', async () => {
    const owner = await signUp(server);
    const { id: customerId } = await owner.addCustomer();
    const { id, invoiceNumber } = await owner.addInvoice(customerId, { hold: true });
    const [first] = (await newest(owner)).emails;
    await owner.call('POST', `/api/emails/${first?.id}/withdraw`, {});
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${id}`);
    const state = page.getByRole('region', { name: 'Email' });
    const head = page.getByRole('region', { name: 'State' });
    const next = page.locator('[data-next-step]');
    await state.getByRole('button', { name: 'Send', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: `Send ${invoiceNumber}` });
    await untilFocused(sheet.getByLabel('To'));
    await sheet.getByLabel('Subject').fill('The plan of your garden');
    await sheet.getByRole('button', { name: 'Send invoice' }).click();
    await seeToast(page, 'Sending email', `${invoiceNumber} goes to ${TO}.`);
    await state.getByText(`Email to ${TO} goes out in a few seconds`).waitFor();
    // The button that opened the sheet is gone.
    await untilFocused(next);
    await head.getByText('Issued, not emailed').waitFor({ state: 'detached' });
    // Where it is gone from the toast, the page still has it.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await state.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, 'Email withdrawn');
    await untilFocused(next);
    await page
      .getByRole('status')
      .filter({ hasText: 'Email withdrawn' })
      .getByRole('button', { name: 'Send' })
      .click();
    expect(await sheet.getByLabel('Subject').inputValue()).toBe('The plan of your garden');
  });

  test('what has gone out meanwhile is not said to be taken back', async () => {
    const owner = await signUp(server);
    const { id: customerId } = await owner.addCustomer();
    const { id } = await owner.addInvoice(customerId, { hold: true });
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    const undo = page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Undo' });
    await page.route('**/withdraw', fails);
    await page.goto(`/invoices/${id}`);
    await undo.click();
    await seeToast(page, 'Error', 'Failed to withdraw the email. Its page says what became of it.');
    await page.unroute('**/withdraw');
    await page.route('**/withdraw', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'CONFLICT',
          message: 'The email has already been sent.',
        }),
      }),
    );
    await undo.click();
    await seeToast(page, 'Email not withdrawn', 'The email has already been sent.');
  });

  test('a second message that is taken back hides nothing of the first', async () => {
    const owner = await signUp(server);
    const { id: customerId } = await owner.addCustomer();
    const { id, invoiceNumber, publicId } = await owner.addInvoice(customerId);
    const stored = () => owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
    await eventually(async () => (await stored()).emails[0]?.status).toBe('sent');
    expect((await fetch(`${server.url}/api/public/invoice/${publicId}`)).status).toBe(200);
    await owner.call('POST', `/api/invoices/${id}/send-email`, { hold: true });
    const [second] = (await stored()).emails;
    await owner.call('POST', `/api/emails/${second?.id}/withdraw`, {});
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${id}`);
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByText(`An earlier email to ${TO} was kept in the outbox`).waitFor();
    const head = page.getByRole('region', { name: 'State' });
    await head.getByText('Viewed', { exact: true }).waitFor();
    expect(await head.getByText('Issued, not emailed').count()).toBe(0);
    expect(await page.locator('[data-next-step]').innerText()).toBe('Mark as Paid');
    await page.goto('/invoices');
    await page.getByRole('link', { name: invoiceNumber }).waitFor();
    await page.getByRole('link', { name: `Email to ${TO} kept in the outbox` }).waitFor();
  });

  test('an estimate whose message was taken back is issued, not emailed', async () => {
    const owner = await signUp(server);
    const { id: customerId } = await owner.addCustomer();
    const { id, publicId } = await owner.call<EstimateDetail>(
      'POST',
      '/api/estimates',
      anEstimate(customerId, { status: 'sent' }),
    );
    await owner.call('POST', `/api/estimates/${id}/send-email`, { hold: true });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/estimates/${id}`);
    const head = page.getByRole('region', { name: 'State' });
    const next = page.locator('[data-next-step]');
    await head.getByText('Sent', { exact: true }).waitFor();
    expect(await next.innerText()).toBe('Mark as Accepted');
    await page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Undo' }).click();
    await head.getByText('Issued, not emailed', { exact: true }).waitFor();
    await untilFocused(next);
    expect(await next.innerText()).toBe('Send by email');
    expect((await fetch(`${server.url}/api/public/estimate/${publicId}`)).status).toBe(200);
    await page.reload();
    await head.getByText('Viewed', { exact: true }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('with two seconds to undo, on the %s', (screen) => {
  const { server } = serverForFile({ env: { MAIL_UNDO_SECONDS: '2' } });
  const arrived = () => eventually(async () => (await server.outbox()).length);

  test('a message goes out when they are over, with nobody there and after a restart', async () => {
    const owner = await signUp(server);
    await owner.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices?new=1');
    await pickCustomer(page, 'Marta');
    await fillLine(page, screen, LINE);
    await editor(page).getByRole('button', { name: 'Create & Send' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    await page.goto('about:blank');
    await arrived().toBe(1);
    expect((await newest(owner)).emails).toMatchObject([{ status: 'sent', attempts: 1 }]);

    const { customerId } = await newest(owner);
    const { id } = await owner.addInvoice(customerId, { hold: true });
    await server.kill();
    await server.startAgain();
    await arrived().toBe(2);
    await eventually(() => owner.call('GET', `/api/invoices/${id}`)).toMatchObject({
      emails: [{ status: 'sent', attempts: 1 }],
    });
  });
});
