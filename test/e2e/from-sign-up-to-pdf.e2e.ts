import { describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { PASSWORD } from './owner.ts';
import { pdfText } from './pdf-text.ts';
import { editor, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('from signing up to a PDF in the hands of the customer', async () => {
    const { page } = await visit({ url: server.url, screen });

    await page.goto('/');
    await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor();
    await page.getByLabel('Your name').fill('Nora Field');
    await page.getByLabel('Email').fill(`nora-${screen}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe('/');

    await page.goto('/customers');
    await page.getByText('No customers found.').waitFor();
    await page.getByRole('button', { name: 'Add Customer' }).click();
    const customer = page.getByRole('dialog', { name: 'Add New Customer' });
    await customer.getByLabel('Name', { exact: true }).fill('Eleanor Whitcomb');
    await customer.getByLabel('Email').fill('eleanor@example.com');
    await customer.getByLabel('City').fill('Portland');
    await customer.getByRole('button', { name: 'Add customer' }).click();
    await seeToast(page, 'Success', 'Customer created successfully');
    await page.getByRole('link', { name: 'Eleanor Whitcomb' }).waitFor();

    await page.goto('/items');
    await page.getByText('No items found.').waitFor();
    await page.getByRole('button', { name: 'Add Item' }).click();
    const item = page.getByRole('dialog', { name: 'Add New Item' });
    await item.getByLabel('Name', { exact: true }).fill('Site visit');
    await item.getByLabel('Unit price').fill('160');
    await item.getByRole('button', { name: 'Add item' }).click();
    await seeToast(page, 'Success', 'Item created successfully');

    await page.goto('/invoices');
    await page.getByText('No invoices found.').waitFor();
    await page.getByRole('button', { name: 'Create Invoice' }).first().click();
    const form = editor(page);
    await form.getByLabel('Customer', { exact: true }).fill('elea');
    await page.getByRole('option', { name: /Eleanor Whitcomb/ }).click();
    const numberField = form.getByLabel('Invoice number');
    await eventually(() => numberField.inputValue()).toMatch(/^INV-\d{4}-\d{4}$/);
    const number = await numberField.inputValue();

    if (screen === 'desktop') {
      await form.getByLabel('Description, line 1').fill('Site');
      await page.getByRole('option', { name: /Site visit/ }).click();
      await form.getByLabel('Quantity, line 1').fill('3');
      await eventually(() => form.getByLabel('Unit price, line 1').inputValue()).toBe('160.00');
      await form.getByLabel('Tax rate in percent').fill('5.5');
    } else {
      await form.getByRole('button', { name: 'From Items & Services' }).click();
      const picker = page.getByRole('dialog', { name: 'Items & Services' });
      await picker.getByRole('button', { name: /Site visit/ }).click();
      await picker.getByRole('button', { name: 'Add line' }).click();
      await form.getByRole('button', { name: /Site visit/ }).click();
      const line = page.getByRole('dialog', { name: 'Line 1' });
      await line.getByLabel('Quantity').fill('3');
      await line.getByRole('button', { name: 'Done' }).click();
      await form.getByLabel('Tax rate').fill('5.5');
    }
    await form.getByText('$506.40').first().waitFor();
    // To whom it goes, and that it reaches nobody here, is said before the press.
    await form
      .getByText(/^No mail server is set up: the email to .+@.+ stays in the outbox\.$/)
      .waitFor();
    await form.getByRole('button', { name: 'Create & Send' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');

    await page
      .getByRole('link', { name: new RegExp(screen === 'desktop' ? number : 'Eleanor') })
      .click();
    await page.getByRole('img', { name: `Invoice ${number}, page 1 of 1` }).waitFor();

    const id = /\/invoices\/(\d+)/.exec(page.url())?.[1];
    const pdf = await page.request.get(`/api/invoices/${id}/pdf`);
    expect(pdf.status()).toBe(200);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    const words = pdfText(await pdf.body());
    for (const word of [number, 'Eleanor Whitcomb', 'Site visit', '$506.40', 'Nora Field']) {
      expect(words).toContain(word);
    }

    const { publicId } = (await (await page.request.get(`/api/invoices/${id}`)).json()) as {
      publicId: string;
    };
    const customerVisit = await visit({ url: server.url, screen });
    const paper = customerVisit.page;
    await paper.goto(`/pay-invoice/${publicId}`);
    await paper.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor();
    await paper.getByText('SENT', { exact: true }).waitFor();
    await paper.getByRole('heading', { name: 'Payment Not Available' }).waitFor();
    const stated = await paper.getByRole('main').innerText();
    expect(stated).toMatch(/Issued\s+[A-Z][a-z]{2} \d\d, \d{4}/);
    expect(stated).toMatch(/Due\s+[A-Z][a-z]{2} \d\d, \d{4}/);
    for (const word of [
      'Site visit',
      '3 × $160.00',
      '$480.00',
      'Tax (5.5%)',
      '$26.40',
      '$506.40',
    ]) {
      expect(stated).toContain(word);
    }
    const [opened] = await Promise.all([
      customerVisit.context.waitForEvent('request', (request) =>
        request.url().endsWith(`/api/public/invoice/${publicId}/pdf`),
      ),
      paper.getByRole('link', { name: 'Download PDF Invoice' }).first().click(),
    ]);
    const copy = await paper.request.get(opened.url());
    expect(pdfText(await copy.body())).toContain('$506.40');
  });
});
