import { startSandbox } from '@remit/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, editor, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const sandbox = await startSandbox();
const { server } = serverForFile({ env: { STRIPE_API_BASE: sandbox.url } });
afterAll(() => sandbox.close());
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
  customerId = (await owner.addCustomer()).id;
});

const taxed = (rate: string) => [{ name: 'VAT', rate, category: 'S' }];
let made = 0;
function addEstimate(): Promise<EstimateDetail> {
  made += 1;
  return owner.call('POST', '/api/estimates', {
    customerId,
    estimateNumber: `EST-E2E-${made}`,
    status: 'sent',
    issueDate: daysFromNow(0),
    expiryDate: daysFromNow(30),
    lineItems: [
      { description: 'Garden plan', quantity: '4', unitPrice: '250', taxes: taxed('19') },
      { description: 'Roses', quantity: '10', unitPrice: '20', taxes: taxed('7') },
    ],
  });
}
const readInvoice = (id: number) => owner.call<InvoiceDetail>('GET', `/api/invoices/${id}`);

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a deposit is asked for, paid online and deducted; a line is credited then', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });

    // The estimate asks for 30 %.
    await page.goto(`/estimates/${estimate.id}?edit=1`);
    const form = editor(page, 'Edit Estimate');
    await form.getByRole('button', { name: 'Columns and options' }).click();
    await page.getByRole('menuitem', { name: 'Ask for a deposit' }).click();
    await form.getByLabel('Deposit', { exact: true }).fill('30 %');
    await expectAccessible(page, `an estimate that asks for a deposit, on the ${screen}`);
    await form
      .getByRole('button', { name: screen === 'desktop' ? 'Save changes' : /^Save/ })
      .click();
    await seeToast(page, 'Estimate Updated');
    await page.getByText('Deposit 30%: $421.20, requested when it is accepted').waitFor();

    // Accepted, it makes the deposit invoice.
    await page.getByRole('button', { name: 'Mark as Accepted', exact: true }).first().click();
    await page.getByRole('dialog').getByText('A draft deposit invoice for $421.20').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Accept & ask for deposit' })
      .click();
    await seeToast(page, 'Estimate Accepted');
    await page.getByText('$982.80 still to be invoiced').waitFor();
    await expectAccessible(page, `an estimate with its deposit, on the ${screen}`);
    const accepted = await owner.call<EstimateDetail>('GET', `/api/estimates/${estimate.id}`);
    const [deposit] = accepted.depositInvoices;
    if (!deposit) throw new Error('there is no deposit invoice');

    // Until that is out there is no final invoice, which is said before it is tried.
    const convert = page.getByRole('button', { name: 'Convert to Invoice', exact: true });
    await convert.click();
    await page
      .getByRole('dialog', { name: /cannot be converted yet$/ })
      .getByText(`Deposit invoice ${deposit.invoiceNumber} for $421.20 is still a draft.`)
      .waitFor();
    await expectAccessible(page, `a draft deposit in the way, on the ${screen}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    // It is issued and paid online.
    await page.getByRole('link', { name: deposit.invoiceNumber }).click();
    await page.getByText('Deposit invoice', { exact: true }).first().waitFor();
    await owner.call('POST', `/api/invoices/${deposit.id}/issue`);
    const { publicId } = await readInvoice(deposit.id);
    const { page: customers } = await visit({ url: server.url, screen });
    await customers.goto(`/pay-invoice/${publicId}`);
    await customers
      .getByText(`Deposit 30% for estimate ${estimate.estimateNumber}`)
      .first()
      .waitFor();
    await expectAccessible(customers, `a deposit to be paid, on the ${screen}`);
    const tab = await openCheckout(customers, payNow(customers));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');
    await eventually(async () => (await readInvoice(deposit.id)).status).toBe('paid');

    // The final invoice deducts it.
    await page.goto(`/estimates/${estimate.id}`);
    await convert.click();
    await page
      .getByRole('dialog')
      .getByText(/^A draft invoice for \$982\.80 .*with \$421\.20 of deposits deducted/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Convert to Invoice' }).click();
    await seeToast(page, 'Estimate Converted');
    await page.waitForURL(/\/invoices\/\d+$/);
    await page.getByText('Final invoice', { exact: true }).first().waitFor();
    await page.getByText('Of $1,404.00 in all').waitFor();
    await expectAccessible(page, `a final invoice, on the ${screen}`);
    const finalId = Number(page.url().split('/').at(-1));
    const final = await readInvoice(finalId);
    expect(final).toMatchObject({ total: '982.80', whole: { total: '1404.00' } });

    // By hand it is taken off, and deducted again.
    await page.goto(`/invoices/${finalId}?edit=1`);
    const edit = editor(page, 'Edit Invoice');
    await edit.getByText('Total before deposits').waitFor();
    await edit.getByRole('button', { name: `Do not deduct ${deposit.invoiceNumber}` }).click();
    await edit.getByText(`Deposit ${deposit.invoiceNumber}, $421.20, is not deducted.`).waitFor();
    await edit
      .getByRole('button', { name: `Deduct ${deposit.invoiceNumber}`, exact: true })
      .click();
    await edit.getByText('Tax of this invoice').waitFor();
    await expectAccessible(page, `deducted deposits in the editor, on the ${screen}`);
    await page.keyboard.press('Escape');

    // A deposit's lines are its estimate's.
    await page.goto(`/invoices/${deposit.id}?edit=1`);
    await editor(page, 'Edit Invoice')
      .getByText('The lines and figures of a deposit invoice follow its estimate.')
      .waitFor();
    await page.keyboard.press('Escape');

    await owner.call('POST', `/api/invoices/${finalId}/issue`);
    await page.goto('/invoices');
    await page
      .getByText('Deposit', { exact: screen === 'desktop' })
      .first()
      .waitFor();
    await page
      .getByText('Final', { exact: screen === 'desktop' })
      .first()
      .waitFor();
    await expectAccessible(page, `invoices with deposits, on the ${screen}`);

    await customers.goto(`/pay-invoice/${final.publicId}`);
    await customers.getByText('Total before deposits').waitFor();
    await customers.getByText(`Deposit ${deposit.invoiceNumber} of`).waitFor();
    await expectAccessible(customers, `a final invoice to be paid, on the ${screen}`);

    // One line was wrong.
    await page.goto(`/invoices/${finalId}`);
    await chooseMore(page, 'Credit this invoice');
    const sheet = page.getByRole('dialog', { name: 'Credit this invoice' });
    await sheet.getByText('Lines', { exact: true }).click();
    await sheet.getByRole('checkbox', { name: 'Roses' }).check();
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await seeToast(page, 'Credit Note Created');
    const [credit] = (await readInvoice(finalId)).creditNotes;
    expect(credit).toMatchObject({ status: 'draft', total: '214.00' });
  });

  test('a deposit is asked for by hand, and more than there is is refused', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie, theme: 'dark' });
    await page.goto(`/estimates/${estimate.id}`);
    await chooseMore(page, 'Ask for a deposit');
    const dialog = page.getByRole('dialog', { name: 'Ask for a deposit' });
    await dialog.getByLabel('Deposit').fill('a third');
    await dialog.getByRole('button', { name: 'Create deposit invoice' }).click();
    await dialog.getByText('Enter a percentage, such as 30%, or an amount').waitFor();
    await dialog.getByLabel('Deposit').fill('25%');
    await dialog.getByText('25% of $1,404.00 is $351.00.').waitFor();
    await dialog.getByLabel('Deposit').fill('1,500');
    await dialog.getByRole('button', { name: 'Create deposit invoice' }).click();
    await dialog
      .getByText(
        `Of estimate ${estimate.estimateNumber} only $1,404.00 is left to ask for in advance`,
      )
      .waitFor();
    await expectAccessible(page, `asking for a deposit, on the ${screen}`);
    await dialog.getByLabel('Deposit').fill('404');
    await dialog.getByRole('button', { name: 'Create deposit invoice' }).click();
    await seeToast(page, 'Deposit Invoice Created');
    await page.waitForURL(/\/invoices\/\d+$/);
    await page.getByText('Deposit invoice', { exact: true }).first().waitFor();
  });
});
