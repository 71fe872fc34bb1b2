/** Customers, items and expenses: their lists and dialogs. */
import type { Area, ListedState, Stage } from './listed-state.ts';
import { press, see, seeDialog } from './steps.ts';

const deleted = (at: string, button: RegExp): ListedState => ({
  name: `the question before one is deleted at ${at}`,
  at,
  over: ['records/record-list-page.tsx'],
  async bring({ page }) {
    await press(page, button);
    await see(await seeDialog(page), /^Are you sure/);
  },
});

/** A form whose save finds a newer version. */
const overtaken = (
  at: string,
  button: RegExp,
  noun: string,
  newer: object,
  over: string,
): ListedState => ({
  name: `a newer version of one at ${at}`,
  at,
  over: [over],
  async bring({ page, answer }) {
    await answer(new RegExp(`/api${at}/\\d+$`), (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const current = { ...(route.request().postDataJSON() as object), version: 9, ...newer };
      return route.fulfill({ status: 409, json: { code: 'STALE', message: 'Changed.', current } });
    });
    await press(page, button);
    const form = await seeDialog(page, /^Edit /);
    await form.getByRole('textbox').first().fill('Mine');
    await press(form, 'Save changes');
    await seeDialog(page, `This ${noun} was changed elsewhere`);
  },
});

/** What goes wrong with a receipt. */
async function attachText({ page }: Stage): Promise<void> {
  const form = await seeDialog(page, 'Add New Expense');
  await form.getByLabel(/^Receipt/).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Notes'),
  });
  await see(form, /^“notes\.txt” was not accepted/);
}

export const RECORDS: Area = {
  name: 'customers, items and expenses',
  who: 'owner',
  states: [
    { name: 'customers', at: '/customers', bring: ({ page }) => see(page, /^Owes /) },
    { name: 'items', at: '/items', bring: ({ page }) => see(page, 'Hardback sample book') },
    { name: 'expenses', at: '/expenses', bring: ({ page }) => see(page, 'Papierhaus') },
    {
      name: 'expenses, sorted and under a filter',
      at: '/expenses?category=Travel&sort=amount',
      bring: ({ page }) => see(page, 'Category: Travel'),
    },
    {
      name: 'the filter of expenses',
      at: '/expenses',
      over: ['documents/filter/filter-button.tsx'],
      async bring({ page }) {
        await press(page, /^Filter/);
        const panel = page.getByRole('dialog', { name: /^Filter/ });
        await panel.getByLabel('Expense date').selectOption('Other dates');
        await panel.getByLabel('To', { exact: true }).waitFor();
      },
    },
    {
      name: 'a new customer, with a tax treatment and what is missing',
      at: '/customers?new=1',
      over: ['features/customers/customer-dialog.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Add New Customer');
        await form.getByText('Tax and currency').click();
        await form.getByLabel('Tax treatment').selectOption('Reverse charge');
        await press(form, 'Add customer');
        await see(form, /required$/);
      },
    },
    {
      name: 'a new item, with what is missing',
      at: '/items?new=1',
      over: ['features/items/item-dialog.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Add New Item');
        await press(form, 'Add item');
        await see(form, /required$/);
      },
    },
    {
      name: 'a new expense, with what is missing',
      at: '/expenses?new=1',
      over: ['features/expenses/expense-dialog.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Add New Expense');
        await press(form, 'Add expense');
        await see(form, 'Description is required');
      },
    },
    {
      name: 'a receipt that is none',
      at: '/expenses?new=1',
      over: ['features/expenses/expense-dialog.tsx'],
      bring: attachText,
    },
    {
      name: 'an expense with its receipt',
      at: '/expenses',
      over: ['features/expenses/expense-dialog.tsx'],
      async bring({ page }) {
        await press(page, 'Edit Paper and ink');
        await see(await seeDialog(page, 'Edit Expense'), 'receipt.pdf');
      },
    },
    deleted('/items', /^Delete Photography/),
    deleted('/expenses', /^Delete Paper and ink/),
    overtaken(
      '/items',
      /^Edit Photography/,
      'item',
      { name: 'Theirs' },
      'features/items/item-dialog.tsx',
    ),
    {
      name: 'a customer that cannot be deleted',
      at: '/customers',
      async bring({ page }) {
        await press(page, 'Delete Marta Lindqvist');
        await see(page, /^Failed to delete customer/);
      },
    },
    {
      name: 'a list that could not be loaded',
      at: '/items?search=zz',
      async bring({ page, answer }) {
        await answer(/\/api\/items\?/, {
          status: 429,
          json: { code: 'RATE_LIMITED', message: 'Not just now.' },
        });
        await page.getByPlaceholder('Search items...').fill('zzz');
        await see(page, 'Items could not be loaded');
      },
    },
  ],
};
