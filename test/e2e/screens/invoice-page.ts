/** The page of an invoice, in each state that it can have. */
import { rail } from '../screen-words.ts';
import type { Area, ListedState } from './listed-state.ts';
import type { Prepared } from './prepared/prepare-accounts.ts';
import { change, see } from './steps.ts';

const PAGE = '/invoices/:id';
type Pick = (made: Prepared) => { id: number };

/** A draft's page, which stands once these words are there. */
const draft = (name: string, pick: Pick, words: string | RegExp): ListedState => ({
  name,
  at: PAGE,
  of: (made) => pick(made).id,
  bring: ({ page: shown }) => see(shown, words),
});

/** The page of what was issued: its versions are checked as well. */
const page = (name: string, pick: Pick, words: string | RegExp): ListedState => ({
  ...draft(name, pick, words),
  async bring({ page: shown }) {
    await see(shown, words);
    await shown
      .getByText(/versions? verified/)
      .first()
      .waitFor({ state: 'attached' });
  },
});

export const INVOICE_PAGE: Area = {
  name: 'the page of an invoice',
  who: 'owner',
  states: [
    page('an invoice', ({ invoices }) => invoices.open, 'Nothing received yet.'),
    page('an invoice that is overdue', ({ invoices }) => invoices.overdue, 'Partly paid'),
    page('an invoice with installments', ({ paid }) => paid.installment, 'Settled'),
    page('an invoice that is paid', ({ paid }) => paid.byHand, 'Check'),
    page('a payment for several invoices', ({ paid }) => paid.partly, 'Reference SEPA 4711'),
    page('a payment that was undone', ({ paid }) => paid.undone, 'Undone: it no longer counts'),
    page('an invoice that is overpaid', ({ paid }) => paid.tooMuch, 'Overpaid by $40.00'),
    page('an invoice that is written off', ({ paid }) => paid.writtenOff, 'Bankrupt'),
    page('an invoice on which nothing is due', ({ paid }) => paid.nothingDue, 'Nothing due'),
    page('an invoice given up in part', ({ paid }) => paid.givenUpInPart, /^Written off \$30\.00/),
    page('an invoice that is credited', ({ invoices }) => invoices.credited, 'CN-1'),
    page('a payment by card, refunded in part', ({ paid }) => paid.refunded, '$7.00 refunded'),
    page(
      'a payment that went back whole, after a part',
      ({ paid }) => paid.givenBack,
      /^\$7\.00 not owed again/,
    ),
    page('a deposit invoice', ({ deposit }) => deposit, 'Deposit invoice'),
    page('a final invoice', ({ final }) => final, 'Of $1,404.00 in all'),
    page('an invoice whose email was kept', ({ mailed }) => mailed.kept, /kept in the outbox/),
    draft('an invoice whose email is planned', ({ mailed }) => mailed.planned, /scheduled for/),
    draft(
      'an email that can be taken back',
      ({ mailed }) => mailed.held,
      /goes out in a few seconds/,
    ),
    draft('an email that was taken back', ({ mailed }) => mailed.withdrawn, 'It was not sent.'),
    draft('an email that may have been sent', ({ mailed }) => mailed.unsure, /may have been sent$/),
    page('an email that came back', ({ mailed }) => mailed.bounced, /not delivered/),
    page('a receipt that was not sent', ({ mailed }) => mailed.withheld, /^Receipt to .* not sent/),
    page(
      'an invoice nobody was written to',
      ({ invoices }) => invoices.withoutAddress,
      'Not sent by email',
    ),
    page('a charge that is planned', ({ charges }) => charges.planned, /is charged to Visa/),
    {
      name: 'a payment that is being confirmed, and one in review',
      at: PAGE,
      of: ({ paid }) => paid.byCard.id,
      before: ({ answer, made }) =>
        change({ answer }, `**/api/invoices/${made.paid.byCard.id}`, (invoice) => ({
          ...invoice,
          status: 'sent',
          paymentProcessing: true,
          payments: (invoice['payments'] as object[]).map((payment) => ({
            ...payment,
            status: 'review',
            notes: 'Paid 107.00 of 90.00.',
          })),
        })),
      bring: ({ page: shown }) => see(rail(shown), 'Needs review: Paid 107.00 of 90.00.'),
    },
    {
      name: 'an invoice that does not exist',
      at: '/invoices/999999',
      bring: ({ page: shown }) => see(shown, /not found/i),
    },
  ],
};
