/** What is done with an invoice, from its page. */
import { chooseMore } from '../screen-words.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { press, see, seeDialog, seeMenu } from './steps.ts';

const PAGE = '/invoices/:id';
const PAYMENTS = 'features/invoices/payments';
type Pick = (made: Prepared) => { id: number };

/** A dialog that a page's menu opens. */
const chosen = (
  name: string,
  pick: Pick,
  action: string | RegExp,
  over: string,
  bring: (stage: Stage) => Promise<unknown>,
): ListedState => ({
  name,
  at: PAGE,
  of: (made) => pick(made).id,
  over: [over],
  async bring(stage) {
    await chooseMore(stage.page, action);
    await bring(stage);
  },
});

/** A dialog that a button on the page opens. */
const pressed = (
  name: string,
  pick: Pick,
  button: string | RegExp,
  over: string,
  bring: (stage: Stage) => Promise<unknown>,
): ListedState => ({
  name,
  at: PAGE,
  of: (made) => pick(made).id,
  over: [over],
  async bring(stage) {
    await press(stage.page, button);
    await bring(stage);
  },
});

export const INVOICE_ACTIONS: Area = {
  name: 'what is done with an invoice',
  who: 'owner',
  states: [
    {
      name: 'what else can be done with an invoice',
      at: PAGE,
      of: ({ invoices }) => invoices.open.id,
      over: ['documents/detail/document-actions.tsx', 'documents/detail/document-actions.tsx'],
      bring: ({ page: shown }) => seeMenu(shown, /^More for /),
    },
    {
      name: 'moving a planned email',
      at: PAGE,
      of: ({ mailed }) => mailed.planned.id,
      async bring({ page: shown }) {
        await press(shown, 'Change time');
        await shown.getByLabel('New time').waitFor();
      },
    },
    chosen(
      'recording a payment, with a refusal',
      ({ invoices }) => invoices.open,
      'Record payment',
      `${PAYMENTS}/record-payment-dialog.tsx`,
      async ({ page: shown, made }) => {
        const dialog = await seeDialog(shown, 'Record payment');
        const { invoiceNumber } = made.invoices.many;
        await dialog.getByRole('checkbox', { name: new RegExp(`^${invoiceNumber}`) }).check();
        await dialog.getByLabel(`Amount for ${invoiceNumber}`).fill('9000');
        await press(dialog, 'Record payment');
        await see(dialog, /Amount must be at most/);
      },
    ),
    chosen(
      'writing off, with a refusal',
      ({ invoices }) => invoices.open,
      'Write off',
      `${PAYMENTS}/write-off-dialog.tsx`,
      async ({ page: shown }) => {
        const dialog = await seeDialog(shown, 'Write off');
        await dialog.getByLabel('Amount').fill('9000');
        await press(dialog, /^Write off/);
        await see(dialog, 'Reason is required');
      },
    ),
    pressed(
      'undoing a write-off',
      ({ paid }) => paid.writtenOff,
      /^Undo write-off/,
      `${PAYMENTS}/undo-write-off-dialog.tsx`,
      async ({ page: shown }) => see(await seeDialog(shown), /owed again/),
    ),
    pressed(
      'undoing a payment',
      ({ paid }) => paid.partly,
      /^Undo payment/,
      `${PAYMENTS}/undo-payment-dialog.tsx`,
      async ({ page: shown }) => see(await seeDialog(shown), /Owed again|owed again/),
    ),
    pressed(
      'applying credit to an invoice',
      ({ paid }) => paid.tooMuch,
      /^Apply to an invoice: the excess/,
      'documents/payments/apply-credit-dialog.tsx',
      async ({ page: shown }) => see(await seeDialog(shown, 'Apply credit'), /Apply \$/),
    ),
    pressed(
      'refunding more than was paid',
      ({ paid }) => paid.byCard,
      /^Refund/,
      'features/invoices/detail/refund-dialog.tsx',
      async ({ page: shown }) => {
        const dialog = await seeDialog(shown, 'Refund Payment');
        await dialog.getByLabel('Amount').fill('200');
        await press(dialog, /^Refund/);
        await see(dialog, 'Amount must be at most $100.00');
      },
    ),
    pressed(
      'marking as paid what is being charged',
      ({ charges }) => charges.planned,
      'Mark as Paid',
      'features/invoices/mark-paid-dialog.tsx',
      ({ page: shown }) => seeDialog(shown, 'Mark Invoice as Paid'),
    ),
    pressed(
      'putting a charge back',
      ({ charges }) => charges.leftOut,
      'Charge as planned',
      'features/invoices/charge/invoice-charge.tsx',
      async ({ page: shown }) => see(await seeDialog(shown), /is then charged to Visa/),
    ),
    pressed(
      'charging a card at once',
      ({ charges }) => charges.due,
      'Charge saved card',
      'features/invoices/charge/invoice-charge.tsx',
      async ({ page: shown }) => see(await seeDialog(shown), /with the saved card/),
    ),
    pressed(
      'pausing reminders, with a refusal',
      ({ invoices }) => invoices.open,
      'Pause reminders',
      'features/invoices/reminders/pause-reminders-dialog.tsx',
      async ({ page: shown }) => {
        const dialog = await seeDialog(shown, 'Pause reminders');
        await dialog.getByRole('textbox', { name: 'Promised by' }).fill('2020-01-01');
        await press(dialog, 'Pause reminders');
        await see(dialog, /^Choose a day from today/);
      },
    ),
    chosen(
      'crediting lines of an invoice, with a refusal',
      ({ invoices }) => invoices.open,
      'Credit this invoice',
      'features/credit-notes/credit-sheet.tsx',
      async ({ page: shown }) => {
        const sheet = await seeDialog(shown, 'Credit this invoice');
        await sheet.getByText('Lines', { exact: true }).click();
        await sheet.getByRole('checkbox', { name: 'Roses' }).check();
        await sheet.getByLabel('Quantity of Roses').fill('12');
        await press(sheet, 'Create draft');
        await see(sheet, 'Line 2 (Roses) has only 10 left to credit');
      },
    ),
    chosen(
      'correcting an invoice',
      ({ invoices }) => invoices.open,
      'Correct this invoice',
      'features/credit-notes/correct-invoice-dialog.tsx',
      ({ page: shown }) => seeDialog(shown),
    ),
    {
      name: 'a message with all that it can have',
      at: PAGE,
      of: ({ invoices }) => invoices.draft.id,
      over: ['documents/email/send-email-dialog.tsx'],
      async bring({ page: shown }) {
        await press(shown, 'Send by email');
        const writing = await seeDialog(shown, /^Send /);
        await press(writing, 'Add Cc/Bcc');
        await writing.getByLabel('Cc', { exact: true }).fill('anna');
        await writing.getByLabel('Attach files').setInputFiles({
          name: 'Terms.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('Thirty days'),
        });
        await writing.getByRole('button', { name: 'Remove Terms.txt' }).waitFor();
        await press(writing, 'Send later');
        await press(writing, 'Schedule');
        await see(writing, 'Enter valid email addresses, with a comma between them');
      },
    },
    {
      name: 'a reminder that is written',
      at: PAGE,
      of: ({ invoices }) => invoices.overdue.id,
      over: ['documents/email/send-email-dialog.tsx'],
      async bring({ page: shown }) {
        await press(shown, 'Send reminder');
        await see(await seeDialog(shown, /^Send /), 'Message');
      },
    },
    {
      name: 'a toast whose message can be taken back',
      at: PAGE,
      of: ({ invoices }) => invoices.draft.id,
      async bring({ page: shown, answer, made }) {
        const held = await made.owner.call<object>('GET', `/api/invoices/${made.mailed.held.id}`);
        await answer('**/send-email', { json: held });
        await press(shown, 'Send by email');
        await press(await seeDialog(shown, /^Send /), 'Send invoice');
        await see(shown, 'Sending email');
        await shown.getByRole('dialog').waitFor({ state: 'detached' });
      },
    },
  ],
};
