import type { Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_CURRENCY = 'must be a currency code, such as USD or EUR';
const NO_DATE = 'must be a date such as 2026-01-31';

const DOCUMENT_LISTS = ['invoices.list', 'estimates.list', 'creditNotes.list'];
const DOCUMENT_SUMS = ['invoices.summary', 'estimates.summary', 'creditNotes.summary'];
const EXPENSE_LISTS = ['expenses.list', 'expenses.summary'];
const OTHER_LISTS = ['customers.list', 'items.list', 'recurring.list', 'users.list'];
const COUNTS = ['customers.count', 'items.count', 'recurring.summary', 'users.count'];
const WITHOUT_SEARCH = [
  'payments.list',
  'emails.list',
  'notifications.list',
  'account.securityLog',
];
const PERIOD_REPORTS = ['revenue', 'taxes', 'writeOffs', 'reconciliation', 'entries', 'get'].map(
  (name) => `reports.${name}`,
);

/** Parameters of an address: everything is text. */
export const LIST_REFUSALS: Refusals[] = [
  {
    calls: [
      ...DOCUMENT_LISTS,
      'expenses.list',
      ...OTHER_LISTS,
      ...WITHOUT_SEARCH,
      'reports.entries',
      'reports.get',
    ],
    accepted: {},
    refused: [
      ...eachOf(
        'limit',
        ['0', '201', 'x', '', '1.5', '5.0', '-1', '1e2', '0x5', ' 5'],
        'limit must be a whole number from 1 to 200',
      ),
      [{ cursor: longText(301) }, 'cursor', 'cursor must be at most 300 characters'],
    ],
    taken: [{ limit: '1' }, { limit: '200' }, { limit: 200 }],
  },
  {
    calls: [...DOCUMENT_LISTS, ...DOCUMENT_SUMS, ...EXPENSE_LISTS, ...OTHER_LISTS, ...COUNTS],
    accepted: {},
    refused: [[{ search: longText(201) }, 'search', 'search must be at most 200 characters']],
  },
  {
    calls: [
      ...DOCUMENT_LISTS,
      ...DOCUMENT_SUMS,
      ...EXPENSE_LISTS,
      'recurring.list',
      'recurring.summary',
      'payments.list',
      'emails.list',
    ],
    accepted: {},
    refused: eachOf(
      'customerId',
      ['0', 'x', '1.5', ''],
      'customerId must be the number of a customer',
    ),
  },
  {
    calls: [...DOCUMENT_LISTS, ...DOCUMENT_SUMS, ...EXPENSE_LISTS],
    accepted: {},
    refused: [
      ...eachOf('from', ['soon', '2026-02-30', '2026'], `from ${NO_DATE}`),
      ...eachOf('to', ['soon', '2026-02-30'], `to ${NO_DATE}`),
      [{ from: '' }, 'from', 'from is required'],
      [{ to: '2100-01-01' }, 'to', 'to must be in the years 2000 to 2099'],
      [{ from: '2026-11-02', to: '2026-11-01' }, 'to', 'to must not be before from'],
    ],
    taken: [
      { from: '2026-11-02', to: '2026-11-02' },
      { from: '2000-01-01', to: '2099-12-31' },
    ],
  },
  {
    calls: [...DOCUMENT_LISTS, ...DOCUMENT_SUMS],
    accepted: {},
    refused: [
      ...['minTotal', 'maxTotal'].flatMap((field) => [
        ...eachOf(
          field,
          ['much', '1,50', '1e3', ' 1', '', '.5', longText(600)],
          `${field} must be a number`,
        ),
        ...eachOf(field, ['-1'], `${field} must not be negative`),
        ...eachOf(field, ['1.0005'], `${field} must be a number with at most three decimals`),
        ...eachOf(field, ['1000000000000'], `${field} must be at most 999,999,999,999.999`),
      ]),
      [{ minTotal: '2', maxTotal: '1.999' }, 'maxTotal', 'maxTotal must not be below minTotal'],
      ...eachOf('currency', ['XXX', 'EURO', ''], `currency ${NO_CURRENCY}`),
    ],
    taken: [
      { minTotal: '2', maxTotal: '2.000' },
      { minTotal: '0', maxTotal: '999999999999.999' },
    ],
  },
  {
    calls: ['invoices.list'],
    accepted: {},
    refused: [
      ...eachOf(
        'status',
        ['void', ''],
        'status must be one of all, unpaid, draft, sent, paid, overdue, paid_or_credited, written_off',
      ),
      [
        { sort: 'colour' },
        'sort',
        'sort must be one of -issueDate, issueDate, nextDueDate, -nextDueDate, -total, total',
      ],
    ],
  },
  {
    calls: ['estimates.list', 'estimates.summary'],
    accepted: {},
    refused: [
      [
        { status: 'paid' },
        'status',
        'status must be one of all, draft, sent, accepted, rejected, expired',
      ],
    ],
  },
  {
    calls: ['estimates.list'],
    accepted: {},
    refused: [
      [
        { sort: 'nextDueDate' },
        'sort',
        'sort must be one of -issueDate, issueDate, expiryDate, -expiryDate, -total, total',
      ],
    ],
  },
  {
    calls: ['creditNotes.list', 'creditNotes.summary'],
    accepted: {},
    refused: [[{ status: 'paid' }, 'status', 'status must be one of all, draft, issued, applied']],
  },
  {
    calls: ['creditNotes.list'],
    accepted: {},
    refused: [
      [{ sort: 'expiryDate' }, 'sort', 'sort must be one of -issueDate, issueDate, -total, total'],
    ],
  },
  {
    calls: ['recurring.list', 'recurring.summary'],
    accepted: {},
    refused: [
      [{ status: 'sent' }, 'status', 'status must be one of all, active, paused, ended, problem'],
    ],
  },
  {
    calls: EXPENSE_LISTS,
    accepted: {},
    refused: [
      [
        { category: 'Rent' },
        'category',
        'category must be one of Office Supplies, Travel, Meals & Entertainment, Software & Subscriptions, Marketing & Advertising, Professional Services, Equipment, Utilities, Internet & Phone, Insurance, Other',
      ],
    ],
  },
  {
    calls: ['expenses.list'],
    accepted: {},
    refused: [
      [
        { sort: 'vendor' },
        'sort',
        'sort must be one of -expenseDate, expenseDate, -amount, amount, category, -category',
      ],
    ],
  },
  {
    calls: ['search.find'],
    accepted: { q: '' },
    refused: [[{ q: longText(201) }, 'q', 'q must be at most 200 characters']],
  },
  {
    calls: ['exchangeRates.find'],
    accepted: { from: 'EUR', to: 'USD', date: '2026-11-20' },
    refused: [
      ...eachOf('from', ['EURO', '', undefined], `from ${NO_CURRENCY}`),
      ...eachOf('to', ['XXX', undefined], `to ${NO_CURRENCY}`),
      ...eachOf('date', ['', undefined], 'date is required'),
      [{ date: 'soon' }, 'date', `date ${NO_DATE}`],
    ],
  },
  {
    calls: ['invoices.deductible'],
    accepted: { customerId: '1', currency: 'USD' },
    refused: [
      ...eachOf('customerId', [undefined, '', 'x'], 'Customer is required'),
      ...eachOf('currency', [undefined, 'XXX'], `Currency ${NO_CURRENCY}`),
      [{ id: 'x' }, 'id', 'id must be the number of a record'],
    ],
  },
  {
    calls: ['revisions.verify'],
    accepted: {},
    refused: [
      [{ kind: 'receipt' }, 'kind', 'kind must be one of invoice, estimate, credit_note'],
      [{ id: 'x' }, 'id', 'id must be the number of a record'],
    ],
  },
  {
    calls: ['customerAccounts.statement', 'customerAccounts.sendStatement'],
    accepted: { id: 1 },
    refused: [
      [{ from: 'soon' }, 'from', `From ${NO_DATE}`],
      ...eachOf('from', ['', ['2026-01-01', '2026-01-02']], 'From is required'),
      ...eachOf('to', ['2026-02-30', '2026-13-01', '9'.repeat(5_000)], `To ${NO_DATE}`),
      [{ to: '2100-01-01' }, 'to', 'To must be in the years 2000 to 2099'],
    ],
  },
  {
    calls: ['reports.receivables'],
    accepted: {},
    refused: [
      [{ asOf: 'soon' }, 'asOf', `As of ${NO_DATE}`],
      [{ asOf: '' }, 'asOf', 'As of is required'],
      [{ asOf: '1999-12-31' }, 'asOf', 'As of must be in the years 2000 to 2099'],
    ],
  },
  {
    calls: PERIOD_REPORTS,
    accepted: {},
    refused: [
      [{ from: 'soon' }, 'from', `From ${NO_DATE}`],
      [{ to: '2026-02-30' }, 'to', `To ${NO_DATE}`],
      [{ from: '' }, 'from', 'From is required'],
      [{ to: '' }, 'to', 'To is required'],
      [{ to: '2100-01-01' }, 'to', 'To must be in the years 2000 to 2099'],
      [{ from: '2026-11-02', to: '2026-11-01' }, 'from', 'From must not be after To'],
      [{ from: '2010-01-01', to: '2020-01-01' }, 'to', 'To must be less than 10 years after From'],
    ],
    taken: [
      { from: '2026-11-02', to: '2026-11-02' },
      { from: '2010-01-01', to: '2019-12-31' },
    ],
  },
  {
    calls: ['reports.revenue', 'reports.taxes'],
    accepted: {},
    refused: [[{ basis: 'hope' }, 'basis', 'Basis must be accrual or cash']],
  },
  {
    calls: ['reports.revenue'],
    accepted: {},
    refused: [[{ by: 'moon' }, 'by', 'By must be month, quarter or year']],
  },
  {
    calls: ['reports.entries'],
    accepted: {},
    refused: [
      [
        { line: 'gold' },
        'line',
        'Line must be losses or one of issued, changed, credited, received, refunded, reversed, written_off, adjusted',
      ],
      [{ currency: 'XXX' }, 'currency', `Currency ${NO_CURRENCY}`],
    ],
  },
  {
    calls: ['reports.get'],
    accepted: {},
    refused: [
      [
        { reportType: 'weather' },
        'reportType',
        'Report type must be revenue, expenses, customers or invoices',
      ],
      [{ dateRange: '31' }, 'dateRange', 'Date range must be 7, 30, 90 or 365'],
    ],
  },
];
