/** What customers see of invoices: the page where they pay, and the receipt. */
import type { Page } from 'playwright-core';
import { payNow } from '../checkout.ts';
import type { Area, ListedState, Stage } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { change, press, see } from './steps.ts';

const PAGE = '/pay-invoice/:publicId';
type Pick = (made: Prepared) => { publicId: string };

const onPage = (
  name: string,
  pick: Pick,
  bring: (stage: Stage) => Promise<unknown>,
): ListedState => ({ name, at: PAGE, of: (made) => pick(made).publicId, bring });

const stands = (name: string, pick: Pick, words: string | RegExp) =>
  onPage(name, pick, ({ page }) => see(page, words));

/** The provider's page opens in a tab that nobody looks at. */
async function pressPay(page: Page): Promise<void> {
  await page.evaluate(standInForTab);
  await payNow(page).click();
}

export const PAY_PAGES: Area = {
  name: 'the page where an invoice is paid',
  who: 'nobody',
  states: [
    stands(
      'an invoice that can be paid in no way',
      ({ unpayable }) => unpayable,
      'Payment Not Available',
    ),
    stands('two ways to pay', ({ invoices }) => invoices.open, 'Pay with PayPal'),
    onPage(
      'what is agreed to',
      ({ invoices }) => invoices.open,
      async ({ page }) => {
        await page.getByLabel('Pay following invoices automatically').check();
        await see(page, /^I allow/);
      },
    ),
    stands('a card that is charged', ({ charges }) => charges.planned, 'Pay now instead'),
    onPage(
      'paying what a card is charged for',
      ({ charges }) => charges.planned,
      async ({ page }) => {
        await press(page, 'Pay now instead');
        await payNow(page).waitFor();
      },
    ),
    stands('a card that was declined', ({ charges }) => charges.declined, / was declined\. It is/),
    stands('a card that is not charged', ({ charges }) => charges.before, /This one is not/),
    onPage(
      'the end of automatic payment',
      ({ charges }) => charges.planned,
      async ({ page }) => {
        await press(page, 'End automatic payment');
        await see(page, /^Yes, stop charging/);
      },
    ),
    onPage(
      'a checkout that is open in another tab',
      ({ invoices }) => invoices.open,
      async ({ page, answer }) => {
        const paymentUrl = 'https://pay.example/checkout';
        await answer('**/create-payment', { json: { paymentUrl } });
        await pressPay(page);
        await see(page, /^The checkout is open in another tab/);
      },
    ),
    onPage(
      'a checkout that is refused',
      ({ invoices }) => invoices.open,
      async ({ page, answer }) => {
        const message = 'This business cannot take payments just now.';
        await answer('**/create-payment', { status: 409, json: { code: 'CONFLICT', message } });
        await pressPay(page);
        await see(page, message);
      },
    ),
    {
      ...stands(
        'a payment that is being confirmed',
        ({ invoices }) => invoices.open,
        'Payment being confirmed',
      ),
      before: (stage) =>
        change(stage, '**/api/public/invoice/*', (answer) => ({
          ...answer,
          invoice: { ...(answer['invoice'] as object), paymentProcessing: true },
        })),
    },
    stands('an installment to pay', ({ invoices }) => invoices.inParts, /^Full balance/),
    onPage(
      'an amount that is refused',
      ({ nordInvoices }) => nordInvoices.issued,
      async ({ page }) => {
        await page.getByRole('radio', { name: 'Another amount' }).check();
        await page.getByLabel('Amount in EUR').fill('9000');
        await payNow(page).click();
        await see(page, /^Amount must be at most/);
      },
    ),
    stands('a deposit to pay', ({ deposit }) => deposit, /^Deposit 30% for estimate/),
    stands('a final invoice to pay', ({ final }) => final, 'Total before deposits'),
    stands('an invoice with wide figures', ({ invoices }) => invoices.wide, /^Consultation/),
    stands('an invoice from right to left', ({ invoices }) => invoices.rightToLeft, /أمر شراء/),
    stands('an invoice that is paid', ({ paid }) => paid.byHand, 'PAID'),
    stands('an invoice that is overdue', ({ invoices }) => invoices.overdue, 'OVERDUE'),
    onPage(
      'a long invoice, scrolled',
      ({ invoices }) => invoices.many,
      async ({ page, phone }) => {
        await payNow(page).waitFor();
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        // On the phone the way to pay stays at hand.
        await page
          .getByRole('button', { name: 'Pay Now' })
          .nth(phone ? 1 : 0)
          .waitFor();
      },
    ),
    onPage(
      'asking for a link to all documents, with a refusal',
      ({ invoices }) => invoices.open,
      async ({ page }) => {
        await press(page, /^All your documents with/);
        await page.getByLabel(/^Your email address/).fill('marta');
        await press(page, 'Email a link');
        await see(page, 'Enter a valid email address');
      },
    ),
    stands('an invoice that is not there', ({ invoices }) => invoices.draft, 'Invoice Not Found'),
    stands('an invoice of a suspended business', ({ closed }) => closed, 'Invoice Not Available'),
  ],
};

/** Runs in the page. */
function standInForTab(): void {
  const tab = {
    opener: null,
    document: document.implementation.createHTMLDocument(),
    closed: false,
    location: { replace() {} },
    close() {},
  };
  Object.assign(globalThis, { open: () => tab });
}

const RECEIPT = '/payment-success?invoice=:publicId';

const told = (state: string, words: string): ListedState => ({
  name: `a receipt: ${state}`,
  at: RECEIPT,
  of: ({ invoices }) => invoices.open.publicId,
  before: ({ answer, made }) =>
    answer('**/mark-paid', {
      json: {
        state,
        invoiceNumber: made.invoices.open.invoiceNumber,
        businessName: 'Marram Studio',
        amount: '50.00',
        currency: 'USD',
        dueDate: '2026-12-24',
        paidDate: state === 'confirming' ? null : '2026-11-24',
        method: state === 'confirming' ? null : 'Visa ending 4242',
        alreadyPaid: false,
        receiptEmailed: state === 'paid',
      },
    }),
  bring: ({ page }) => page.getByRole('heading', { level: 1, name: words }).waitFor(),
});

export const RECEIPTS: Area = {
  name: 'receipts',
  who: 'nobody',
  states: [
    told('paid', 'Payment Successful!'),
    told('review', 'Payment received'),
    told('refunded', 'Payment refunded'),
    { ...told('confirming', 'Confirming your payment'), staysBusy: true },
    {
      name: 'a receipt: not completed',
      at: RECEIPT,
      of: ({ invoices }) => invoices.open.publicId,
      bring: ({ page }) =>
        page.getByRole('heading', { level: 1, name: 'Payment not completed' }).waitFor(),
    },
    {
      name: 'a receipt: an installment',
      at: RECEIPT,
      of: ({ paid }) => paid.installment.publicId,
      bring: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
    {
      name: 'a receipt: it could not be checked',
      at: RECEIPT,
      of: ({ invoices }) => invoices.open.publicId,
      async before({ answer, expectOutage }) {
        expectOutage();
        await answer('**/api/**', (route) => route.abort());
      },
      bring: ({ page }) => see(page, 'Your payment could not be checked'),
    },
  ],
};
