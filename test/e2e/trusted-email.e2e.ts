import { describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { visit } = browserForFile();

/** Whether a press in its middle would meet it. Runs in the page. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  const { server } = serverForFile();

  test('an email has its owner’s words, copies, files and a time', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    const invoice = await owner.addInvoice(customer.id, { status: 'sent' });
    const to = customer.email ?? '';
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const read = () => owner.call<InvoiceDetail>('GET', `/api/invoices/${invoice.id}`);

    await page.goto('/business-profile');
    await page.getByRole('button', { name: 'Edit the invoice template' }).click();
    const editing = page.getByRole('dialog', { name: 'Invoice email' });
    await editing.getByLabel('Subject').fill('{number}: {wish}');
    await editing.getByRole('button', { name: 'Preview' }).click();
    await editing.getByText(/^There is no \{wish\} to fill in/).waitFor();
    await editing.getByLabel('Subject').fill('{number} for {customer}');
    await editing.getByRole('button', { name: 'Preview' }).click();
    await editing.getByText(`${invoice.invoiceNumber} for ${customer.name}`).waitFor();
    await editing.getByRole('button', { name: 'Save template' }).click();
    await seeToast(page, 'Success', 'Template saved');
    await editing.waitFor({ state: 'hidden' });
    await page.getByText('{number} for {customer}', { exact: true }).waitFor();

    await page.goto(`/invoices/${invoice.id}`);
    if (screen === 'phone') {
      await chooseMore(page, 'Send by email');
    } else {
      await page.getByRole('button', { name: 'Send by email' }).click();
    }
    const writing = page.getByRole('dialog', { name: `Send ${invoice.invoiceNumber}` });
    await eventually(() => writing.getByLabel('Subject').inputValue()).toBe(
      `${invoice.invoiceNumber} for ${customer.name}`,
    );
    await writing.getByRole('button', { name: 'Add Cc/Bcc' }).click();
    await untilFocused(writing.getByLabel('Cc', { exact: true }));
    await writing.getByLabel('Cc', { exact: true }).fill('anna');
    const attach = () =>
      writing.getByLabel('Attach files').setInputFiles({
        name: 'Terms.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Thirty days'),
      });
    await attach();
    await writing.getByRole('button', { name: 'Remove Terms.txt' }).click();
    await untilFocused(writing.getByRole('button', { name: 'Attach files' }));
    await attach();
    await writing.getByRole('button', { name: 'Remove Terms.txt' }).waitFor();
    await writing.getByRole('button', { name: 'Send later' }).click();
    await untilFocused(writing.getByLabel('Send on'));
    await writing.getByRole('button', { name: 'Send now instead' }).click();
    await untilFocused(writing.getByRole('button', { name: 'Send later' }));
    await writing.getByRole('button', { name: 'Send later' }).click();
    await writing.getByRole('button', { name: 'Schedule' }).click();
    await writing.getByText('Enter valid email addresses, with a comma between them').waitFor();
    await writing.getByLabel('Cc', { exact: true }).fill('anna@example.com');
    // Longer than the screen, it still shows what it is for.
    await writing.evaluate((dialog) => dialog.scrollTo(0, 0));
    const schedule = writing.getByRole('button', { name: 'Schedule' });
    expect(await schedule.evaluate(isInSight)).toBe(true);
    await schedule.click();
    const words = new RegExp(
      `^${invoice.invoiceNumber} goes to ${to} on \\w+ \\d\\d, \\d{4}, \\d+:\\d\\d [AP]M\\.$`,
    );
    await seeToast(page, 'Email scheduled', words);
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByText(`Email to ${to} scheduled for`).waitFor();
    await state.getByRole('button', { name: 'Send now' }).click();
    await eventually(async () => (await read()).emails[0]).toMatchObject({
      status: 'sent',
      cc: ['anna@example.com'],
    });
  });
});

describe.each(screens([], ['desktop']))('what came back, on the %s', (screen) => {
  const SECRET = 'a secret of the mail provider';
  const { server } = serverForFile({
    env: { MAIL_WEBHOOK_PROVIDER: 'postmark', MAIL_WEBHOOK_SECRET: SECRET },
  });

  /** The provider tells of the message to an address that there is no such address. */
  async function bounce(to: string): Promise<void> {
    const message = async () => (await server.outbox()).find((text) => text.includes(to)) ?? '';
    await eventually(message).not.toBe('');
    // Its name, which providers tell of it by.
    const [, messageId] = /^Message-ID: <([0-9a-f]{32})@/m.exec(await message()) ?? [];
    const told = await fetch(`${server.url}/api/webhooks/email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`remit:${SECRET}`).toString('base64')}`,
      },
      body: JSON.stringify({
        RecordType: 'Bounce',
        Type: 'HardBounce',
        Email: to,
        Details: 'smtp;550 5.1.1 no such user',
        Metadata: { remit: messageId },
      }),
    });
    expect(told.status).toBe(200);
  }

  test('an email that came back is told on its invoice and on its customer', async () => {
    const owner = await signUp(server);
    const to = 'gone@harborandpine.example';
    const customer = await owner.addCustomer({ email: to });
    const invoice = await owner.addInvoice(customer.id, { status: 'sent' });
    await bounce(to);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    const state = page.getByRole('region', { name: 'Email' });
    const writing = page.getByRole('dialog', { name: `Send ${invoice.invoiceNumber}` });
    await state.getByText(`Email to ${to} not delivered`).waitFor();
    await state.getByText(/^There is no such address/).waitFor();
    await state.getByRole('button', { name: 'Send again' }).click();
    await writing.getByText(/^An email to this address came back on/).waitFor();
    await page.keyboard.press('Escape');
    await state.getByRole('link', { name: 'Correct the address' }).click();
    const note = page.getByRole('region', { name: 'Email address' });
    await note.getByText(/^An email came back on/).waitFor();
    await note.getByRole('button', { name: 'Use the address again' }).click();
    await note.waitFor({ state: 'hidden' });
  });

  test('what is not sent to an address that bounced is told, and sent once it is corrected', async () => {
    const owner = await signUp(server);
    const to = `marta-${screen}@harborandpine.example`;
    const customer = await owner.addCustomer({ email: to });
    const invoice = await owner.addInvoice(customer.id, { status: 'sent' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await bounce(to);
    await owner.call('POST', '/api/payments', {
      customerId: customer.id,
      amount: '1.00',
      paymentMethod: 'cash',
      paymentDate: daysFromNow(0),
      allocations: [{ invoiceId: invoice.id, amount: '1.00' }],
      sendReceipt: true,
    });

    await page.goto(`/invoices/${invoice.id}`);
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByText(`Receipt to ${to} not sent`).waitFor();
    await state.getByText(/^An earlier message to this address came back/).waitFor();
    await state.getByRole('button', { name: 'Send again' }).click();
    const words =
      'An earlier message to this address came back. Correct the address of the customer.';
    await seeToast(page, 'Email Failed', words);
    await state.getByRole('link', { name: 'Correct the address' }).click();
    await page.getByText(/^An email came back on/).waitFor();
    await page.getByRole('button', { name: 'Correct the address' }).click();
    const correcting = page.getByRole('dialog');
    expect(await correcting.getByLabel('Email').first().inputValue()).toBe(to);
    await correcting.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/outbox');
    await page.getByText('Not sent', { exact: true }).first().waitFor();
    await page.getByText('Not delivered', { exact: true }).first().waitFor();

    const { version } = await owner.call<{ version: number }>(
      'GET',
      `/api/customers/${customer.id}`,
    );
    await owner.call('PUT', `/api/customers/${customer.id}`, {
      version,
      name: customer.name,
      email: 'corrected@example.com',
    });
    await page
      .getByRole('link', { name: /^Receipt for/ })
      .first()
      .click();
    const message = page.getByRole('dialog', { name: /^Receipt for/ });
    const again = message.getByRole('button', { name: 'Send to corrected@example.com' });
    await again.waitFor();
    await again.click();
    await message.getByText('Kept here', { exact: true }).waitFor();
    await message.getByText('corrected@example.com', { exact: true }).waitFor();
  });
});
