import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  customerId = (await owner.addCustomer()).id;
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const stored = ({ id }: { id: number }): Promise<InvoiceDetail> =>
  owner.call('GET', `/api/invoices/${id}`);
/** A customer opens the invoice's page: news for its owner. */
const look = async ({ publicId }: InvoiceDetail) =>
  expect((await fetch(`${server.url}/api/public/invoice/${publicId}`)).status).toBe(200);

/**
 * From the next document on, `data-socket` says that its connection for news stands. What happens before
 * is found at the next poll, which is not meant here.
 */
function noteSocket(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    globalThis.WebSocket = class extends WebSocket {
      constructor(address: string | URL) {
        super(address);
        this.addEventListener('open', () => {
          document.documentElement.dataset['socket'] = 'open';
        });
      }
    };
  });
}

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('news reach the open page at once, are read with a click, and all of them with one', async () => {
    const [first, second] = [
      await owner.addInvoice(customerId),
      await owner.addInvoice(customerId),
    ];
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await noteSocket(page);
    // A page of which the panel covers no button in part.
    await page.goto('/items');
    await page.locator('html[data-socket=open]').waitFor({ state: 'attached' });
    await bell(page).click();
    await panel(page).getByText('No notifications yet.').waitFor();
    await page.keyboard.press('Escape');

    await look(first);
    // Sooner than the page would ask by itself.
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    const said = `Invoice viewed. Harbor & Pine Coffee opened ${first.invoiceNumber}`;
    await page.getByRole('status').filter({ hasText: said }).waitFor({ state: 'attached' });
    await look(second);
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const list = panel(page).getByRole('list');
    expect(await list.locator('..').evaluate((element) => element.clientHeight)).toBe(300);
    expect((await panel(page).boundingBox())?.width).toBe(376);

    await list.getByRole('link', { name: new RegExp(`Unread.*${first.invoiceNumber}`) }).click();
    await page.waitForURL(`**/invoices/${first.id}`);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await panel(page).getByRole('button', { name: 'Mark all read' }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    // The page shows it before the server has said so.
    await eventually(() => owner.call('GET', '/api/notifications/unread-count')).toEqual({
      count: 0,
    });
  });

  test('an invoice is looked over, sent, and read in the outbox as it went out', async () => {
    const draft = await owner.addInvoice(customerId, { status: 'draft' });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/invoices/${draft.id}`);
    await page.getByRole('button', { name: 'Send by email' }).click();
    const dialog = page.getByRole('dialog', { name: `Send ${draft.invoiceNumber}` });
    expect(await dialog.getByLabel('To').inputValue()).toBe('marta@harborandpine.example');
    await dialog.getByText(`${draft.invoiceNumber} Ada Quill.pdf is attached`).waitFor();
    await dialog
      .getByText(
        /the message stays in the outbox and is not delivered, but the draft is marked as sent/,
      )
      .waitFor();
    await dialog.getByLabel('To').fill('not an address');
    await dialog.getByRole('button', { name: 'Send invoice' }).click();
    await dialog.getByText('Enter a valid email address').waitFor();
    await dialog.getByLabel('To').fill('accounts@harborandpine.example');
    await dialog.getByLabel('Message').fill('The plan of your garden, as agreed.');
    await dialog.getByRole('button', { name: 'Send invoice' }).click();
    await seeToast(
      page,
      'Kept in the outbox',
      'No mail server is set up, so it was not delivered.',
    );
    const state = page.getByRole('region', { name: 'Email' });
    await state
      .getByText('Email to accounts@harborandpine.example kept in the outbox on')
      .waitFor();
    const after = await stored(draft);
    expect(after.status).toBe('sent');
    expect(after.emails[0]?.keptInOutbox).toBe(true);
    const history = page
      .getByRole('listitem')
      .filter({ hasText: 'accounts@harborandpine.example' });
    expect(await history.count()).toBe(1);
    await history.getByText(/Marked as sent, email to .* kept in the outbox/).waitFor();

    await state.getByRole('link', { name: 'View message' }).click();
    const message = page.getByRole('dialog', { name: new RegExp(draft.invoiceNumber) });
    const designed = message.frameLocator('iframe');
    await designed.getByText('The plan of your garden, as agreed.').waitFor();
    expect(await message.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
    await message.getByText('Plain text').click();
    await message.locator('pre').getByText(`/pay-invoice/${draft.publicId}`).waitFor();
    const pdf = await message.getByRole('link', { name: /\.pdf$/ }).getAttribute('href');
    expect(pdf).toBe(`/api/invoices/${draft.id}/pdf`);
    await page.keyboard.press('Escape');
    await page.getByRole('table', { name: 'Messages' }).getByText('Kept here').first().waitFor();
  });
});

describe.each(screens([], ['desktop']))(
  'what changes, is marked, refused or lacks, on the %s',
  (screen) => {
    test('a mark that the server refuses is taken back', async () => {
      const invoice = await owner.addInvoice(customerId);
      await look(invoice);
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      await page.route('**/read-all', (route) => route.fulfill({ status: 429, body: '' }));
      await page.goto('/customers');
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
      await panel(page).getByRole('button', { name: 'Mark all read' }).click();
      await seeToast(page, 'Error', 'Failed to mark all as read');
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
      await owner.call('PATCH', '/api/notifications/read-all');
    });

    test('a customer without an address, and a message that is refused, are told as such', async () => {
      const nameless = await owner.addCustomer({
        name: 'Owen Castell',
        company: null,
        email: null,
      });
      const invoice = await owner.addInvoice(nameless.id);
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      await page.goto('/invoices');
      await page.getByRole('button', { name: `Actions for ${invoice.invoiceNumber}` }).click();
      await page.getByRole('menuitem', { name: 'Send by email' }).click();
      await seeToast(page, 'No Email Address', "Customer doesn't have an email address on file.");
      await page.getByRole('button', { name: 'Enter one' }).click();
      const dialog = page.getByRole('dialog', { name: `Send ${invoice.invoiceNumber}` });
      await dialog.getByLabel('To').fill('owen@castell.example');
      let sent: unknown;
      await page.route('**/send-email', (route) => {
        sent = route.request().postDataJSON();
        return route.fulfill({ status: 429, body: '' });
      });
      await dialog.getByRole('button', { name: 'Send invoice' }).click();
      await seeToast(page, 'Email Failed', 'Failed to send invoice email. Please try again.');
      // As specified; the document's own number counts.
      expect(sent).toMatchObject({ invoiceNumber: invoice.invoiceNumber });
      await page.unroute('**/send-email');
      await dialog.getByRole('button', { name: 'Send invoice' }).click();
      await seeToast(page, 'Kept in the outbox');
      expect((await stored(invoice)).emails[0]).toMatchObject({ to: 'owen@castell.example' });

      // One that nobody was ever written to says so for as long as that is so.
      const quiet = await owner.addInvoice(nameless.id, { status: 'sent' });
      await page.goto(`/invoices/${quiet.id}`);
      const state = page.getByRole('region', { name: 'Email' });
      await state.getByText('Not sent by email').waitFor();
      await state.getByRole('button', { name: 'Enter one' }).click();
      await page.getByRole('dialog', { name: `Send ${quiet.invoiceNumber}` }).waitFor();
    });

    test('who confirms an address is told so, signed in or not', async () => {
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      await page.goto('/sign-in?verified=1');
      await seeToast(page, 'Email confirmed', 'Your email address is confirmed.');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      const visitor = (await visit({ url: server.url, screen })).page;
      await visitor.goto('/sign-in?verified=1');
      await visitor.getByText('Your email address is confirmed.').waitFor();
    });

    test('news have the open document read again; the form that somebody types in stays as it is', async () => {
      const first = await owner.addInvoice(customerId);
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      await noteSocket(page);
      await page.goto(`/invoices/${first.id}?edit=1`);
      await page.locator('html[data-socket=open]').waitFor({ state: 'attached' });
      const typedIn = editor(page, 'Edit Invoice').getByLabel('PO number');
      await typedIn.fill('PO-7');
      const again = page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === `/api/invoices/${first.id}`,
      );
      await look(await owner.addInvoice(customerId));
      await again;
      await page
        .getByRole('button', { name: 'Notifications, 1 unread', includeHidden: true })
        .waitFor({ state: 'attached' });
      expect(await typedIn.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await typedIn.inputValue()).toBe('PO-7');
      await owner.call('PATCH', '/api/notifications/read-all');
    });

    test('the list marks an invoice whose email was kept, also to the keyboard', async () => {
      const { id } = await owner.addInvoice(customerId);
      await eventually(async () => (await stored({ id })).emails[0]?.status).toBe('sent');
      const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
      const words = 'Email to marta@harborandpine.example kept in the outbox';
      await page.goto('/invoices');
      const mark = page.getByRole('link', { name: words, exact: true }).first();
      await mark.focus();
      await page.getByRole('tooltip', { name: words }).or(page.getByText(words)).first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Email' }).getByText(words).waitFor();
    });
  },
);

describe.each(screens([], ['phone']))('on the %s', (screen) => {
  test('the phone has bell, outbox and the mark of a message too', async () => {
    const invoice = await owner.addInvoice(customerId);
    await look(invoice);
    await eventually(async () => (await stored(invoice)).emails[0]?.status).toBe('sent');
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices');
    const card = page.getByRole('link', { name: new RegExp(invoice.invoiceNumber) });
    const words = 'Email to marta@harborandpine.example kept in the outbox';
    await card.getByRole('img', { name: words, exact: true }).waitFor();
    await page.goto('/outbox');
    await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().waitFor();
    await bell(page).tap();
    await panel(page).getByText('Invoice viewed').first().waitFor();
  });
});
