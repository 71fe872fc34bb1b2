import { CONTACT_REFUSALS } from './contact.ts';
import type { Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_CURRENCY = 'must be a currency code, such as USD or EUR';
const NO_UNIT =
  'Unit must be one of hour, day, piece and the like, or a code of UN/ECE Recommendation 20';
const NO_RECEIPT = 'Receipt must be an uploaded file or a web address';
const NO_TAX_COUNTRY = 'Tax country must be a country, such as Germany or DE';
const NO_CATEGORY = 'Tax category must be one of S, Z, E, AE, K, G, O, L, M';

const CUSTOMER = { id: 1, name: 'Marta Lindqvist', email: 'marta@harbor.example' };

export const RECORD_REFUSALS: Refusals[] = [
  {
    calls: ['customers.create', 'customers.update', 'portal.propose'],
    accepted: CUSTOMER,
    refused: [
      ...eachOf('name', [undefined, null, '', ' ', '\u200b', 5], 'Name is required'),
      [{ name: longText(201) }, 'name', 'Name must be at most 200 characters'],
      [{ company: longText(201) }, 'company', 'Company must be at most 200 characters'],
      ...CONTACT_REFUSALS,
      [{ vatId: longText(31) }, 'vatId', 'VAT ID must be at most 30 characters'],
    ],
  },
  {
    calls: ['portal.propose'],
    accepted: CUSTOMER,
    refused: eachOf('email', [undefined, null, '', ' '], 'Email is required'),
  },
  {
    calls: ['customers.create', 'customers.update'],
    accepted: CUSTOMER,
    refused: [
      ...eachOf('currency', ['XXX', 'EURO', 5], `Currency ${NO_CURRENCY}`),
      [{ taxCategory: 'S' }, 'taxCategory', 'Tax category must be one of E, AE, K, G, O'],
      [
        { taxExemptionReason: longText(501) },
        'taxExemptionReason',
        'Exemption reason must be at most 500 characters',
      ],
      [{ neverRemind: 'yes' }, 'neverRemind', 'Never remind must be true or false'],
      [{ notes: longText(5_001) }, 'notes', 'Notes must be at most 5,000 characters'],
    ],
  },
  {
    calls: ['customers.same'],
    accepted: {},
    refused: [
      [{ email: longText(255) }, 'email', 'Email must be at most 254 characters'],
      [{ vatId: longText(31) }, 'vatId', 'VAT ID must be at most 30 characters'],
    ],
  },
  {
    calls: ['customers.merge'],
    accepted: { id: 1, intoCustomerId: 2 },
    refused: eachOf(
      'intoCustomerId',
      [undefined, null, '', 0, -1, 1.5, 'x', '1e3', '99999999999999999'],
      'Choose the customer to merge into',
    ),
  },
  {
    calls: ['items.create', 'items.update'],
    accepted: { id: 1, name: 'Hours', unitPrice: '80' },
    refused: [
      ...eachOf('name', [undefined, ' '], 'Name is required'),
      [{ name: longText(201) }, 'name', 'Name must be at most 200 characters'],
      [
        { description: longText(2_001) },
        'description',
        'Description must be at most 2,000 characters',
      ],
      ...eachOf('unitPrice', [undefined, null, ''], 'Unit price is required'),
      ...eachOf('unitPrice', ['-1', -0.01], 'Unit price must be positive'),
      ...eachOf(
        'unitPrice',
        ['0.0000001', '1e3', 'much'],
        'Unit price must be a number with at most six decimals',
      ),
      [
        { unitPrice: '1000000000000' },
        'unitPrice',
        'Unit price must be at most 999,999,999,999.999',
      ],
      [{ category: longText(101) }, 'category', 'Category must be at most 100 characters'],
      ...eachOf('currency', ['XXX', ''], `Currency ${NO_CURRENCY}`),
      ...eachOf('unit', ['furlong', longText(21), 5], NO_UNIT),
      [{ itemCode: longText(61) }, 'itemCode', 'Item code must be at most 60 characters'],
    ],
    taken: [{ unitPrice: '0' }, { unitPrice: '0.000001', unit: '' }],
  },
  {
    calls: ['expenses.create', 'expenses.update'],
    accepted: {
      id: 1,
      category: 'Travel',
      description: 'Trip',
      amount: '10',
      expenseDate: '2026-11-12',
    },
    refused: [
      ...eachOf('category', [undefined, null, ''], 'Category is required'),
      ...eachOf('category', ['Rent', 5], 'Choose a category from the list'),
      ...eachOf('description', [undefined, ' '], 'Description is required'),
      [{ description: longText(501) }, 'description', 'Description must be at most 500 characters'],
      ...eachOf('amount', [undefined, null, ''], 'Amount is required'),
      ...eachOf('amount', ['-1', -1], 'Amount must not be negative'),
      ...eachOf('amount', ['much', true], 'Amount must be a number'),
      [{ amount: '0.0005' }, 'amount', 'Amount must be a number with at most three decimals'],
      ...eachOf('currency', ['XXX', 'EURO-EURO-EURO', ''], `Currency ${NO_CURRENCY}`),
      ...eachOf('expenseDate', [undefined, null, ''], 'Expense date is required'),
      ...eachOf(
        'expenseDate',
        ['2026-02-30', 'today'],
        'Expense date must be a date such as 2026-01-31',
      ),
      ...eachOf(
        'expenseDate',
        ['9999-01-01', '1999-12-31'],
        'Expense date must be in the years 2000 to 2099',
      ),
      ...eachOf('customerId', ['', 0, 1.5], 'Customer must be one of yours'),
      [{ vendor: longText(201) }, 'vendor', 'Vendor must be at most 200 characters'],
      ...eachOf(
        'receiptUrl',
        ['javascript:alert(1)', '/objects/../etc/passwd?', 'receipt.pdf', 'ftp://x.example/1'],
        NO_RECEIPT,
      ),
      [
        { receiptUrl: `https://x.example/${longText(2_000)}` },
        'receiptUrl',
        'Receipt must be at most 2,000 characters',
      ],
    ],
    taken: [
      { amount: '0', expenseDate: '2000-01-01' },
      { receiptUrl: 'https://shop.example/receipts/7?x=<y>', expenseDate: '2099-12-31' },
      { receiptUrl: '/objects/receipts/1.png', customerId: null },
    ],
  },
  {
    calls: ['taxRates.create', 'taxRates.update'],
    accepted: { id: 1, name: 'VAT', rate: '19' },
    refused: [
      ...eachOf('name', ['', ' ', null], 'Tax name is required'),
      [{ name: longText(61) }, 'name', 'Tax name must be at most 60 characters'],
      ...eachOf('rate', ['', null], 'Tax rate is required'),
      [{ rate: '-1' }, 'rate', 'Tax rate must not be negative'],
      [{ rate: '1000' }, 'rate', 'Tax rate must be at most 999.9999'],
      ...eachOf(
        'rate',
        ['1.00001', 'high', 'NaN'],
        'Tax rate must be a number with at most four decimals',
      ),
      [{ category: 'X' }, 'category', NO_CATEGORY],
      [{ compound: 'yes' }, 'compound', 'compound must be true or false'],
      [{ isDefault: 'yes' }, 'isDefault', 'Default must be true or false'],
      [
        { exemptionReason: longText(501) },
        'exemptionReason',
        'Exemption reason must be at most 500 characters',
      ],
      [
        { registrationNumber: longText(61) },
        'registrationNumber',
        'Registration number must be at most 60 characters',
      ],
      ...eachOf('country', ['Atlantis', 'XX', ' ', 5, longText(101)], NO_TAX_COUNTRY),
    ],
    taken: [
      { rate: '0' },
      { rate: '999.9999', category: null },
      ...['CH', ' Schweiz ', '', null].map((country) => ({ country })),
    ],
  },
  {
    calls: ['taxRates.create'],
    accepted: { name: 'VAT', rate: '19' },
    refused: [
      [{ name: undefined }, 'name', 'Tax name is required'],
      [{ rate: undefined }, 'rate', 'Tax rate is required'],
    ],
  },
  {
    calls: ['numberSeries.create', 'numberSeries.update'],
    accepted: { id: 1, kind: 'invoice', pattern: 'RE-{YYYY}-{SEQ:4}' },
    refused: [
      ...eachOf('pattern', ['', ' ', '\u200b\u202e', null], 'Pattern is required'),
      [{ pattern: longText(61) }, 'pattern', 'Pattern must be at most 60 characters'],
      [{ reset: 'weekly' }, 'reset', 'Reset must be one of never, year, month'],
      ...eachOf(
        'yearStartMonth',
        [0, 13, 1.5, 'May'],
        'Start of the year must be a whole number from 1 to 12',
      ),
      ...eachOf(
        'firstNumber',
        [0, -1, 1.5, 1_000_000_000],
        'First number must be a whole number from 1 to 999,999,999',
      ),
    ],
    taken: [
      { yearStartMonth: 12, firstNumber: 999_999_999 },
      { yearStartMonth: '1', firstNumber: '1', pattern: longText(60) },
    ],
  },
  {
    calls: ['numberSeries.create'],
    accepted: { kind: 'invoice', pattern: 'RE-{YYYY}-{SEQ:4}' },
    refused: [
      ...eachOf('kind', ['receipt', undefined], 'Kind must be invoice, estimate, credit_note'),
      [{ pattern: undefined }, 'pattern', 'Pattern is required'],
      ...eachOf('replaces', [0, 'x'], 'Replaces must be the number of a series'),
    ],
  },
];
