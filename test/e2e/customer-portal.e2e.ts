import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { rail, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
});

let customers = 0;
/** A customer with an address of their own, whose invoices are numbered by it. */
async function addCustomer() {
  customers += 1;
  const number = customers;
  const email = `marta-${number}@harborandpine.example`;
  const { id } = await owner.addCustomer({ email });
  return {
    id,
    email,
    addInvoice: (name: string, unitPrice: string, values: object = {}) =>
      owner.addInvoice(id, {
        invoiceNumber: `${name}-${number}`,
        lineItems: [{ description: 'Retainer', quantity: '1', unitPrice }],
        ...values,
      }),
  };
}

/** The newest link that was mailed to an address. */
async function eventuallyMailed(email: string): Promise<string> {
  let link = '';
  await eventually(async () => {
    const list = await owner.call<Email[]>('GET', '/api/emails');
    const found = list.find(({ kind, to }) => kind === 'portal_link' && to === email);
    if (!found || found.status !== 'sent') return '';
    const { text } = await owner.call<{ text: string }>('GET', `/api/emails/${found.id}`);
    link = /https?:\S+\/portal#[\w-]{64}/.exec(text)?.[0] ?? '';
    return link;
  }).not.toBe('');
  return link;
}

/** By a link that the owner has mailed. */
async function openPortal(
  page: Page,
  { id, email }: { id: number; email: string },
): Promise<string> {
  await owner.call('POST', `/api/customers/${id}/portal/send-link`);
  const link = await eventuallyMailed(email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Earlier' }).waitFor();
  return link;
}

describe.each(screens(['desktop', 'phone']))('on the %s', (screen) => {
  test('a customer asks for a link, and pays some of what is open at once', async () => {
    const { id: customerId, email, addInvoice } = await addCustomer();
    const first = await addInvoice('ONE', '100');
    const second = await addInvoice('TWO', '250');
    const late = { issueDate: daysFromNow(-40), dueDate: daysFromNow(-10) };
    await addInvoice('LATE', '80', late);
    const estimateNumber = `EST-${first.invoiceNumber}`;
    await owner.call('POST', '/api/estimates', {
      customerId,
      estimateNumber,
      status: 'sent',
      issueDate: daysFromNow(0),
      expiryDate: daysFromNow(30),
      lineItems: [{ description: 'Relaunch', quantity: '1', unitPrice: '4000' }],
    });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${first.publicId}`);
    await page.getByRole('button', { name: /^All your documents with/ }).click();
    const field = page.getByLabel(/^Your email address/);
    await untilFocused(field);
    await field.fill('marta');
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page.getByText('Enter a valid email address').waitFor();
    // Where an address was mistyped, another can be named.
    await field.fill(`x${email}`);
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page.getByRole('button', { name: `Use another address than x${email}` }).click();
    await untilFocused(field);
    await field.fill(email);
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page
      .getByText(/^If this address belongs to a customer of .*, a link is on its way\./)
      .waitFor();

    // The message in the outbox has the link; looking at it uses nothing up.
    await page.goto(await eventuallyMailed(email));
    await page.getByRole('heading', { name: 'Your documents' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('3 invoices, ').waitFor();
    await page.getByText(/^Overdue since/).waitFor();
    await page.getByText(estimateNumber).waitFor();

    // Some are chosen, with what they come to.
    const choose = (invoice: InvoiceDetail) =>
      page.getByLabel(`Select ${invoice.invoiceNumber}`).check();
    await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
    await page.getByRole('button', { name: /^Pay selected \(3\) · \$460\.10$/ }).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    const paySelected = page.getByRole('button', { name: /^Pay selected/ });
    await paySelected.waitFor({ state: 'hidden' });
    await choose(first);
    await choose(second);
    expect(await paySelected.innerText()).toBe('Pay selected (2) · $374.50');
    await paySelected.click();
    await page.waitForURL(/\/checkout\/pay\//);
    await payByCard(page, CARDS.pays);
    await page.getByText('Thank you. $374.50 has been paid.').waitFor();
    await page.getByText('1 invoice, ').waitFor();
    await page.getByRole('button', { name: 'Payments', exact: true }).click();
    await page
      .getByText(`Visa ending 4242 · For ${first.invoiceNumber}, ${second.invoiceNumber}`)
      .waitFor();
    await page.getByRole('link', { name: /^Receipt of/ }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('a customer pays one invoice, and proposes details that the owner accepts', async () => {
    const customer = await addCustomer();
    const { email } = customer;
    const invoice = await customer.addInvoice('ONE', '100');
    const { page } = await visit({ url: server.url, screen });
    const link = await openPortal(page, customer);
    await page.getByRole('button', { name: `Pay ${invoice.invoiceNumber}` }).click();
    await page.waitForURL(/\/checkout\/pay\//);
    await payByCard(page, CARDS.pays);
    await seeReceipt(page, 'Payment Successful!');
    await page.getByRole('link', { name: 'Your documents' }).click();
    await page.waitForURL(/\/portal$/);

    await page.getByRole('button', { name: 'Propose changes' }).click();
    await page.getByLabel('Phone', { exact: true }).fill('+1 207 555 0148');
    await page.getByLabel('City', { exact: true }).fill('Portland');
    await page.getByLabel('Email', { exact: true }).fill('marta');
    await page.getByRole('button', { name: 'Send proposal' }).click();
    await page.getByText('Enter a valid email address').waitFor();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send proposal' }).click();
    await page.getByText(/^Your changes are with/).waitFor();
    await page.getByText('Proposed: Portland').waitFor();

    const { page: owners } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await owners.goto(`/customers/${customer.id}`);
    const proposed = owners.getByRole('heading', { name: 'Proposed contact details' });
    await proposed.waitFor();
    await owners.getByRole('button', { name: 'Accept' }).click();
    await owners.getByRole('link', { name: '+1 207 555 0148' }).waitFor();
    await eventually(() => proposed.count()).toBe(0);
    await owners.getByText(/^Last visit/).waitFor();

    // The owner ends it: the customer's page says so, and the link of before opens nothing.
    await owners.getByRole('button', { name: 'End access' }).click();
    await owners.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await eventually(() => owners.getByRole('button', { name: 'End access' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Your visit has ended' }).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This link has been used. Ask for a new one.').waitFor();
    await page.getByRole('button', { name: 'Email a new link' }).click();
    await page.getByText(/^If this link was made for you, a new one is on its way/).waitFor();

    await owners.getByRole('button', { name: 'Email a link to the portal' }).click();
    await owners.getByText('Link queued').waitFor();
  });

  test('an owner sees which invoices a payment covers, and gives a part of it back', async () => {
    const customer = await addCustomer();
    const add = (name: string, unitPrice: string, days: number) =>
      customer.addInvoice(name, unitPrice, { taxRate: '0', dueDate: daysFromNow(days) });
    const first = await add('ONE', '1200', 10);
    const second = await add('TWO', '450', 20);
    const last = await add('THREE', '80', 30);
    const { page: theirs } = await visit({ url: server.url, screen });
    await openPortal(theirs, customer);
    await theirs.getByRole('button', { name: 'Select all 3', exact: true }).click();
    await theirs.getByRole('button', { name: /^Pay selected/ }).click();
    await theirs.waitForURL(/\/checkout\/pay\//);
    await payByCard(theirs, CARDS.pays);
    await theirs.getByText('Thank you. $1,730.00 has been paid.').waitFor();

    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${first.id}`);
    await page
      .getByText('$1,200.00 paid by Visa ending 4242, of $1,730.00 for 3 invoices')
      .waitFor();
    await rail(page).getByText('$1,200.00 settles this invoice').waitFor();
    await rail(page).getByText(`$80.00 settles ${last.invoiceNumber}`).waitFor();
    await rail(page)
      .getByRole('button', { name: /^Refund/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Refund Payment' });
    await dialog
      .getByText('This payment covers 3 invoices. A refund reopens the last one first.')
      .waitFor();
    await dialog.getByLabel('Amount').fill('100');
    await dialog.getByText('$1,200.00 stays paid').waitFor();
    await dialog.getByText('$20.00 of $450.00 due again').waitFor();
    await dialog.getByText('$80.00 due again').waitFor();
    await dialog.getByRole('button', { name: 'Refund $100.00' }).click();
    await seeToast(page, 'Success', '$100.00 refunded');
    await rail(page).getByRole('link', { name: last.invoiceNumber }).waitFor({ state: 'detached' });
    await page.getByText('$100.00 refunded, of a payment for 3 invoices').waitFor();
    const dues = await Promise.all(
      [first, second, last].map(async ({ id }) => {
        const { amountDue } = await owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
        return amountDue;
      }),
    );
    expect(dues).toEqual(['0.00', '20.00', '80.00']);
  });

  test('a customer puts another card in the place of the one that is charged', async () => {
    const customer = await addCustomer();
    await owner.saveProfile({
      ...(await owner.call<object>('GET', '/api/business-profile')),
      offerAutomaticPayment: true,
    });
    const invoice = await customer.addInvoice('CARD', '100');
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await page.getByLabel('Pay following invoices automatically').check();
    const tab = await openCheckout(page, payNow(page));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');

    await openPortal(page, customer);
    await page.getByText('Visa •••• 4242 until 12/2040').waitFor();
    await page.getByRole('button', { name: 'Change card Visa •••• 4242' }).click();
    await page.getByText(/^I allow .* to charge this card in place of Visa •••• 4242/).waitFor();
    await page.getByRole('button', { name: 'I agree, enter another card' }).click();
    await page.waitForURL(/\/checkout\/pay\//);
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.getByLabel('Expiry date').fill('12 / 41');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on card').fill('Marta Lindqvist');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.waitForURL(/\/portal(\?card=changed)?$/);
    await page.getByText('Mastercard •••• 4444 until 12/2041').waitFor();
    await page.getByText('Your card has been changed. This one is charged from now on.').waitFor();
    await page
      .getByRole('button', { name: 'End automatic payment by Mastercard •••• 4444' })
      .click();
    await page
      .getByRole('button', { name: /may not charge Mastercard •••• 4444 any more$/ })
      .click();
    await page.getByText(/^Automatic payment has ended\..* may not charge Mastercard/).waitFor();
    expect(await page.getByRole('button', { name: /^Change card/ }).count()).toBe(0);
  });
});
