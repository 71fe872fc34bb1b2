import {
  CONTENT_CALLS,
  DATED_CALLS,
  DOCUMENT,
  ESTIMATE_CALLS,
  INVOICE_CALLS,
  RECURRING_CALLS,
} from './a-document.ts';
import { dateRefusals } from './dates.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const VAT = { name: 'VAT', rate: '20', category: 'S' };
const NO_CURRENCY = 'must be a currency code, such as USD or EUR';

const adjustment = (
  field: 'discounts' | 'charges',
  given: object,
  at: string,
  message: string,
): Refusal => [{ [field]: [{ amount: '1' }, given] }, `${field}.1.${at}`, message];

const exchangeRate = (rate: unknown, message: string): Refusal => [
  { currency: 'EUR', exchangeRate: { rate } },
  'exchangeRate.rate',
  message,
];

const installment = (given: object, at: string, message: string): Refusal => [
  { installments: [{ percent: '50', event: 'issue' }, given] },
  `installments.1.${at}`,
  message,
];
const NO_DAYS = 'Days must be a whole number from 0 to 3,650';

/** Of what documents of several kinds say. */
export const CONTENT_REFUSALS: Refusals[] = [
  {
    calls: CONTENT_CALLS,
    accepted: DOCUMENT,
    refused: [
      ...eachOf(
        'customerId',
        ['', null, true, [1], '0x1', ' 1 ', '1e0', 1.5, 0, -1],
        'Customer is required',
      ),
      ...eachOf(
        'currency',
        ['XXX', 'dollars', 5, '', '__proto__', 'constructor', 'A'.repeat(10_000)],
        `Currency ${NO_CURRENCY}`,
      ),
      exchangeRate('0', 'Exchange rate must be above zero'),
      exchangeRate('-1', 'Exchange rate must be above zero'),
      exchangeRate('', 'Exchange rate is required'),
      exchangeRate('10000000000', 'Exchange rate must be at most 9,999,999,999'),
      exchangeRate('1.00000000001', 'Exchange rate must be a number with at most ten decimals'),
      exchangeRate(
        Number.POSITIVE_INFINITY,
        'Exchange rate must be a number with at most ten decimals',
      ),
      ...eachOf('exchangeRate', ['1.5', ['1.1']], 'exchangeRate must be an object'),
      [
        { exchangeRate: { rate: '1.1', from: 'EURO' } },
        'exchangeRate.from',
        `Exchange rate from ${NO_CURRENCY}`,
      ],
      [
        { exchangeRate: { rate: '1.1', date: 'soon' } },
        'exchangeRate.date',
        'Exchange rate date must be a date such as 2026-01-31',
      ],
      ...eachOf('discounts', [null, 5, 'x'], 'discounts must be a list'),
      [
        { discounts: Array.from({ length: 21 }, () => ({ amount: '1' })) },
        'discounts',
        'A document has at most 20 discounts',
      ],
      [{ discounts: [null] }, 'discounts.0', 'discounts.0 must be an object'],
      adjustment(
        'discounts',
        { reason: 'Loyalty' },
        'amount',
        'Discount needs a percentage or an amount',
      ),
      adjustment(
        'discounts',
        { percent: '100.01' },
        'percent',
        'Discount percentage must be at most 100',
      ),
      adjustment('discounts', { amount: '-1' }, 'amount', 'Discount amount must not be negative'),
      adjustment(
        'discounts',
        { amount: '1.0005' },
        'amount',
        'Discount amount must be a number with at most three decimals',
      ),
      ...['Infinity', Number.POSITIVE_INFINITY, { amount: { amount: 1 } }].map((amount) =>
        adjustment('discounts', { amount }, 'amount', 'Discount amount must be a number'),
      ),
      adjustment(
        'discounts',
        { amount: '1', reason: longText(201) },
        'reason',
        'Discount reason must be at most 200 characters',
      ),
      [
        { charges: Array.from({ length: 21 }, () => ({ amount: '1' })) },
        'charges',
        'A document has at most 20 charges',
      ],
      [{ charges: [null] }, 'charges.0', 'charges.0 must be an object'],
      adjustment('charges', {}, 'amount', 'Charge needs a percentage or an amount'),
      adjustment(
        'charges',
        { percent: 'half' },
        'percent',
        'Charge percentage must be a number with at most four decimals',
      ),
      adjustment(
        'charges',
        { percent: '1000' },
        'percent',
        'Charge percentage must be at most 999.9999',
      ),
      adjustment('charges', { amount: '-1' }, 'amount', 'Charge amount must not be negative'),
      adjustment(
        'charges',
        { amount: '1000000000000' },
        'amount',
        'Charge amount must be at most 999,999,999,999.999',
      ),
      adjustment(
        'charges',
        { amount: '1', taxes: [{ rate: '5' }] },
        'taxes.0.name',
        'Tax name is required',
      ),
      adjustment(
        'charges',
        { amount: '1', taxes: Array.from({ length: 9 }, () => VAT) },
        'taxes',
        'A line can have at most 8 taxes',
      ),
      ...eachOf('taxRate', ['', null], 'Tax rate is required'),
      ...eachOf('taxRate', ['1000', 1_000], 'Tax rate must be at most 999.9999'),
      ...eachOf('taxRate', ['-1', -0.0001], 'Tax rate must not be negative'),
      ...eachOf(
        'taxRate',
        ['999.99991', 'ten', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
        'Tax rate must be a number with at most four decimals',
      ),
      [{ taxAmount: '-0.01' }, 'taxAmount', 'Tax amount must not be negative'],
      [
        { taxAmount: '1.0005' },
        'taxAmount',
        'Tax amount must be a number with at most three decimals',
      ],
      [{ taxAmount: 'much' }, 'taxAmount', 'Tax amount must be a number'],
      [{ roundingIncrement: 'much' }, 'roundingIncrement', 'Rounding increment must be a number'],
      [{ roundingIncrement: '-1' }, 'roundingIncrement', 'Rounding increment must not be negative'],
      [{ pricesIncludeTax: 'yes' }, 'pricesIncludeTax', 'Prices include tax must be true or false'],
      [{ notes: longText(10_001) }, 'notes', 'Notes must be at most 10,000 characters'],
      [{ terms: longText(10_001) }, 'terms', 'Terms must be at most 10,000 characters'],
      [
        { deliveryAddress: longText(1_001) },
        'deliveryAddress',
        'Delivery address must be at most 1,000 characters',
      ],
      [
        { buyerReference: longText(101) },
        'buyerReference',
        'Buyer reference must be at most 100 characters',
      ],
    ],
    taken: [
      { discounts: Array.from({ length: 20 }, () => ({ percent: '100' })) },
      { charges: Array.from({ length: 20 }, () => ({ percent: '999.9999', amount: null })) },
      {
        charges: [
          { amount: '999999999999.999', taxes: [] },
          { amount: '0', taxes: null },
        ],
      },
      { exchangeRate: { rate: '0.0000000001' } },
      { exchangeRate: { rate: '9999999999', from: 'eur', to: ' USD ', date: '2000-01-01' } },
      { taxRate: '999.9999', taxAmount: '0' },
      { taxRate: 0, taxAmount: '999999999999.999', currency: 'kwd' },
    ],
  },
  {
    calls: DATED_CALLS,
    accepted: DOCUMENT,
    refused: [
      ...dateRefusals('issueDate', 'Issue date'),
      [{ supplyDate: 'soon' }, 'supplyDate', 'Date of supply must be a date such as 2026-01-31'],
      [
        { supplyDate: '2100-01-01' },
        'supplyDate',
        'Date of supply must be in the years 2000 to 2099',
      ],
      [
        { servicePeriod: { from: 'yesterday', to: '2026-11-01' } },
        'servicePeriod.from',
        'Service period from must be a date such as 2026-01-31',
      ],
      [
        { servicePeriod: { from: '2026-11-30' } },
        'servicePeriod.to',
        'Service period to is required',
      ],
      [
        { servicePeriod: { from: '2026-11-30', to: '2026-11-01' } },
        'servicePeriod.to',
        'Service period must not end before it begins',
      ],
    ],
    taken: [
      { issueDate: '2000-01-01', supplyDate: '2099-12-31' },
      { issueDate: '2099-12-31T23:59:00Z', supplyDate: '' },
      { servicePeriod: { from: '2026-11-01', to: '2026-11-01' } },
    ],
  },
  {
    calls: ['invoices.create', 'estimates.create', 'recurring.create'],
    accepted: DOCUMENT,
    refused: [
      [{ customerId: undefined }, 'customerId', 'Customer is required'],
      [{ lineItems: undefined }, 'lineItems', 'At least one line item is required'],
    ],
  },
  {
    calls: [...INVOICE_CALLS, ...ESTIMATE_CALLS, ...RECURRING_CALLS],
    accepted: DOCUMENT,
    refused: [
      [
        { installments: Array.from({ length: 25 }, () => ({ percent: '4' })) },
        'installments',
        'A document has at most 24 installments',
      ],
      installment({ percent: '100.01' }, 'percent', 'Installment percentage must be at most 100'),
      installment({ percent: '-1' }, 'percent', 'Installment percentage must not be negative'),
      installment({ amount: '-1' }, 'amount', 'Installment amount must not be negative'),
      installment(
        { amount: '1.0005' },
        'amount',
        'Installment amount must be a number with at most three decimals',
      ),
      installment({ event: 'Easter' }, 'event', 'Event must be issue or acceptance'),
      ...[-1, 3_651, 1.5, '30'].map((days) =>
        installment({ event: 'issue', days }, 'days', NO_DAYS),
      ),
      installment(
        { dueDate: 'soon' },
        'dueDate',
        'Installment due date must be a date such as 2026-01-31',
      ),
      installment(
        { dueDate: '2100-01-01' },
        'dueDate',
        'Installment due date must be in the years 2000 to 2099',
      ),
    ],
    taken: [
      { installments: Array.from({ length: 24 }, () => ({ percent: '100' })) },
      {
        installments: [
          { event: 'issue', days: 0 },
          { event: 'acceptance', days: 3_650 },
        ],
      },
    ],
  },
];
