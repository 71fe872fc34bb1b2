import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import type { Visitor } from './browser.ts';
import { browserForFile, eventually } from './browser.ts';
import type { Owner } from './owner.ts';
import { PASSWORD, signUp } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let other: Owner;
let invoiceId: number;
let publicId: string;

beforeAll(async () => {
  ({ owner, invoiceId, publicId } = await signUpWithInvoice());
  other = await signUp(server, 'Ben Rook');
  await other.addCustomer({ name: 'Open Client' });
});

async function signUpWithInvoice() {
  const signedUp = await signUp(server, 'Ada Quill');
  const customer = await signedUp.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
  const { id, publicId: link } = await signedUp.addInvoice(customer.id, { notes: 'Private note' });
  return { owner: signedUp, invoiceId: id, publicId: link };
}

const PRIVATE = /Private|Ada Quill|\$107\.00|T-0001/;

/** Somebody whose browser has the program and may keep what was seen. */
async function visitKeeping(session: Owner | undefined, screen: 'desktop' | 'phone' = 'desktop') {
  const visitor = await visit({
    url: server.url,
    screen,
    serviceWorkers: true,
    ...(session ? { cookie: session.cookie } : {}),
  });
  // Offline, the browser notes each call that fails.
  visitor.expectOutage();
  // Behind a service worker Chromium 150 says that it is online, whatever is true; others do not.
  await visitor.context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true });
    for (const word of ['online', 'offline']) {
      addEventListener(word, (event) => event.stopImmediatePropagation(), true);
    }
  });
  return visitor;
}

/** Whoever comes back to a page need not wait for its next look whether the server is there. */
async function comeBack({ context }: Pick<Visitor, 'context'>): Promise<void> {
  await context.setOffline(false);
  for (const page of context.pages()) {
    await page.evaluate(() => void dispatchEvent(new Event('focus')));
  }
}

/** The page is the worker's, so that it opens without a server. */
async function controlled(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(
    true,
  );
}

/** All that the browser keeps of answers, as one text. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('remit-answers');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('answers').objectStore('answers').getAll();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          });
        });
      }),
  );

/** Until the answer of a call is kept: a document that is left writes nothing any more. */
const keeps = (page: Page, part: string, call: string) =>
  eventually(() => kept(page)).toMatch(new RegExp(`${part}\\W+${call}\\W`));

/** What a reader hears after an element's name. */
const described = (element: Locator) =>
  element.evaluate((node) => {
    const id = node.getAttribute('aria-describedby');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  });

/** Looks at the pages that hold the owner's data, each until it is kept. */
async function lookAround(page: Page, invoice = invoiceId): Promise<void> {
  await page.goto('/dashboard');
  await page.getByText('T-0001').first().waitFor();
  await keeps(page, 'dashboard', 'get');
  await controlled(page);
  await page.goto(`/invoices/${invoice}`);
  await page.getByRole('img', { name: 'Invoice T-0001, page 1 of 1' }).waitFor();
  await keeps(page, 'invoices', 'get');
  await keeps(page, 'invoices', 'preview');
  await page.goto('/invoices');
  await page.getByRole('link', { name: 'T-0001' }).waitFor();
  await keeps(page, 'invoices', 'list');
  await page.goto('/customers');
  await page.getByRole('link', { name: 'Private Person' }).waitFor();
  await keeps(page, 'customers', 'list');
  await eventually(() => kept(page)).toMatch(/Private Ltd.*page/);
}

/** What stands there instead: the ways in, that nobody is signed in, or another owner's pages. */
const SETTLED = /Start Free Trial|^Sign In$|you are not signed in|are signed out on|Ben Rook/;

/** Whatever is opened, online or offline, nothing of the first owner is there. */
async function expectNothingPrivate(page: Page): Promise<void> {
  for (const path of ['/', '/customers', `/invoices/${invoiceId}`]) {
    await page.goto(path);
    await page.getByText(SETTLED).first().waitFor();
    await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0);
    expect(await page.locator('body').innerText(), path).not.toMatch(PRIVATE);
    expect(await page.title()).not.toMatch(PRIVATE);
  }
  expect(await kept(page)).not.toMatch(PRIVATE);
}

async function expectNothingPrivateOffline({ context, page }: Visitor): Promise<void> {
  await context.setOffline(true);
  await expectNothingPrivate(page);
  await context.setOffline(false);
}

describe('offline', () => {
  test('Remit opens with what was seen last and says from when; nothing typed is lost', async () => {
    const { context, page } = await visitKeeping(owner);
    await lookAround(page);
    await context.setOffline(true);

    // A start from nothing, as from the home screen.
    const started = await context.newPage();
    await page.close();
    await started.goto('/dashboard');
    const bar = started.getByText(
      /^Remit cannot be reached\. What you see is from today, \d{1,2}:\d\d [AP]M\.$/,
    );
    await bar.waitFor();
    await started.getByText('T-0001').first().waitFor();
    await expectAccessible(started, 'dashboard, offline');
    const main = started.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Invoices' }).click();
    await started.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await started.getByRole('row').getByRole('link', { name: 'T-0001' }).first().click();
    await started.getByRole('img', { name: 'Invoice T-0001, page 1 of 1' }).waitFor();
    expect(new URL(started.url()).pathname).toBe(`/invoices/${invoiceId}`);

    // What only the server has is not asked of it: nothing opens, and it is said why.
    const unread = 'Remit cannot be reached. Nothing can be opened or saved until you are back.';
    const download = started.getByRole('button', { name: 'Download PDF' });
    await download.hover();
    await started.getByRole('tooltip', { name: unread }).waitFor();
    await download.press('Enter');
    expect(context.pages()).toEqual([started]);
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
    await expectAccessible(started, 'a menu, offline');
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
});

test('a server that is gone is noticed without a call', async () => {
  const { context, page } = await visitKeeping(owner);
  const news: WebSocketRoute[] = [];
  await context.routeWebSocket('**/api/**', (socket) => {
    socket.connectToServer();
    news.push(socket);
  });
  await lookAround(page);
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

describe('nothing of an account stays', () => {
  test('after signing out, in another tab either, online or offline', async () => {
    const leaving = await signUp(server, 'Ada Quill', `leaving-${process.pid}@example.com`);
    const customer = await leaving.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
    await leaving.addInvoice(customer.id);
    const visitor = await visitKeeping(leaving);
    const { context, page } = visitor;
    await page.goto('/invoices');
    await page.getByRole('link', { name: 'T-0001' }).waitFor();
    await controlled(page);
    const second = await context.newPage();
    await second.goto('/customers?new=1');
    await second.getByRole('link', { name: 'Private Person', includeHidden: true }).waitFor();
    const form = second.getByRole('dialog', { name: 'Add New Customer' });
    await form.getByLabel('Name', { exact: true }).fill('Private draft');
    await eventually(() => second.evaluate(() => JSON.stringify(sessionStorage))).toContain(
      'Private draft',
    );
    await eventually(() => kept(page)).toMatch(PRIVATE);
    // As the dashboard notes it.
    await page.evaluate(() => localStorage.setItem('remit.first-steps-hidden.an-id', 'true'));

    // Not before whoever types in the other tab has agreed.
    const logout = page.getByRole('button', { name: 'Logout' });
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await logout.click();
    await question.getByText('What you typed in another tab has not been saved.').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    const still = await fetch(`${server.url}/api/auth/user`, {
      headers: { cookie: leaving.cookie },
    });
    expect(still.status).toBe(200);
    await logout.click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    // Nobody touches the other tab: it leaves what it showed by itself.
    await second.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    for (const tab of [page, second]) {
      expect(await tab.locator('body').innerText()).not.toMatch(PRIVATE);
      expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(PRIVATE);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(PRIVATE);
    await expectNothingPrivate(second);
    const remembered = await second.evaluate(() => JSON.stringify(localStorage));
    expect(remembered).not.toMatch(/first-steps/);
    await second.close();
    await expectNothingPrivateOffline(visitor);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => /session|mark/.test(name))).toEqual([]);
  });

  test('after the session has expired, whether the page learns it from the clock or the server', async () => {
    const visitor = await visitKeeping(owner);
    const { context, page } = visitor;
    await lookAround(page);
    // The cookies' time is over while Remit stands open.
    await context.clearCookies();
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/customers');
    await expectNothingPrivate(page);
    await expectNothingPrivateOffline(visitor);

    // It ended at the server alone, and the first call is told so.
    const ended = await signUp(server, 'Ada Quill', `ended-${process.pid}@example.com`);
    const seen = await ended.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
    await ended.addInvoice(seen.id);
    const elsewhere = await visitKeeping(ended);
    await elsewhere.page.goto('/customers');
    await elsewhere.page.getByRole('link', { name: 'Private Person' }).waitFor();
    await controlled(elsewhere.page);
    await fetch(`${server.url}/api/logout`, { headers: { cookie: ended.cookie } });
    // The page's own poll may be told first, and the link be gone.
    const signedOut = elsewhere.page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    const pressed = elsewhere.page.getByRole('link', { name: 'Invoices' }).click();
    await Promise.any([signedOut, pressed]);
    await signedOut;
    await expectNothingPrivateOffline(elsewhere);
  });

  test('after another account signed in beside an open page, which sends nothing in its name', async () => {
    // Signing in ends the session that the browser had.
    const first = await signUpWithInvoice();
    const { context, page } = await visitKeeping(first.owner);
    await lookAround(page, first.invoiceId);
    const second = await context.newPage();
    await second.goto('/customers?new=1');
    const form = second.getByRole('dialog', { name: 'Add New Customer' });
    await form.getByLabel('Name', { exact: true }).fill('Private draft');
    const written: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // A picture of a document is asked for by POST, too.
      if (request.method() !== 'GET' && !pathname.endsWith('/preview')) written.push(pathname);
    });

    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    for (const tab of [page, second]) {
      await tab.getByText('Ben Rook').first().waitFor();
      await expectNothingPrivate(tab);
      expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(PRIVATE);
    }
    await second.goto('/customers');
    await second.getByRole('link', { name: 'Open Client' }).waitFor();
    expect(written).toEqual(['/api/auth/sign-in/email']);

    // Offline, each tab has the second account's page, and only that.
    await eventually(() => kept(page)).toContain('Open Client');
    await context.setOffline(true);
    for (const tab of [page, second]) {
      await tab.goto('/customers');
      await tab.getByRole('link', { name: 'Open Client' }).waitFor();
      await expectNothingPrivate(tab);
    }
  });

  test('after signing out offline; the server is told before anything is shown again', async () => {
    const leaving = await signUp(server, 'Ada Quill', `offline-${process.pid}@example.com`);
    await leaving.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
    const visitor = await visitKeeping(leaving, 'phone');
    const { context, page } = visitor;
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Private Person' }).waitFor();
    await controlled(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Logout' }).tap();
    await page.getByRole('heading', { name: 'You are signed out on this device' }).waitFor();
    await expectAccessible(page, 'signed out offline');
    await expectNothingPrivate(page);
    const asked = { headers: { cookie: leaving.cookie } };
    expect((await fetch(`${server.url}/api/auth/user`, asked)).status).toBe(200);
    await page.goto('/');
    await page.getByRole('heading', { name: 'You are signed out on this device' }).waitFor();

    await comeBack(visitor);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect((await fetch(`${server.url}/api/auth/user`, asked)).status).toBe(401);
    await expectNothingPrivateOffline(visitor);
  });
});

test('the worker leaves calls, files, sign-in, the front page and the pay page alone', async () => {
  const { context, page } = await visitKeeping(owner);
  await lookAround(page);
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
  await expect(page.goto(`/pay-invoice/${publicId}`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
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
  const { page } = await visitKeeping(owner);
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
  await expectAccessible(page, 'a new version');

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

describe('installing', () => {
  test('is possible, and offered in the menu when the browser offers it', async () => {
    const { context, page } = await visitKeeping(owner);
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

  test('is explained on an iPhone, where nobody offers it', async () => {
    const { context, page } = await visitKeeping(owner, 'phone');
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
    await expectAccessible(page, 'install hint');
    await hint.getByRole('button', { name: 'Done' }).tap();
    await hint.waitFor({ state: 'detached' });
  });
});
