import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { inMobileApp } from '../mobile/native-side.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { chooseMore, openShare, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let first: InvoiceDetail;
let second: InvoiceDetail;

beforeAll(async () => {
  owner = await signUp(server);
  const customer = await owner.addCustomer();
  first = await owner.addInvoice(customer.id);
  second = await owner.addInvoice(customer.id);
});

/** The file that stands for the first invoice. */
function expectFile(content: string): void {
  expect(JSON.parse(content)).toMatchObject({
    format: 'remit-invoice',
    link: `${server.url}/invoices/${first.id}`,
    invoiceNumber: first.invoiceNumber,
    total: '107.00',
    business: { name: 'Ada Quill' },
    customer: { company: 'Harbor & Pine Coffee' },
    lineItems: [{ description: 'Garden plan', quantity: '1.00', total: '100.00' }],
  });
  // Whoever gets the file can neither pay with it nor see the customer's page.
  expect(content).not.toContain(first.publicId);
}

async function downloaded(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {
    name: download.suggestedFilename(),
    content: await readFile(await download.path(), 'utf8'),
  };
}

const heading = (page: Page, invoice: InvoiceDetail) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(invoice.invoiceNumber);

describe.each(screens(['phone'], ['phone']))('in the mobile app, on the %s', (screen) => {
  test('links lead to their screens, and back leads out step by step', async () => {
    const { page, context } = await visit({
      url: server.url,
      cookie: owner.cookie,
      screen,
    });
    const app = await inMobileApp(context, `com.example.remit://invoices/${first.id}`);
    const back = (canGoBack: boolean) => app.emit(page, 'App', 'backButton', { canGoBack });
    const path = () => new URL(page.url()).pathname;

    // Started by a link of its own scheme; the splash screen goes when there is something to see.
    await page.goto('/dashboard');
    await heading(page, first).waitFor();
    await eventually(() => app.made('SplashScreen', 'hide').length).toBeGreaterThan(0);
    await eventually(() => app.made('StatusBar', 'setBackgroundColor').at(-1)?.options.color).toBe(
      '#FBFAF8',
    );
    expect(app.made('StatusBar', 'setStyle').at(-1)?.options).toEqual({ style: 'LIGHT' });

    // Nothing lies beneath a phone's own bars.
    const phone = await context.newCDPSession(page);
    const insets = { top: 59, bottom: 34, left: 0, right: 0 };
    await phone.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const title = page.getByRole('heading', { name: 'Invoices', level: 1 });
    await eventually(async () => (await title.boundingBox())?.y).toBeGreaterThan(59);
    const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox();
    expect((menu?.y ?? 844) + (menu?.height ?? 0)).toBeLessThanOrEqual(844 - 34);

    // The next page load hears of the same link again, and stays where it is.
    await page.goto('/customers');
    await eventually(() => app.made('App', 'getLaunchUrl').length).toBe(2);
    await page.getByText('Harbor & Pine Coffee').first().waitFor();
    expect(path()).toBe('/customers');

    // A link of the installation, and one that is none for the app.
    await app.emit(page, 'App', 'appUrlOpen', { url: `${server.url}/api/logout` });
    await app.emit(page, 'App', 'appUrlOpen', { url: `${server.url}/invoices/${second.id}` });
    await heading(page, second).waitFor();

    // Back closes what lies on top, then goes back.
    await page.getByRole('button', { name: 'Menu' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await back(true);
    await sheet.waitFor({ state: 'hidden' });
    expect(path()).toBe(`/invoices/${second.id}`);
    await back(true);
    await eventually(path).toBe('/customers');

    // Input is not lost to it unasked.
    await page.getByRole('button', { name: 'Add Customer' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Otto Reiter');
    await back(true);
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor({ state: 'hidden' });

    // With nothing behind it: up to the dashboard, and from there out of the app.
    await back(false);
    await eventually(path).toBe('/dashboard');
    expect(app.made('App', 'minimizeApp')).toHaveLength(0);
    await back(true);
    await eventually(() => app.made('App', 'minimizeApp').length).toBe(1);

    // The bars follow the theme.
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(() => app.made('StatusBar', 'setStyle').at(-1)?.options.style).toBe('DARK');
  });
});

describe.each(screens([], ['phone']))('in the mobile app, on the %s', (screen) => {
  test('invoices are shared, saved, viewed and printed by the device', async () => {
    const { page, context } = await visit({
      url: server.url,
      cookie: owner.cookie,
      screen,
    });
    const app = await inMobileApp(context);
    const written = () => app.made('Filesystem', 'writeFile').at(-1)?.options;
    await page.goto(`/invoices/${first.id}`);
    await heading(page, first).waitFor();

    const links = await openShare(page);
    await links.getByRole('button', { name: 'Share', exact: true }).click();
    await eventually(() => app.made('Share', 'share').at(-1)?.options).toMatchObject({
      title: `Invoice ${first.invoiceNumber}`,
      url: `${server.url}/invoices/${first.id}`,
    });

    await page.keyboard.press('Escape');
    await chooseMore(page, 'Save as JSON');
    await seeToast(page, 'Saved to Documents', `${first.invoiceNumber}.json`);
    expect(written()).toMatchObject({
      directory: 'DOCUMENTS',
      path: `${first.invoiceNumber}.json`,
    });
    expectFile(Buffer.from(written().data, 'base64').toString());
    // From there it can be handed on.
    await page.getByRole('status').getByRole('button', { name: 'Share' }).click();
    await eventually(() => app.made('Share', 'share').at(-1)?.options.files).toEqual([
      `file:///device/CACHE/${first.invoiceNumber}.json`,
    ]);

    await chooseMore(page, 'Download PDF');
    await seeToast(page, 'Saved to Documents', `${first.invoiceNumber} Ada Quill.pdf`);
    expect(written().directory).toBe('DOCUMENTS');
    expect(Buffer.from(written().data, 'base64').subarray(0, 5).toString()).toBe('%PDF-');

    // The viewer prints; a web view cannot.
    await chooseMore(page, 'Print');
    await eventually(() => app.made('FileViewer', 'openDocumentFromLocalPath')).toEqual([
      expect.objectContaining({
        options: { path: `file:///device/CACHE/${first.invoiceNumber} Ada Quill.pdf` },
      }),
    ]);

    // What would open in a tab: a private file in the viewer, a public page in the browser.
    const follow = (href: string) =>
      page.evaluate((address) => {
        const link = Object.assign(document.createElement('a'), {
          href: address,
          target: '_blank',
        });
        document.body.append(link);
        link.click();
      }, href);
    await follow(`/api/invoices/${second.id}/pdf`);
    await eventually(() => app.made('FileViewer', 'openDocumentFromLocalPath').length).toBe(2);
    await follow(`/pay-invoice/${first.publicId}`);
    await eventually(() => app.made('Browser', 'open').at(-1)?.options).toEqual({
      url: `${server.url}/pay-invoice/${first.publicId}`,
    });
    await follow('/business-profile');
    await eventually(() => new URL(page.url()).pathname).toBe('/business-profile');
    expect(context.pages()).toHaveLength(1);
    await follow('/api/invoices/999999/pdf');
    await page.getByText('The file could not be opened', { exact: false }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('in a browser, on the %s', (screen) => {
  test('an invoice is shared by its link, and saved as a file, from its row', async () => {
    const { page, context } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // A browser without a share sheet, whichever this one is.
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'share', { value: undefined });
    });
    await page.goto('/invoices');
    const choose = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${first.invoiceNumber}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Share');
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await seeToast(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url}/invoices/${first.id}`,
    );
    await page.keyboard.press('Escape');
    const file = await downloaded(page, () => choose('Save as JSON'));
    expect(file.name).toBe(`${first.invoiceNumber}.json`);
    expectFile(file.content);
  });
});

describe.each(screens([], ['phone']))('in a browser, on the %s', (screen) => {
  test('the phone offers its own share sheet, from the page of the invoice', async () => {
    const { page, context } = await visit({
      url: server.url,
      cookie: owner.cookie,
      screen,
    });
    await context.addInitScript(() => {
      const sheet = async (link: ShareData) => {
        // As the real one: outside of a click there is none.
        if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError');
        document.documentElement.dataset['shared'] = JSON.stringify(link);
      };
      Object.defineProperty(Navigator.prototype, 'share', { value: sheet });
      Object.defineProperty(Navigator.prototype, 'canShare', { value: () => true });
    });
    await page.goto(`/invoices/${first.id}`);
    const links = await openShare(page);
    await links.getByRole('button', { name: 'Share', exact: true }).click();
    await eventually(() => page.locator('html').getAttribute('data-shared')).toBe(
      JSON.stringify({
        title: `Invoice ${first.invoiceNumber}`,
        text: `Invoice ${first.invoiceNumber}: Harbor & Pine Coffee, $107.00`,
        url: `${server.url}/invoices/${first.id}`,
      }),
    );
    await page.keyboard.press('Escape');
    const file = await downloaded(page, () => chooseMore(page, 'Save as JSON'));
    expectFile(file.content);
  });
});
