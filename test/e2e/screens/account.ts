/** The account, its messages, the admin's pages, and an account that is suspended. */
import type { Area, ListedState } from './listed-state.ts';
import { refuse, see, press, seeDialog } from './steps.ts';

const message = (
  name: string,
  which: 'kept' | 'planned' | 'unsure' | 'withheld',
  words: string | RegExp,
  button?: string,
): ListedState => ({
  name,
  at: '/outbox?message=:id',
  of: ({ messages }) => messages[which],
  over: ['features/outbox/message-dialog.tsx'],
  async bring({ page }) {
    const dialog = await seeDialog(page);
    if (button !== undefined) await dialog.getByText(button, { exact: true }).click();
    await see(dialog, words);
  },
});

export const ACCOUNT: Area = {
  name: 'the account and its messages',
  who: 'owner',
  states: [
    {
      name: 'the account',
      at: '/account',
      bring: ({ page }) => page.getByRole('list', { name: 'Security log' }).waitFor(),
    },
    {
      name: 'removing a passkey',
      at: '/account',
      over: ['features/account/passkeys.tsx'],
      anew: true,
      before: ({ answer }) =>
        answer('**/passkey/list-user-passkeys', {
          json: [{ id: 'a-passkey', name: 'Laptop', createdAt: new Date().toISOString() }],
        }),
      async bring({ page }) {
        await press(page, 'Remove Laptop');
        await seeDialog(page, 'Remove Laptop?');
      },
    },
    { name: 'the outbox', at: '/outbox', bring: ({ page }) => see(page, 'Kept here') },
    message('a message that was kept', 'kept', 'Plain text'),
    message('a message that was kept, as plain text', 'kept', /pay-invoice/, 'Plain text'),
    message('a message that is planned', 'planned', 'Scheduled for'),
    message('a planned message that is moved', 'planned', 'Move email', 'Change time'),
    message('a message that may have been sent', 'unsure', /^It may have been sent: ask/),
    message('a message that was not sent', 'withheld', /^An earlier message/),
    { name: 'background jobs', at: '/jobs', bring: ({ page }) => see(page, /Send email/) },
    { name: 'users', at: '/users', bring: ({ page }) => see(page, 'Nora New') },
    {
      name: 'no users',
      at: '/users?search=nobody+at+all',
      bring: ({ page }) => see(page, 'No users found matching your search.'),
    },
    {
      name: 'suspending an account',
      at: '/users',
      over: ['features/users/suspend-dialog.tsx'],
      async bring({ page }) {
        await press(page, 'Suspend Nora New');
        const dialog = await seeDialog(page, 'Suspend Nora New?');
        await dialog.getByLabel('Reason').fill('Reported by two customers');
      },
    },
    {
      name: 'who has blocked an account',
      at: '/users',
      over: ['features/users/blocks-dialog.tsx'],
      async bring({ page }) {
        await press(page, 'Who has blocked Sam Locke');
        await see(await seeDialog(page, 'Who has blocked Sam Locke'), 'wren@example.com');
      },
    },
    {
      name: 'reinstating an account',
      at: '/users',
      over: ['features/users/suspend-dialog.tsx'],
      async bring({ page }) {
        await press(page, 'Reinstate Sam Locke');
        await seeDialog(page, 'Reinstate Sam Locke?');
      },
    },
    {
      name: 'users that could not be loaded',
      at: '/users',
      anew: true,
      before: ({ answer }) => refuse({ answer }, /\/api\/admin\/(users\?|user-stats)/),
      bring: ({ page }) => see(page, 'Users could not be loaded'),
    },
  ],
};

export const SUSPENDED: Area = {
  name: 'an account that is suspended',
  who: 'suspended',
  states: [
    {
      name: 'a suspended account',
      at: '/customers',
      bring: ({ page }) => see(page, 'This account is suspended.'),
    },
  ],
};
