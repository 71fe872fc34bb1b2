import { startSandbox } from '@remit/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const sandbox = await startSandbox();
const { server } = serverForFile({ env: { STRIPE_API_BASE: sandbox.url } });
afterAll(() => sandbox.close());
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
});

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a customer asks for a link, pays, and proposes details that the owner accepts', async () => {
    const email = `marta-${screen}@harborandpine.example`;
    const { id: customerId } = await owner.addCustomer({ email });
    const add = (number: string, unitPrice: string, values: object = {}) =>
      owner.addInvoice(customerId, {
        invoiceNumber: `${number}-${screen}`,
        lineItems: [{ description: 'Retainer', quantity: '1', unitPrice }],
        ...values,
      });
    const first = await add('ONE', '100');
    await add('TWO', '250');
    await add('LATE', '80', { issueDate: daysFromNow(-40), dueDate: daysFromNow(-10) });
    await owner.call('POST', '/api/estimates', {
      customerId,
      estimateNumber: `EST-${screen}`,
      status: 'sent',
      issueDate: daysFromNow(0),
      expiryDate: daysFromNow(30),
      lineItems: [{ description: 'Relaunch', quantity: '1', unitPrice: '4000' }],
    });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${first.publicId}`);
    await page.getByRole('button', { name: /^All your documents with/ }).click();
    const field = page.getByLabel(/^Your email address/);
    await eventually(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
    await field.fill('marta');
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page.getByText('Enter a valid email address').waitFor();
    await expectAccessible(page, `asking for a link, on the ${screen}`);
    // Where an address was mistyped, another can be named.
    await field.fill(`x${email}`);
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page.getByRole('button', { name: `Use another address than x${email}` }).click();
    await eventually(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
    await field.fill(email);
    await page.getByRole('button', { name: 'Email a link' }).click();
    await page
      .getByText(/^If this address belongs to a customer of .*, a link is on its way\./)
      .waitFor();

    // The message in the outbox has the link; looking at it uses nothing up.
    const link = await eventuallyMailed(email);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your documents' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(page, `a link that is opened, on the ${screen}`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('3 invoices, ').waitFor();
    await page.getByText(/^Overdue since/).waitFor();
    await page.getByText(`EST-${screen}`).waitFor();
    await expectAccessible(page, `the portal, on the ${screen}`);

    // Some are chosen, with what they come to.
    await page.getByLabel(`Select ONE-${screen}`).check();
    await page.getByLabel(`Select TWO-${screen}`).check();
    await page.getByRole('button', { name: /^Pay selected \(2\) · \$374\.50$/ }).waitFor();
    await expectAccessible(page, `invoices that are selected, on the ${screen}`);
    await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
    await page.getByRole('button', { name: /^Pay selected \(3\) · \$460\.10$/ }).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: /^Pay selected/ }).waitFor({ state: 'hidden' });
    await page.getByLabel(`Select ONE-${screen}`).check();

    await page.getByRole('button', { name: `Pay ONE-${screen}` }).click();
    await page.waitForURL(/\/checkout\/pay\//);
    await payByCard(page, CARDS.pays);
    await seeReceipt(page, 'Payment Successful!');
    await page.getByRole('link', { name: 'Your documents' }).click();
    await page.waitForURL(/\/portal$/);
    await page.getByText('2 invoices, ').waitFor();
    await page.getByText(`ONE-${screen}`).waitFor();
    await page.getByRole('button', { name: 'Payments', exact: true }).click();
    await page.getByText(`Visa ending 4242 · For ONE-${screen}`).waitFor();
    await page.getByRole('link', { name: /^Receipt of/ }).waitFor();

    await page.getByRole('button', { name: 'Propose changes' }).click();
    await page.getByLabel('Phone', { exact: true }).fill('+1 207 555 0148');
    await page.getByLabel('City', { exact: true }).fill('Portland');
    await page.getByLabel('Email', { exact: true }).fill('marta');
    await page.getByRole('button', { name: 'Send proposal' }).click();
    await page.getByText('Enter a valid email address').waitFor();
    await expectAccessible(page, `contact details that are refused, on the ${screen}`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send proposal' }).click();
    await page.getByText(/^Your changes are with/).waitFor();
    await page.getByText('Proposed: Portland').waitFor();

    const { page: owners } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await owners.goto(`/customers/${customerId}`);
    await owners.getByRole('heading', { name: 'Proposed contact details' }).waitFor();
    await expectAccessible(owners, `proposed contact details, on the ${screen}`);
    await owners.getByRole('button', { name: 'Accept' }).click();
    await owners.getByRole('link', { name: '+1 207 555 0148' }).waitFor();
    await eventually(() =>
      owners.getByRole('heading', { name: 'Proposed contact details' }).count(),
    ).toBe(0);
    await owners.getByText(/^Last visit/).waitFor();

    // The owner ends it: the customer's page says so, and the link of before opens nothing.
    await owners.getByRole('button', { name: 'End access' }).click();
    await owners.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await eventually(() => owners.getByRole('button', { name: 'End access' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Your visit has ended' }).waitFor();
    await expectAccessible(page, `a visit that has ended, on the ${screen}`);
    await page.goto(link);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This link has been used. Ask for a new one.').waitFor();
    await page.getByRole('button', { name: 'Email a new link' }).click();
    await page.getByText(/^If this link was made for you, a new one is on its way/).waitFor();
    await expectAccessible(page, `a link that was used, on the ${screen}`);

    await owners.getByRole('button', { name: 'Email a link to the portal' }).click();
    await owners.getByText('Link queued').waitFor();
  });

  test('a customer puts another card in the place of the one that is charged', async () => {
    const email = `card-${screen}@harborandpine.example`;
    const { id: customerId } = await owner.addCustomer({ email });
    await owner.saveProfile({
      ...(await owner.call<object>('GET', '/api/business-profile')),
      offerAutomaticPayment: true,
    });
    const invoice = await owner.addInvoice(customerId, { invoiceNumber: `CARD-${screen}` });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await page.getByLabel('Pay following invoices automatically').check();
    const tab = await openCheckout(page, payNow(page));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');

    await owner.call('POST', `/api/customers/${customerId}/portal/send-link`);
    await page.goto(await eventuallyMailed(email));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Visa •••• 4242 until 12/2040').waitFor();
    await page.getByRole('button', { name: 'Change card Visa •••• 4242' }).click();
    await page.getByText(/^I allow .* to charge this card in place of Visa •••• 4242/).waitFor();
    await expectAccessible(page, `another card, on the ${screen}`);
    await page.getByRole('button', { name: 'I agree, enter another card' }).click();
    await page.waitForURL(/\/checkout\/pay\//);
    await page.getByLabel('Email').fill(email);
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
    await expectAccessible(page, `the end of automatic payment, on the ${screen}`);
    await page
      .getByRole('button', { name: /may not charge Mastercard •••• 4444 any more$/ })
      .click();
    await page.getByText(/^Automatic payment has ended\..* may not charge Mastercard/).waitFor();
    expect(await page.getByRole('button', { name: /^Change card/ }).count()).toBe(0);
  });
});

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
