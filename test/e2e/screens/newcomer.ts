/** An account that has nothing yet. */
import type { Area, ListedState } from './listed-state.ts';
import { press, see, seeDialog } from './steps.ts';

const nothing = (at: string, words: string | RegExp): ListedState => ({
  name: `nothing yet at ${at}`,
  at,
  bring: ({ page }) => see(page, words),
});

export const NEWCOMER: Area = {
  name: 'an account with nothing in it',
  who: 'newcomer',
  states: [
    nothing('/', 'Welcome, Nora New. Your first invoice is two minutes away.'),
    nothing('/invoices', 'No invoices found.'),
    nothing('/recurring', 'What you invoice again and again'),
    nothing('/calendar', 'Nothing is planned yet'),
    nothing('/estimates', 'No estimates found'),
    nothing('/credit-notes', /No credit notes/),
    nothing('/customers', 'No customers found.'),
    nothing('/items', 'No items found.'),
    nothing('/expenses', 'No expenses found.'),
    nothing('/reports', 'No data available'),
    { ...nothing('/reports/:report', 'No data available'), of: () => 'reconciliation' },
    nothing('/outbox', /No messages|Nothing/),
    {
      name: 'no notifications',
      at: '/items',
      over: ['app/notifications-bell.tsx'],
      async bring({ page }) {
        await press(page, /^Notifications/);
        await see(await seeDialog(page, 'Notifications'), 'No notifications yet.');
      },
    },
    {
      name: 'a page of the admin',
      at: '/users',
      bring: ({ page }) => see(page, 'Access Denied'),
    },
    {
      name: 'a business profile with what is wrong',
      at: '/business-profile',
      async bring({ page }) {
        await page.getByLabel('Business name').fill('');
        await page.getByRole('textbox', { name: /^Email/ }).fill('not an address');
        await page.getByLabel(/^Website/).fill('not an address either');
        await page.getByLabel(/^Days until invoices are due/).fill('soon');
        await press(page, 'Save profile');
        await see(page, 'Business name is required');
        await see(page, /need attention\.$/);
      },
    },
    {
      name: 'the dialog of a logo, with a refusal',
      at: '/business-profile',
      over: ['features/profile/logo-field.tsx'],
      async bring({ page }) {
        await press(page, 'Upload logo');
        const dialog = await seeDialog(page, 'Upload logo');
        const buffer = Buffer.from('%PDF-1.4');
        await dialog
          .getByLabel('Logo file')
          .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer });
        await see(dialog, /“notes\.pdf” was not accepted/);
      },
    },
    {
      name: 'an invoice that is begun with what is missing',
      at: '/invoices?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Create New Invoice');
        await press(form, 'Create & Send');
        await see(form, /Customer is required|Please select a customer/);
      },
    },
  ],
};
