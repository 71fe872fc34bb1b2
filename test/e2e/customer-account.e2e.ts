import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const figure = (page: Page, label: string) =>
  page.getByLabel('Account', { exact: true }).locator('div').filter({ hasText: label });

async function show(page: Page, screen: string, list: string): Promise<void> {
  if (screen === 'phone') await page.getByLabel('Show').selectOption({ label: list });
  else await page.getByRole('radio', { name: list }).click();
  await page.getByRole('heading', { name: list, exact: true }).waitFor();
}

/** Two customers who are one person, each with an invoice over $100.00. */
async function addTwins() {
  const owner = await signUp(server);
  const kept = await owner.addCustomer({ name: 'Jonas Birk', company: 'Birk & Sons' });
  const twin = await owner.addCustomer({ name: 'J. Birk', company: null, notes: 'Ask for Lena.' });
  const late = await owner.addInvoice(kept.id, {
    issueDate: daysFromNow(-60),
    dueDate: daysFromNow(-40),
    taxRate: '0',
  });
  const invoice = await owner.addInvoice(twin.id, { taxRate: '0' });
  return { owner, kept, twin, late, invoice };
}

/** A transfer that is for no invoice yet, on the page of a customer. */
async function recordPayment(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Record payment' }).click();
  const paying = page.getByRole('dialog', { name: 'Record payment' });
  const field = paying.getByLabel('Amount', { exact: true });
  await untilFocused(field);
  await field.fill(amount);
  // What it reaches is chosen by itself.
  const settled = paying.getByRole('group', { name: 'Invoices it settles' }).getByRole('checkbox');
  for (const one of await settled.all()) await one.uncheck();
  await paying.getByLabel('Reference').fill(reference);
  await paying.getByRole('button', { name: 'Record payment' }).click();
  await seeToast(page, 'Payment recorded');
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a customer who is in the list twice: seen, paid, merged and separated', async () => {
    const { owner, kept, twin, late, invoice } = await addTwins();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });

    // From the list, and from the customer's name on an invoice.
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Jonas Birk' }).click();
    await page.getByRole('heading', { name: 'Birk & Sons' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/customers/${kept.id}`);
    await page.goto(`/invoices/${invoice.id}`);
    // What stands above it has come, and moves it no more.
    await page.getByText('All versions verified').waitFor();
    await page.getByRole('link', { name: 'J. Birk' }).click();
    await page.getByText('Ask for Lena.').waitFor();
    await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();
    for (const list of ['All invoices', 'Estimates', 'Credit notes', 'Payments', 'Expenses']) {
      await show(page, screen, list);
    }

    await recordPayment(page, '30', 'SEPA 12');
    await figure(page, 'Unapplied credit').getByText('$30.00').waitFor();
    await figure(page, 'Balance').getByText('$70.00').waitFor();
    await show(page, screen, 'Statement');
    await page.getByText('Payment (SEPA 12)').waitFor();
    await page
      .getByText(/^Closing balance on/)
      .first()
      .waitFor();
    const pdf = page.getByRole('link', { name: 'PDF' });
    expect(await pdf.getAttribute('href')).toBe(`/api/customers/${twin.id}/statement.pdf`);

    await chooseMore(page, /^Merge/);
    const merging = page.getByRole('dialog', { name: 'Merge J. Birk' });
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await merging.getByText('Choose the customer to merge into').waitFor();
    await untilFocused(merging.getByLabel('Merge into'));
    await merging.getByLabel('Merge into').fill('birk &');
    await page.getByRole('option', { name: /Birk & Sons/ }).click();
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await seeToast(page, 'Customers merged', 'J. Birk is now part of Birk & Sons.');
    await page.getByRole('heading', { name: 'Merged into this customer' }).waitFor();
    await figure(page, 'Balance').getByText('$170.00').waitFor();
    for (const { invoiceNumber } of [late, invoice]) {
      await page.getByRole('link', { name: invoiceNumber }).waitFor();
    }
    await page.goto(`/customers/${twin.id}`);
    await eventually(() => new URL(page.url()).pathname).toBe(`/customers/${kept.id}`);
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Jonas Birk' }).waitFor();
    expect(await page.getByRole('link', { name: 'J. Birk' }).count()).toBe(0);

    await page.goto(`/customers/${kept.id}`);
    await page.getByRole('button', { name: 'Separate again: J. Birk' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Separate', exact: true }).click();
    await seeToast(page, 'Customers separated');
    await page.getByText('Ask for Lena.').waitFor();
    await figure(page, 'Balance').getByText('$70.00').waitFor();
  });
});

describe.each(screens([]))('on the %s', (screen) => {
  test('credit is applied where it is told and taken back, and a statement is sent', async () => {
    const { owner, twin, invoice } = await addTwins();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/customers/${twin.id}`);
    await recordPayment(page, '30', 'SEPA 11');

    // It is told where it can be of use, and can be applied and taken back where it stands.
    await page.goto(`/invoices/${invoice.id}`);
    await page.getByRole('link', { name: 'J. Birk has $30.00 of unapplied credit' }).click();
    await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
    const act = async (what: string) => {
      if (screen === 'desktop') {
        await page.getByRole('button', { name: /^Actions for the payment of \$30\.00/ }).click();
      }
      const role = screen === 'desktop' ? 'menuitem' : 'button';
      await page.getByRole(role, { name: what }).click();
    };
    await act('Apply to an invoice');
    const applying = page.getByRole('dialog', { name: 'Apply credit' });
    await applying.getByRole('button', { name: 'Apply $30.00' }).click();
    await seeToast(page, 'Credit applied');
    await figure(page, 'Unapplied credit').getByText('$0.00').waitFor();
    await act('Send receipt');
    await seeToast(page, 'Receipt on its way');
    await act('Undo payment');
    const undoing = page.getByRole('dialog', { name: 'Undo the payment of $30.00?' });
    await undoing.getByText(`Owed again: $30.00 on ${invoice.invoiceNumber}.`).waitFor();
    await undoing.getByRole('button', { name: 'Undo payment' }).click();
    await seeToast(page, 'Payment undone');
    await figure(page, 'Balance').getByText('$100.00').waitFor();

    await show(page, screen, 'Statement');
    await page.getByRole('button', { name: 'Send statement' }).click();
    const sending = page.getByRole('dialog', { name: 'Send statement' });
    const firstDay = sending.getByLabel('First day', { exact: true });
    await firstDay.fill(screen === 'phone' ? '2020-01-05' : 'Jan 05, 2020');
    await firstDay.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await sending.getByLabel('To', { exact: true }).fill('lena@birk.example');
    await sending.getByText(/the balance is \$100\.00/).waitFor();
    await sending.getByRole('button', { name: 'Send statement' }).click();
    await seeToast(page, 'Statement on its way');
    await eventually(async () => {
      const [message] = await owner.call<{ kind: string; status: string }[]>('GET', '/api/emails');
      return `${message?.kind} ${message?.status}`;
    }).toBe('statement sent');
  });
});
