/** What stands around the pages, and what can be opened on any of them. */
import type { Area, ListedState } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { press, refuse, see, seeDialog, seeMenu } from './steps.ts';

const searched = (
  name: string,
  typed: (made: Prepared) => string,
  seen: string | RegExp,
): ListedState => ({
  name,
  at: '/items',
  over: ['features/search/search-palette.tsx', 'features/search/search-options-list.tsx'],
  async bring({ page, made }) {
    await see(page, 'Hardback sample book');
    await page.keyboard.press('Control+k');
    const palette = await seeDialog(page, 'Search');
    await palette.getByRole('combobox').fill(typed(made));
    await see(palette, seen);
  },
});

/** On a tablet the sidebar is narrow, and the list a table. */
const onTablet = (width: number): ListedState => ({
  name: `the sidebar and a list at ${width} px`,
  at: '/invoices',
  only: 'desktop',
  async bring({ page, afterwards }) {
    await page.setViewportSize({ width, height: 1024 });
    afterwards(() => page.setViewportSize({ width: 1440, height: 900 }));
    const rows = page.locator('tbody tr[aria-rowindex]');
    await rows.first().getByRole('checkbox').check();
    await see(page, '1 selected');
  },
});

export const SHELL: Area = {
  name: 'the shell',
  who: 'owner',
  states: [
    {
      name: 'a busy dashboard',
      at: '/dashboard',
      async bring({ page }) {
        await see(page, 'Recent Activity');
        await see(page, /You are owed/);
      },
    },
    searched('search: what can be done', () => '', 'New estimate'),
    searched('search: what was found', () => 'har', 'Hardback sample book'),
    searched(
      'search: an invoice that is overdue',
      ({ invoices }) => invoices.overdue.invoiceNumber,
      /due$/,
    ),
    searched(
      'search: nothing was found',
      () => 'no such thing',
      'Nothing found for “no such thing”.',
    ),
    {
      name: 'search: it could not be made',
      at: '/items',
      over: ['features/search/search-palette.tsx'],
      async bring({ page, answer }) {
        await see(page, 'Hardback sample book');
        await refuse({ answer }, '**/api/search?*');
        await page.keyboard.press('Control+k');
        const palette = await seeDialog(page, 'Search');
        await palette.getByRole('combobox').fill('amt');
        await see(palette, 'The search could not be made.');
      },
    },
    {
      name: 'keyboard shortcuts',
      at: '/items',
      over: ['app/shell.tsx'],
      async bring({ page }) {
        await see(page, 'Hardback sample book');
        await page.keyboard.press('?');
        await see(await seeDialog(page, 'Keyboard shortcuts'), /Search/);
      },
    },
    {
      name: 'the panel of the account',
      at: '/items',
      over: ['app/avatar-menu.tsx'],
      only: 'desktop',
      async bring({ page }) {
        await press(page, 'Account of Ada Quill');
        await see(await seeDialog(page, 'Account'), 'Logout');
      },
    },
    {
      name: 'the menu of all pages',
      at: '/items',
      over: ['app/menu-sheet.tsx'],
      only: 'phone',
      async bring({ page }) {
        await press(page, 'Menu');
        await see(await seeDialog(page, 'Menu'), 'Logout');
      },
    },
    {
      name: 'the menu of the top bar',
      at: '/items',
      over: ['app/mobile-bars.tsx'],
      only: 'phone',
      bring: ({ page }) => seeMenu(page, 'More'),
    },
    {
      name: 'notifications',
      at: '/items',
      over: ['app/notifications-bell.tsx', 'app/notifications-bell.tsx'],
      async bring({ page }) {
        await press(page, /^Notifications/);
        const panel = await seeDialog(page, 'Notifications');
        await panel.getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'how to install it',
      at: '/items',
      over: ['features/install/install-hint.tsx'],
      async bring({ page, phone }) {
        await press(page, phone ? 'Menu' : 'Account of Ada Quill');
        await press(await seeDialog(page), 'Install Remit');
        await see(await seeDialog(page, 'Install Remit'), 'Done');
      },
    },
    {
      name: 'the question about input that is not saved',
      at: '/customers?new=1',
      over: ['ui/unsaved-guard.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Add New Customer');
        await form.getByLabel('Name', { exact: true }).fill('Half a name');
        await page.keyboard.press('Escape');
        await seeDialog(page, 'Discard unsaved changes?');
      },
    },
    {
      name: 'the question who it is',
      at: '/business-profile',
      over: ['features/account/confirm-identity.tsx'],
      async bring({ page, answer }) {
        await answer('**/api/business-profile/*', {
          status: 403,
          json: { code: 'PROOF_REQUIRED', message: 'Confirm it is you to continue' },
        });
        await page.getByLabel(/^City/).fill('Salem');
        await press(page, 'Save profile');
        const dialog = await seeDialog(page, 'Confirm it is you');
        await dialog.getByLabel('Password', { exact: true }).fill('not the password');
        await press(dialog, 'Confirm');
        await see(dialog, 'The password is incorrect');
      },
    },
    {
      name: 'a toast of what failed',
      at: '/expenses?new=1',
      over: ['features/expenses/expense-dialog.tsx'],
      async bring({ page, answer }) {
        await refuse({ answer }, '**/api/expenses');
        const form = await seeDialog(page, 'Add New Expense');
        await form.getByLabel('Description').fill('Kept');
        await form.getByLabel('Amount').fill('1');
        await form.getByLabel('Category').selectOption('Other');
        await press(form, 'Add expense');
        await see(page, /^Failed to create expense/);
      },
    },
    onTablet(1024),
    onTablet(768),
    {
      name: 'an address that nothing stands at',
      at: '/:nowhere',
      of: () => 'custommers',
      bring: ({ page }) => see(page, 'Did you forget to add the page to the router?'),
    },
  ],
};

/** The program as it is installed: the next document begins with a worker that holds a newer one. */
export const INSTALLED: Area = {
  name: 'the installed program',
  who: 'owner',
  states: [
    {
      name: 'a menu while the server is out of reach',
      at: '/estimates',
      over: ['documents/document-card.tsx'],
      async bring({ page, afterwards, expectOutage }) {
        expectOutage();
        await see(page, 'EST-1');
        await page.context().setOffline(true);
        afterwards(async () => {
          await page.context().setOffline(false);
          await page.evaluate(() => dispatchEvent(new Event('online')));
          await page
            .getByText(/You are offline/)
            .first()
            .waitFor({ state: 'detached' });
        });
        await see(page, /You are offline/);
        await seeMenu(page, 'Actions for EST-1');
      },
    },
    {
      name: 'a new version is ready',
      at: '/items',
      async bring({ page }) {
        await page.addInitScript(standInForNewerVersion);
        await page.reload();
        await see(page, 'A new version is ready');
      },
    },
    {
      name: 'signed out while the server is out of reach',
      at: '/items',
      anew: true,
      async bring({ page, answer, expectOutage }) {
        expectOutage();
        for (const call of ['**/api/logout', '**/healthz']) {
          await answer(call, (route) => route.abort());
        }
        await page.evaluate(() => localStorage.setItem('remit-sign-out', '1'));
        await page.reload();
        await see(page, 'You are signed out on this device');
      },
    },
  ],
};

/** Runs in the page, before the application. */
function standInForNewerVersion(): void {
  const worker = {
    postMessage: (_asks: unknown, ports?: MessagePort[]) => ports?.[0]?.postMessage(false),
  };
  const registration = { waiting: worker, addEventListener: () => {}, update: async () => {} };
  Object.defineProperty(Navigator.prototype, 'serviceWorker', {
    value: {
      controller: worker,
      register: async () => registration,
      addEventListener: () => {},
    },
  });
}
