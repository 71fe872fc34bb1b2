import { A_LINE, CONTENT_CALLS, DATED_CALLS, DOCUMENT, ESTIMATE_CALLS } from './a-document.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { longText } from './refusal.ts';

const VAT = { name: 'VAT', rate: '20', category: 'S' };
const NO_UNIT =
  'Unit must be one of hour, day, piece and the like, or a code of UN/ECE Recommendation 20';
const ONE_LINE = 'At least one line item is required';

const lines = (...all: object[]) => ({ lineItems: all.map((each) => ({ ...A_LINE, ...each })) });
/** Of one field of a line, what is refused there. */
const line = (field: string, value: unknown, message: string): Refusal => [
  lines({ [field]: value }),
  `lineItems.0.${field}`,
  message,
];
const taxes = (...all: unknown[]) => lines({ taxes: all });
const tax = (given: object, field: string, message: string): Refusal => [
  taxes(given),
  `lineItems.0.taxes.0.${field}`,
  message,
];

/** What only looks like a number, and numbers that lost digits on their way. */
const NO_NUMBERS = [
  '1.0000001',
  '1e3',
  '1e9',
  'NaN',
  Number('99999999.12345699'),
  1e-9,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  true,
  { amount: 1 },
  [1],
];

export const LINE_REFUSALS: Refusals[] = [
  {
    calls: CONTENT_CALLS,
    accepted: DOCUMENT,
    refused: [
      [{ lineItems: [] }, 'lineItems', ONE_LINE],
      [{ lineItems: null }, 'lineItems', ONE_LINE],
      [{ lineItems: { 0: {} } }, 'lineItems', ONE_LINE],
      [{ lineItems: [[[[[]]]]] }, 'lineItems.0', 'lineItems.0 must be an object'],
      [{ lineItems: [A_LINE, null] }, 'lineItems.1', 'lineItems.1 must be an object'],
      [
        {
          lineItems: Array.from({ length: 501 }, () => ({
            ...A_LINE,
            description: longText(2_000),
          })),
        },
        'lineItems',
        'The descriptions of all line items together have at most 1,000,000 characters',
      ],
      line('id', true, 'id is not valid'),
      line('itemId', 0, 'itemId must be more than 0'),
      line('itemId', 1.5, 'itemId must be a whole number'),
      line('description', ' ', 'Description is required'),
      line('description', '\u200b', 'Description is required'),
      line('description', longText(2_001), 'Description must be at most 2,000 characters'),
      line('quantity', '', 'Quantity is required'),
      line('quantity', '0', 'Quantity must be positive'),
      line('quantity', 0, 'Quantity must be positive'),
      line('quantity', -1, 'Quantity must be positive'),
      line('quantity', '-0.000001', 'Quantity must be positive'),
      line('quantity', '99999999.990001', 'Quantity must be at most 99,999,999.99'),
      ...NO_NUMBERS.map((value) =>
        line('quantity', value, 'Quantity must be a number with at most six decimals'),
      ),
      line('unitPrice', '', 'Unit price is required'),
      line('unitPrice', '-0.01', 'Unit price must be positive'),
      line('unitPrice', -1, 'Unit price must be positive'),
      line('unitPrice', '1000000000000', 'Unit price must be at most 999,999,999,999.999'),
      line(
        'unitPrice',
        123_456_789_012.12346,
        'Unit price has more digits than a JSON number keeps: send it as text, such as "1234.50"',
      ),
      ...NO_NUMBERS.map((value) =>
        line('unitPrice', value, 'Unit price must be a number with at most six decimals'),
      ),
      line('unit', longText(21), NO_UNIT),
      line('unit', 'furlong', NO_UNIT),
      line('discountPercent', '100.01', 'Discount percentage must be at most 100'),
      line('discountPercent', '-1', 'Discount percentage must not be negative'),
      line(
        'discountPercent',
        Number.POSITIVE_INFINITY,
        'Discount percentage must be a number with at most four decimals',
      ),
      line('discountAmount', '-1', 'Discount amount must not be negative'),
      line(
        'discountAmount',
        '1.0005',
        'Discount amount must be a number with at most three decimals',
      ),
      line('itemCode', longText(61), 'Item code must be at most 60 characters'),
      [
        lines({}, { servicePeriod: { from: 'yesterday', to: '2026-11-01' } }),
        'lineItems.1.servicePeriod.from',
        'Service period from must be a date such as 2026-01-31',
      ],
      [
        lines({ servicePeriod: { from: '2026-11-30', to: '2026-11-01' } }),
        'lineItems.0.servicePeriod.to',
        'Service period must not end before it begins',
      ],
      line('taxes', 'VAT', 'taxes must be a list'),
      [taxes([VAT]), 'lineItems.0.taxes.0', 'taxes.0 must be an object'],
      [
        taxes(...Array.from({ length: 9 }, (_, n) => ({ ...VAT, name: `VAT ${n}` }))),
        'lineItems.0.taxes',
        'A line can have at most 8 taxes',
      ],
      tax({ rate: '5' }, 'name', 'Tax name is required'),
      tax({ name: 'VAT' }, 'rate', 'Tax rate is required'),
      tax({ name: '\u200b', rate: '3' }, 'name', 'Tax name is required'),
      tax({ ...VAT, name: longText(61) }, 'name', 'Tax name must be at most 60 characters'),
      tax({ ...VAT, rate: '1000' }, 'rate', 'Tax rate must be at most 999.9999'),
      tax({ ...VAT, rate: '-5' }, 'rate', 'Tax rate must not be negative'),
      tax(
        { ...VAT, category: 'X' },
        'category',
        'Tax category must be one of S, Z, E, AE, K, G, O, L, M',
      ),
      tax({ ...VAT, compound: 'yes' }, 'compound', 'compound must be true or false'),
      tax(
        { ...VAT, exemptionReason: longText(501) },
        'exemptionReason',
        'Exemption reason must be at most 500 characters',
      ),
      tax(
        { ...VAT, registrationNumber: longText(61) },
        'registrationNumber',
        'Registration number must be at most 60 characters',
      ),
      tax(
        { ...VAT, country: longText(101) },
        'country',
        'Tax country must be a country, such as Germany or DE',
      ),
      tax(
        { taxRateId: 1, rate: '3' },
        'rate',
        'rate cannot be combined with taxRateId: the rate’s own value is used',
      ),
      tax(
        { taxRateId: 1, name: 'VAT' },
        'name',
        'name cannot be combined with taxRateId: the rate’s own value is used',
      ),
      tax({ taxRateId: 0 }, 'taxRateId', 'taxRateId must be more than 0'),
      tax({ taxRateId: 1.5 }, 'taxRateId', 'taxRateId must be a whole number'),
      tax({ taxRateId: 2 ** 60 }, 'taxRateId', 'taxRateId must be at most 9,007,199,254,740,991'),
    ],
    taken: [
      lines({ quantity: '0.000001' }, { quantity: '99999999.99', unitPrice: '0' }),
      lines({ unitPrice: '999999999999.999', discountPercent: '100' }),
      lines({ unitPrice: '0.000001', discountPercent: '0', discountAmount: '0' }),
      lines({ description: longText(2_000), itemCode: longText(60) }),
      lines({ servicePeriod: { from: '2026-11-01', to: '2026-11-01' } }),
      lines({ itemId: 1, id: 'new', unit: 'hour' }, { itemId: null, id: null, unit: '' }),
      taxes(...Array.from({ length: 8 }, (_, n) => ({ ...VAT, name: `VAT ${n}` }))),
      taxes({ name: 'VAT', rate: '999.9999' }, { name: 'Free', rate: '0' }, { taxRateId: 1 }),
      {
        lineItems: Array.from({ length: 500 }, () => ({ ...A_LINE, description: longText(2_000) })),
      },
      { lineItems: Array.from({ length: 5_000 }, () => A_LINE) },
    ],
  },
  {
    calls: CONTENT_CALLS.filter((call) => /^(?:invoices|recurring)\./.test(call)),
    accepted: DOCUMENT,
    refused: [
      [
        { lineItems: Array.from({ length: 5_001 }, () => A_LINE) },
        'lineItems',
        'An invoice has at most 5,000 line items',
      ],
    ],
  },
  {
    calls: DATED_CALLS.filter((call) => call.startsWith('creditNotes.')),
    accepted: DOCUMENT,
    refused: [
      [
        { lineItems: Array.from({ length: 5_001 }, () => A_LINE) },
        'lineItems',
        'A credit note has at most 5,000 line items',
      ],
    ],
  },
  {
    calls: ESTIMATE_CALLS,
    accepted: DOCUMENT,
    refused: [
      [
        { lineItems: Array.from({ length: 5_001 }, () => A_LINE) },
        'lineItems',
        'An estimate has at most 5,000 line items',
      ],
      line('optional', 'yes', 'Optional must be true or false'),
      line('minQuantity', '0', 'Minimum quantity must be positive'),
      line('maxQuantity', '-1', 'Maximum quantity must be positive'),
      line('minQuantity', '2.5', 'Minimum quantity must be at most the quantity, 2'),
      line('maxQuantity', '1', 'Maximum quantity must be at least the quantity, 2'),
      line('maxQuantity', 'many', 'Maximum quantity must be a number with at most six decimals'),
    ],
    taken: [
      lines({ minQuantity: '2', maxQuantity: '2', optional: true }),
      lines({ minQuantity: null, maxQuantity: '' }),
    ],
  },
];
