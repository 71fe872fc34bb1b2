/** What a person does on several pages, in their words. */
import type { Locator, Page, Route } from 'playwright-core';
import type { Screen } from './browser.ts';
import { eventually } from './browser.ts';

const toastTitle = (page: Page, title: string): Locator =>
  page.locator(`[role=status] b:text-is("${title}"), [role=alert] b:text-is("${title}")`);

/** The toast with these words; it is the only one. */
export async function seeToast(
  page: Page,
  title: string,
  message?: string | RegExp,
): Promise<void> {
  const toast = page
    .locator('[role=status], [role=alert]')
    .filter({ has: page.locator(`b:text-is(${JSON.stringify(title)})`) });
  await (message === undefined ? toast : toast.getByText(message, { exact: true })).waitFor();
}

/** Points at the toast with this title, which then stays until the pointer leaves it. */
export const holdToast = (page: Page, title: string): Promise<void> =>
  toastTitle(page, title).hover();

/**
 * A server that answers a call with its own failure. Unlike a connection that breaks off, the
 * application does not look for a way back by itself: what it says stands until somebody presses.
 */
export const fails = (route: Route): Promise<void> => route.fulfill({ status: 500, body: '' });

/** Waits until what is typed goes there. */
export const untilFocused = (field: Locator) =>
  eventually(() => field.evaluate((one) => one === document.activeElement)).toBe(true);

/** The invoice editor, open. */
export const editor = (page: Page, title = 'Create New Invoice'): Locator =>
  page.getByRole('dialog', { name: title });

/** Picks a customer that is stored, by the first letters of their name. */
export async function pickCustomer(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Customer', { exact: true }).fill(typed);
  await page.getByRole('option', { name: new RegExp(typed) }).click();
}

/** Fills the first line. */
export async function fillLine(
  page: Page,
  screen: Screen,
  line: { description: string; quantity: string; unitPrice: string },
): Promise<void> {
  if (screen === 'desktop') {
    const field = (name: string) => page.getByLabel(`${name}, line 1`, { exact: true });
    await field('Description').fill(line.description);
    await field('Quantity').fill(line.quantity);
    await field('Unit price').fill(line.unitPrice);
    return;
  }
  await editor(page)
    .getByRole('button', { name: /what is it for|×/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Line 1' });
  await sheet.getByLabel('Description').fill(line.description);
  await sheet.getByLabel('Quantity').fill(line.quantity);
  await sheet.getByLabel('Unit price').fill(line.unitPrice);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** The payments beside an invoice. */
export const rail = (page: Page): Locator => page.locator('section', { hasText: 'Payments' });

/** An action of a document's page that stands behind '…'. */
export async function chooseMore(page: Page, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The links to a document, opened from its page. */
export async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await dialog.waitFor();
  return dialog;
}
