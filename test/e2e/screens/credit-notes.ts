/** Credit notes: the list, the page, and what is done with credit. */
import { chooseMore } from '../screen-words.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Documents } from './prepared/prepare-documents.ts';
import { press, see, seeDialog, seeMenu } from './steps.ts';

const PAGE = '/credit-notes/:id';
type Which = keyof Documents['creditNotes'];

const onPage = (
  name: string,
  which: Which,
  bring: (stage: Stage) => Promise<unknown>,
  over: readonly string[] = [],
): ListedState => ({
  name,
  at: PAGE,
  of: ({ creditNotes }) => creditNotes[which].id,
  over,
  bring,
});

export const CREDIT_NOTES: Area = {
  name: 'credit notes',
  who: 'owner',
  states: [
    { name: 'credit notes', at: '/credit-notes', bring: ({ page }) => see(page, 'CN-1') },
    {
      name: 'the menu of a credit note',
      at: '/credit-notes',
      over: ['documents/document-card.tsx'],
      bring: ({ page }) => seeMenu(page, 'Actions for CN-1'),
    },
    onPage('a credit note for lines of an invoice', 'applied', ({ page }) => see(page, 'Corrects')),
    onPage('a credit note that was paid back in part', 'refunded', ({ page }) =>
      see(page, /^Paid back/),
    ),
    onPage('a draft of a credit note', 'draft', ({ page }) =>
      see(page, 'Credits nothing until it is issued'),
    ),
    {
      name: 'a credit note that does not exist',
      at: '/credit-notes/999999',
      bring: ({ page }) => see(page, /not found/i),
    },
    onPage(
      'the question before a credit note is issued',
      'draft',
      async ({ page }) => {
        await press(page, 'Issue');
        await see(await seeDialog(page), /is credited to/);
      },
      ['documents/records/document-dialogs.tsx'],
    ),
    onPage(
      'applying credit to invoices',
      'free',
      async ({ page, made }) => {
        await press(page, 'Apply to invoices');
        const dialog = await seeDialog(page, 'Apply to invoices');
        const { invoiceNumber } = made.invoices.open;
        await dialog.getByRole('checkbox', { name: invoiceNumber }).check();
        await see(dialog, /^Apply \$/);
      },
      ['documents/payments/apply-credit-dialog.tsx'],
    ),
    onPage(
      'recording a refund, with a refusal',
      'free',
      async ({ page, phone }) => {
        if (phone) await chooseMore(page, 'Record refund');
        else await press(page, 'Record refund');
        const dialog = await seeDialog(page, 'Record refund');
        await dialog.getByLabel('Amount', { exact: true }).fill('100.01');
        await press(dialog, 'Record refund');
        await see(dialog, 'Amount must be at most $100.00, which is left');
      },
      ['features/credit-notes/credit/record-refund-dialog.tsx'],
    ),
    onPage(
      'taking credit off an invoice',
      'refunded',
      async ({ page }) => {
        await press(page, /^Unapply /);
        await see(await seeDialog(page), /is owed again on/);
      },
      ['features/credit-notes/credit/credit-use.tsx'],
    ),
    {
      name: 'the editor of a credit note',
      at: '/credit-notes?new=1',
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page }) {
        const form = await seeDialog(page, 'Create Credit Note');
        await form.getByLabel('Credit note number', { exact: true }).waitFor();
      },
    },
    {
      name: 'the lines that a draft credits',
      at: '/credit-notes/:id?edit=1',
      of: ({ creditNotes }) => creditNotes.draft.id,
      over: ['features/credit-notes/credit-sheet.tsx'],
      async bring({ page }) {
        await see(await seeDialog(page, /^Edit /), 'Amount with tax');
      },
    },
  ],
};
