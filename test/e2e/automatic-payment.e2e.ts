import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatDate } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { CardCharge } from '../../src/shared/payments/card-charge.contract.ts';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
  const profile = await owner.call<object>('GET', '/api/business-profile');
  await owner.saveProfile({ ...profile, offerAutomaticPayment: true });
});

/** Over $100.00, due in 14 days. */
const addInvoice = (customerId: number): Promise<InvoiceDetail> =>
  owner.addInvoice(customerId, { taxRate: '0', dueDate: daysFromNow(14) });

/** A customer who has agreed to have this card charged, on the page of the invoice that was paid. */
async function agree(customerId: number, card: string, screen: Screen): Promise<Page> {
  const { publicId } = await addInvoice(customerId);
  const { page } = await visit({ url: server.url, screen });
  await page.goto(`/pay-invoice/${publicId}`);
  await page.getByLabel('Pay following invoices automatically').check();
  await page.getByText('I allow').waitFor();
  const tab = await openCheckout(page, payNow(page));
  await payByCard(tab, card);
  await seeReceipt(tab, 'Payment Successful!');
  return page;
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a customer agrees with a payment, the owner holds a charge and makes it, the customer ends it', async () => {
    const { id: customerId } = await owner.addCustomer();
    const customers = await agree(customerId, CARDS.pays, screen);

    // It is left out, and put back.
    const invoice = await addInvoice(customerId);
    const day = formatDate(daysFromNow(14));
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    const planned = page.getByText(`$100.00 is charged to Visa •••• 4242 on ${day}.`);
    await planned.waitFor();
    const leaveOut = page.getByRole('button', { name: 'Do not charge it' });
    await leaveOut.click();
    await seeToast(page, 'Success', 'The saved card is not charged');
    await page.getByText('Visa •••• 4242 is not charged: you have left it out.').waitFor();
    await customers.goto(`/pay-invoice/${invoice.publicId}`);
    await customers.getByText('This one is not: please pay it here.').waitFor();
    const putBack = page.getByRole('button', { name: 'Charge as planned' });
    await untilFocused(putBack);
    await putBack.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`to Visa •••• 4242 on ${day}.`).waitFor();
    await dialog.getByRole('button', { name: 'Charge as planned' }).click();
    await planned.waitFor();
    await untilFocused(leaveOut);

    // At once, where it is due: its owner has left it out, so that the job leaves it alone.
    await leaveOut.click();
    await untilFocused(putBack);
    const read = () => owner.call<InvoiceDetail>('GET', `/api/invoices/${invoice.id}`);
    const { version } = await read();
    const due = { version, dueDate: daysFromNow(0) };
    await owner.call('PUT', `/api/invoices/${invoice.id}`, due);
    await page.reload();
    await page.getByRole('button', { name: 'Charge saved card' }).click();
    await dialog.getByRole('heading', { name: 'Charge $100.00 to Visa •••• 4242?' }).waitFor();
    await dialog.getByText(`of invoice ${invoice.invoiceNumber} with the saved card`).waitFor();
    await dialog.getByRole('button', { name: 'Charge $100.00' }).dblclick();
    await seeToast(page, 'Paid', 'Visa •••• 4242 was charged.');
    await eventually(async () => (await read()).status).toBe('paid');
    expect((await read()).payments).toHaveLength(1);
    const section = page.getByRole('heading', { name: 'Automatic payment' });
    await eventually(() => section.count()).toBe(0);

    // The customer sees what is to come, and ends it.
    const following = await addInvoice(customerId);
    await customers.goto(`/pay-invoice/${following.publicId}`);
    await customers
      .getByText(/your invoices are charged to Visa •••• 4242\. This one is charged on/)
      .waitFor();
    await customers.getByRole('button', { name: 'End automatic payment' }).click();
    const yes = customers.getByRole('button', { name: 'Yes, stop charging Visa •••• 4242' });
    await untilFocused(yes);
    await yes.click();
    await untilFocused(
      customers.getByRole('status').filter({ hasText: 'Automatic payment has ended' }),
    );
    await page.goto(`/customers/${customerId}`);
    await page.getByRole('heading', { name: 'Invoices' }).first().waitFor();
    expect(await section.count()).toBe(0);
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('a charge is moved and left out in the calendar', async () => {
    const { id: customerId } = await owner.addCustomer();
    const customers = await agree(customerId, CARDS.pays, screen);
    const { invoiceNumber, publicId } = await addInvoice(customerId);
    const charge = `Charge Visa •••• 4242 for ${invoiceNumber}`;
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/calendar');
    const choose = async (action: string) => {
      const link = page.getByRole('link', { name: charge });
      const row = page.getByRole('listitem').filter({ has: link }).last();
      await row.getByRole('button', { name: /^Change:/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Move to another day…');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('New day', { exact: true });
    await field.fill(daysFromNow(13));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog
      .getByText(/Your customer agreed to be charged on the day it is due/)
      .first()
      .waitFor();
    await field.fill(daysFromNow(16));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await seeToast(page, 'Success', `Moved to ${formatDate(daysFromNow(16))}`);
    await page.getByText(`Moved from ${formatDate(daysFromNow(14))}`).waitFor();
    await customers.goto(`/pay-invoice/${publicId}`);
    await customers
      .getByText(`This one is charged on ${formatDate(daysFromNow(16))}, unless`)
      .waitFor();
    await choose('Put back as planned');
    await seeToast(page, 'Success', 'Put back as planned');
    // Its row has moved: what is opened next is that of its own day.
    await eventually(() => page.getByText(/^Moved from/).count()).toBe(0);
    await page.getByText(charge).first().waitFor();
    await choose('Do not charge it');
    await dialog.getByText(/asks for the payment\. You can put it back\./).waitFor();
    await dialog.getByRole('button', { name: 'Do not charge it' }).click();
    await seeToast(page, 'Success', 'The card is not charged');
  });

  test('it is offered from the profile; the owner reads what was agreed to, and what was declined', async () => {
    const own = await signUp(server);
    await takePayments(own);
    const { page: owners } = await visit({ url: server.url, screen, cookie: own.cookie });
    await owners.goto('/business-profile');
    await owners.getByLabel('Offer automatic payment').check();
    await owners.getByRole('button', { name: 'Save' }).first().click();
    await seeToast(owners, 'Success', 'Business profile updated successfully');
    expect(await own.call('GET', '/api/business-profile')).toMatchObject({
      offerAutomaticPayment: true,
    });

    const { id: customerId } = await owner.addCustomer();
    const earlier = await addInvoice(customerId);
    const customers = await agree(customerId, CARDS.declinedLater, screen);
    // What was there before is not charged, which nobody is to find out by waiting.
    await customers.goto(`/pay-invoice/${earlier.publicId}`);
    await customers.getByText('This one is not: please pay it here.').waitFor();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/customers/${customerId}`);
    await page.getByRole('heading', { name: 'Automatic payment' }).waitFor();
    await page.getByText('What was agreed to').click();

    // The next charge is declined: its owner reads that beside the card.
    const following = await addInvoice(customerId);
    const charge = `/api/invoices/${following.id}/card-charge`;
    await owner.call('POST', `${charge}/change`, { dueDate: null, to: null });
    const { version } = await owner.call<InvoiceDetail>('GET', `/api/invoices/${following.id}`);
    const due = { version, dueDate: daysFromNow(0) };
    await owner.call('PUT', `/api/invoices/${following.id}`, due);
    const { mandateId, now } = await owner.call<CardCharge>('GET', charge);
    await owner.call('POST', `${charge}/now`, { mandateId, ...now });
    await page.reload();
    await page
      .getByText(`The charge of $100.00 for ${following.invoiceNumber} was declined on `)
      .waitFor();
  });
});
