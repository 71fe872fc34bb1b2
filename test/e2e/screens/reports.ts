/** Reports, of the overview and on accounts. */
import type { TaxReport } from '../../../src/shared/reports/account-report.contract.ts';
import { taxReportSchema } from '../../../src/shared/reports/account-report.contract.ts';
import { daysFromNow } from '../owner.ts';
import type { Area, ListedState } from './listed-state.ts';
import { see } from './steps.ts';

const PERIOD = `from=${daysFromNow(-90)}&to=${daysFromNow(0)}`;

const report = (
  name: string,
  [of, query]: [string, string],
  words: string | RegExp,
): ListedState => ({
  name,
  at: `/reports/:report?${query}`,
  of: () => of,
  bring: ({ page }) => see(page, words),
});

const ABROAD = ['DE', 'CA', 'JP', 'CH', 'US'].map((country, place) => ({
  name: place === 1 ? 'QST' : 'VAT',
  rate: ['19.00', '9.975', '10.00', '8.10', '8.875'][place] ?? '',
  category: place === 1 ? null : 'S',
  country,
  base: '1234567.00',
  amount: '234567.73',
}));
const TAXES_ABROAD: TaxReport = taxReportSchema.parse({
  from: daysFromNow(-45),
  to: daysFromNow(0),
  basis: 'accrual',
  country: 'DE',
  currencies: [
    {
      currency: 'EUR',
      rows: ABROAD,
      countries: ABROAD.map(({ country, amount }) => ({ country, amount })),
      amount: '1172838.65',
    },
  ],
});

const overview = (name: string, query: string, words: string | RegExp): ListedState => ({
  name,
  at: `/reports${query}`,
  bring: ({ page }) => see(page, words),
});

export const REPORTS: Area = {
  name: 'reports',
  who: 'owner',
  states: [
    overview('the revenue report', '', 'Net Profit'),
    overview('the report of customers', '?type=customers&range=90', /^Invoiced by /),
    overview('the report of invoices', '?type=invoices', 'Total Invoices'),
    overview('the report of expenses', '?type=expenses&range=365', 'Papierhaus'),
    overview('a report of other dates', `?type=customers&${PERIOD}`, 'Active customers'),
    report('receivables by age', ['receivables', ''], 'Overdue'),
    report('revenue by invoice', ['revenue', PERIOD], 'By customer'),
    report('revenue by payment', ['revenue', `${PERIOD}&basis=cash`], 'Payments undone'),
    report('taxes by invoice', ['taxes', PERIOD], 'Tax invoiced'),
    {
      ...report(
        'taxes of several countries',
        ['taxes', `from=${daysFromNow(-45)}&to=${daysFromNow(0)}`],
        'More countries',
      ),
      before: ({ answer }) => answer('**/api/reports/taxes?*', { json: TAXES_ABROAD }),
    },
    report(
      'taxes of days that are no period',
      ['taxes', `from=${daysFromNow(0)}&to=${daysFromNow(-1)}`],
      'From must not be after To',
    ),
    report('what was written off and given back', ['write-offs', PERIOD], 'Payment undone'),
    report('the reconciliation', ['reconciliation', PERIOD], /that is the closing balance of/),
    report(
      'the reconciliation, entry by entry',
      ['reconciliation', `${PERIOD}&line=issued&currency=USD`],
      'Invoices issued, entry by entry',
    ),
    report('a report that does not exist', ['nonsense', ''], /not found/i),
  ],
};
