import { startSandbox } from '@remit/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { CardCharge } from '../../src/shared/payments/card-charge.contract.ts';
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
  test('a customer agrees with a payment, and ends it; the owner sees both', async () => {
    const { id: customerId } = await owner.addCustomer();
    const add = (): Promise<InvoiceDetail> =>
      owner.call('POST', '/api/invoices', {
        customerId,
        invoiceNumber: `AUTO-${screen}-${Math.random()}`,
        status: 'sent',
        issueDate: daysFromNow(0),
        dueDate: daysFromNow(14),
        lineItems: [{ description: 'Retainer', quantity: '1', unitPrice: '100' }],
      });
    const { page: owners } = await visit({ url: server.url, screen, cookie: owner.cookie });
    if (screen === 'desktop') {
      await owners.goto('/business-profile');
      await owners.getByLabel('Offer automatic payment').check();
      await owners.getByRole('button', { name: 'Save' }).first().click();
      await owners
        .getByText(/saved|updated/i)
        .first()
        .waitFor();
    }
    const [invoice, earlier] = [await add(), await add()];
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await page.getByLabel('Pay following invoices automatically').check();
    await page.getByText('I allow').waitFor();
    await expectAccessible(page, `what is agreed to, on the ${screen}`);
    const tab = await openCheckout(page, payNow(page));
    await payByCard(tab, CARDS.declinedLater);
    await seeReceipt(tab, 'Payment Successful!');

    const following = await add();
    await page.goto(`/pay-invoice/${following.publicId}`);
    await page
      .getByText(/your invoices are charged to Visa •••• 0341\. This one is charged on/)
      .waitFor();
    await expectAccessible(page, `a card that is charged, on the ${screen}`);
    // What was there before is not charged, which nobody is to find out by waiting.
    await page.goto(`/pay-invoice/${earlier.publicId}`);
    await page.getByText('This one is not: please pay it here.').waitFor();
    await owners.goto(`/customers/${customerId}`);
    await owners.getByRole('heading', { name: 'Automatic payment' }).waitFor();
    await owners.getByText('What was agreed to').click();
    await expectAccessible(owners, `a customer whose card is charged, on the ${screen}`);

    // The next charge is declined: its owner reads that beside the card.
    const charge = `/api/invoices/${following.id}/card-charge`;
    await owner.call('POST', `${charge}/change`, { dueDate: null, to: null });
    const { version } = await owner.call<InvoiceDetail>('GET', `/api/invoices/${following.id}`);
    const due = { version, dueDate: daysFromNow(0) };
    await owner.call('PUT', `/api/invoices/${following.id}`, due);
    const { mandateId, now } = await owner.call<CardCharge>('GET', charge);
    await owner.call('POST', `${charge}/now`, { mandateId, ...now });
    await owners.reload();
    await owners.getByText(/^The charge of \$100\.00 for AUTO-\S+ was declined on /).waitFor();
    await expectAccessible(owners, `a customer whose card was declined, on the ${screen}`);

    await page.getByRole('button', { name: 'End automatic payment' }).click();
    const yes = page.getByRole('button', { name: 'Yes, stop charging Visa •••• 0341' });
    await eventually(() => yes.evaluate((it) => it === document.activeElement)).toBe(true);
    await yes.click();
    await page.getByText('Automatic payment has ended').waitFor();
    const told = page.getByRole('status').filter({ hasText: 'Automatic payment has ended' });
    await eventually(() => told.evaluate((it) => it === document.activeElement)).toBe(true);
    await owners.reload();
    await owners.getByRole('heading', { name: 'Invoices' }).first().waitFor();
    expect(await owners.getByRole('heading', { name: 'Automatic payment' }).count()).toBe(0);
  });
});
