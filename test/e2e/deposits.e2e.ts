import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { CARDS, openCheckout, payByCard, payNow, seeReceipt, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, editor, rail, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server);
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
const readInvoice = (id: number, by = owner) =>
  by.call<InvoiceDetail>('GET', `/api/invoices/${id}`);

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

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a deposit is asked for by an estimate, paid, and deducted from the final invoice', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });

    // The estimate asks for 30 %.
    await page.goto(`/estimates/${estimate.id}?edit=1`);
    const form = editor(page, 'Edit Estimate');
    await form.getByRole('button', { name: 'Columns and options' }).click();
    await page.getByRole('menuitem', { name: 'Ask for a deposit' }).click();
    await form.getByLabel('Deposit', { exact: true }).fill('30 %');
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
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    // It is issued, and paid.
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
    await owner.call('POST', `/api/invoices/${deposit.id}/mark-paid`, { paymentMethod: 'cash' });

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

    await customers.goto(`/pay-invoice/${final.publicId}`);
    await customers.getByText('Total before deposits').waitFor();
    await customers.getByText(`Deposit ${deposit.invoiceNumber} of`).waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('a deposit is asked for by hand, and more than there is is refused', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
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
    await dialog.getByLabel('Deposit').fill('404');
    await dialog.getByRole('button', { name: 'Create deposit invoice' }).click();
    await seeToast(page, 'Deposit Invoice Created');
    await page.waitForURL(/\/invoices\/\d+$/);
    await page.getByText('Deposit invoice', { exact: true }).first().waitFor();
  });

  test('from an estimate with a deposit to a statement that ends at zero', async () => {
    const nora = await signUp(server, 'Nora Field');
    await takePayments(nora);
    const customer = await nora.addCustomer();
    const estimate = await nora.call<EstimateDetail>('POST', '/api/estimates', {
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
    const { page } = await visit({ url: server.url, screen, cookie: nora.cookie });
    const { page: theirs } = await visit({ url: server.url, screen });

    // The estimate asks for 30 %, and its installments are those of the rest.
    await theirs.goto(`/view-estimate/${estimate.publicId}`);
    await theirs.getByText('$421.20').first().waitFor();
    await theirs.getByText('$491.40').first().waitFor();
    await theirs.getByText('Installments after the deposit').waitFor();
    await page.goto(`/estimates/${estimate.id}`);
    await page.getByRole('button', { name: 'Mark as Accepted', exact: true }).first().click();
    await page.getByRole('button', { name: 'Accept & ask for deposit' }).click();
    await seeToast(page, 'Estimate Accepted');
    await page.getByText('$982.80 still to be invoiced').waitFor();
    const accepted = await nora.call<EstimateDetail>('GET', `/api/estimates/${estimate.id}`);
    const [deposit] = accepted.depositInvoices;
    if (!deposit) throw new Error('there is no deposit invoice');

    // The deposit is paid online.
    const { publicId } = await nora.call<InvoiceDetail>(
      'POST',
      `/api/invoices/${deposit.id}/issue`,
    );
    await theirs.goto(`/pay-invoice/${publicId}`);
    const tab = await openCheckout(theirs, payNow(theirs));
    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');
    await eventually(async () => (await readInvoice(deposit.id, nora)).status).toBe('paid');

    // The final invoice deducts it; what is left is due in two parts.
    await page.reload();
    await page.getByRole('button', { name: 'Convert to Invoice', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Convert to Invoice' }).click();
    await seeToast(page, 'Estimate Converted');
    await page.waitForURL(/\/invoices\/\d+$/);
    await page.getByText('Of $1,404.00 in all').waitFor();
    const finalId = Number(page.url().split('/').at(-1));
    const final = await nora.call<InvoiceDetail>('POST', `/api/invoices/${finalId}/issue`);
    expect(final).toMatchObject({
      total: '982.80',
      deductions: [{ invoiceId: deposit.id, total: '421.20' }],
      schedule: [{ amount: '491.40' }, { amount: '491.40' }],
    });
    await page.reload();
    await page.getByRole('button', { name: 'Mark as Paid' }).waitFor();

    // The transfer is of a wrong amount.
    const paying = await openRecording(page);
    await paying.getByLabel('Amount', { exact: true }).fill('760');
    await paying.getByLabel('Reference').fill('SEPA 4711');
    await paying.getByText(`$222.80 stays due on ${final.invoiceNumber}`).waitFor();
    await paying.getByRole('button', { name: 'Record payment' }).click();
    await seeToast(page, 'Payment recorded');
    await rail(page).getByText('Reference SEPA 4711').waitFor();
    expect(await readInvoice(finalId, nora)).toMatchObject({
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

    // What remains is paid.
    await page.goto(`/invoices/${finalId}`);
    await page.getByText('$8.80 due').waitFor();
    const last = await openRecording(page);
    await eventually(() => last.getByLabel('Amount', { exact: true }).inputValue()).toBe('8.80');
    await last.getByRole('button', { name: 'Record payment' }).click();
    await seeToast(page, 'Payment recorded');
    expect(await readInvoice(finalId, nora)).toMatchObject({
      status: 'paid',
      amountDue: '0.00',
      amountPaid: '768.80',
      amountCredited: '214.00',
      schedule: [{ amountDue: '0.00' }, { amountDue: '0.00' }],
    });
    await page.reload();
    await rail(page).getByText('SEPA 4711').waitFor();

    // The statement shows it all, and ends at zero.
    await page.goto(`/customers/${customer.id}`);
    await figure(page, 'Balance').getByText('$0.00').waitFor();
    await page.getByRole('radio', { name: 'Statement' }).click();
    await page
      .getByText(/^Closing balance on/)
      .first()
      .waitFor();
    const said = await page.locator('main').innerText();
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
    const statement = await nora.call<{
      accounts: { closingBalance: string; entries: { debit: string | null }[] }[];
    }>('GET', `/api/customers/${customer.id}/statement`);
    expect(statement.accounts).toMatchObject([{ closingBalance: '0.00' }]);

    // So do the books.
    await page.goto('/reports/reconciliation');
    await page
      .getByText(/Today \$0\.00 is open on invoices\. .*closing balance of \$0\.00\./)
      .waitFor();
  });
});
