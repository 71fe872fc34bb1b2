/** The editor of invoices, new ones and those that are edited. */
import { pickCustomer } from '../screen-words.ts';
import type { Area } from './listed-state.ts';
import { choose, press, see, seeDialog, seeMenu } from './steps.ts';

export const INVOICE_EDITOR: Area = {
  name: 'the editor of invoices',
  who: 'owner',
  states: [
    {
      name: 'a customer is chosen in a new invoice',
      at: '/invoices?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        await pickCustomer(page, 'Harbor');
        await see(page, /Harbor/);
      },
    },
    {
      name: 'the columns and options of an invoice',
      at: '/invoices?new=1',
      over: ['documents/editor/editor-options.tsx'],
      bring: ({ page }) => seeMenu(page, 'Columns and options'),
    },
    {
      name: 'the pages of an invoice that is written',
      at: '/invoices?new=1',
      over: ['documents/editor/preview-dialog.tsx'],
      only: 'phone',
      async bring({ page }) {
        await press(page, /review/);
        await seeDialog(page, /review/);
      },
    },
    {
      name: 'items to choose from',
      at: '/invoices?new=1',
      over: ['documents/editor/item-picker.tsx'],
      async bring({ page }) {
        await press(page, 'From Items & Services');
        const picker = await seeDialog(page, 'Items & Services');
        await press(picker, /Hardback sample book/);
        await see(picker, 'Add line');
      },
    },
    {
      name: 'items that a line finds',
      at: '/invoices?new=1',
      over: ['documents/editor/line-sheet.tsx', 'documents/editor/line-suggestions.tsx'],
      async bring({ page, phone }) {
        const form = await seeDialog(page, 'Create New Invoice');
        if (phone) await press(form, /^Line 1/);
        const place = phone ? await seeDialog(page, 'Line 1') : form;
        await place.getByLabel(phone ? 'Description' : 'Description, line 1').fill('pho');
        await page.getByRole('option', { name: /^Photography/ }).waitFor();
      },
    },
    {
      name: 'a discount, a charge and installments that do not add up',
      at: '/invoices?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Create New Invoice');
        for (const entry of ['Add discount', 'Add charge', 'Add installments']) {
          await choose(page, 'Columns and options', entry);
        }
        const plan = form.getByRole('region', { name: 'Installments' });
        await press(plan, '30% now, rest in 30 days');
        await form.getByLabel('Discount, percentage or amount').fill('10 %');
        await plan.getByLabel('Installment 2, percentage or amount').fill('60%');
        await see(plan, 'The installments add up to 90% and must add up to 100%');
      },
    },
    {
      name: 'a total that is rounded',
      at: '/invoices?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Create New Invoice');
        await choose(page, 'Columns and options', 'Change currency');
        await form.getByRole('combobox', { name: 'Currency' }).fill('CHF');
        await page.getByRole('option', { name: /^CHF/ }).click();
        await form.getByLabel(/^Round total to/).check();
      },
    },
    {
      name: 'the notes of an invoice, and its other texts',
      at: '/invoices?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page, phone }) {
        const form = await seeDialog(page, 'Create New Invoice');
        if (phone) await form.getByRole('tab', { name: 'Notes' }).click();
        await form.getByRole('textbox', { name: /^Notes/ }).fill('Thank you.');
        await form.getByRole('textbox', { name: /^Terms/ }).fill('In advance.');
      },
    },
    {
      name: 'an invoice that is edited: the payment that a status asks for',
      at: '/invoices/:id?edit=1',
      of: ({ invoices }) => invoices.open.id,
      over: ['features/invoices/mark-paid-dialog.tsx'],
      async bring({ page: shown }) {
        const form = await seeDialog(shown, 'Edit Invoice');
        await form.getByLabel('Status').selectOption('Paid');
        await press(form, /^Save/);
        await seeDialog(shown, 'Mark Invoice as Paid');
      },
    },
    {
      name: 'an invoice that is edited: the payment that a status reverses',
      at: '/invoices/:id?edit=1',
      of: ({ paid }) => paid.byHand.id,
      over: ['features/invoices/editor/set-back-dialog.tsx'],
      async bring({ page: shown }) {
        const form = await seeDialog(shown, 'Edit Invoice');
        await form.getByLabel('Status').selectOption('Sent');
        await press(form, /^Save/);
        await seeDialog(shown, 'Reverse Payment?');
      },
    },
    {
      name: 'an invoice that was changed elsewhere',
      at: '/invoices/:id?edit=1',
      of: ({ invoices }) => invoices.open.id,
      over: ['documents/editor/conflict-dialog.tsx'],
      async bring({ page: shown, answer, made }) {
        const stored = await made.owner.call<{ version: number }>(
          'GET',
          `/api/invoices/${made.invoices.open.id}`,
        );
        await answer(`**/api/invoices/${made.invoices.open.id}`, (route) =>
          route.request().method() === 'PUT'
            ? route.fulfill({
                status: 409,
                json: {
                  code: 'STALE',
                  message: 'It was changed elsewhere.',
                  current: { ...stored, version: stored.version + 1, invoiceNumber: 'T-first' },
                },
              })
            : route.fallback(),
        );
        const form = await seeDialog(shown, 'Edit Invoice');
        await form.getByLabel('Invoice number').fill('T-second');
        await press(form, /^Save/);
        await see(await seeDialog(shown, /changed elsewhere/), 'T-first');
      },
    },
    {
      name: 'a final invoice that is edited, with its deposits',
      at: '/invoices/:id?edit=1',
      of: ({ final }) => final.id,
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page: shown }) {
        await see(await seeDialog(shown, 'Edit Invoice'), 'Tax of this invoice');
      },
    },
  ],
};
