/** Documents of a business with taxes, columns, series and other currencies. */
import { pickCustomer } from '../screen-words.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import { choose, press, see, seeDialog } from './steps.ts';

const NEW = '/invoices?new=1';
const EDITOR = 'documents/editor';

const written = (
  name: string,
  over: readonly string[],
  bring: (stage: Stage) => Promise<unknown>,
): ListedState => ({ name, at: NEW, over: over.map((file) => `${EDITOR}/${file}`), bring });

export const SECOND_BUSINESS: Area = {
  name: 'documents with taxes and series',
  who: 'nord',
  states: [
    { name: 'invoices with a draft', at: '/invoices', bring: ({ page }) => see(page, /^Draft/) },
    {
      name: 'a draft without a number',
      at: '/invoices/:id',
      of: ({ nordInvoices }) => nordInvoices.draft.id,
      bring: ({ page }) => see(page, /^Not sent yet/),
    },
    {
      name: 'the question about issued invoices',
      at: '/invoices/:id',
      of: ({ nordInvoices }) => nordInvoices.issued.id,
      bring: ({ page }) => see(page, /§ 146 \(4\) AO, GoBD/),
    },
    {
      name: 'what is credited, with a series',
      at: '/invoices/:id',
      of: ({ nordInvoices }) => nordInvoices.issued.id,
      over: ['features/credit-notes/credit-sheet.tsx'],
      async bring({ page }) {
        await choose(page, /^More for /, 'Credit this invoice');
        await see(
          await seeDialog(page, 'Credit this invoice'),
          /^Its number is given when it is issued/,
        );
      },
    },
    {
      name: 'the email of a draft without a number',
      at: '/invoices/:id',
      of: ({ nordInvoices }) => nordInvoices.draft.id,
      over: ['documents/email/send-email-dialog.tsx'],
      async bring({ page }) {
        await press(page, 'Send by email');
        await see(await seeDialog(page, 'Send invoice'), /^The invoice is issued immediately/);
      },
    },
    written('an editor with all columns', ['document-editor.tsx'], async ({ page, phone }) => {
      const form = await seeDialog(page, 'Create New Invoice');
      if (phone) await see(form, /what is it for/);
      else await form.getByLabel('Unit, line 1').waitFor();
    }),
    written(
      'a line with unit, discount and taxes',
      ['line-sheet.tsx', 'line-taxes.tsx'],
      async ({ page, phone }) => {
        const form = await seeDialog(page, 'Create New Invoice');
        if (phone) {
          await press(form, /^Line 1/);
          const sheet = await seeDialog(page, 'Line 1');
          await sheet.getByLabel('Discount').fill('10%');
          await sheet.getByRole('checkbox', { name: /19%/ }).waitFor();
          return;
        }
        await press(form, /^Tax, line 1:/);
        await page.getByRole('dialog', { name: 'Taxes of line 1' }).waitFor();
      },
    ),
    written('the taxes of a charge', ['adjustment-rows.tsx'], async ({ page }) => {
      await choose(page, 'Columns and options', 'Add charge');
      await press(page, /^Taxes of charge/);
      await seeDialog(page, /^Taxes of charge/);
    }),
    written('a tax rate that is made in the editor', ['adjustment-rows.tsx'], async ({ page }) => {
      await choose(page, 'Columns and options', 'Add charge');
      await press(page, /^Taxes of charge/);
      await press(await seeDialog(page, /^Taxes of charge/), 'Add a rate');
      await seeDialog(page, 'Add New Tax Rate');
    }),
    written('an invoice in another currency', ['document-editor.tsx'], async ({ page }) => {
      const form = await seeDialog(page, 'Create New Invoice');
      await pickCustomer(page, 'Pacific');
      await form.getByLabel('Exchange rate').waitFor();
      await press(form, /^Create & Send/);
      await see(form, /exchange rate|Description is required|descriptions/);
    }),
    written('currencies to choose from', ['document-editor.tsx'], async ({ page }) => {
      const form = await seeDialog(page, 'Create New Invoice');
      await choose(page, 'Columns and options', 'Change currency');
      await form.getByLabel('Currency').fill('swiss');
      await page.getByRole('option', { name: 'CHF – Swiss Franc' }).waitFor();
    }),
  ],
};
