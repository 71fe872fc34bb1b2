import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { signUp } from './owner.ts';
import { seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const SECRET = 'a secret of the mail provider';
const { server } = serverForFile({
  env: { MAIL_WEBHOOK_PROVIDER: 'postmark', MAIL_WEBHOOK_SECRET: SECRET },
});
const { visit } = browserForFile();

/** The name of the newest message that was kept, which providers tell of it by. */
async function readMessageId(): Promise<string> {
  const folder = join(server.dataDir, 'outbox');
  const newest = (await readdir(folder)).toSorted().at(-1) ?? '';
  const text = await readFile(join(folder, newest), 'utf8');
  return /^Message-ID: <([0-9a-f]{32})@/m.exec(text)?.[1] ?? '';
}

/** Whether a press in its middle would meet it. Runs in the page. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('an email has its owner’s words, copies, files and a time, and says when it came back', async () => {
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
    await expectAccessible(page, `editor of a template on the ${screen}`);
    await editing.getByRole('button', { name: 'Save template' }).click();
    await seeToast(page, 'Success', 'Template saved');
    await editing.waitFor({ state: 'hidden' });
    await page.getByText('{number} for {customer}', { exact: true }).waitFor();
    await expectAccessible(page, `templates in the profile on the ${screen}`);

    await page.goto(`/invoices/${invoice.id}`);
    if (screen === 'phone') {
      await page.getByRole('button', { name: `More for ${invoice.invoiceNumber}` }).click();
      await page.getByRole('menuitem', { name: 'Send by email' }).click();
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
    await expectAccessible(page, `a message with all that it can have on the ${screen}`);
    // Longer than the screen, it still shows what it is for.
    await writing.evaluate((dialog) => dialog.scrollTo(0, 0));
    const schedule = writing.getByRole('button', { name: 'Schedule' });
    expect(await schedule.evaluate(isInSight)).toBe(true);
    await schedule.click();
    const words = `${invoice.invoiceNumber} goes to ${to} at the time you chose.`;
    await seeToast(page, 'Email scheduled', words);
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByText(`Email to ${to} scheduled for`).waitFor();
    await expectAccessible(page, `an invoice whose email is scheduled on the ${screen}`);
    await state.getByRole('button', { name: 'Send now' }).click();
    await eventually(async () => (await read()).emails[0]).toMatchObject({
      status: 'sent',
      cc: ['anna@example.com'],
    });

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
        Metadata: { remit: await readMessageId() },
      }),
    });
    expect(told.status).toBe(200);
    await page.reload();
    await state.getByText(`Email to ${to} not delivered`).waitFor();
    await state.getByText(/^There is no such address/).waitFor();
    await expectAccessible(page, `an invoice whose email came back on the ${screen}`);
    await state.getByRole('button', { name: 'Send again' }).click();
    await writing.getByText(/^An email to this address came back on/).waitFor();
    await page.keyboard.press('Escape');
    await state.getByRole('link', { name: 'Correct the address' }).click();
    const note = page.getByRole('region', { name: 'Email address' });
    await note.getByText(/^An email came back on/).waitFor();
    await expectAccessible(page, `a customer whose address bounced on the ${screen}`);
    await note.getByRole('button', { name: 'Use the address again' }).click();
    await note.waitFor({ state: 'hidden' });
  });
});
