/** Steps that many states are brought about by. */
import type { Locator, Page } from 'playwright-core';
import type { Stage } from './listed-state.ts';

/** These words are in sight. */
export const see = (place: Page | Locator, words: string | RegExp): Promise<void> =>
  place.getByText(words).filter({ visible: true }).first().waitFor();

export const press = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  place
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .filter({ visible: true })
    .first()
    .click();

export async function seeDialog(page: Page, name?: string | RegExp): Promise<Locator> {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name }).last();
  await dialog.waitFor();
  return dialog;
}

/** An entry of the menu that a button opens. */
export async function choose(
  page: Page,
  button: string | RegExp,
  entry: string | RegExp,
): Promise<void> {
  await press(page, button);
  await page
    .getByRole(
      'menuitem',
      typeof entry === 'string' ? { name: entry, exact: true } : { name: entry },
    )
    .click();
}

export async function seeMenu(page: Page, button: string | RegExp): Promise<void> {
  await press(page, button);
  await page.getByRole('menu').getByRole('menuitem').first().waitFor();
}

/** The server refuses these calls. */
export const refuse = (
  { answer }: Pick<Stage, 'answer'>,
  calls: string | RegExp,
  { status = 429, ...json }: { status?: number; code?: string; message?: string } = {},
): Promise<void> =>
  answer(calls, { status, json: { code: 'RATE_LIMITED', message: 'Not just now.', ...json } });

/** The server's own answer, with something changed. */
export const change = (
  { answer }: Pick<Stage, 'answer'>,
  calls: string | RegExp,
  alter: (json: Record<string, unknown>) => object,
): Promise<void> =>
  answer(calls, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: alter((await response.json()) as never) });
  });
