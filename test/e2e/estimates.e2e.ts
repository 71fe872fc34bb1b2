import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import {
  chooseMore,
  editor,
  holdToast,
  openShare,
  pickCustomer,
  seeToast,
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

let made = 0;
function addEstimate(values: object = {}, by = owner, customer = customerId) {
  made += 1;
  return by.call<EstimateDetail>('POST', '/api/estimates', {
    customerId: customer,
    estimateNumber: `E-${String(made * 10).padStart(4, '0')}`,
    issueDate: daysFromNow(0),
    expiryDate: daysFromNow(30),
    taxRate: '7',
    lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
    ...values,
  });
}
const stored = (id: number) => owner.call<EstimateDetail>('GET', `/api/estimates/${id}`);
const card = (page: Page, number: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: number, exact: true }) });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** From the card's menu. */
async function choose(page: Page, number: string, action: string): Promise<void> {
  await card(page, number)
    .getByRole('button', { name: `Actions for ${number}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('an estimate is written, found, converted, deleted and brought back', async () => {
    const someone = await signUp(server);
    await someone.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: someone.cookie });
    await page.goto('/estimates');
    await page.getByRole('heading', { name: 'No estimates found' }).waitFor();
    await page.getByRole('button', { name: 'Create your first estimate' }).click();

    const form = editor(page, 'Create Estimate');
    const number = form.getByLabel('Estimate number', { exact: true });
    await number.waitFor();
    await eventually(() => number.inputValue()).toMatch(/^EST-\d{4}-\d{4}$/);
    const offered = await number.inputValue();
    await number.fill('');
    await form.getByRole('button', { name: 'Save Draft' }).click();
    for (const words of ['Customer is required', 'Estimate number is required']) {
      await form.getByText(words).first().waitFor();
    }
    await number.fill(offered);
    await pickCustomer(page, 'Harbor');
    if (screen === 'desktop') {
      // Terms that nobody wrote follow the dates.
      const terms = form.getByLabel('Terms');
      for (const days of [15, 30]) {
        await form.getByLabel('Expiry date', { exact: true }).fill(daysFromNow(days));
        await eventually(() => terms.inputValue()).toBe(
          `This estimate is valid for ${days} days from the issue date.`,
        );
      }
      await form.getByLabel('Description, line 1').fill('Garden plan');
      await form.getByLabel('Quantity, line 1').fill('0.5');
      await form.getByLabel('Unit price, line 1').fill('300');
      await page.getByRole('img', { name: `Estimate ${offered}, page 1 of 1` }).waitFor();
    } else {
      await form.getByRole('button', { name: /what is it for/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Line 1' });
      await sheet.getByLabel('Description').fill('Garden plan');
      await sheet.getByLabel('Quantity').fill('0.5');
      await sheet.getByLabel('Unit price').fill('300');
      await sheet.getByRole('button', { name: 'Done' }).click();
    }
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Estimate Created');

    const first = card(page, offered);
    for (const words of ['Draft', 'Marta Lindqvist', 'Harbor & Pine Coffee', '$150.00']) {
      await first.getByText(words, { exact: true }).waitFor();
    }

    const filter = page.getByRole('radiogroup', { name: 'Status' });
    if (screen === 'desktop') await filter.getByRole('radio', { name: 'Draft 1' }).waitFor();

    await choose(page, offered, 'Edit');
    const edit = editor(page, 'Edit Estimate');
    await edit.getByLabel('Status').selectOption('Rejected');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Estimate Updated');
    await first.getByText('Rejected', { exact: true }).waitFor();
    expect(await first.getByRole('button', { name: /Convert/ }).count()).toBe(0);
    await page.getByPlaceholder('Search estimates...').fill('pine');
    if (screen === 'desktop') await filter.getByText('Sent').click();
    else await page.getByLabel('Status').selectOption('sent');
    await page.getByText('Nothing matches “pine”, Status: Sent.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await first.waitFor();

    await choose(page, offered, 'Edit');
    await edit.getByLabel('Status').selectOption('Draft');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await first.getByText('Draft', { exact: true }).waitFor();
    await first.getByRole('button', { name: `Convert ${offered} to an invoice` }).click();
    await confirm(page, 'Cancel');
    await first.getByText('Draft', { exact: true }).waitFor();
    await choose(page, offered, 'Convert to Invoice');
    await confirm(page, 'Convert to Invoice');
    await seeToast(page, 'Estimate Converted');
    const [invoice] = await someone.call<InvoiceDetail[]>('GET', '/api/invoices');
    await first.getByText('Accepted', { exact: true }).waitFor();
    await first.getByRole('link', { name: invoice?.invoiceNumber ?? '' }).click();
    // There, and back again.
    await page.getByRole('link', { name: offered }).click();
    await page.getByRole('link', { name: `Open ${invoice?.invoiceNumber}` }).waitFor();
    await page.getByText(`Converted to ${invoice?.invoiceNumber}`).waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.getByRole('img', { name: `Estimate ${offered}, page 1 of 1` }).waitFor();

    await chooseMore(page, 'Delete estimate');
    await page.getByText(`Its invoice ${invoice?.invoiceNumber} stays.`).waitFor();
    await confirm(page, 'Delete');
    await seeToast(page, 'Estimate Deleted');
    await holdToast(page, 'Estimate Deleted');
    await page.getByRole('heading', { name: 'No estimates found' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, 'Estimate Restored');
    await card(page, offered).waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('its page leads from emailed and read over rejected to accepted, which makes the invoice', async () => {
    const { id, estimateNumber, publicId } = await addEstimate({ terms: 'Half in advance' });
    const { page, context } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    expect((await page.goto(`/estimates/${id}`))?.status()).toBe(200);
    await page.getByText(/^Not sent yet\. Expires .*, in 30 days\.$/).waitFor();
    const draft = await openShare(page);
    await draft.getByText('A draft has no public page. Mark it as sent first.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send by email' }).click();
    const dialog = page.getByRole('dialog', { name: `Send ${estimateNumber}` });
    await dialog.getByText('A button opens the estimate’s page, where it can be viewed').waitFor();
    await dialog.getByRole('button', { name: 'Send estimate' }).click();
    await seeToast(
      page,
      'Kept in the outbox',
      'No mail server is set up, so it was not delivered.',
    );
    await page
      .getByRole('region', { name: 'Email' })
      .getByText(/kept in the outbox on/)
      .waitFor();
    await page.keyboard.press('Escape');
    const links = await openShare(page);
    await links.getByRole('button', { name: 'Copy public link' }).click();
    await seeToast(page, 'Link copied', 'Anyone with this link can see the estimate.');
    await page.keyboard.press('Escape');
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(`${server.url}/view-estimate/${publicId}`);
    const customer = (await visit({ url: server.url, screen: 'phone' })).page;
    await customer.goto(address);
    await customer.getByText('Would you like to go ahead?').waitFor();
    await customer.getByText('Half in advance').waitFor();
    expect(await customer.title()).toBe(`Estimate ${estimateNumber} from Ada Quill`);
    await customer.goto(`/view-estimate/${'0'.repeat(32)}`);
    await customer.getByRole('heading', { name: 'Estimate Not Found' }).waitFor();
    await chooseMore(page, 'Mark as Rejected');
    await seeToast(page, 'Estimate Updated', `${estimateNumber} is now rejected.`);
    await page.getByRole('button', { name: 'Mark as Sent' }).click();
    await page.getByRole('button', { name: 'Mark as Accepted' }).click();
    await confirm(page, 'Accept & convert');
    await seeToast(page, 'Estimate Accepted & Converted');
    await page.getByText(/^Accepted on .* \d{4}\.$/).waitFor();
    // Nobody edited it: the history tells what was answered, and no more.
    expect(await page.getByText('Edited', { exact: true }).count()).toBe(0);
    const { invoice } = await stored(id);
    await page.getByRole('link', { name: `Open ${invoice?.invoiceNumber}` }).click();
    await page.getByRole('heading', { name: 'Estimate', exact: true }).waitFor();

    // The same by the form, where the number of another estimate is in the way first.
    const other = await addEstimate({ status: 'sent' });
    await page.goto(`/estimates/${other.id}?edit=1`);
    const form = editor(page, 'Edit Estimate');
    await form.getByLabel('Estimate number', { exact: true }).fill(estimateNumber);
    await form.getByLabel('Status').selectOption('Accepted');
    await form.getByText('Saving creates its invoice and closes the estimate.').waitFor();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText(`Estimate number ${estimateNumber} is already used`).waitFor();
    await form.getByRole('button', { name: /^Use / }).click();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Estimate Accepted & Converted');
    expect((await stored(other.id)).invoice).not.toBeNull();
  });

  test('a sent one is rejected or accepted from its card; what is open is summed', async () => {
    const someone = await signUp(server);
    const customer = await someone.addCustomer();
    const one = await addEstimate({ status: 'sent' }, someone, customer.id);
    const two = await addEstimate({ status: 'sent' }, someone, customer.id);
    await addEstimate({}, someone, customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: someone.cookie });
    await page.goto('/estimates');
    await page.getByText('Open $214.00', { exact: true }).waitFor();
    await choose(page, one.estimateNumber, 'Mark as Rejected');
    await seeToast(page, 'Estimate Updated', `${one.estimateNumber} is now rejected.`);
    await page.getByText('Open $107.00', { exact: true }).waitFor();
    await choose(page, two.estimateNumber, 'Mark as Accepted');
    await page.getByText(/^A draft invoice for \$107\.00 to Harbor & Pine Coffee/).waitFor();
    await confirm(page, 'Accept & convert');
    await seeToast(page, 'Estimate Accepted & Converted');
    await card(page, two.estimateNumber).getByText('Became').waitFor();
    await page.getByText(/^Open \$/).waitFor({ state: 'detached' });
  });

  test('its PDF opens in a window, and is printed from one; a blocked window is told', async () => {
    const { estimateNumber } = await addEstimate();
    const { page, context } = await visit({
      url: server.url,
      screen,
      cookie: owner.cookie,
      complete: true,
    });
    await page.goto('/estimates');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      card(page, estimateNumber)
        .getByRole('button', { name: `View ${estimateNumber}` })
        .click(),
    ]);
    await eventually(() => opened.url()).toMatch(/\/api\/estimates\/\d+\/pdf$/);
    await opened.close();

    await page.evaluate(() => {
      const seen = { opened: '', printed: 0, after: 0 };
      const began = performance.now();
      Object.assign(window, {
        seen,
        open: (address: string) => {
          seen.opened = address;
          const print = () => {
            seen.printed += 1;
            seen.after = performance.now() - began;
          };
          return { focus() {}, print };
        },
      });
    });
    await choose(page, estimateNumber, 'Download PDF');
    const seen = () =>
      page.evaluate(
        () =>
          (window as unknown as { seen: { opened: string; printed: number; after: number } }).seen,
      );
    await eventually(async () => (await seen()).printed).toBe(1);
    expect((await seen()).after).toBeGreaterThanOrEqual(1_000);
    expect((await seen()).opened).toMatch(/\/api\/estimates\/\d+\/pdf$/);

    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await card(page, estimateNumber)
      .getByRole('button', { name: `View ${estimateNumber}` })
      .click();
    await seeToast(page, 'Popup Blocked', 'Please allow popups to view the estimate.');
    await choose(page, estimateNumber, 'Download PDF');
    await seeToast(page, 'Popup Blocked', 'Please allow popups to download the PDF.');
  });

  test('an estimate is duplicated: the same offer from today', async () => {
    const first = await addEstimate({
      issueDate: daysFromNow(-60),
      expiryDate: daysFromNow(-46),
      notes: 'Two rounds',
    });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/estimates/${first.id}`);
    await chooseMore(page, 'Duplicate');
    const form = editor(page, 'Create Estimate');
    const number = form.getByLabel('Estimate number', { exact: true });
    await eventually(() => number.inputValue()).toMatch(/\d/);
    expect(await number.inputValue()).not.toBe(first.estimateNumber);
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Estimate Created');
    await page.waitForURL((url) => !url.href.includes(`/estimates/${first.id}`));
    const copy = await stored(Number(page.url().split('/').at(-1)));
    expect(copy).toMatchObject({
      customerId,
      total: '107.00',
      notes: 'Two rounds',
      status: 'draft',
      issueDate: daysFromNow(0),
      expiryDate: daysFromNow(14),
      lineItems: [{ description: 'Garden plan', quantity: '1.00', unitPrice: '100.00' }],
    });
  });

  test('what the server refuses is said in its words, and nothing typed is lost', async () => {
    const first = await addEstimate();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const refuse = (method: string, pattern: string, status: number, body: string) =>
      page.route(pattern, (route) =>
        route.request().method() === method
          ? route.fulfill({ status, contentType: 'application/json', body })
          : route.fallback(),
      );
    const said = JSON.stringify({ code: 'CONFLICT', message: 'Said by the server' });
    await refuse('DELETE', '**/api/estimates/*', 409, said);
    await refuse('POST', '**/api/estimates/*/convert', 409, said);
    await refuse('PUT', '**/api/estimates/*', 409, said);
    await refuse('POST', '**/api/estimates', 409, said);
    await page.goto('/estimates');
    await choose(page, first.estimateNumber, 'Delete');
    await page.getByText('Are you sure you want to delete this estimate?').waitFor();
    await confirm(page, 'Delete');
    await seeToast(page, 'Error', 'Failed to delete estimate. Please try again.');
    await card(page, first.estimateNumber).waitFor();
    await choose(page, first.estimateNumber, 'Convert to Invoice');
    await confirm(page, 'Convert to Invoice');
    await seeToast(page, 'Error', 'Said by the server');
    await choose(page, first.estimateNumber, 'Edit');
    const edit = editor(page, 'Edit Estimate');
    await edit.getByLabel('Notes').fill('Two rounds');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Error', 'Said by the server');
    expect(await edit.getByLabel('Notes').inputValue()).toBe('Two rounds');

    await page.goto('/estimates?new=1');
    const create = editor(page, 'Create Estimate');
    await pickCustomer(page, 'Harbor');
    await create.getByLabel('Description, line 1').fill('Site visit');
    await create.getByRole('button', { name: 'Create & Send' }).click();
    await seeToast(page, 'Error', 'Said by the server');
    // What was typed waits, and beside it no invoice's draft.
    await page.goto('/invoices?new=1');
    const invoice = editor(page);
    await invoice.getByLabel('Description, line 1').waitFor();
    expect(await invoice.getByLabel('Description, line 1').inputValue()).toBe('');
    await page.goto('/estimates?new=1');
    await create.getByText('Restored what you had typed').waitFor();
    expect(await create.getByLabel('Description, line 1').inputValue()).toBe('Site visit');
  });

  test('with the trial used up, a conversion opens the way to a plan', async () => {
    const trial = await signUp(server);
    const customer = await trial.addCustomer();
    for (let used = 0; used < 10; used += 1) await trial.addInvoice(customer.id);
    const { id } = await addEstimate({}, trial, customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: trial.cookie });
    await page.goto(`/estimates/${id}`);
    await chooseMore(page, 'Convert to Invoice');
    await confirm(page, 'Convert to Invoice');
    const dialog = page.getByRole('dialog', { name: 'Free Trial Expired' });
    await dialog
      .getByText('Your free trial has expired, please choose a plan to continue using the product')
      .waitFor();
    await dialog.getByText('The estimate stays as it is.').waitFor();
    await dialog.getByRole('button', { name: 'Choose Plan' }).click();
    await page.waitForURL('**/subscribe?from=trial-expired');
    expect((await trial.call<EstimateDetail>('GET', `/api/estimates/${id}`)).status).toBe('draft');
  });
});
