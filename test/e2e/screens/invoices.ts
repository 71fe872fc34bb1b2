/** The list of invoices. */
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { press, see, seeDialog } from './steps.ts';

const LIST = '/invoices';
type Pick = (made: Prepared) => { invoiceNumber: string };

/** The list, narrowed to an invoice, so that its row is there. */
async function openMenu({ page, made }: Stage, pick: Pick): Promise<void> {
  const { invoiceNumber } = pick(made);
  await page.getByPlaceholder('Number, customer or amount').fill(invoiceNumber);
  // The rows that were there before wait for what is found.
  await page.waitForFunction(
    () => document.querySelectorAll('main [aria-label^="Actions for"]').length === 1,
  );
  await press(page, `Actions for ${invoiceNumber}`);
  await page.getByRole('menuitem').first().waitFor();
}

const chosen = (
  name: string,
  pick: Pick,
  entry: string,
  over: readonly string[],
  dialog: (stage: Stage) => Promise<unknown>,
): ListedState => ({
  name,
  at: LIST,
  over,
  async bring(stage) {
    await openMenu(stage, pick);
    await stage.page.getByRole('menuitem', { name: entry, exact: true }).click();
    await dialog(stage);
  },
});

export const INVOICES: Area = {
  name: 'the list of invoices',
  who: 'owner',
  states: [
    { name: 'invoices', at: LIST, bring: ({ page }) => see(page, /Draft/) },
    {
      name: 'invoices, scrolled',
      at: LIST,
      async bring({ page }) {
        await see(page, /Overdue/);
        await page.evaluate(() => scrollTo(0, 700));
      },
    },
    {
      name: 'invoices that were written off',
      at: '/invoices?status=written_off',
      bring: ({ page }) => see(page, /Written off/),
    },
    {
      name: 'a part paid, opened and overdue',
      at: '/invoices?search=:number',
      of: ({ invoices }) => invoices.overdue.invoiceNumber,
      async bring({ page }) {
        await page.locator('main').getByText('Viewed', { exact: true }).waitFor();
        await see(page, /due$/);
      },
    },
    {
      name: 'a search that finds nothing',
      at: '/invoices?search=nobody+at+all',
      bring: ({ page }) => see(page, 'Nothing matches “nobody at all”.'),
    },
    {
      name: 'invoices under filters',
      at: '/invoices?minTotal=100&customerId=1&sort=-total',
      async bring({ page }) {
        await see(page, 'Amount: from $100.00');
        await see(page, /Customer: /);
      },
    },
    {
      name: 'the filter, with a fault',
      at: LIST,
      over: ['documents/filter/filter-button.tsx', 'documents/filter/filter-button.tsx'],
      async bring({ page }) {
        await press(page, /^Filter/);
        const panel = page.getByRole('dialog', { name: /^Filter/ });
        await panel.getByLabel('Date issued').selectOption('Other dates');
        await panel.getByLabel('Amount to').fill('5');
        await panel.getByLabel('Amount from').fill('1,000');
        await press(panel, 'Apply');
        await see(panel, 'Amount to must not be below Amount from');
      },
    },
    {
      name: 'customers that the filter finds',
      at: LIST,
      over: ['ui/combobox-field.tsx'],
      async bring({ page }) {
        await press(page, /^Filter/);
        const panel = page.getByRole('dialog', { name: /^Filter/ });
        await panel.getByRole('combobox', { name: 'Customer' }).fill('ma');
        await page.getByRole('option', { name: /Marta/ }).waitFor();
      },
    },
    {
      name: 'the days of a month',
      at: LIST,
      over: ['ui/date-field.tsx'],
      only: 'desktop',
      async bring({ page }) {
        await press(page, /^Filter/);
        const panel = page.getByRole('dialog', { name: /^Filter/ });
        await panel.getByLabel('Date issued').selectOption('Other dates');
        await press(panel, 'Choose from');
        await page.getByRole('grid').waitFor();
      },
    },
    {
      name: 'the menu of a row',
      at: LIST,
      over: ['features/invoices/list/row-menu.tsx'],
      bring: (stage) => openMenu(stage, ({ invoices }) => invoices.open),
    },
    {
      name: 'the menu of a draft',
      at: LIST,
      over: ['features/invoices/list/row-menu.tsx'],
      async bring(stage) {
        await openMenu(stage, ({ invoices }) => invoices.draft);
        await see(stage.page, 'A draft cannot be paid. Mark it as sent first.');
      },
    },
    chosen(
      'marking an invoice as paid',
      ({ invoices }) => invoices.open,
      'Mark as Paid',
      ['features/invoices/mark-paid-dialog.tsx'],
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Mark Invoice as Paid');
        await dialog.getByLabel('Payment date', { exact: true }).fill('');
        await press(dialog, 'Mark as Paid');
        await see(dialog, /Payment date/);
      },
    ),
    chosen(
      'the question before an invoice is deleted',
      ({ invoices }) => invoices.open,
      'Delete',
      ['features/invoices/delete-invoices-dialog.tsx'],
      ({ page }) => seeDialog(page, /^Delete /),
    ),
    chosen(
      'the links to an invoice',
      ({ invoices }) => invoices.open,
      'Share',
      ['documents/share/share-dialog.tsx'],
      async ({ page }) => see(await seeDialog(page, /^Share /), /Works for one payment/),
    ),
    chosen(
      'the link for a payment',
      ({ invoices }) => invoices.open,
      'Share',
      ['features/invoices/payment-link-dialog.tsx'],
      async ({ page, afterwards }) => {
        const dialog = await seeDialog(page, /^Share /);
        await page.evaluate(closeClipboard);
        afterwards(() => page.evaluate(openClipboard));
        await press(dialog, 'Generate Payment Link');
        await see(await seeDialog(page, 'Payment Link Created'), 'Copy link');
      },
    ),
    chosen(
      'a copy of an invoice',
      ({ paid }) => paid.byHand,
      'Duplicate',
      ['documents/editor/document-editor.tsx'],
      async ({ page }) => {
        const form = await seeDialog(page, 'Create New Invoice');
        await form.getByLabel('Invoice number', { exact: true }).waitFor();
      },
    ),
    chosen(
      'an email to nobody',
      ({ invoices }) => invoices.withoutAddress,
      'Send by email',
      ['documents/email/send-email-dialog.tsx'],
      async ({ page }) => {
        await see(page, 'No Email Address');
        await press(page, 'Enter one');
        const dialog = await seeDialog(page, /^Send /);
        await press(dialog, /^Send/);
        await see(dialog, /email address/);
      },
    ),
    {
      name: 'invoices that are selected',
      at: LIST,
      only: 'desktop',
      async bring({ page }) {
        const rows = page.locator('tbody tr[aria-rowindex]');
        for (const row of [0, 1]) await rows.nth(row).getByRole('checkbox').check();
        await see(page, '2 selected');
      },
    },
  ],
};

/** Both run in the page. */
function closeClipboard(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
}

function openClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
}
