/** What a browser keeps of Remit: its program and the answers that were seen last. */
import type { Page } from 'playwright-core';
import type { browserForFile, Screen, Visitor } from './browser.ts';
import { eventually } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import type { StartedServer } from './started-server.ts';

/** An owner of whom nobody else may see anything, with an invoice. */
export async function signUpWithInvoice(server: StartedServer) {
  const signedUp = await signUp(server, 'Ada Quill');
  const customer = await signedUp.addCustomer({ name: 'Private Person', company: 'Private Ltd' });
  const { id, publicId: link } = await signedUp.addInvoice(customer.id, { notes: 'Private note' });
  return { owner: signedUp, invoiceId: id, publicId: link };
}

/** Somebody whose browser has the program and may keep what was seen. */
export async function visitKeeping(
  visit: ReturnType<typeof browserForFile>['visit'],
  session: Owner,
  screen: Screen,
): Promise<Visitor> {
  const visitor = await visit({
    url: session.url,
    screen,
    serviceWorkers: true,
    cookie: session.cookie,
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
export async function comeBack({ context }: Pick<Visitor, 'context'>): Promise<void> {
  await context.setOffline(false);
  for (const page of context.pages()) {
    await page.evaluate(() => void dispatchEvent(new Event('focus')));
  }
}

/** The page is the worker's, so that it opens without a server. */
export async function controlled(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(
    true,
  );
}

/** All that the browser keeps of answers, as one text. */
export const kept = (page: Page) =>
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

/** Looks at the pages that hold the owner's data, each until it is kept. */
export async function lookAround(page: Page, invoice: number): Promise<void> {
  await lookAtDashboard(page);
  await lookAtInvoice(page, invoice);
  await page.goto('/invoices');
  await page.getByRole('link', { name: 'T-0001' }).waitFor();
  await keeps(page, 'invoices', 'list');
  await lookAtCustomers(page);
}

export async function lookAtDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByText('T-0001').first().waitFor();
  await keeps(page, 'dashboard', 'get');
  await controlled(page);
}

export async function lookAtInvoice(page: Page, invoice: number): Promise<void> {
  await page.goto(`/invoices/${invoice}`);
  await page.getByRole('img', { name: 'Invoice T-0001, page 1 of 1' }).waitFor();
  await keeps(page, 'invoices', 'get');
  await keeps(page, 'invoices', 'preview');
}

export async function lookAtCustomers(page: Page): Promise<void> {
  await page.goto('/customers');
  await page.getByRole('link', { name: 'Private Person' }).waitFor();
  await keeps(page, 'customers', 'list');
  await eventually(() => kept(page)).toMatch(/Private Ltd.*page/);
}

/** The document and all that follows from it, as from the home screen. */
export async function startAnew({ context, page }: Visitor): Promise<Page> {
  const started = await context.newPage();
  await page.close();
  await started.goto('/dashboard');
  return started;
}
