import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { daysFromNow, signUp } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const buildDraft = (customerId: number, values: object = {}) => ({
  customerId,
  invoiceNumber: '',
  issueDate: daysFromNow(0),
  dueDate: daysFromNow(30),
  taxRate: 0,
  lineItems: [{ description: 'Design', quantity: 1, unitPrice: 100 }],
  ...values,
});
interface Numbered {
  id: number;
  invoiceNumber: string;
  status: string;
}

async function openNumbers(page: Page): Promise<void> {
  await page.goto('/business-profile');
  await page.getByRole('region', { name: 'Number series' }).waitFor();
}

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('a series is set up, and gives a draft its number when it is sent', async () => {
    const owner = await signUp(server, 'Nora Field');
    await owner.saveProfile({ businessName: 'Marram Studio', timeZone: 'UTC' });
    const customer = await owner.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await openNumbers(page);
    await page.getByRole('button', { name: 'Use a series for invoices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use a series for invoices' });
    const year = daysFromNow(0).slice(0, 4);
    await dialog.getByText(`INV-${year}-0003`).waitFor();
    const pattern = dialog.getByLabel('Pattern');
    await pattern.fill('RE-{YYYY}');
    await dialog.getByRole('button', { name: 'Add series' }).click();
    await dialog.getByText('The pattern needs a counter: add {SEQ}, or {SEQ:4} for 0001').waitFor();
    await pattern.fill('RE-{YY}/{SEQ:3}');
    await dialog.getByLabel('First number').fill('7');
    await dialog.getByText(`RE-${year.slice(2)}/009`).waitFor();
    await dialog.getByRole('button', { name: 'Add series' }).click();
    const first = `RE-${year.slice(2)}/007`;
    await seeToast(page, 'Success', `The next number is ${first}`);
    await page.getByText(`Next: ${first}`).waitFor();

    const draft = await owner.call<Numbered>('POST', '/api/invoices', buildDraft(customer.id));
    expect(draft.invoiceNumber).toBe('');
    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Draft').waitFor();
    await page.getByRole('button', { name: 'Send by email' }).first().click();
    const message = page.getByRole('dialog', { name: 'Send invoice' });
    expect(await message.getByLabel('Subject').inputValue()).toBe(
      'Invoice {number} from Marram Studio',
    );
    await message.getByText(/The invoice is issued immediately/).waitFor();
    await message.getByRole('button', { name: 'Send invoice' }).click();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(first).waitFor();
    const sent = await owner.call<Numbered & { emails: { subject: string }[] }>(
      'GET',
      `/api/invoices/${draft.id}`,
    );
    expect(sent).toMatchObject({ invoiceNumber: first, status: 'sent' });
    expect(sent.emails[0]?.subject).toBe(`Invoice ${first} from Marram Studio`);
  });
});

describe.each(screens([], ['desktop']))('issued invoices, on the %s', (screen) => {
  test('the first issue asks where the country wants issued invoices to stay', async () => {
    const owner = await signUp(server, 'Nora Field');
    await owner.saveProfile({ businessName: 'Marram Studio', country: 'Germany' });
    const customer = await owner.addCustomer();
    const draft = await owner.call<Numbered>('POST', '/api/invoices', {
      ...buildDraft(customer.id),
      invoiceNumber: 'A-1',
    });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${draft.id}`);
    const question = page.getByRole('region', { name: 'Issued invoices' });
    await page.getByText('Not sent yet', { exact: false }).first().waitFor();
    expect(await question.count()).toBe(0);
    await owner.call('POST', `/api/invoices/${draft.id}/issue`);
    await page.reload();
    await question.getByText(/In Germany, .*§ 146 \(4\) AO, GoBD/).waitFor();
    await question.getByRole('button', { name: 'Lock issued invoices' }).click();
    await eventually(() => question.count()).toBe(0);
    const stored = await owner.call<{ isFixed: boolean }>('GET', `/api/invoices/${draft.id}`);
    expect(stored.isFixed).toBe(true);

    await openNumbers(page);
    const card = page.getByRole('region', { name: 'Issued invoices' });
    await card.getByText(/cannot be changed or deleted/).waitFor();
    await card.getByRole('button', { name: 'Allow changes again' }).click();
    const sure = page.getByRole('dialog', { name: 'Allow changes again?' });
    await sure.getByText(/Those already issued stay as they are/).waitFor();
    await sure.getByRole('button', { name: 'Allow changes' }).click();
    await card.getByRole('button', { name: 'Lock issued invoices' }).waitFor();
  });
});
