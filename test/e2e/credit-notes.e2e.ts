import { beforeAll, describe, expect, test } from 'vitest';
import type { CreditNoteDetail } from '../../src/shared/credit-notes/credit-note.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, editor, pickCustomer, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server);
  customerId = (await owner.addCustomer()).id;
});

const addInvoice = () =>
  owner.addInvoice(customerId, {
    taxRate: '7',
    lineItems: [
      { description: 'Garden plan', quantity: '4', unitPrice: '25' },
      { description: 'Roses', quantity: '10', unitPrice: '3.99' },
    ],
  });
const readCredits = async ({ id }: InvoiceDetail) => {
  const all = await owner.call<CreditNoteDetail[]>('GET', '/api/credit-notes');
  return all.filter(({ correctsInvoiceId }) => correctsInvoiceId === id);
};

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('one line of an invoice was wrong: it is credited, issued and read by the customer', async () => {
    const invoice = await addInvoice();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Credit this invoice');
    const sheet = page.getByRole('dialog', { name: 'Credit this invoice' });
    await sheet.getByText(`${invoice.invoiceNumber}:`).waitFor();
    await sheet.getByText('Everything left to credit').waitFor();

    const number = sheet.getByLabel('Credit note number');
    const given = await number.inputValue();
    await number.fill('');
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await sheet.getByText('Credit note number is required').waitFor();
    await untilFocused(number);
    await number.fill(given);

    await sheet.getByText('Lines', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await sheet.getByText('Choose at least one line to credit').waitFor();
    await sheet.getByRole('checkbox', { name: 'Roses' }).check();
    const quantity = sheet.getByLabel('Quantity of Roses');
    expect(await quantity.inputValue()).toBe('10');
    await quantity.fill('12');
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await sheet.getByText('Line 2 (Roses) has only 10 left to credit').waitFor();
    await quantity.fill('4');
    await sheet.getByText('about $17.08').waitFor();
    await sheet.getByLabel('Reason').fill('Four of them were withered');
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await seeToast(page, 'Credit Note Created');

    await page.waitForURL(/\/credit-notes\/\d+$/);
    const [draft] = await readCredits(invoice);
    if (!draft) throw new Error('there is no credit note');
    expect(draft).toMatchObject({ status: 'draft', total: '17.08' });
    await page
      .getByRole('img', { name: `Credit note ${draft.creditNoteNumber}, page 1 of 1` })
      .waitFor();

    // The draft says something else before it is issued.
    if (screen === 'desktop') await page.getByRole('button', { name: 'Edit', exact: true }).click();
    else await chooseMore(page, 'Edit');
    const edit = page.getByRole('dialog', { name: `Edit ${draft.creditNoteNumber}` });
    await edit.getByText('An amount', { exact: true }).click();
    await edit.getByLabel('Amount with tax').fill('20');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Credit Note Updated');

    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/^\$20\.00 is credited to .*It is applied to its invoice right away/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
    await seeToast(page, 'Credit Note Issued');
    // It lowers its invoice by itself.
    await page.getByText('Applied', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: invoice.invoiceNumber }).click();
    await page.getByRole('link', { name: draft.creditNoteNumber }).waitFor();

    await page.goto('/credit-notes');
    const card = page.getByRole('listitem').filter({ hasText: draft.creditNoteNumber });
    for (const words of ['Applied', '$20.00', invoice.invoiceNumber]) {
      await card.getByText(words, { exact: true }).first().waitFor();
    }
    await page.getByPlaceholder('Search credit notes...').fill('nobody');
    await page.getByText('Nothing matches “nobody”.').waitFor();

    const { page: customers } = await visit({ url: server.url, screen });
    await customers.goto(`/view-credit-note/${draft.publicId}`);
    await customers
      .getByRole('heading', { name: `Credit note ${draft.creditNoteNumber}` })
      .waitFor();
    await customers.getByText(`Credit for invoice ${invoice.invoiceNumber} of`).waitFor();
    await customers.getByText('Nothing to pay').waitFor();
    await eventually(async () => {
      const seen = await owner.call<CreditNoteDetail>('GET', `/api/credit-notes/${draft.id}`);
      return seen.history.map(({ type }) => type);
    }).toContain('credit_note.viewed');
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('credit is applied to an invoice, taken off it again, and paid back', async () => {
    const owner = await signUp(server);
    const other = (await owner.addCustomer()).id;
    const lineItems = [{ description: 'Chair', quantity: '1', unitPrice: '80' }];
    const invoice = await owner.addInvoice(other, { taxRate: '0', lineItems });
    const note = await owner.call<CreditNoteDetail>('POST', '/api/credit-notes', {
      customerId: other,
      creditNoteNumber: 'CN-APPLY',
      issueDate: daysFromNow(0),
      status: 'issued',
      taxRate: '0',
      lineItems: [{ description: 'Goodwill', quantity: '1', unitPrice: '100' }],
    });
    const read = () => owner.call<CreditNoteDetail>('GET', `/api/credit-notes/${note.id}`);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const confirm = async (name: string) => {
      const question = page.getByRole('dialog');
      await question.getByRole('button', { name, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.goto(`/credit-notes/${note.id}`);
    await page.getByText('None of it has been applied or paid back yet.').waitFor();

    await page.getByRole('button', { name: 'Apply to invoices' }).click();
    const applying = page.getByRole('dialog', { name: 'Apply to invoices' });
    await applying
      .getByText(`$100.00 of ${note.creditNoteNumber} is not applied to an invoice yet.`)
      .waitFor();
    await applying.getByRole('checkbox', { name: invoice.invoiceNumber }).check();
    await applying.getByRole('button', { name: 'Apply $80.00' }).click();
    await seeToast(page, 'Credit applied');
    expect(await read()).toMatchObject({
      status: 'issued',
      appliedAmount: '80.00',
      unappliedAmount: '20.00',
    });

    await page
      .getByRole('button', { name: `Unapply $80.00 from ${invoice.invoiceNumber}` })
      .click();
    await confirm('Unapply');
    await seeToast(page, 'Credit unapplied', `From ${invoice.invoiceNumber}. $100.00 is credit.`);

    await page.getByRole('button', { name: 'Record refund' }).click();
    const refund = page.getByRole('dialog', { name: 'Record refund' });
    const amount = refund.getByLabel('Amount', { exact: true });
    await eventually(() => amount.inputValue()).toBe('100.00');
    await amount.fill('100.01');
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await refund.getByText('Amount must be at most $100.00, which is left').waitFor();
    await amount.fill('40');
    await refund.getByLabel('Reference').fill('RF-1');
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await seeToast(page, 'Refund recorded', '$40.00. $60.00 is left.');
    await page.getByRole('button', { name: /^Undo refund of \$40\.00/ }).click();
    await confirm('Undo refund');
    await seeToast(page, 'Refund undone', '$100.00 is credit.');
    await page.getByText('Undone: it no longer counts').waitFor();
    expect(await read()).toMatchObject({ refundedAmount: '0.00', unappliedAmount: '100.00' });
  });

  test('an invoice is corrected in one step', async () => {
    const invoice = await addInvoice();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Correct this invoice');
    await page.getByRole('dialog').getByRole('button', { name: 'Correct invoice' }).click();
    await seeToast(page, 'Invoice Credited');
    await page.waitForURL(/\/invoices\/\d+\?edit=1$/);
    await editor(page, 'Edit Invoice').waitFor();
    const [credit] = await readCredits(invoice);
    expect(credit).toMatchObject({ status: 'applied', total: invoice.total });
  });

  test('a credit that belongs to no invoice is written in the editor of documents', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/credit-notes?new=1');
    const form = editor(page, 'Create Credit Note');
    await pickCustomer(page, 'Harbor');
    const number = form.getByLabel('Credit note number', { exact: true });
    await eventually(() => number.inputValue()).toMatch(/^CN-\d{4}-\d{4}$/);
    const offered = await number.inputValue();
    await form.getByLabel('Issue date', { exact: true }).fill(daysFromNow(0));
    await form.getByLabel('Description, line 1').fill('Chair, returned');
    await form.getByLabel('Unit price, line 1').fill('80');
    await page.getByRole('img', { name: `Credit note ${offered}, page 1 of 1` }).waitFor();
    await form.getByRole('button', { name: 'Save & Issue' }).click();
    await seeToast(page, 'Credit Note Created', `${offered} is issued.`);
    const card = page.getByRole('listitem').filter({ hasText: offered });
    await card.getByText('Issued', { exact: true }).first().waitFor();
    await card.getByRole('button', { name: `Actions for ${offered}` }).click();
    // What is issued can neither be edited nor deleted.
    expect(await page.getByRole('menuitem', { name: /Edit|Delete/ }).count()).toBe(0);
  });

  test('a series gives credit notes their numbers when they are issued', async () => {
    const own = await signUp(server, 'Nora Field');
    const customer = await own.addCustomer();
    const invoice = await own.addInvoice(customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: own.cookie });
    await page.goto('/business-profile');
    await page.getByRole('button', { name: 'Use a series for credit notes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use a series for credit notes' });
    await dialog.getByLabel('Pattern').fill('GS-{SEQ:3}');
    await dialog.getByRole('button', { name: 'Add series' }).click();
    await page.getByText('Next: GS-001').waitFor();

    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Credit this invoice');
    const sheet = page.getByRole('dialog', { name: 'Credit this invoice' });
    await sheet
      .getByText('Its number is given when it is issued; the next one is GS-001.')
      .waitFor();
    await sheet.getByRole('button', { name: 'Create draft' }).click();
    await page.waitForURL(/\/credit-notes\/\d+$/);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Draft').waitFor();
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
    await seeToast(page, 'Credit Note Issued', 'GS-001 is issued.');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('GS-001').waitFor();
  });
});
