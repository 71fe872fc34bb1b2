import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { AccountPayment } from '../../src/shared/payments/account-payment.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, fails, rail, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

// Of its own for each: a trial has ten invoices.
beforeEach(async () => {
  owner = await signUp(server, 'Ada Quill');
});

const stored = ({ id }: { id: number }): Promise<InvoiceDetail> =>
  owner.call('GET', `/api/invoices/${id}`);
const listPayments = (customerId: number): Promise<AccountPayment[]> =>
  owner.call('GET', `/api/payments?customerId=${customerId}`);

/** The dialog, opened from the page of an invoice. */
async function openRecording(page: Page) {
  await chooseMore(page, 'Record payment');
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await untilFocused(dialog.getByLabel('Amount', { exact: true }));
  return dialog;
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a bank transfer covers three invoices and is undone', async () => {
    const { id: customerId } = await owner.addCustomer();
    const later = await owner.addInvoice(customerId, { dueDate: daysFromNow(30) });
    const first = await owner.addInvoice(customerId, { dueDate: daysFromNow(5) });
    const middle = await owner.addInvoice(customerId, { dueDate: daysFromNow(12), taxRate: '0' });
    await owner.addInvoice(customerId, { currency: 'EUR', taxRate: '0' });
    const visitor = await visit({ url: server.url, cookie: owner.cookie, screen });
    const { page } = visitor;
    await page.goto(`/invoices/${later.id}`);
    const dialog = await openRecording(page);
    const amount = dialog.getByLabel('Amount', { exact: true });
    const findPart = ({ invoiceNumber }: InvoiceDetail) =>
      dialog.getByLabel(`Amount for ${invoiceNumber}`);
    const tick = ({ invoiceNumber }: InvoiceDetail) =>
      dialog.getByRole('checkbox', { name: new RegExp(`^${invoiceNumber}`) });
    expect(await amount.inputValue()).toBe('107.00');
    await tick(first).waitFor();
    // Those of another currency cannot be settled by it.
    expect(await dialog.getByRole('checkbox').count()).toBe(4);

    // Until an amount is typed it follows what is ticked; then it fills what was due first.
    await tick(first).check();
    await eventually(() => amount.inputValue()).toBe('214.00');
    await amount.fill('280,00');
    await tick(middle).check();
    await eventually(() => findPart(first).inputValue()).toBe('107.00');
    expect(await findPart(middle).inputValue()).toBe('100.00');
    expect(await findPart(later).inputValue()).toBe('73.00');
    await dialog.getByText('$34.00 stays due').waitFor();
    await dialog.getByText('Nothing is left over').waitFor();

    // What is refused is said where it was typed, and nothing typed is lost.
    await dialog.getByLabel('Reference').fill('SEPA 4711');
    await dialog.getByLabel('Note').fill('Sent by their accountant');
    await findPart(middle).fill('120');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog
      .getByText(`Amount must be at most $100.00, which is due on ${middle.invoiceNumber}`)
      .waitFor();
    await untilFocused(findPart(middle));
    await findPart(middle).fill('90');
    await findPart(first).fill('107');
    await findPart(later).fill('100');
    await dialog.getByText('The invoices take $297.00, but only $280.00 is available').waitFor();
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog
      .getByText('The invoices take $297.00, but only $280.00 is available')
      .nth(1)
      .waitFor();
    await findPart(later).fill('83');
    visitor.expectOutage();
    await page.route('**/api/payments', fails);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Failed to record payment').waitFor();
    expect(await dialog.getByLabel('Reference').inputValue()).toBe('SEPA 4711');
    await page.unroute('**/api/payments');
    await dialog.getByLabel(/^Email a receipt to marta@/).check();
    await page.keyboard.press('Enter');
    await seeToast(page, 'Payment recorded');
    await dialog.waitFor({ state: 'detached' });

    const [payment] = await listPayments(customerId);
    expect(payment).toMatchObject({
      amount: '280.00',
      unappliedAmount: '0.00',
      paymentMethod: 'bank_transfer',
      reference: 'SEPA 4711',
      notes: 'Sent by their accountant',
    });
    expect((await stored(first)).status).toBe('paid');
    expect(await stored(middle)).toMatchObject({ status: 'sent', amountDue: '10.00' });
    expect(await stored(later)).toMatchObject({ status: 'sent', amountDue: '24.00' });

    // What it settles here, and where the rest went.
    await page.getByText('Partly paid').waitFor();
    await rail(page).getByText('$83.00 settles this invoice').waitFor();
    await rail(page).getByText('Reference SEPA 4711').waitFor();
    await rail(page).getByRole('link', { name: first.invoiceNumber }).waitFor();
    const emails = await owner.call<{ kind: string; subject: string }[]>('GET', '/api/emails');
    expect(emails.find(({ kind }) => kind === 'receipt')?.subject).toContain(
      `Receipt for invoices ${first.invoiceNumber}, ${middle.invoiceNumber}, and ${later.invoiceNumber}`,
    );

    await page.getByRole('button', { name: /^Undo payment/ }).click();
    const question = page.getByRole('dialog', { name: 'Undo the payment of $280.00?' });
    await question.getByText(`$107.00 on ${first.invoiceNumber}`).waitFor();
    await untilFocused(question.getByRole('button', { name: 'Cancel' }));
    await question.getByRole('button', { name: 'Undo payment' }).click();
    await seeToast(page, 'Payment undone', '$280.00 no longer counts.');
    await rail(page).getByText('Undone: it no longer counts').waitFor();
    await page.getByText('Partly paid').waitFor({ state: 'detached' });
    for (const invoice of [first, middle, later]) {
      expect(await stored(invoice)).toMatchObject({ status: 'sent', amountPaid: '0.00' });
    }
  });
});

describe.each(screens([], ['desktop']))('credit and losses, on the %s', (screen) => {
  test('what is more than owed is credit, and is applied to another invoice', async () => {
    const { id: customerId } = await owner.addCustomer();
    const paid = await owner.addInvoice(customerId);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${paid.id}`);
    const dialog = await openRecording(page);
    await dialog.getByText(`Pays ${paid.invoiceNumber} in full`).waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('60');
    await dialog.getByText(`$47.00 stays due on ${paid.invoiceNumber}`).waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('0');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Amount must be positive').waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('147');
    await dialog.getByText('$40.00 stays as credit').waitFor();
    await dialog.getByLabel('Payment method').selectOption('Check');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await seeToast(
      page,
      'Payment recorded',
      `$107.00 for ${paid.invoiceNumber}. $40.00 stays as credit.`,
    );
    await rail(page).getByText('Overpaid by $40.00').waitFor();
    // It came by hand: it is credit, and cannot go back from here.
    await rail(page)
      .getByText(
        /^\$40\.00 of the payment of \$147\.00 \(Check, .*\) stays as the customer’s credit\.$/,
      )
      .waitFor();
    expect(
      await rail(page)
        .getByRole('button', { name: /^Refund/ })
        .count(),
    ).toBe(0);
    const apply = page.getByRole('button', { name: /^Apply to an invoice: the excess/ });
    await apply.click();
    const none = page.getByRole('dialog', { name: 'Apply credit' });
    await none.getByText('This customer has no other open invoice in this currency.').waitFor();
    await none.getByRole('button', { name: 'Close' }).last().click();

    const open = await owner.addInvoice(customerId, { taxRate: '0' });
    await page.reload();
    await apply.click();
    const choice = page.getByRole('dialog', { name: 'Apply credit' });
    const part = choice.getByLabel(`Amount for ${open.invoiceNumber}`);
    await eventually(() => part.inputValue()).toBe('40.00');
    await part.fill('41');
    await choice.getByRole('button', { name: /^Apply/ }).click();
    await choice
      .getByText('The invoices take $41.00, but only $40.00 is available')
      .nth(1)
      .waitFor();
    await part.fill('30');
    await choice.getByText('$10.00 stays as credit').waitFor();
    await choice.getByRole('button', { name: 'Apply $30.00' }).click();
    await seeToast(page, 'Credit applied');
    expect(await stored(open)).toMatchObject({ amountPaid: '30.00', amountDue: '70.00' });
    expect(await stored(paid)).toMatchObject({ status: 'paid', overpaid: '10.00' });
    await rail(page).getByText('$30.00 settles').waitFor();

    // What is applied once more is added to what stands.
    await apply.click();
    await page.getByRole('button', { name: 'Apply $10.00' }).click();
    await choice.waitFor({ state: 'detached' });
    await rail(page).getByText('Overpaid').waitFor({ state: 'detached' });
    expect(await stored(open)).toMatchObject({ amountPaid: '40.00', amountDue: '60.00' });
  });

  test('what will not come is written off, and that is undone', async () => {
    const { id: customerId } = await owner.addCustomer();
    const invoice = await owner.addInvoice(customerId, { taxRate: '0' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Write off');
    const dialog = page.getByRole('dialog', { name: 'Write off' });
    await untilFocused(dialog.getByLabel('Reason'));
    await dialog.getByText('The invoice is then shown as written off.').waitFor();
    await dialog.getByRole('button', { name: 'Write off $100.00' }).click();
    await dialog.getByText('Reason is required').waitFor();
    await dialog.getByLabel('Reason').fill('Insolvent');
    await dialog.getByLabel('Amount').fill('100.01');
    await dialog.getByRole('button', { name: /^Write off/ }).click();
    await dialog.getByText('Amount must be at most $100.00, which is due').waitFor();
    await dialog.getByLabel('Amount').fill('30');
    await dialog.getByText('The rest stays due.').waitFor();
    await dialog.getByRole('button', { name: 'Write off $30.00' }).click();
    await seeToast(page, 'Written off', '$70.00 is still due.');
    await page.getByText('Written off $30.00, $70.00 due').waitFor();
    await page.getByRole('button', { name: 'Mark as Paid' }).click();
    const paying = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await paying.getByText('$70.00 still due of $100.00.').waitFor();
    await page.keyboard.press('Escape');
    await paying.waitFor({ state: 'detached' });
    await page.goto('/invoices');
    await page.getByText('$70.00 due').waitFor();
    await page.getByText('of $100.00').first().waitFor();
    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Write off');
    await dialog.getByLabel('Reason').fill('Nobody answers');
    await page.keyboard.press('Enter');
    await rail(page).getByText('Nobody answers').waitFor();
    await rail(page).getByText('Insolvent').waitFor();
    await page.getByText('Settled: $100.00 was written off.').waitFor();
    expect(await stored(invoice)).toMatchObject({ status: 'paid', settledBy: 'write_off' });

    await rail(page)
      .getByRole('button', { name: /^Undo write-off/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Undo the write-off of $100.00?' });
    await question.getByText('$100.00 is owed again, and the invoice is open.').waitFor();
    await question
      .getByRole('button', { name: 'Undo write-off' })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await seeToast(page, 'Write-off undone', '$100.00 is due.');
    await page.getByText('Nothing received yet.').waitFor();
    await page.getByText('Write-off of $100.00 undone: owed again').waitFor();
    expect(await stored(invoice)).toMatchObject({ amountWrittenOff: '0.00', amountDue: '100.00' });
  });
});
