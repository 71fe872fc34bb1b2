import { beforeAll, describe, expect, test } from 'vitest';
import type {
  InvoiceReminders,
  ReminderSettings,
} from '../../src/shared/reminders/reminder.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeAll(async () => {
  owner = await signUp(server);
});

const settings = () => owner.call<ReminderSettings>('GET', '/api/reminders/settings');

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('reminders are set up, shown on an invoice, paused and resumed', async () => {
    owner = await signUp(server);
    const customer = await owner.addCustomer();
    const invoice = await owner.addInvoice(customer.id, { dueDate: daysFromNow(40) });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const rail = page.getByRole('region', { name: 'Reminders', exact: true });

    await page.goto(`/invoices/${invoice.id}`);
    await rail.getByText('None is sent: reminders are off.').waitFor();
    await rail.getByRole('link', { name: 'Set up reminders' }).click();

    const card = page.getByRole('region', { name: 'Reminders' }).last();
    await eventually(() => card.getByRole('listitem').count()).toBe(5);
    await card.getByRole('button', { name: 'Switch on' }).click();
    await seeToast(page, 'Success', 'Reminders are on');
    await page.getByRole('button', { name: 'Dismiss' }).click();

    const act = async (step: string, action: string) => {
      await card.getByRole('button', { name: `Actions for the reminder ${step}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await card.getByRole('button', { name: 'Add a reminder' }).click();
    const adding = page.getByRole('dialog', { name: 'Add reminder' });
    await adding.getByLabel('Days').fill('0');
    await adding.getByRole('button', { name: 'Add reminder' }).click();
    await adding.getByText('Days must be a whole number from 1 to 365').waitFor();
    await adding.getByLabel('Days').fill('7');
    await adding.getByLabel('Message').fill('Please pay {amount}');
    await adding.getByRole('button', { name: 'Add reminder' }).click();
    await adding.getByText('Another reminder is planned for that day').waitFor();
    await adding.getByText(/^There is no \{amount\} to fill in/).waitFor();
    await adding.getByLabel('Days').fill('45');
    await adding.getByLabel('Message').fill('Please pay {amountDue}');
    await adding.getByRole('button', { name: 'Add reminder' }).click();
    await adding.waitFor({ state: 'hidden' });
    await card.getByText('45 days after the due date').waitFor();
    await act('45 days after the due date', 'Edit');
    const changing = page.getByRole('dialog', { name: 'Edit reminder' });
    await changing.getByLabel('Days').fill('44');
    await changing.getByRole('button', { name: 'Save changes' }).click();
    await changing.waitFor({ state: 'hidden' });
    // Its row is another one: the focus goes to the next step, and not to the top of the page.
    await untilFocused(card.getByRole('button', { name: 'Add a reminder' }));
    await act('30 days after the due date', 'Remove');
    await eventually(() => card.getByText('30 days after').count()).toBe(0);
    await card.getByLabel('On business days only').uncheck();
    await card.getByLabel('Send from').selectOption('08:00');
    await eventually(settings).toMatchObject({
      enabled: true,
      sendFrom: 8,
      businessDaysOnly: false,
      steps: [{ days: -3 }, { days: 0 }, { days: 7 }, { days: 14 }, { days: 44 }],
    });

    await page.goto(`/invoices/${invoice.id}`);
    await rail.getByText('3 days before the due date').waitFor();
    await rail.getByRole('button', { name: 'Pause reminders' }).click();
    const pausing = page.getByRole('dialog', { name: 'Pause reminders' });
    await pausing.getByLabel('Reason').selectOption('Replied');
    await pausing.getByRole('textbox', { name: 'Until' }).fill('2020-01-01');
    await pausing.getByLabel('Note').fill('Pays on Friday');
    await pausing.getByRole('button', { name: 'Pause reminders' }).click();
    await pausing.getByText(/^Choose a day from today/).waitFor();
    await pausing.getByRole('textbox', { name: 'Until' }).fill('');
    await pausing.getByRole('button', { name: 'Pause reminders' }).click();
    await seeToast(page, 'Success', 'Reminders paused');
    await rail.getByText('Paused: replied. Pays on Friday').waitFor();
    await page.getByText('Reminders paused: replied. Pays on Friday').waitFor();
    await rail.getByRole('button', { name: 'Resume reminders' }).click();
    await seeToast(page, 'Success', 'Reminders resumed');
    await rail.getByText('3 days before the due date').waitFor();
  });
});

describe.each(screens([], ['desktop']))('previews, fees and exceptions, on the %s', (screen) => {
  test('a reminder is looked at as it would be sent, a late fee set up, a customer left alone', async () => {
    owner = await signUp(server);
    const customer = await owner.addCustomer();
    const invoice = await owner.addInvoice(customer.id, { dueDate: daysFromNow(40) });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const card = page.getByRole('region', { name: 'Reminders' }).last();
    await card.getByRole('button', { name: 'Switch on' }).click();
    await seeToast(page, 'Success', 'Reminders are on');
    await card
      .getByRole('button', { name: 'Actions for the reminder 7 days after the due date' })
      .click();
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await preview.getByText(`As it would be sent for ${invoice.invoiceNumber} on`).waitFor();
    await preview.frameLocator('iframe').getByText('This is a friendly reminder that').waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });

    await card.getByRole('button', { name: 'Set up a late fee' }).click();
    const fee = page.getByRole('dialog', { name: 'Late fee' });
    await fee.getByLabel('Charge').selectOption('A fixed amount, once');
    await fee.getByLabel('Amount', { exact: true }).fill('100000000');
    await fee.getByRole('button', { name: 'Save changes' }).click();
    await fee.getByText('Amount must be at most $99,999,999.99').waitFor();
    await fee.getByLabel('Charge').selectOption('Interest for each month');
    await fee.getByRole('button', { name: 'Save changes' }).click();
    await fee.getByText('Percent is required').waitFor();
    await fee.getByLabel('Percent a month').fill('1.5');
    await fee.getByRole('button', { name: 'Save changes' }).click();
    await card
      .getByText('1.5% a month of what is overdue, for up to 12 months, drafted for you to review.')
      .waitFor();
    await eventually(settings).toMatchObject({
      lateFee: { kind: 'percent', percent: '1.50', months: 12, delivery: 'draft' },
    });

    await page.goto(`/customers/${customer.id}`);
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Customer' });
    await editing.getByLabel('Never remind').check();
    await editing.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Success', 'Customer updated successfully');
    const { without } = await owner.call<InvoiceReminders>(
      'GET',
      `/api/invoices/${invoice.id}/reminders`,
    );
    expect(without).toBe('never');
  });
});
