import { startSandbox } from '@remit/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDate } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const sandbox = await startSandbox();
const { server } = serverForFile({ env: { STRIPE_API_BASE: sandbox.url } });
afterAll(() => sandbox.close());
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
  const profile = await owner.call<object>('GET', '/api/business-profile');
  await owner.saveProfile({ ...profile, offerAutomaticPayment: true });
});

const CHARGED = 'Charge Visa •••• 4242';

async function choose(page: Page, number: string, action: string): Promise<void> {
  const link = page.getByRole('link', { name: `${CHARGED} for ${number}` });
  const row = page.getByRole('listitem').filter({ has: link }).last();
  await row.getByRole('button', { name: /^Change:/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('an owner leaves a charge out, moves another, and charges a card at once', async () => {
    const { id: customerId } = await owner.addCustomer();
    const first = await owner.addInvoice(customerId, { taxRate: '0' });
    const { page: customers } = await visit({ url: server.url, screen });
    await customers.goto(`/pay-invoice/${first.publicId}`);
    await customers.getByLabel('Pay following invoices automatically').check();
    const tab = await openCheckout(customers, payNow(customers));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');

    // On the page of the invoice.
    const day = daysFromNow(14);
    const invoice = await owner.addInvoice(customerId, { taxRate: '0', dueDate: day });
    const { invoiceNumber: number } = invoice;
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    const planned = page.getByText(`$100.00 is charged to Visa •••• 4242 on ${formatDate(day)}.`);
    await planned.waitFor();
    await expectAccessible(page, `a planned charge on the ${screen}`);
    await page.getByRole('button', { name: 'Do not charge it' }).click();
    await seeToast(page, 'Success', 'The saved card is not charged');
    await page.getByText('Visa •••• 4242 is not charged: you have left it out.').waitFor();
    await customers.goto(`/pay-invoice/${invoice.publicId}`);
    await customers.getByText('This one is not: please pay it here.').waitFor();
    const putBack = page.getByRole('button', { name: 'Charge as planned' });
    await untilFocused(putBack);
    await putBack.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`to Visa •••• 4242 on ${formatDate(day)}.`).waitFor();
    await expectAccessible(page, `putting a charge back on the ${screen}`);
    await dialog.getByRole('button', { name: 'Charge as planned' }).click();
    await planned.waitFor();
    await untilFocused(page.getByRole('button', { name: 'Do not charge it' }));

    // In the calendar.
    await page.goto('/calendar');
    await choose(page, number, 'Move to another day…');
    const field = dialog.getByLabel('New day', { exact: true });
    await field.fill(daysFromNow(13));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog
      .getByText(/Your customer agreed to be charged on the day it is due/)
      .first()
      .waitFor();
    await expectAccessible(page, `a charge that cannot be moved on the ${screen}`);
    await field.fill(daysFromNow(16));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await seeToast(page, 'Success', `Moved to ${formatDate(daysFromNow(16))}`);
    await page.getByText(`Moved from ${formatDate(day)}`).waitFor();
    await customers.reload();
    await customers.getByText(`This one is charged on ${formatDate(daysFromNow(16))}.`).waitFor();
    await choose(page, number, 'Put back as planned');
    await seeToast(page, 'Success', 'Put back as planned');
    // Its row has moved: what is opened next is that of its own day.
    await eventually(() => page.getByText(/^Moved from/).count()).toBe(0);
    await page.getByText(`${CHARGED} for ${number}`).first().waitFor();
    await choose(page, number, 'Do not charge it');
    await dialog.getByText(/asks for the payment\. You can put it back\./).waitFor();
    await expectAccessible(page, `leaving a charge out on the ${screen}`);
    await dialog.getByRole('button', { name: 'Do not charge it' }).click();
    await seeToast(page, 'Success', 'The card is not charged');

    // At once, where it is due: its owner has left it out, so that the job leaves it alone.
    const read = () => owner.call<InvoiceDetail>('GET', `/api/invoices/${invoice.id}`);
    const today = daysFromNow(0);
    const { version } = await read();
    await owner.call('PUT', `/api/invoices/${invoice.id}`, { version, dueDate: today });
    await page.goto(`/invoices/${invoice.id}`);
    await page.getByRole('button', { name: 'Charge saved card' }).click();
    await dialog.getByRole('heading', { name: 'Charge $100.00 to Visa •••• 4242?' }).waitFor();
    await dialog.getByText(`of invoice ${number} with the saved card`).waitFor();
    await expectAccessible(page, `charging a card on the ${screen}`);
    await dialog.getByRole('button', { name: 'Charge $100.00' }).dblclick();
    await seeToast(page, 'Paid', 'Visa •••• 4242 was charged.');
    await eventually(async () => (await read()).status).toBe('paid');
    expect((await read()).payments).toHaveLength(1);
    await eventually(() => page.getByRole('heading', { name: 'Automatic payment' }).count()).toBe(
      0,
    );
  });
});
