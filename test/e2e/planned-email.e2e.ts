import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatDate } from '../../src/shared/dates/calendar-date.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { daysFromNow, signUp } from './owner.ts';
import { chooseMore, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const TERMS = { name: 'Terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Thirty days') };

/** Attaches a file and plans the message for a day at nine. */
async function fillPlanned(writing: Locator, day: string): Promise<void> {
  await writing.getByRole('button', { name: 'Add Cc/Bcc' }).click();
  await writing.getByLabel('Cc', { exact: true }).fill('anna@example.com');
  await writing.getByLabel('Attach files').setInputFiles(TERMS);
  await writing.getByRole('button', { name: 'Remove Terms.txt' }).waitFor();
  await writing.getByRole('button', { name: 'Send later' }).click();
  await untilFocused(writing.getByLabel('Send on'));
  await writing.getByLabel('Send on').fill(`${day}T09:00`);
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a planned email is moved, taken back, and written again with all that it had', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    const invoice = await owner.addInvoice(customer.id, { status: 'sent' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const newest = async () => {
      const { emails } = await owner.call<{ emails: Email[] }>(
        'GET',
        `/api/invoices/${invoice.id}`,
      );
      return emails[0];
    };

    await page.goto(`/invoices/${invoice.id}`);
    if (screen === 'phone') await chooseMore(page, 'Send by email');
    else await page.getByRole('button', { name: 'Send by email' }).click();
    const writing = page.getByRole('dialog', { name: `Send ${invoice.invoiceNumber}` });
    await writing.getByLabel('Subject').fill('The plan of your garden');
    await fillPlanned(writing, daysFromNow(5));
    await writing.getByRole('button', { name: 'Schedule' }).click();
    await writing.waitFor({ state: 'hidden' });
    const state = page.getByRole('region', { name: 'Email' });
    await state.getByRole('button', { name: 'Change time' }).click();
    await untilFocused(state.getByLabel('New time'));
    await state.getByRole('button', { name: 'Keep the time' }).click();
    await untilFocused(state.getByRole('button', { name: 'Change time' }));

    const email = await newest();
    await page.goto(`/outbox?message=${email?.id}`);
    const message = page.getByRole('dialog', { name: 'The plan of your garden' });
    await message.getByText('Scheduled for', { exact: true }).waitFor();
    await message.getByRole('button', { name: 'Change time' }).click();
    await message.getByLabel('New time').fill('2020-01-01T09:00');
    await message.getByRole('button', { name: 'Move email' }).click();
    await message.getByText('Choose a time that is still to come').waitFor();
    await message.getByLabel('New time').fill(`${daysFromNow(6)}T10:30`);
    await message.getByRole('button', { name: 'Move email' }).click();
    await seeToast(page, 'Email moved');
    await eventually(async () => (await newest())?.nextAttemptAt).toContain(daysFromNow(6));

    await message.getByRole('button', { name: 'Do not send it' }).click();
    await message.getByText('It was withdrawn before it went out.').waitFor();
    await page.goto(`/invoices/${invoice.id}`);
    const moved = `moved to ${formatDate(daysFromNow(6))}, 10:30`;
    await page.getByText(moved).first().waitFor({ state: 'attached' });
    await state.getByRole('button', { name: 'Send', exact: true }).click();
    await writing.getByRole('button', { name: 'Remove Terms.txt' }).waitFor();
    expect(await writing.getByLabel('Subject').inputValue()).toBe('The plan of your garden');
    expect(await writing.getByLabel('Cc', { exact: true }).inputValue()).toBe('anna@example.com');
    await writing.getByRole('button', { name: 'Send invoice' }).click();
    await eventually(newest).toMatchObject({ status: 'sent', cc: ['anna@example.com'] });
    const again = await owner.call<{ files: object[] }>(
      'GET',
      `/api/emails/${(await newest())?.id}`,
    );
    expect(again.files).toMatchObject([{ fileName: 'Terms.txt' }]);
  });
});

describe.each(screens([]))('statements, templates and the calendar, on the %s', (screen) => {
  test('a statement has copies, files and a time, also when it is written again', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    await owner.addInvoice(customer.id, { status: 'sent' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const open = async () => {
      await page.goto(`/customers/${customer.id}`);
      if (screen === 'phone') await page.getByLabel('Show').selectOption({ label: 'Statement' });
      await page.getByRole('button', { name: 'Send statement' }).click();
    };
    await open();
    const writing = page.getByRole('dialog', { name: 'Send statement' });
    await writing.getByLabel('Subject').fill('Where we stand');
    await fillPlanned(writing, daysFromNow(5));
    await writing.getByRole('button', { name: 'Schedule' }).click();
    const words = new RegExp(
      `^It goes to ${customer.email} on \\w+ \\d\\d, \\d{4}, \\d+:\\d\\d [AP]M\\.$`,
    );
    await seeToast(page, 'Statement scheduled', words);

    await page.goto('/outbox');
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Where we stand' }).first().click();
    const message = page.getByRole('dialog', { name: 'Where we stand' });
    await message.getByRole('button', { name: 'Do not send it' }).click();
    await message.getByText('It was withdrawn before it went out.').waitFor();
    await open();
    await writing.getByRole('button', { name: 'Remove Terms.txt' }).waitFor();
    expect(await writing.getByLabel('Subject').inputValue()).toBe('Where we stand');
    expect(await writing.getByLabel('Cc', { exact: true }).inputValue()).toBe('anna@example.com');
    await writing.getByRole('button', { name: 'Send statement' }).click();
    await seeToast(page, 'Statement on its way');
  });

  test('there is a template for each kind that goes out by itself', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    await owner.addInvoice(customer.id, { status: 'sent' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    for (const name of ['accepted estimate', 'declined card', 'refund']) {
      await page.getByRole('button', { name: `Edit the ${name} template` }).waitFor();
    }
    await page.getByRole('button', { name: 'Edit the refund template' }).click();
    const editing = page.getByRole('dialog', { name: 'Refund email' });
    await editing.getByLabel('Message').fill('Dear {customer}');
    await editing.getByRole('button', { name: 'Save template' }).click();
    await editing.getByText(/^Message must contain \{message\}/).waitFor();
    await editing.getByLabel('Message').fill('Dear {customer},\n\n{message}');
    await editing.getByRole('button', { name: 'Preview' }).click();
    await editing.getByText(/as an example\. Nothing is sent now\.$/).waitFor();
    await editing.getByRole('button', { name: 'Save template' }).click();
    await seeToast(page, 'Success', 'Template saved');
    await page.getByRole('button', { name: 'Edit the refund template' }).click();
    await editing.getByRole('button', { name: 'Restore default' }).click();
    await editing.getByRole('button', { name: 'Save template' }).click();
    await eventually(async () =>
      owner.call<{ templates: object }>('GET', '/api/email-settings'),
    ).toMatchObject({ templates: {} });
    await page.getByRole('button', { name: 'Edit the declined card template' }).click();
    const declined = page.getByRole('dialog', { name: 'Declined card email' });
    await declined.getByRole('button', { name: 'Preview' }).click();
    await declined.getByText(/as an example\. Nothing is sent now\.$/).waitFor();
  });

  test('the calendar moves a planned email, and takes it back', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    const { id } = await owner.addInvoice(customer.id, { status: 'sent' });
    const newest = async () => {
      const { emails } = await owner.call<{ emails: Email[] }>('GET', `/api/invoices/${id}`);
      return emails[0];
    };
    await owner.call('POST', `/api/invoices/${id}/send-email`, {
      subject: 'The plan of your garden',
      sendAt: `${daysFromNow(6)}T10:30`,
    });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/calendar');
    const change = page
      .getByRole('listitem')
      .filter({ hasText: 'The plan of your garden' })
      .last()
      .getByRole('button', { name: /^Change:/ });
    await change.click();
    await page.getByRole('menuitem', { name: 'Change the time…' }).click();
    const moving = page.getByRole('dialog', { name: 'Change the time' });
    expect(await moving.getByLabel('New time').inputValue()).toBe(`${daysFromNow(6)}T10:30`);
    await moving.getByLabel('New time').fill('2020-01-01T09:00');
    await moving.getByRole('button', { name: 'Move', exact: true }).click();
    await moving.getByText('Choose a time that is still to come').waitFor();
    await moving.getByLabel('New time').fill(`${daysFromNow(8)}T08:00`);
    await moving.getByRole('button', { name: 'Move', exact: true }).click();
    await seeToast(page, 'Success', `Moved to ${formatDate(daysFromNow(8))}, 08:00`);
    await eventually(async () => (await newest())?.nextAttemptAt).toContain(daysFromNow(8));

    // On its new day it is another entry, with a menu of its own.
    const onNewDay = new RegExp(`^Change: .*${formatDate(daysFromNow(8))}$`);
    await page.getByRole('button', { name: onNewDay }).click();
    await page.getByRole('menuitem', { name: 'Do not send it' }).click();
    await page.getByRole('button', { name: 'Do not send it' }).click();
    await seeToast(page, 'Success', 'The email is not sent');
    await eventually(async () => (await newest())?.withdrawnByOwner).toBe(true);
  });
});
