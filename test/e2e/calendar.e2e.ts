import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../src/shared/calendar/calendar.contract.ts';
import { formatDate } from '../../src/shared/dates/calendar-date.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const REMINDERS = {
  enabled: true,
  sendFrom: 0,
  sendUntil: 24,
  businessDaysOnly: false,
  steps: usualSteps(),
};

/** The row of an event that contains words. */
const row = (page: Page, words: string | RegExp) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: words }) })
    .last();

async function choose(page: Page, words: string | RegExp, action: string): Promise<void> {
  await row(page, words)
    .getByRole('button', { name: /^Change:/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Makes a draft nine days from now, and every three weeks after. */
const addRetainer = (owner: Owner, customerId: number) =>
  owner.call('POST', '/api/recurring', {
    customerId,
    name: 'Retainer',
    taxRate: '0',
    schedule: { startDate: daysFromNow(9), unit: 'week', every: 3 },
    lineItems: [{ description: 'Retainer', quantity: '1', unitPrice: '100' }],
  });

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('what is to come is seen, moved, skipped and put back', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/calendar');
    await page.getByRole('heading', { name: 'Nothing is planned yet' }).waitFor();

    await owner.call('PUT', '/api/reminders/settings', REMINDERS);
    const dueDate = daysFromNow(20);
    const invoice = await owner.addInvoice(customer.id, { status: 'sent', dueDate });
    await addRetainer(owner, customer.id);
    await page.reload();
    const due = `${invoice.invoiceNumber} is due`;
    await row(page, due).waitFor();

    // A due date is moved: the invoice has it, and its reminders follow.
    await choose(page, due, 'Change the due date…');
    const dialog = page.getByRole('dialog');
    const day = dialog.getByLabel('New day', { exact: true });
    await eventually(() => day.evaluate((it) => it === document.activeElement)).toBe(true);
    await day.fill(daysFromNow(22));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await seeToast(page, 'Success', `Moved to ${formatDate(daysFromNow(22))}`);
    // The focus follows it to its day.
    const menu = row(page, due).getByRole('button', { name: /^Change:/ });
    await eventually(() => menu.first().evaluate((it) => it === document.activeElement)).toBe(true);
    const read = () => owner.call<Calendar>('GET', '/api/calendar');
    const planned = async (kind: string) =>
      (await read()).weeks
        .flatMap(({ events }) => events)
        .filter((event) => event.kind === kind)
        .map(({ date }) => date);
    expect(await planned('due')).toEqual([daysFromNow(22)]);
    expect((await planned('reminder'))[0]).toBe(daysFromNow(19));

    // An installment moves between its neighbors, and is refused beneath the field elsewhere.
    const inParts = await owner.addInvoice(customer.id, {
      status: 'sent',
      installments: [
        { dueDate: daysFromNow(24), percent: '40' },
        { dueDate: daysFromNow(40), percent: '60' },
      ],
    });
    await page.reload();
    const part = `Installment of ${inParts.invoiceNumber} is due`;
    await row(page, part).waitFor();
    await choose(page, part, 'Change the due date…');
    await day.fill(daysFromNow(24));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog
      .getByText(/in the order of the installments/)
      .first()
      .waitFor();
    await day.fill(daysFromNow(45));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await seeToast(page, 'Success', `Moved to ${formatDate(daysFromNow(45))}`);
    expect(await planned('due')).toEqual([daysFromNow(22), daysFromNow(24), daysFromNow(45)]);

    await page.getByLabel('Show').selectOption('Recurring invoices');
    await choose(page, 'Draft an invoice', 'Skip it');
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click();
    await seeToast(page, 'Success', 'The invoice is skipped');
    await page.getByText('Skipped', { exact: true }).waitFor();
    await choose(page, 'Draft an invoice', 'Put back as planned');
    await seeToast(page, 'Success', 'Put back as planned');
    await page.getByText('Skipped', { exact: true }).waitFor({ state: 'hidden' });
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('a recurring invoice keeps its order; the calendar is subscribed to, until that is revoked', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    const invoice = await owner.addInvoice(customer.id, { dueDate: daysFromNow(20) });
    await addRetainer(owner, customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/calendar');
    const dialog = page.getByRole('dialog');
    // A day that a recurring invoice cannot be moved to is refused beneath the field.
    await page.getByLabel('Show').selectOption('Recurring invoices');
    await choose(page, 'Draft an invoice', 'Move to another day…');
    await dialog.getByLabel('New day', { exact: true }).fill(daysFromNow(29));
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog
      .getByText(/invoices keep their order/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Add to your calendar app' }).click();
    await page.getByRole('button', { name: 'Make an address' }).click();
    const address = await page.getByLabel('Address', { exact: true }).inputValue();
    const feed = await fetch(address);
    expect([feed.status, (await feed.text()).includes(`${invoice.invoiceNumber} is due`)]).toEqual([
      200,
      true,
    ]);
    await page.getByRole('button', { name: 'Revoke the address' }).click();
    await seeToast(page, 'Success', 'The address opens nothing any more');
    expect((await fetch(address)).status).toBe(404);
  });
});
