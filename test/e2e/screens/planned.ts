/** Recurring invoices, and the calendar of what is to come. */
import type { Page } from 'playwright-core';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Records } from './prepared/prepare-records.ts';
import { change, choose, press, see, seeDialog, seeMenu } from './steps.ts';

const ACTIONS = 'features/recurring/recurring-actions.tsx';
type Which = keyof Records['recurring'];

const recurring = (
  name: string,
  which: Which,
  bring: (stage: Stage) => Promise<unknown>,
  over: readonly string[] = [],
): ListedState => ({
  name,
  at: '/recurring/:id',
  of: ({ recurring: made }) => made[which],
  over,
  bring,
});

const asks = (name: string, entry: string, words: string | RegExp): ListedState =>
  recurring(
    name,
    'active',
    async ({ page }) => {
      await choose(page, /^More for /, entry);
      await see(await seeDialog(page), words);
    },
    [ACTIONS],
  );

export const RECURRING: Area = {
  name: 'recurring invoices',
  who: 'owner',
  states: [
    { name: 'recurring invoices', at: '/recurring', bring: ({ page }) => see(page, 'Retainer') },
    {
      name: 'recurring invoices under a filter that finds none',
      at: '/recurring?status=problem',
      bring: ({ page }) => see(page, 'Clear filters'),
    },
    recurring('a recurring invoice', 'active', ({ page }) => see(page, 'Invoices made')),
    recurring('one that is skipped', 'skipped', ({ page }) => see(page, /Skipped/)),
    {
      ...recurring('one that is refused', 'active', ({ page }) => see(page, 'Needs attention')),
      before: ({ answer, made }) =>
        change({ answer }, `**/api/recurring/${made.recurring.active}`, (shown) => ({
          ...shown,
          problem: {
            code: 'NOT_FOUND',
            path: 'customerId',
            message: 'The customer was deleted. Restore the customer, or choose another one.',
            since: new Date().toISOString(),
          },
        })),
    },
    recurring('its menu', 'active', ({ page }) => seeMenu(page, /^More for /), [ACTIONS]),
    asks('the question before one is made', 'Make the next one now', /^It is the invoice for/),
    asks('the question before one is skipped', 'Skip the next one', /^No invoice is made for/),
    asks('the question before it is deleted', 'Delete', /^No further invoices are made/),
    recurring(
      'the question before one is resumed',
      'passed',
      async ({ page }) => {
        await press(page, 'Resume');
        await see(await seeDialog(page), /^Days have passed since/);
      },
      [ACTIONS],
    ),
    {
      name: 'the editor of a recurring invoice, with a fault',
      at: '/recurring?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'New Recurring Invoice');
        await form.getByLabel('Every', { exact: true }).fill('0');
        await form.getByLabel('Ends').selectOption('On a date');
        await press(form, /^Start/);
        await see(form, 'Every must be a whole number from 1 to 366');
      },
    },
    {
      name: 'a recurring invoice that was changed elsewhere',
      at: '/recurring/:id?edit=1',
      of: ({ recurring: made }) => made.active,
      over: ['documents/editor/conflict-dialog.tsx'],
      async bring({ page, answer, made }) {
        const path = `/api/recurring/${made.recurring.active}`;
        const stored = await made.owner.call<{ version: number; schedule: object }>('GET', path);
        const current = { ...stored, version: stored.version + 1, name: 'Renamed', dueDays: 3 };
        await answer(`**${path}`, (route) =>
          route.request().method() === 'PUT'
            ? route.fulfill({ status: 409, json: { code: 'STALE', message: 'Changed.', current } })
            : route.fallback(),
        );
        const form = await seeDialog(page, 'Edit Recurring Invoice');
        await form.getByLabel('Due after (days)').fill('21');
        await press(form, /^Save changes/);
        await seeDialog(page, /changed elsewhere/);
      },
    },
  ],
};

/** What is done with the first event that its link names so. */
async function openEvent(page: Page, words: string | RegExp): Promise<void> {
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: words }), hasNotText: 'Skipped' });
  await row
    .last()
    .getByRole('button', { name: /^Change:/ })
    .first()
    .click();
  await page.getByRole('menuitem').first().waitFor();
}

const planned = (
  name: string,
  words: string | RegExp,
  entry: string,
  over: string,
  bring: (page: Page) => Promise<unknown>,
): ListedState => ({
  name,
  at: '/calendar',
  over: [over],
  async bring({ page }) {
    await openEvent(page, words);
    await page.getByRole('menuitem', { name: entry }).click();
    await bring(page);
  },
});

export const CALENDAR: Area = {
  name: 'the calendar',
  who: 'owner',
  states: [
    { name: 'the calendar', at: '/calendar', bring: ({ page }) => see(page, /is due$/) },
    {
      name: 'the menu of an event',
      at: '/calendar',
      over: ['features/calendar/event-row.tsx'],
      bring: ({ page }) => openEvent(page, 'Draft an invoice'),
    },
    planned(
      'moving a recurring invoice, with a refusal',
      'Draft an invoice',
      'Move to another day…',
      'features/calendar/move-dialog.tsx',
      async (page) => {
        const dialog = await seeDialog(page);
        await dialog.getByLabel('New day', { exact: true }).fill('2020-01-01');
        await press(dialog, 'Move');
        await see(dialog, /day/);
      },
    ),
    planned(
      'the question before an event is skipped',
      'Draft an invoice',
      'Skip it',
      'features/calendar/event-row.tsx',
      (page) => seeDialog(page),
    ),
    planned(
      'moving a charge to where its customer did not agree to',
      /^Charge Visa/,
      'Move to another day…',
      'features/calendar/move-dialog.tsx',
      async (page) => {
        const dialog = await seeDialog(page);
        await dialog.getByLabel('New day', { exact: true }).fill('2020-01-01');
        await press(dialog, 'Move');
        await see(dialog, /day/);
      },
    ),
    planned(
      'moving a planned email, with a refusal',
      'Scheduled email',
      'Change the time…',
      'features/calendar/move-dialog.tsx',
      async (page) => {
        const dialog = await seeDialog(page, 'Change the time');
        await dialog.getByLabel('New time').fill('2020-01-01T09:00');
        await press(dialog, 'Move');
        await see(dialog, 'Choose a time that is still to come');
      },
    ),
    {
      name: 'an address for calendar apps',
      at: '/calendar',
      over: ['features/calendar/feed-dialog.tsx'],
      async bring({ page, answer }) {
        const none = { createdAt: null, lastReadAt: null };
        const url = 'https://remit.example/calendar/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ics';
        await answer('**/api/calendar/feed', (route) =>
          route.fulfill({
            json:
              route.request().method() === 'GET'
                ? none
                : { ...none, createdAt: new Date().toISOString(), url },
          }),
        );
        await press(page, 'Add to your calendar app');
        await press(page, 'Make an address');
        const dialog = await seeDialog(page);
        await dialog.getByLabel('Address', { exact: true }).waitFor();
      },
    },
  ],
};
