import { beforeAll, describe, expect, test } from 'vitest';
import { formatDate, parseCalendarDate } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, SCREENS } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let invoices: Record<'sent' | 'paid' | 'overdue' | 'draft', InvoiceDetail>;

beforeAll(async () => {
  owner = await signUp(server, 'Nora Field');
  const customer = await owner.addCustomer();
  const make = (status: string, dueDate = daysFromNow(30)) =>
    owner.addInvoice(customer.id, { status, issueDate: daysFromNow(-40), dueDate });
  invoices = {
    sent: await make('sent'),
    paid: await make('paid'),
    overdue: await make('overdue', daysFromNow(-3)),
    draft: await make('draft'),
  };
});

const NOT_FOUND = 'The invoice you’re looking for doesn’t exist or has been removed.';

describe.each(SCREENS)('on the %s', (screen) => {
  test.each(['light', 'dark'] as const)('an unpaid invoice in %s', async (theme) => {
    const { page } = await visit({ url: server.url, screen, theme });
    const { invoiceNumber, publicId, issueDate, dueDate } = invoices.sent;
    await page.goto(`/pay-invoice/${publicId}`);
    await page.getByRole('heading', { level: 1, name: `Invoice ${invoiceNumber}` }).waitFor();
    const words = await page.locator('body').innerText();
    for (const word of [
      'SENT',
      'Nora Field',
      'Garden plan',
      '1 × $100.00',
      'Tax (7.0%)',
      '$7.00',
      '$107.00',
      'Payment Not Available',
      formatDate(parseCalendarDate(issueDate) ?? ''),
      formatDate(parseCalendarDate(dueDate) ?? ''),
    ]) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain('Marta');
    // Which looks at both themes.
    if (theme === 'light') await expectAccessible(page, 'unpaid');
  });

  test('a paid invoice says so and asks for nothing', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoices.paid.publicId}`);
    await page.getByText('PAID', { exact: true }).waitFor();
    expect(await page.getByText('Payment Not Available').count()).toBe(0);
    await page.getByRole('link', { name: 'Download PDF Invoice' }).first().waitFor();
    await expectAccessible(page, 'paid');
  });

  test('an overdue invoice says since when', async () => {
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoices.overdue.publicId}`);
    await page.getByText('OVERDUE', { exact: true }).waitFor();
    await page.getByText(/3 days ago/).waitFor();
    await expectAccessible(page, 'overdue');
  });

  test('what is not there, a draft and a number are the same not found', async () => {
    const { page } = await visit({ url: server.url, screen });
    const paths = ['0'.repeat(32), invoices.draft.publicId, String(invoices.sent.id), 'x'];
    for (const path of paths) {
      await page.goto(`/pay-invoice/${path}`);
      await page.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();
      await page.getByText(NOT_FOUND).waitFor();
      const answer = await page.request.get(`/api/public/invoice/${path}`);
      expect(answer.status()).toBe(404);
      expect((await page.request.get(`/api/public/invoice/${path}/pdf`)).status()).toBe(404);
    }
    await expectAccessible(page, 'not found');
  });

  test('an answer that does not come can be asked for again', async () => {
    const visitor = await visit({ url: server.url, screen });
    const { page } = visitor;
    visitor.expectOutage();
    let fails = true;
    await page.route('**/api/public/invoice/*', (route) =>
      fails ? route.abort() : route.continue(),
    );
    await page.goto(`/pay-invoice/${invoices.sent.publicId}`);
    await page.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('SENT', { exact: true }).waitFor();
  });
});
