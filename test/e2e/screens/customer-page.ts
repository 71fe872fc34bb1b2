/** The page of a customer: what is owed, what there is, and what is done. */
import { chooseMore } from '../screen-words.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { press, see, seeDialog, seeMenu } from './steps.ts';

type Which = 'harbor' | 'merged' | 'payer' | 'bounced' | 'guest';
const ACCOUNT = 'features/customer-account';

const onPage = (
  name: string,
  which: Which,
  bring: (stage: Stage) => Promise<unknown>,
  over: readonly string[] = [],
  show = '',
): ListedState => ({
  name,
  at: `/customers/:id${show && `?show=${show}`}`,
  of: (made: Prepared) => made[which],
  over,
  bring,
});

const stands = (name: string, which: Which, words: string | RegExp, show?: string) =>
  onPage(name, which, ({ page }) => see(page, words), [], show);

export const CUSTOMER_PAGE: Area = {
  name: 'the page of a customer',
  who: 'owner',
  states: [
    stands('a customer', 'harbor', 'Ask for Lena.'),
    stands('all invoices of a customer', 'harbor', /^T-\d/, 'invoices'),
    stands('estimates of a customer', 'harbor', /^EST-/, 'estimates'),
    stands('recurring invoices of a customer', 'harbor', 'Retainer', 'recurring'),
    stands('credit notes of a customer', 'harbor', /^CN-/, 'credit-notes'),
    stands('payments of a customer', 'payer', 'SEPA 4711', 'payments'),
    stands('expenses of a customer', 'harbor', 'Train to Lund', 'expenses'),
    stands('no expenses of a customer', 'payer', /^No expenses/, 'expenses'),
    stands('the statement of a customer', 'payer', /^Closing balance on/, 'statement'),
    stands('a customer whose address came back', 'bounced', /^An email came back on/),
    onPage(
      'a customer whose card was declined, and who proposes other details',
      'guest',
      async ({ page }) => {
        await see(page, 'Proposed contact details');
        await page.getByText('What was agreed to').click();
        await see(page, /was declined on/);
      },
    ),
    stands('a customer whom another is merged into', 'merged', 'Merged into this customer'),
    {
      name: 'a customer who does not exist',
      at: '/customers/999999',
      bring: ({ page }) => see(page, 'Customer not found'),
    },
    onPage('the menu of a customer', 'harbor', ({ page }) => seeMenu(page, /^More for /), [
      `${ACCOUNT}/account-view.tsx`,
    ]),
    {
      ...onPage(
        'the menu of a payment',
        'payer',
        ({ page }) => seeMenu(page, /^Actions for the payment/),
        [`${ACCOUNT}/payment-columns.tsx`],
        'payments',
      ),
      only: 'desktop',
    },
    onPage(
      'recording a payment for no invoice',
      'harbor',
      async ({ page }) => {
        await press(page, 'Record payment');
        const dialog = await seeDialog(page, 'Record payment');
        await press(dialog, 'Record payment');
        await see(dialog, /^Amount/);
      },
      ['features/invoices/payments/record-payment-dialog.tsx'],
    ),
    onPage(
      'sending a statement with all that it can have',
      'harbor',
      async ({ page }) => {
        await press(page, 'Send statement');
        const writing = await seeDialog(page, 'Send statement');
        await press(writing, 'Add Cc/Bcc');
        await press(writing, 'Send later');
        await writing.getByLabel('Send on').waitFor();
      },
      [`${ACCOUNT}/send-statement-dialog.tsx`],
    ),
    onPage(
      'merging a customer, with a refusal',
      'harbor',
      async ({ page }) => {
        await chooseMore(page, /^Merge/);
        const dialog = await seeDialog(page, /^Merge /);
        await press(dialog, 'Merge');
        await see(dialog, 'Choose the customer to merge into');
      },
      [`${ACCOUNT}/merge-dialog.tsx`],
    ),
    onPage(
      'separating customers again',
      'merged',
      async ({ page }) => {
        await press(page, /^Separate again/);
        await seeDialog(page, /^Separate /);
      },
      [`${ACCOUNT}/merged-customers.tsx`],
    ),
    onPage(
      'ending access to the portal',
      'guest',
      async ({ page }) => {
        await press(page, 'End access');
        await seeDialog(page, 'End access to the portal?');
      },
      [`${ACCOUNT}/customer-portal.tsx`],
    ),
    onPage(
      'ending automatic payment',
      'guest',
      async ({ page }) => {
        await press(page, 'End');
        await seeDialog(page, 'End automatic payment?');
      },
      [`${ACCOUNT}/automatic-payment.tsx`],
    ),
  ],
};
