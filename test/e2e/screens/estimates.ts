/** Estimates: the list, the page, the editor and what is asked. */
import { chooseMore, openShare } from '../screen-words.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Estimates } from './prepared/prepare-estimates.ts';
import { choose, press, see, seeDialog, seeMenu } from './steps.ts';

const PAGE = '/estimates/:id';
type Which = keyof Estimates['estimates'];

const onPage = (
  name: string,
  which: Which,
  bring: (stage: Stage) => Promise<unknown>,
  over: readonly string[] = [],
): ListedState => ({
  name,
  at: PAGE,
  of: ({ estimates }) => estimates[which].id,
  over,
  bring,
});

const stands = (name: string, which: Which, words: string | RegExp) =>
  onPage(name, which, ({ page }) => see(page, words));

export const ESTIMATES: Area = {
  name: 'estimates',
  who: 'owner',
  states: [
    { name: 'estimates', at: '/estimates', bring: ({ page }) => see(page, 'EST-1') },
    {
      name: 'estimates under a filter',
      at: '/estimates?minTotal=100&sort=-total&status=sent',
      bring: ({ page }) => see(page, 'Amount: from $100.00'),
    },
    {
      name: 'the menu of an estimate',
      at: '/estimates',
      over: ['documents/document-card.tsx'],
      bring: ({ page }) => seeMenu(page, /^Actions for EST-/),
    },
    stands('an estimate that is a draft', 'draft', /^Not sent yet/),
    stands('an estimate with a deposit and installments', 'sent', /^Deposit 30%/),
    stands('an estimate with what is to be chosen', 'choices', 'Created and issued'),
    stands('an estimate with its signature', 'signed', 'Acceptance'),
    stands('an estimate with its draft deposit', 'inTheWay', /still to be invoiced/),
    stands('an estimate that was converted', 'converted', /^Converted to/),
    stands('an estimate that was rejected', 'rejected', 'Rejected'),
    {
      name: 'an estimate that does not exist',
      at: '/estimates/999999',
      bring: ({ page }) => see(page, /not found/i),
    },
    onPage(
      'the question before an estimate is accepted',
      'sent',
      async ({ page }) => {
        await press(page, 'Mark as Accepted');
        await see(await seeDialog(page), /^A draft deposit invoice/);
      },
      ['documents/records/document-dialogs.tsx'],
    ),
    onPage(
      'the question before an estimate is converted, with a deposit in the way',
      'inTheWay',
      async ({ page }) => {
        await press(page, 'Convert to Invoice');
        await see(await seeDialog(page, /cannot be converted yet$/), /is still a draft/);
      },
      ['documents/records/document-dialogs.tsx'],
    ),
    onPage(
      'asking for a deposit, with a refusal',
      'draft',
      async ({ page }) => {
        await chooseMore(page, 'Ask for a deposit');
        const dialog = await seeDialog(page, 'Ask for a deposit');
        await dialog.getByLabel('Deposit').fill('a third');
        await press(dialog, 'Create deposit invoice');
        await see(dialog, 'Enter a percentage, such as 30%, or an amount');
      },
      ['features/estimates/deposit-dialog.tsx'],
    ),
    onPage(
      'the email of an estimate',
      'draft',
      async ({ page }) => {
        await press(page, 'Send by email');
        await see(await seeDialog(page, /^Send /), /^A button opens the estimate’s page/);
      },
      ['documents/email/send-email-dialog.tsx'],
    ),
    onPage(
      'the links to a draft',
      'draft',
      async ({ page }) => see(await openShare(page), /^A draft has no public page/),
      ['documents/share/share-dialog.tsx'],
    ),
    {
      name: 'the editor with a deposit and a choice, and a fault',
      at: '/estimates/:id?edit=1',
      of: ({ estimates }) => estimates.choices.id,
      over: ['documents/editor/document-editor.tsx'],
      async bring({ page, phone }) {
        const form = await seeDialog(page, 'Edit Estimate');
        await choose(page, 'Columns and options', 'Ask for a deposit');
        await form.getByLabel('Deposit', { exact: true }).fill('30 %');
        await choose(page, 'Columns and options', 'Choose what acceptance does');
        await form.getByLabel('After online acceptance').selectOption('Issue and send the invoice');
        if (phone) return;
        await form.getByLabel('Maximum quantity, line 3').fill('1');
        await press(form, 'Save changes');
        await see(form, /^Maximum quantity must be at least/);
      },
    },
  ],
};
