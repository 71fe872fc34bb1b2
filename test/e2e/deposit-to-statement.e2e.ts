import { startSandbox } from '@remit/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, rail, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const sandbox = await startSandbox();
const { server } = serverForFile({ env: { STRIPE_API_BASE: sandbox.url } });
afterAll(() => sandbox.close());
const { visit } = browserForFile();

const taxed = (rate: string) => [{ name: 'VAT', rate, category: 'S' }];

/** What stands under a label of the account, such as 'Balance'. */
const figure = (page: Page, label: string) =>
  page.getByLabel('Account', { exact: true }).locator('div').filter({ hasText: label });

/** The dialog that records a payment, opened from the page of an invoice. */
async function openRecording(page: Page) {
  await chooseMore(page, 'Record payment');
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await untilFocused(dialog.getByLabel('Amount', { exact: true }));
  return dialog;
}

test('from an estimate with a deposit to a statement that ends at zero', async () => {
  const owner = await signUp(server);
  await takePayments(owner);
  const customer = await owner.addCustomer();
  const estimate = await owner.call<EstimateDetail>('POST', '/api/estimates', {
    customerId: customer.id,
    estimateNumber: 'EST-GARDEN',
    status: 'sent',
    issueDate: daysFromNow(0),
    expiryDate: daysFromNow(30),
    deposit: { percent: '30' },
    installments: [
      { event: 'acceptance', days: 14, percent: '50' },
      { event: 'acceptance', days: 44, percent: '50' },
    ],
    lineItems: [
      { description: 'Garden plan', quantity: '4', unitPrice: '250', taxes: taxed('19') },
      { description: 'Roses', quantity: '10', unitPrice: '20', taxes: taxed('7') },
    ],
  });
  const readInvoice = (id: number) => owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
  const { page } = await visit({ url: server.url, cookie: owner.cookie });
  const { page: theirs } = await visit({ url: server.url });

  // The estimate asks for 30 %, and its installments are those of the rest.
  await theirs.goto(`/view-estimate/${estimate.publicId}`);
  await theirs.getByText('$421.20').first().waitFor();
  await theirs.getByText('$491.40').first().waitFor();
  await theirs.getByText('Installments after the deposit').waitFor();
  await expectAccessible(theirs, 'an estimate with a deposit and installments');
  await page.goto(`/estimates/${estimate.id}`);
  await page.getByRole('button', { name: 'Mark as Accepted', exact: true }).first().click();
  await page.getByRole('button', { name: 'Accept & ask for deposit' }).click();
  await seeToast(page, 'Estimate Accepted');
  await page.getByText('$982.80 still to be invoiced').waitFor();
  const accepted = await owner.call<EstimateDetail>('GET', `/api/estimates/${estimate.id}`);
  const [deposit] = accepted.depositInvoices;
  if (!deposit) throw new Error('there is no deposit invoice');

  // The deposit is paid online.
  const { publicId } = await owner.call<InvoiceDetail>('POST', `/api/invoices/${deposit.id}/issue`);
  await theirs.goto(`/pay-invoice/${publicId}`);
  const tab = await openCheckout(theirs, payNow(theirs));
  await payByCard(tab, CARDS.pays);
  await seeReceipt(tab, 'Payment Successful!');
  await eventually(async () => (await readInvoice(deposit.id)).status).toBe('paid');

  // The final invoice deducts it; what is left is due in two parts.
  await page.reload();
  await page.getByRole('button', { name: 'Convert to Invoice', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convert to Invoice' }).click();
  await seeToast(page, 'Estimate Converted');
  await page.waitForURL(/\/invoices\/\d+$/);
  await page.getByText('Of $1,404.00 in all').waitFor();
  const finalId = Number(page.url().split('/').at(-1));
  const final = await owner.call<InvoiceDetail>('POST', `/api/invoices/${finalId}/issue`);
  expect(final).toMatchObject({
    total: '982.80',
    deductions: [{ invoiceId: deposit.id, total: '421.20' }],
    schedule: [{ amount: '491.40' }, { amount: '491.40' }],
  });
  await page.reload();
  await page.getByRole('button', { name: 'Mark as Paid' }).waitFor();
  await expectAccessible(page, 'a final invoice with installments');

  // The transfer is of a wrong amount.
  const paying = await openRecording(page);
  await paying.getByLabel('Amount', { exact: true }).fill('760');
  await paying.getByLabel('Reference').fill('SEPA 4711');
  await paying.getByText(`$222.80 stays due on ${final.invoiceNumber}`).waitFor();
  await expectAccessible(page, 'recording a transfer of a part');
  await paying.getByRole('button', { name: 'Record payment' }).click();
  await seeToast(page, 'Payment recorded');
  await rail(page).getByText('Reference SEPA 4711').waitFor();
  expect(await readInvoice(finalId)).toMatchObject({
    amountDue: '222.80',
    schedule: [{ amountDue: '0.00' }, { amountDue: '222.80' }],
  });

  // One line was wrong, and is credited.
  await chooseMore(page, 'Credit this invoice');
  const credit = page.getByRole('dialog', { name: 'Credit this invoice' });
  await credit.getByText('Lines', { exact: true }).click();
  await credit.getByRole('checkbox', { name: 'Roses' }).check();
  await credit.getByLabel('Reason').fill('The roses came from somebody else');
  await credit.getByRole('button', { name: 'Create draft' }).click();
  await seeToast(page, 'Credit Note Created');
  await page.waitForURL(/\/credit-notes\/\d+$/);
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  await seeToast(page, 'Credit Note Issued');
  await page.getByText('Applied', { exact: true }).first().waitFor();
  await expectAccessible(page, 'the credit note of a line');

  // What remains is paid.
  await page.goto(`/invoices/${finalId}`);
  await page.getByText('$8.80 due').waitFor();
  await expectAccessible(page, 'a final invoice of which little is left');
  const last = await openRecording(page);
  await eventually(() => last.getByLabel('Amount', { exact: true }).inputValue()).toBe('8.80');
  await last.getByRole('button', { name: 'Record payment' }).click();
  await seeToast(page, 'Payment recorded');
  expect(await readInvoice(finalId)).toMatchObject({
    status: 'paid',
    amountDue: '0.00',
    amountPaid: '768.80',
    amountCredited: '214.00',
    schedule: [{ amountDue: '0.00' }, { amountDue: '0.00' }],
  });
  await page.reload();
  await rail(page).getByText('SEPA 4711').waitFor();
  await expectAccessible(page, 'a final invoice that is settled');

  // The statement shows it all, and ends at zero.
  const { page: phone } = await visit({ url: server.url, cookie: owner.cookie, screen: 'phone' });
  for (const [reader, screen] of [
    [page, 'desktop'],
    [phone, 'phone'],
  ] as const) {
    await reader.goto(`/customers/${customer.id}`);
    await figure(reader, 'Balance').getByText('$0.00').waitFor();
    if (screen === 'phone') await reader.getByLabel('Show').selectOption({ label: 'Statement' });
    else await reader.getByRole('radio', { name: 'Statement' }).click();
    await reader
      .getByText(/^Closing balance on/)
      .first()
      .waitFor();
    const said = await reader.locator('main').innerText();
    for (const words of [
      deposit.invoiceNumber,
      final.invoiceNumber,
      'SEPA 4711',
      '421.20',
      '982.80',
      '760.00',
      '214.00',
      '8.80',
    ]) {
      expect(said).toContain(words);
    }
    await expectAccessible(reader, `the statement, ${screen}`);
  }
  const statement = await owner.call<{
    accounts: { closingBalance: string; entries: { debit: string | null }[] }[];
  }>('GET', `/api/customers/${customer.id}/statement`);
  expect(statement.accounts).toMatchObject([{ closingBalance: '0.00' }]);

  // So do the books.
  await page.goto('/reports/reconciliation');
  await page
    .getByText(/Today \$0\.00 is open on invoices\. .*closing balance of \$0\.00\./)
    .waitFor();
  await expectAccessible(page, 'a reconciliation that closes');
});
