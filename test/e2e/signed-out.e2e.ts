import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import {
  comeBack,
  controlled,
  kept,
  lookAround,
  signUpWithInvoice,
  visitKeeping,
} from './kept-by-browser.ts';
import type { Owner } from './owner.ts';
import { PASSWORD, signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let other: Owner;
let invoiceId: number;

beforeAll(async () => {
  ({ owner, invoiceId } = await signUpWithInvoice(server));
  other = await signUp(server, 'Ben Rook');
  await other.addCustomer({ name: 'Open Client' });
});

const PRIVATE = /Private|Ada Quill|\$107\.00|T-0001/;

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

describe.each(screens(['desktop'], ['desktop']))(
  'nothing of an account stays, on the %s',
  (screen) => {
    test('after signing out, in another tab either, online or offline', async () => {
      const leaving = await signUp(server, 'Ada Quill', `leaving-${process.pid}@example.com`);
      const customer = await leaving.addCustomer({
        name: 'Private Person',
        company: 'Private Ltd',
      });
      await leaving.addInvoice(customer.id);
      const visitor = await visitKeeping(visit, leaving, screen);
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
      const remembered = await second.evaluate(() => JSON.stringify(localStorage));
      expect(remembered).not.toMatch(/first-steps/);
      await second.close();
      await expectNothingPrivateOffline(visitor);
      const names = (await context.cookies()).map(({ name }) => name);
      expect(names.filter((name) => /session|mark/.test(name))).toEqual([]);
    });
  },
);

describe.each(screens([], ['desktop']))('nothing of an account stays, on the %s', (screen) => {
  test('after the session has expired, whether the page learns it from the clock or the server', async () => {
    const visitor = await visitKeeping(visit, owner, screen);
    const { context, page } = visitor;
    await lookAround(page, invoiceId);
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
    const elsewhere = await visitKeeping(visit, ended, screen);
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
    const first = await signUpWithInvoice(server);
    const { context, page } = await visitKeeping(visit, first.owner, screen);
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
});

describe.each(screens([], ['phone']))('nothing of an account stays, on the %s', (screen) => {
  test('after signing out offline; the server is told before anything is shown again', async () => {
    const leaving = await signUp(server, 'Ada Quill', `offline-${process.pid}@example.com`);
    await leaving.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
    const visitor = await visitKeeping(visit, leaving, screen);
    const { context, page } = visitor;
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Private Person' }).waitFor();
    await controlled(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Logout' }).tap();
    await page.getByRole('heading', { name: 'You are signed out on this device' }).waitFor();
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
