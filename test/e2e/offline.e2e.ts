import type { Locator, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import {
  comeBack,
  controlled,
  lookAround,
  lookAtCustomers,
  lookAtDashboard,
  lookAtInvoice,
  signUpWithInvoice,
  startAnew,
  visitKeeping,
} from './kept-by-browser.ts';
import type { Owner } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let invoiceId: number;
let publicId: string;

beforeAll(async () => {
  ({ owner, invoiceId, publicId } = await signUpWithInvoice(server));
});

/** What a reader hears after an element's name. */
const described = (element: Locator) =>
  element.evaluate((node) => {
    const id = node.getAttribute('aria-describedby');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  });

describe.each(screens(['desktop'], ['desktop']))('offline, on the %s', (screen) => {
  test('Remit opens with what was seen last and says from when; nothing typed is lost', async () => {
    const visitor = await visitKeeping(visit, owner, screen);
    const { context, page } = visitor;
    await lookAtDashboard(page);
    await lookAtInvoice(page, invoiceId);
    await lookAtCustomers(page);
    await context.setOffline(true);

    const started = await startAnew(visitor);
    const bar = started.getByText(
      /^Remit cannot be reached\. What you see is from today, \d{1,2}:\d\d [AP]M\.$/,
    );
    await bar.waitFor();
    await started.getByText('T-0001').first().waitFor();
    await started
      .getByRole('link', { name: /T-0001/ })
      .first()
      .click();
    await started.getByRole('img', { name: 'Invoice T-0001, page 1 of 1' }).waitFor();
    expect(new URL(started.url()).pathname).toBe(`/invoices/${invoiceId}`);

    // What only the server has is not asked of it: nothing opens, and it is said why.
    const unread = 'Remit cannot be reached. Nothing can be opened or saved until you are back.';
    const download = started.getByRole('button', { name: 'Download PDF' });
    await download.hover();
    await started.getByRole('tooltip', { name: unread }).waitFor();
    await download.press('Enter');
    expect(context.pages()).toEqual([started]);
    await started.goto('/customers?new=1');
    await started.getByRole('link', { name: 'Private Person', includeHidden: true }).waitFor();
    const form = started.getByRole('dialog', { name: 'Add New Customer' });
    const name = 'Typed Offline';
    await form.getByLabel('Name', { exact: true }).fill(name);
    const add = form.getByRole('button', { name: 'Add customer' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await form.getByLabel('Name', { exact: true }).press('Enter');
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe(name);

    // Meanwhile something happens elsewhere; back online it is there, and so is the form.
    await owner.addCustomer({ name: 'New from Elsewhere' });
    await comeBack({ context });
    await bar.waitFor({ state: 'detached' });
    await started.getByRole('link', { name: 'New from Elsewhere', includeHidden: true }).waitFor();
    await add.click();
    await started.getByRole('link', { name }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('offline, on the %s', (screen) => {
  test('what only the server has is not asked of it, and a save that breaks off is said', async () => {
    const visitor = await visitKeeping(visit, owner, screen);
    const { context, page } = visitor;
    await lookAround(page, invoiceId);
    await context.setOffline(true);
    const started = await startAnew(visitor);
    await started.getByText(/^Remit cannot be reached\. What you see is from today, /).waitFor();
    const main = started.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Invoices' }).click();
    await started.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await started.getByRole('row').getByRole('link', { name: 'T-0001' }).first().click();
    await started.getByRole('img', { name: 'Invoice T-0001, page 1 of 1' }).waitFor();
    expect(new URL(started.url()).pathname).toBe(`/invoices/${invoiceId}`);

    const unread = 'Remit cannot be reached. Nothing can be opened or saved until you are back.';
    await main.getByRole('link', { name: 'Invoices' }).click();
    await started.getByRole('button', { name: 'Actions for T-0001' }).press('Enter');
    const menu = started.getByRole('menu', { name: 'Actions for T-0001' });
    await menu.waitFor();
    expect(await started.getByText(unread).count()).toBe(1);
    for (const name of ['View', 'Delete']) {
      const entry = menu.getByRole('menuitem', { name });
      expect(await entry.getAttribute('aria-disabled'), name).toBe('true');
      expect(await described(entry), name).toBe(unread);
    }
    await started.keyboard.press('Escape');

    // What was never opened is not made up.
    await started.goto('/reports');
    await started.getByText('could not be loaded').first().waitFor();
    await started
      .getByText('Not available offline yet. Open it once while you are online.')
      .waitFor();
    await started.getByText('Remit cannot be reached.', { exact: true }).waitFor();

    // Nobody types an invoice to learn afterwards that it cannot be saved.
    const begin = started.getByRole('button', { name: 'New Invoice' });
    await begin.hover();
    await started
      .getByRole('tooltip', {
        name: 'Remit cannot be reached. Nothing can be saved until you are back.',
      })
      .waitFor();
    expect(await begin.getAttribute('aria-disabled')).toBe('true');
    await started.goto('/invoices?new=1');
    const editor = started.getByRole('dialog', { name: 'Create New Invoice' });
    await editor
      .getByText('Remit cannot be reached. What you type stays here until it can be saved.')
      .waitFor();
    expect(
      await editor.getByRole('button', { name: 'Create & Send' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await editor.getByLabel('PO number').press('Control+Enter');
    await seeToast(started, 'Remit cannot be reached. Nothing can be saved until you are back.');

    await started.goto('/customers?new=1');
    const form = started.getByRole('dialog', { name: 'Add New Customer' });
    const name = 'Broken Off';
    await form.getByLabel('Name', { exact: true }).fill(name);
    const add = form.getByRole('button', { name: 'Add customer' });
    await comeBack({ context });
    await eventually(() => add.getAttribute('aria-disabled')).not.toBe('true');
    // One that breaks off says so and keeps what was typed, too.
    let breaks = true;
    await context.route('**/api/customers', (route) =>
      breaks && route.request().method() === 'POST'
        ? route.abort('connectionrefused')
        : route.continue(),
    );
    await add.click();
    await started
      .getByText(
        'Failed to create customer. Remit cannot be reached right now. Try again when you are online.',
      )
      .waitFor();
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    breaks = false;
    await add.click();
    await started.getByRole('link', { name }).waitFor();
  });

  test('a server that is gone is noticed without a call', async () => {
    const { context, page } = await visitKeeping(visit, owner, screen);
    const news: WebSocketRoute[] = [];
    await context.routeWebSocket('**/api/**', (socket) => {
      socket.connectToServer();
      news.push(socket);
    });
    await lookAround(page, invoiceId);
    const asked: string[] = [];
    await context.route('**/*', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.abort('connectionrefused');
    });
    const bar = page.getByText(/^Remit cannot be reached\. What you see is from today, /);
    // Nobody asks for anything: the page learns it from its live socket.
    await news.at(-1)?.close();
    await bar.waitFor();
    // What is polled every half a minute may come in between.
    expect(asked.find((path) => !path.startsWith('/api/notifications'))).toBe('/healthz');
    await page.goto('/customers');
    await bar.waitFor();
    await page.getByRole('link', { name: 'Private Person' }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('the service worker, on the %s', (screen) => {
  test('the worker leaves calls, files, sign-in, the front page and the pay page alone', async () => {
    const { context, page } = await visitKeeping(visit, owner, screen);
    await lookAround(page, invoiceId);
    const news = page.waitForEvent('websocket');
    await page.goto('/');
    expect((await news).url()).toContain('/api/');
    await page.getByText('T-0001').first().waitFor();
    await page.goto(`/pay-invoice/${publicId}`);
    await page.getByText('SENT', { exact: true }).waitFor();
    const files = await page.evaluate(async (id) => {
      const pdf = await fetch(`/api/invoices/${id}/pdf`);
      const login = await fetch('/api/login', { redirect: 'manual' });
      return { pdf: pdf.headers.get('content-type'), login: login.type };
    }, invoiceId);
    expect(files).toEqual({ pdf: 'application/pdf', login: 'opaqueredirect' });
    const signedOut = await context.newPage();
    await signedOut.goto('/api/login?returnTo=%2Fcustomers');
    expect(new URL(signedOut.url()).pathname).toBe('/sign-in');
    expect((await signedOut.goto('/no-such-page'))?.status()).toBe(404);
    await signedOut.close();
    await context.clearCookies();
    const stranger = await context.newPage();
    await stranger.goto('/');
    await stranger.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();

    // Without a server they say so in the browser's own words, and show nothing kept.
    await context.setOffline(true);
    await expect(page.goto(`/pay-invoice/${publicId}`)).rejects.toThrow(
      'ERR_INTERNET_DISCONNECTED',
    );
    const names = await stranger.evaluate(async () => {
      const versions = await caches.keys();
      const requests = await Promise.all(
        versions.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(names).toContain('/dashboard');
    expect(
      names.filter((name) => /^\/(api|s3|pay|landing)|assets\/(pay|landing)/.test(name)),
    ).toEqual([]);
  });

  test('a new version asks before it takes over, and an open form is not lost', async () => {
    const { page } = await visitKeeping(visit, owner, screen);
    await page.goto('/business-profile');
    await controlled(page);
    // The page now runs what the next worker no longer brings.
    await page.evaluate(() => {
      document.querySelector('script[type=module]')?.setAttribute('src', '/assets/app-before.js');
    });
    const waiting = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting?.state;
      });
    // Another script for the same pages, as an update is.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js?newer', { scope: '/' });
    });
    await page.getByText('A new version is ready').waitFor();
    expect(await waiting()).toBe('installed');

    const name = page.getByLabel('Business name');
    await name.fill('Typed and not saved');
    await page.getByRole('button', { name: 'Reload' }).click();
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Typed and not saved');
    expect(await waiting()).toBe('installed');
    await page.getByRole('button', { name: 'Reload' }).click();
    const loaded = page.waitForEvent('load');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await loaded;
    await eventually(waiting).toBeUndefined();
    await name.waitFor();
    expect(await page.getByText('A new version is ready').count()).toBe(0);
  });
});

describe.each(screens([], ['desktop']))('installing, on the %s', (screen) => {
  test('is possible, and offered in the menu when the browser offers it', async () => {
    const { context, page } = await visitKeeping(visit, owner, screen);
    await page.goto('/dashboard');
    await controlled(page);
    const devtools = await context.newCDPSession(page);
    expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A private window installs nothing; that is the one thing a test's browser cannot show.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(
      installabilityErrors.length > 0 ? ['in-incognito'] : [],
    );
    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    const account = page.getByRole('dialog', { name: 'Account' });
    await account.getByRole('button', { name: 'Logout' }).waitFor();
    // Until the browser offers it, how to is told.
    await account.getByRole('button', { name: 'Install Remit' }).click();
    const hint = page.getByRole('dialog', { name: 'Install Remit' });
    await hint.getByText('Install app').waitFor();
    await hint.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    await account.getByRole('button', { name: 'Logout' }).waitFor();
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => document.body.setAttribute('data-prompted', ''),
        userChoice: Promise.resolve({ outcome: 'accepted' }),
      });
      globalThis.dispatchEvent(offer);
    });
    await account.getByRole('button', { name: 'Install Remit' }).click();
    await page.locator('body[data-prompted]').waitFor();
    await page.evaluate(() => globalThis.dispatchEvent(new Event('appinstalled')));
    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    await account.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await account.getByRole('button', { name: 'Install Remit' }).count()).toBe(0);
  });
});

describe.each(screens([], ['phone']))('installing, on the %s', (screen) => {
  test('is explained on an iPhone, where nobody offers it', async () => {
    const { context, page } = await visitKeeping(visit, owner, screen);
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15',
      });
    });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByText('Install Remit').tap();
    const hint = page.getByRole('dialog', { name: 'Install Remit' });
    await hint.getByText('Add to Home Screen').waitFor();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
    await hint.getByRole('button', { name: 'Done' }).tap();
    await hint.waitFor({ state: 'detached' });
  });
});
