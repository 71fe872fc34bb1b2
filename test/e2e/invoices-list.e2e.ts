import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/shared/invoices/invoice.contract.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { pdfText } from './pdf-text.ts';
import { editor, fails, holdToast, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const INVOICES = 130;

const { server, query } = serverForFile({ postgres: true });
const { visit } = browserForFile();
let owner: Owner;

/** 130 invoices: every 10th a draft, every 7th paid, five of them to another customer. */
beforeAll(async () => {
  owner = await subscribedOwner();
  const [marta, otto] = await Promise.all([
    owner.addCustomer(),
    owner.addCustomer({ name: 'Otto Reiter', company: null, email: null }),
  ]);
  const due = Array.from({ length: INVOICES }, (_, index) => index);
  for (let from = 0; from < INVOICES; from += 10) {
    await Promise.all(
      due.slice(from, from + 10).map((index) =>
        owner.addInvoice(index % 26 === 0 ? otto.id : marta.id, {
          status: index % 10 === 0 ? 'draft' : index % 7 === 0 ? 'paid' : 'sent',
          issueDate: daysFromNow(-index),
          dueDate: daysFromNow(40 - index),
        }),
      ),
    );
  }
});

async function subscribedOwner(): Promise<Owner> {
  const made = await signUp(server);
  await query(
    `update businesses set subscription_status = 'active'
     where id = (select business_id from members join users on users.id = account_id where email = $1)`,
    [made.email],
  );
  return made;
}

const statuses = (page: Page) =>
  page
    .locator('main')
    .getByText(/^(Draft|Sent|Paid|Overdue)$/)
    .allInnerTexts();

describe.each(screens(['desktop']))('on the %s', (screen) => {
  const rows = (page: Page) =>
    screen === 'desktop'
      ? page.locator('tbody tr[aria-rowindex]')
      : page.getByRole('list', { name: 'Invoices, newest first' }).getByRole('link');

  test('filter and search narrow the list, and the address keeps both', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    await rows(page).first().waitFor();
    await expectAccessible(page, 'invoice list');

    const filter = page.getByRole('radiogroup', { name: 'Status' }).or(page.getByLabel('Status'));
    await filter.first().waitFor();
    for (const status of ['All Invoices', 'Draft', 'Sent', 'Paid', 'Overdue']) {
      expect(await filter.first().innerText()).toContain(status);
    }
    await filter.first().getByText('Draft').click();
    await eventually(() => rows(page).count()).toBe(13);
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
    expect(new Set((await rows(page).allInnerTexts()).map((row) => /Draft/.test(row)))).toEqual(
      new Set([true]),
    );

    await filter.first().getByText('All Invoices').click();
    await eventually(() => new URL(page.url()).search).toBe('');
    await page.getByPlaceholder('Number, customer or amount').fill('otto');
    await eventually(() => rows(page).count()).toBe(5);
    await page.reload();
    await eventually(() => rows(page).count()).toBe(5);
    expect(await page.getByPlaceholder('Number, customer or amount').inputValue()).toBe('otto');

    await page.getByPlaceholder('Number, customer or amount').fill('nobody at all');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    await page.getByText('Nothing matches “nobody at all”.').waitFor();
    await expectAccessible(page, 'nothing found');
    // The search box has a cross of the same name.
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await rows(page).first().waitFor();
  });

  test('scrolling brings all the invoices, newest first', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    const cursors: string[] = [];
    page.on('request', (request) => {
      const cursor = new URL(request.url()).searchParams.get('cursor');
      if (cursor && request.url().includes('/api/invoices')) cursors.push(cursor);
    });
    await page.goto('/invoices');
    await rows(page).first().waitFor();
    const seen = new Set<string>();
    const look = async () => {
      for (const row of await rows(page).allInnerTexts()) {
        const number = /T-\d{4}/.exec(row)?.[0];
        if (number) seen.add(number);
      }
      // Rows are drawn only near the screen: on a slow one, some go by before they are.
      await page.evaluate(() => {
        const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
        const all = document.querySelectorAll('[aria-busy=true]').length === 0;
        if (atEnd && all && scrollY > 0) scrollTo(0, 0);
        else scrollBy(0, innerHeight * 0.7);
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
      return seen.size;
    };
    await eventually(look).toBe(INVOICES);
    expect(cursors.length).toBe(Math.ceil(INVOICES / 60) - 1);
    expect(new Set(cursors).size).toBe(cursors.length);
  });

  test('loading is said in words', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    let answer = () => {};
    const held = new Promise<void>((release) => {
      answer = release;
    });
    await page.route(/\/api\/invoices\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/invoices');
    await page.getByText('Loading invoices...', { exact: true }).waitFor({ state: 'attached' });
    answer();
    await rows(page).first().waitFor();
  });

  test('an account without invoices is shown the first step', async () => {
    const { page } = await visit({
      url: server.url,
      screen,
      cookie: (await signUp(server)).cookie,
    });
    await page.goto('/invoices');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create Invoice' }).first().waitFor();
  });
});

describe('the menu of a row', () => {
  let page: Page;
  let expectOutage: () => void;
  let invoice: Invoice;
  const open = async (
    state: 'draft' | 'sent' | 'paid' = 'sent',
    prepare: (owner: Owner) => Promise<unknown> = async () => undefined,
  ) => {
    const mine = await subscribedOwner();
    await prepare(mine);
    const customer = await mine.addCustomer();
    invoice = await mine.addInvoice(customer.id, { status: state });
    ({ page, expectOutage } = await visit({ url: server.url, cookie: mine.cookie }));
    await page.goto('/invoices');
    await page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
    return mine;
  };
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();

  test('Mark as Paid asks how, and says so', async () => {
    const mine = await open();
    await expectAccessible(page, 'row menu');
    await choose('Mark as Paid');
    const dialog = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await dialog.waitFor();
    await expectAccessible(page, 'mark as paid');
    expect(await dialog.getByLabel('Cash').isChecked()).toBe(true);
    for (const method of ['Cash', 'Check', 'Card', 'Bank transfer', 'Other']) {
      expect(await dialog.getByLabel(method, { exact: true }).count()).toBe(1);
    }
    await dialog.getByLabel('Bank transfer').check();
    const date = dialog.getByLabel('Payment date', { exact: true });
    const today = await date.inputValue();
    for (const [typed, fault] of [
      ['12/31/1999', 'Payment date must be in the years 2000 to 2099'],
      ['+2', 'Payment date must not be in the future'],
    ] as const) {
      await date.fill(typed);
      await page.keyboard.press('Enter');
      await dialog.getByText(fault).waitFor();
    }
    await date.fill(today);
    await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Success', 'Invoice marked as paid');
    await eventually(() => statuses(page)).toContain('Paid');
    const stored = await mine.call<{ status: string; payments: unknown[] }>(
      'GET',
      `/api/invoices/${invoice.id}`,
    );
    expect(stored).toMatchObject({
      status: 'paid',
      payments: [{ paymentMethod: 'bank_transfer', amount: '107.00', status: 'completed' }],
    });
    await page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Mark as Paid' }).count()).toBe(0);
  });

  test('Mark as Paid is undone in its toast', async () => {
    const mine = await open();
    await choose('Mark as Paid');
    const dialog = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Success', 'Invoice marked as paid');
    await holdToast(page, 'Success');
    await page.getByRole('status').getByText(invoice.invoiceNumber).waitFor();
    await eventually(() => statuses(page)).toContain('Paid');
    await page.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, 'Success', 'Payment undone');
    await eventually(() => statuses(page)).toContain('Sent');
    expect(await mine.call('GET', `/api/invoices/${invoice.id}`)).toMatchObject({
      status: 'sent',
      amountDue: '107.00',
      payments: [{ status: 'reversed' }],
    });
  });

  test('Duplicate opens a new draft that says the same', async () => {
    const mine = await open('paid');
    await choose('Duplicate');
    const form = editor(page);
    const number = form.getByLabel('Invoice number', { exact: true });
    await eventually(() => number.inputValue()).toMatch(/^INV-/);
    const offered = await number.inputValue();
    expect(offered).not.toBe(invoice.invoiceNumber);
    await expectAccessible(page, 'a copy of an invoice');
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    await page.getByRole('link', { name: offered, exact: true }).click();
    await page.waitForURL(/\/invoices\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    type Said = Invoice & { lineItems: { description: string }[] };
    const [source, copy] = await Promise.all([
      mine.call<Said>('GET', `/api/invoices/${invoice.id}`),
      mine.call<Said>('GET', `/api/invoices/${id}`),
    ]);
    const { customerId, total, taxRate, currency } = source;
    expect(copy).toMatchObject({ customerId, total, taxRate, currency, status: 'draft' });
    expect(copy.issueDate).toBe(daysFromNow(0));
    expect(copy.lineItems.map(({ description }) => description)).toEqual(
      source.lineItems.map(({ description }) => description),
    );

    // From its own page, which leads on to the copy.
    await page.getByRole('button', { name: `More for ${offered}` }).click();
    await choose('Duplicate');
    await eventually(() => number.inputValue()).toMatch(/^INV-/);
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await seeToast(page, 'Success', 'Invoice created successfully');
    await page.waitForURL(
      (url) => /\/invoices\/\d+$/.test(url.href) && !url.href.endsWith(`/${id}`),
    );
  });

  test('Delete asks first, and Undo brings it back', async () => {
    const mine = await open();
    await choose('Delete');
    const dialog = page.getByRole('dialog', { name: `Delete ${invoice.invoiceNumber}` });
    await dialog.getByText('Are you sure you want to delete this invoice?').waitFor();
    await expectAccessible(page, 'delete dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();

    await page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
    await choose('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Success', 'Invoice deleted');
    await page.getByRole('status').getByText(invoice.invoiceNumber).waitFor();
    await holdToast(page, 'Success');
    await page.getByText('No invoices found.', { exact: true }).waitFor();
    const gone = await fetch(`${server.url}/api/public/invoice/${invoice.publicId}`);
    expect(gone.status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();
    expect(await mine.call('GET', `/api/invoices/${invoice.id}`)).toMatchObject({ status: 'sent' });
  });

  test('Undo of a deletion on its own page shows it in the list', async () => {
    await open();
    const { invoiceNumber } = invoice;
    await page.getByRole('link', { name: invoiceNumber }).click();
    await page.getByRole('button', { name: `More for ${invoiceNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Delete invoice' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${invoiceNumber}` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Success', 'Invoice deleted');
    await holdToast(page, 'Success');
    await page.waitForURL('**/invoices');
    await page.getByText(/^No invoices/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: invoiceNumber }).waitFor();
  });

  test('Download PDF saves a file under the number of the invoice', async () => {
    await open('paid');
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Download PDF')]);
    expect(download.suggestedFilename()).toContain(invoice.invoiceNumber);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const words = pdfText(await readFile(await download.path()));
    expect(words).toContain(invoice.invoiceNumber);
    expect(words).toContain('$107.00');
  });

  test('what fails is said, and nothing has changed', async () => {
    const mine = await open('sent', (made) => takePayments(made));
    expectOutage();
    const { invoiceNumber, id } = invoice;
    const menu = () => page.getByRole('button', { name: `Actions for ${invoiceNumber}` }).click();
    await page.route(new RegExp(`/api/invoices/${id}(/mark-paid|/create-payment)?$`), (route) =>
      route.request().method() === 'GET' ? route.fallback() : fails(route),
    );
    // The day is over where the browser is, and has not begun where the server thinks it is.
    const message = 'Payment date must not be in the future';
    const json = { code: 'VALIDATION', message, fields: [{ path: 'paymentDate', message }] };
    await page.route('**/mark-paid', (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await choose('Mark as Paid');
    const paid = page.getByRole('dialog', { name: 'Mark Invoice as Paid' });
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await paid.getByText(message).waitFor();
    await expect(page.locator(':focus').getAttribute('aria-invalid')).resolves.toBe('true');
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Error', 'Failed to mark invoice as paid');
    await page.keyboard.press('Escape');
    await menu();
    await choose('Delete');
    const dialog = page.getByRole('dialog', { name: `Delete ${invoiceNumber}` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Error', 'Failed to delete invoice');
    await page.keyboard.press('Escape');
    await menu();
    await choose('Share');
    await page.getByRole('button', { name: 'Generate Payment Link' }).click();
    await page.getByText('Failed to create payment link').waitFor();
    await page.unrouteAll();
    expect(await mine.call('GET', `/api/invoices/${id}`)).toMatchObject({ status: 'sent' });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await menu();
    await choose('Print');
    await seeToast(
      page,
      'Print Failed',
      'Please allow popups and try again, or use the View button to access the invoice.',
    );

    // Paid meanwhile, elsewhere.
    await page.reload();
    await menu();
    await page.getByRole('menuitem', { name: 'Mark as Paid' }).waitFor();
    // Until it has said so itself, the page hears nothing of it.
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route(/\/api\/invoices(\/\d+)?(\?|$)/, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await mine.call('POST', `/api/invoices/${id}/mark-paid`, { paymentMethod: 'cash' });
    await choose('Mark as Paid');
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await seeToast(page, 'Invoice Already Paid', 'This invoice has already been paid.');
    release();
  });

  test('View opens the PDF in a tab of its own', async () => {
    await open('draft');
    const [request] = await Promise.all([
      page.context().waitForEvent('request', (one) => one.url().endsWith('/pdf')),
      choose('View'),
    ]);
    expect(new URL(request.url()).pathname).toBe(`/api/invoices/${invoice.id}/pdf`);
  });
});

describe('from the keyboard', () => {
  test('the arrows go through the rows, Enter opens, X chooses and Escape lets go', async () => {
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    await page.goto('/invoices');
    const rows = page.locator('tbody tr[aria-rowindex]');
    const link = (row: number) => rows.nth(row).getByRole('link').first();
    await rows.first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(0));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(2));
    await page.keyboard.press('ArrowUp');
    await untilFocused(link(1));

    const bulk = page.getByRole('region', { name: 'Actions for the selection' });
    await page.keyboard.press('x');
    await bulk.getByText('1 selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await bulk.getByText('2 selected').waitFor();
    // A press of a box leaves the focus there: the keys go on from it.
    await rows.nth(4).getByRole('checkbox').check();
    await bulk.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bulk.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await untilFocused(link(5));

    const number = await link(5).innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(number).waitFor();
    // A key that means something else while one types stays a letter.
    await page.goto('/invoices');
    await rows.first().waitFor();
    await page.getByRole('searchbox', { name: 'Search by number, customer or amount' }).fill('INV');
    await page.keyboard.press('x');
    expect(
      await page
        .getByRole('searchbox', { name: 'Search by number, customer or amount' })
        .inputValue(),
    ).toBe('INVx');
  });

  test('E edits the row, and does nothing within its menu, where it is shown', async () => {
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    await page.goto('/invoices?status=draft');
    const rows = page.locator('tbody tr[aria-rowindex]');
    await eventually(() => rows.count()).toBe(13);
    await page.keyboard.press('ArrowDown');
    await untilFocused(rows.first().getByRole('link').first());
    const number = await rows.first().getByRole('link').first().innerText();
    await rows
      .first()
      .getByRole('button', { name: `Actions for ${number}` })
      .click();
    const edit = page.getByRole('menuitem', { name: 'Edit', exact: true });
    expect(await edit.getAttribute('aria-keyshortcuts')).toBe('E');
    await page.keyboard.press('e');
    await untilFocused(edit);
    await page.keyboard.press('Escape');
    await edit.waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: /^Edit/ }).waitFor();
  });
});

describe('in sight', () => {
  test('the head and the bulk bar stay above the rows that scroll', async () => {
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    await page.goto('/invoices');
    const rows = page.locator('tbody tr[aria-rowindex]');
    await rows.first().waitFor();
    const header = page.getByRole('banner');
    const bottom = async (one: Locator) => {
      const box = await one.boundingBox();
      return box ? Math.round(box.y + box.height) : undefined;
    };
    const top = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? -1);
    await rows.nth(1).getByRole('checkbox').check();
    await page.evaluate(() => globalThis.scrollTo(0, 700));
    await eventually(() => top(rows.nth(1))).toBeLessThan(0);
    const edge = (await bottom(header)) ?? 0;
    const bulk = page.getByRole('region', { name: 'Actions for the selection' });
    expect(Math.abs((await top(bulk)) - edge)).toBeLessThanOrEqual(1);
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    await bulk.waitFor({ state: 'detached' });
    expect(await top(page.getByRole('columnheader', { name: 'Customer' }))).toBe(edge);
    await expectAccessible(page, 'invoice list, scrolled');
  });

  test('a tablet keeps the table, its check boxes and the bulk actions', async () => {
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 1024 });
      await page.goto('/invoices');
      const rows = page.locator('tbody tr[aria-rowindex]');
      await rows.first().waitFor();
      const customer = await page.getByRole('columnheader', { name: 'Customer' }).boundingBox();
      expect(customer?.width).toBeGreaterThan(150);
      const day = rows.first().getByText(/^(due )?[A-Z][a-z]{2} \d\d, 20\d\d$/);
      await eventually(() => day.filter({ visible: true }).count()).toBeGreaterThan(0);
      await rows.first().getByRole('checkbox').check();
      const bulk = page.getByRole('region', { name: 'Actions for the selection' });
      await bulk.getByText('1 selected').waitFor();
      for (const name of ['Mark as Paid', 'Download PDF', 'Delete', 'Clear selection']) {
        await bulk.getByRole('button', { name }).waitFor();
      }
      await expectAccessible(page, `invoice list at ${width} px`);
      await page.keyboard.press('Escape');
      await bulk.waitFor({ state: 'detached' });
    }
  });
});

describe('an overdue invoice', () => {
  test('is reminded of in words of its own, on the phone before one sees its document', async () => {
    const mine = await signUp(server);
    const { id: customerId } = await mine.addCustomer();
    const { id, invoiceNumber } = await mine.addInvoice(customerId, {
      status: 'sent',
      issueDate: daysFromNow(-40),
      dueDate: daysFromNow(-10),
    });
    const { page } = await visit({ url: server.url, cookie: mine.cookie, screen: 'phone' });
    await page.goto(`/invoices/${id}`);
    const send = page.getByRole('main').getByRole('button', { name: 'Send reminder' });
    await send.waitFor();
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN;
    expect(await top(send)).toBeLessThan(
      await top(page.getByRole('region', { name: 'Document', exact: true })),
    );
    await send.click();
    const dialog = page.getByRole('dialog', { name: `Send ${invoiceNumber}` });
    await eventually(() => dialog.getByLabel('Subject').inputValue()).toContain(
      `Reminder: Invoice ${invoiceNumber} was due on `,
    );
    expect(await dialog.getByLabel('Message').inputValue()).toContain('This is a reminder that ');
    // In sight without scrolling, however long the message is.
    const button = dialog.getByRole('button', { name: 'Send reminder' });
    await eventually(async () => {
      const box = await button.boundingBox();
      return box && box.y + box.height;
    }).toBeLessThanOrEqual(844);
    await expectAccessible(page, 'a reminder on the phone');
    await button.click();
    await dialog.waitFor({ state: 'detached' });
    const { emails } = await mine.call<{ emails: { subject: string }[] }>(
      'GET',
      `/api/invoices/${id}`,
    );
    expect(emails[0]?.subject).toContain(`Reminder: Invoice ${invoiceNumber}`);
  });
});
