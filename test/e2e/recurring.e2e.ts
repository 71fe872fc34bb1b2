import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatDate } from '../../src/shared/dates/calendar-date.ts';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { RecurringDetail } from '../../src/shared/recurring/recurring.contract.ts';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import {
  chooseMore,
  editor,
  holdToast,
  pickCustomer,
  seeToast,
  untilFocused,
} from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server);
  customerId = (await owner.addCustomer()).id;
});

const NEW = 'New Recurring Invoice';
const EDIT = 'Edit Recurring Invoice';

const addRecurring = (values: object = {}, by = owner) =>
  by.call<RecurringDetail>('POST', '/api/recurring', {
    customerId,
    name: 'Retainer',
    taxRate: '7',
    schedule: { startDate: '2030-01-31', unit: 'month' },
    lineItems: [{ description: 'Retainer {month}', quantity: '1', unitPrice: '100' }],
    ...values,
  });
const stored = (id: number) => owner.call<RecurringDetail>('GET', `/api/recurring/${id}`);

async function fillLine(page: Page, screen: Screen, description: string): Promise<void> {
  const form = editor(page, NEW);
  if (screen === 'desktop') {
    await form.getByLabel('Description, line 1').fill(description);
    await form.getByLabel('Unit price, line 1').fill('1250');
    return;
  }
  await form.getByRole('button', { name: /what is it for/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Line 1' });
  await sheet.getByLabel('Description').fill(description);
  await sheet.getByLabel('Unit price').fill('1250');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const nextDates = (page: Page) =>
  page.getByRole('region', { name: 'Next dates' }).getByRole('listitem');

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('a recurring invoice is begun, seen before it is saved, skipped, made and paused', async () => {
    const someone = await signUp(server);
    await someone.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: someone.cookie });
    await page.goto('/recurring');
    await page.getByRole('heading', { name: 'No recurring invoices found.' }).waitFor();
    await page.getByText('What you invoice again and again').waitFor();
    await page.getByRole('button', { name: 'Add your first recurring invoice' }).click();

    const form = editor(page, NEW);
    const start = form.getByRole('button', { name: /^Start/ });
    await form.getByLabel('Every', { exact: true }).fill('0');
    await start.click();
    await form.getByText('Every must be a whole number from 1 to 366').first().waitFor();
    await pickCustomer(page, 'Harbor');
    await form.getByLabel('Every', { exact: true }).fill('1');
    await form.getByLabel('First invoice on', { exact: true }).fill('2030-01-31');
    await form.getByText('Monthly on the 31st (or the last day)', { exact: true }).waitFor();
    await form
      .getByText(
        'Jan 31, 2030 · Feb 28, 2030 · Mar 31, 2030 · Apr 30, 2030 · May 31, 2030 · Jun 30, 2030',
      )
      .waitFor();
    await form.getByText('Jan 31 – Feb 27, 2030').waitFor();
    await form.getByLabel('Ends').selectOption('On a date');
    await form.getByLabel('Last day', { exact: true }).fill('2030-01-01');
    await form.getByText('No invoice is left to be made by this schedule.').waitFor();
    await fillLine(page, screen, 'Retainer {month} {year}');
    await start.click();
    await form.getByText('End date must not be before the start date').first().waitFor();
    await form.getByLabel('Last day', { exact: true }).fill('');
    await start.click();
    await form.getByText('Enter the last day').first().waitFor();
    await form.getByLabel('Ends').selectOption('Never');
    await form.getByLabel('Name', { exact: true }).fill('Retainer');
    await start.click();
    await seeToast(page, 'Success', 'Recurring invoice created successfully');

    await page.getByRole('heading', { name: 'Retainer', exact: true }).waitFor();
    await page.getByText('None so far. The first is made on Jan 31, 2030.').waitFor();
    await eventually(() => nextDates(page).count()).toBe(6);

    await chooseMore(page, 'Skip the next one');
    await page.getByText('No invoice is made for Jan 31, 2030.').waitFor();
    await confirm(page, 'Skip');
    await seeToast(page, 'Skipped');
    await nextDates(page)
      .first()
      .filter({ hasText: /^Jan 31, 2030 Skipped/ })
      .waitFor();
    // Until its day it is put back; then it is skipped after all.
    await page.getByRole('button', { name: 'Put back the invoice of Jan 31, 2030' }).click();
    await seeToast(page, 'Put back', 'The invoice for Jan 31, 2030 will be made.');
    await untilFocused(page.locator('#main'));
    await nextDates(page)
      .first()
      .filter({ hasText: /^Jan 31, 2030For/ })
      .waitFor();
    await chooseMore(page, 'Skip the next one');
    await page.getByText('You can put it back until then.').waitFor();
    await confirm(page, 'Skip');
    await page.getByRole('button', { name: 'Put back the invoice of Jan 31, 2030' }).waitFor();

    await chooseMore(page, 'Make the next one now');
    await page.getByText('It is the invoice for Feb 28, 2030.').waitFor();
    await confirm(page, 'Make the draft');
    await seeToast(page, 'Success');
    const made = page.getByRole('region', { name: 'Invoices made' });
    await made.getByText('$1,250.00').waitFor();
    await made.getByRole('link').click();
    await page.getByRole('link', { name: 'Made by a recurring invoice' }).click();
    await page.getByRole('heading', { name: 'Retainer', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await seeToast(page, 'Paused');
    await page.getByRole('region', { name: 'Next dates, once resumed' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await seeToast(page, 'Resumed', 'The next invoice is for Mar 31, 2030.');
  });
});

describe.each(screens([], ['desktop']))('what else becomes of one, on the %s', (screen) => {
  test('an invoice becomes recurring with what it says', async () => {
    const invoice = await owner.addInvoice(customerId, {
      invoiceNumber: `R-${screen}`,
      dueDate: daysFromNow(10),
      notes: 'Thank you',
    });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${invoice.id}`);
    await chooseMore(page, 'Make recurring');
    const form = editor(page, NEW);
    await eventually(() => form.getByLabel('Due after (days)').inputValue()).toBe('10');
    await form.getByRole('button', { name: /^Start/ }).click();
    await seeToast(page, 'Success', 'Recurring invoice created successfully');
    await page.waitForURL(/\/recurring\/\d+$/);
    const made = await stored(Number(/\d+$/.exec(page.url())?.[0]));
    expect(made).toMatchObject({
      customerId,
      dueDays: 10,
      notes: 'Thank you',
      taxRate: '7.00',
      total: '107.00',
      lineItems: [{ description: 'Garden plan' }],
    });
    expect(made.schedule.dayOfMonth).toBe(Number(invoice.issueDate.slice(8)));
  });

  test('one that is resumed behind its day is asked about what passed', async () => {
    const start = daysFromNow(1);
    const { id } = await addRecurring({
      name: 'Daily walk',
      schedule: { startDate: start, unit: 'day' },
    });
    await owner.call('POST', `/api/recurring/${id}/pause`, { id });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    // The browser is five days on: what was to be made on four of them is left to be decided.
    await page.clock.setFixedTime(new Date(Date.now() + 5 * 86_400_000));
    await page.goto(`/recurring/${id}`);
    await page.getByRole('button', { name: 'Resume' }).click();
    const question = page.getByRole('dialog', {
      name: 'Make what was due while it was paused?',
    });
    await question.getByText(`Days have passed since ${formatDate(start)}.`).waitFor();
    await question.getByRole('button', { name: 'Go on from today' }).click();
    await seeToast(page, 'Resumed', `The next invoice is for ${formatDate(daysFromNow(5))}.`);
    const { runs, status, nextDate } = await stored(id);
    expect({ status, nextDate }).toEqual({ status: 'active', nextDate: daysFromNow(5) });
    expect(runs.map(({ date, outcome }) => [date, outcome])).toEqual(
      [4, 3, 2, 1].map((days) => [daysFromNow(days), 'skipped']),
    );

    await page.goto(`/customers/${customerId}?show=recurring`);
    await page.getByRole('link', { name: 'Daily walk' }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search invoices' }).fill('daily w');
    await page
      .getByRole('option', { name: /^Daily walk/ })
      .first()
      .click();
    await page.waitForURL(/\/recurring\/\d+$/);
  });

  test('what was changed elsewhere meanwhile is asked about', async () => {
    const { id, version } = await addRecurring();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/recurring/${id}?edit=1`);
    const form = editor(page, EDIT);
    await form.getByLabel('Due after (days)').fill('21');
    await owner.call('PUT', `/api/recurring/${id}`, { id, version, name: 'Renamed' });
    await form.getByRole('button', { name: /^Save changes/ }).click();
    const conflict = page.getByRole('dialog').last();
    await conflict.getByText('Schedule', { exact: true }).first().waitFor();
  });

  test('what stands in the way is said where it can be mended', async () => {
    const { id } = await addRecurring();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const problem = {
      code: 'NOT_FOUND',
      path: 'customerId',
      message: 'The customer was deleted. Restore the customer, or choose another one.',
      since: new Date().toISOString(),
    };
    await page.route(`**/api/recurring/${id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), problem } });
    });
    await page.goto(`/recurring/${id}`);
    const fault = page.getByRole('region', { name: 'What stands in the way' });
    await fault.getByText(problem.message).waitFor();
    await page.getByText('Needs attention', { exact: true }).waitFor();
    await fault.getByRole('button', { name: 'Edit' }).click();
    await editor(page, EDIT).waitFor();
  });

  test('deposits of the customer are not offered to be deducted again and again', async () => {
    const { id } = await owner.addCustomer({ company: 'Fjord Studio' });
    const estimate = await owner.call<EstimateDetail>('POST', '/api/estimates', {
      customerId: id,
      estimateNumber: 'EST-RECURRING',
      status: 'sent',
      issueDate: daysFromNow(0),
      expiryDate: daysFromNow(30),
      lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
    });
    const path = `/api/estimates/${estimate.id}/deposit-invoice`;
    const deposit = await owner.call<InvoiceDetail>('POST', path, { percent: '50' });
    await owner.call('POST', `/api/invoices/${deposit.id}/issue`);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/recurring');
    await page.getByRole('button', { name: 'Add recurring invoice' }).click();
    // Nothing is asked for: the list could come at any time.
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/invoices/deductible')) asked += 1;
    });
    await pickCustomer(page, 'Fjord');
    await page.getByText('$0.00').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(0);
  });

  test('one is deleted and brought back, and the list is narrowed to a status', async () => {
    const someone = await signUp(server);
    const { id: customer } = await someone.addCustomer();
    const { id } = await addRecurring({ customerId: customer }, someone);
    const { page } = await visit({ url: server.url, screen, cookie: someone.cookie });
    await page.goto(`/recurring/${id}`);
    await chooseMore(page, 'Delete');
    await confirm(page, 'Delete');
    await seeToast(page, 'Success', 'Recurring invoice deleted successfully');
    await holdToast(page, 'Success');
    await page.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, 'Success', 'Recurring invoice restored');
    await page.getByRole('link', { name: 'Retainer' }).waitFor();
    await page.getByText('Monthly on the 31st (or the last day)').waitFor();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Paused').click();
    await page.getByText('None has the status Paused.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Retainer' }).waitFor();
  });
});
