import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor, fillLine, pickCustomer, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

let owner: Owner;
beforeAll(async () => {
  owner = await signUp(server, 'Isla Marram');
  await takePayments(owner, { stripe: true, paypal: true });
  await owner.addCustomer();
});

const newest = async (): Promise<InvoiceDetail> => {
  const [made] = await owner.call<InvoiceDetail[]>('GET', '/api/invoices');
  return owner.call('GET', `/api/invoices/${made?.id}`);
};

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a plan is written, shown to the customer, and paid in parts', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices?new=1');
    await editor(page).getByLabel('Customer', { exact: true }).waitFor();
    await pickCustomer(page, 'Harbor');
    await fillLine(page, screen, { description: 'Garden', quantity: '1', unitPrice: '1000' });

    await editor(page).getByRole('button', { name: 'Columns and options' }).click();
    await page.getByRole('menuitem', { name: 'Add installments', exact: true }).click();
    const plan = editor(page).getByRole('region', { name: 'Installments' });
    await plan.getByText('Adds up to $1,000.00').waitFor();
    await plan.getByRole('button', { name: '30% now, rest in 30 days' }).click();
    await plan.getByLabel('Installment 2, percentage or amount').fill('60%');
    await plan
      .getByText('The installments add up to 90% and must add up to 100%', { exact: true })
      .waitFor();
    // Saving says so at the field, and stores nothing.
    await editor(page).getByRole('button', { name: 'Save Draft' }).click();
    await eventually(() =>
      plan.getByLabel('Installment 2, percentage or amount').getAttribute('aria-invalid'),
    ).toBe('true');
    await plan.getByLabel('Installment 2, percentage or amount').fill('');
    await plan.getByText('Adds up to $1,000.00').waitFor();
    await editor(page).getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');

    const draft = await newest();
    expect(draft.schedule.map(({ amount }) => amount)).toEqual(['300.00', '700.00']);
    expect(draft.dueDate).toBe(draft.schedule[1]?.dueDate);
    const invoice = await owner.call<InvoiceDetail>('POST', `/api/invoices/${draft.id}/mark-sent`);

    const { page: theirs } = await visit({ url: server.url, screen });
    await theirs.goto(`/pay-invoice/${invoice.publicId}`);
    await theirs.getByRole('radio', { name: /\$300\.00/ }).waitFor();
    await theirs.getByRole('radio', { name: /^Full balance/ }).waitFor();
    await theirs.getByRole('table', { name: 'Installments' }).waitFor();
    expect(await theirs.getByRole('radio').count()).toBe(2);
    const tab = await openCheckout(theirs, payNow(theirs));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');
    const words = await tab.locator('main').innerText();
    expect(words).toContain('$300.00');
    expect(words).toContain('$700.00, due');
    // The page that was left open finds out by itself what is left.
    await theirs.getByText('$300.00 of $1,000.00 has been paid already.').waitFor();
    expect(await theirs.getByRole('radio').count()).toBe(0);

    expect(await newest()).toMatchObject({
      status: 'sent',
      amountDue: '700.00',
      nextDueDate: draft.schedule[1]?.dueDate,
      schedule: [{ amountDue: '0.00' }, { amountDue: '700.00' }],
    });
    await page.goto(`/invoices/${invoice.id}`);
    await page.getByText('Settled', { exact: true }).waitFor();
    // What is open, and the day on which the next part of it is due.
    await page.goto(`/customers/${invoice.customerId}`);
    await page.getByText('$700.00', { exact: true }).first().waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('an amount of the customer’s choice, within its limits', async () => {
    const eve = await signUp(server, 'Eve Sato');
    await takePayments(eve);
    const { version, businessName } = await eve.call<{ version: number; businessName: string }>(
      'GET',
      '/api/business-profile',
    );
    await eve.saveProfile({ version, businessName, allowPartialPayments: true });
    const invoice = await eve.addInvoice((await eve.addCustomer()).id);
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await page.getByRole('radio', { name: 'Another amount' }).check();
    const amount = page.getByLabel('Amount in USD');
    await page.getByText('From $0.50 by card.').waitFor();
    await amount.fill('200');
    await payNow(page).click();
    await page.getByText('Amount must be at most $107.00', { exact: true }).waitFor();
    await amount.fill('40');
    await payByCard(await openCheckout(page, payNow(page)), CARDS.pays);
    await page.getByText('$40.00 of $107.00 has been paid already.').waitFor();
    const after = await eve.call<InvoiceDetail>('GET', `/api/invoices/${invoice.id}`);
    expect(after).toMatchObject({ status: 'sent', amountDue: '67.00' });
  });
});
