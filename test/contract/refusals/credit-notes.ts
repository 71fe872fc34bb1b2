import { A_LINE, CREDIT_NOTE_CALLS, DOCUMENT } from './a-document.ts';
import { ALLOCATION_REFUSALS, HAND_REFUSALS } from './payments.ts';
import type { Refusal, Refusals } from './refusal.ts';

/** Of an invoice, which says all but what is credited of it. */
const CORRECTION = {
  id: 1,
  correctsInvoiceId: 1,
  creditNoteNumber: 'CN-1',
  issueDate: '2026-11-20',
  credit: { amount: '10' },
};

const amount = (value: unknown, message: string): Refusal => [
  { credit: { amount: value } },
  'credit.amount',
  message,
];
const line = (given: object, at: string, message: string): Refusal => [
  { credit: { lines: [{ line: 1 }, given] } },
  `credit.lines.1.${at}`,
  message,
];
/** What follows from the invoice. */
const follows = (field: string, value: unknown, what: string): Refusal => [
  { [field]: value },
  field,
  `${what} the invoice: name in credit what is credited`,
];

export const CREDIT_NOTE_REFUSALS: Refusals[] = [
  {
    calls: CREDIT_NOTE_CALLS,
    accepted: CORRECTION,
    refused: [
      amount('0', 'Amount must be above zero'),
      amount('-1', 'Amount must not be negative'),
      amount('', 'Amount is required'),
      amount('much', 'Amount must be a number'),
      amount('1.0005', 'Amount must be a number with at most three decimals'),
      [
        { credit: { amount: '1', lines: [{ line: 1 }] } },
        'credit.amount',
        'Credit an amount or lines: name one of them',
      ],
      [{ credit: { lines: [] } }, 'credit.lines', 'Choose at least one line to credit'],
      [
        { credit: { lines: Array.from({ length: 10_001 }, () => ({ line: 1 })) } },
        'credit.lines',
        'Too many lines are credited at once',
      ],
      line({}, 'line', 'Line is required'),
      line({ line: 0 }, 'line', 'line must be the number of a line of the invoice, from 1'),
      line(
        { charge: 1.5 },
        'charge',
        'charge must be the number of a charge of the invoice, from 1',
      ),
      line({ line: 1, charge: 1 }, 'charge', 'Credit a line or a charge: name one of them'),
      line(
        { line: 1, quantity: '1', percent: '5' },
        'percent',
        'Credit a quantity or a percentage: name one of them',
      ),
      line({ line: 1, percent: '0' }, 'percent', 'Percentage must be above zero'),
      line({ line: 1, percent: '100.01' }, 'percent', 'Percentage must be at most 100'),
      line({ line: 1, quantity: '0' }, 'quantity', 'Quantity must be positive'),
      line({ charge: 1, quantity: '1' }, 'quantity', 'A charge has no quantity: name a percentage'),
    ],
    taken: [
      { credit: { amount: '0.001' } },
      {
        credit: {
          lines: [
            { line: 1, quantity: '0.000001' },
            { charge: 1, percent: '100' },
          ],
        },
      },
      { credit: { lines: Array.from({ length: 10_000 }, () => ({ line: 1 })) } },
    ],
  },
  {
    calls: ['creditNotes.create'],
    accepted: CORRECTION,
    refused: [
      [
        { correctsInvoiceId: 'x' },
        'correctsInvoiceId',
        'correctsInvoiceId must be the number of an invoice',
      ],
      follows('customerId', 1, 'The customer of a credit note for an invoice follows'),
      follows('lineItems', [A_LINE], 'The lines of a credit note for an invoice follow'),
      follows('currency', 'EUR', 'The currency of a credit note for an invoice follows'),
      follows('roundingIncrement', '1', 'The rounding of a credit note for an invoice follows'),
      follows(
        'pricesIncludeTax',
        true,
        'Whether prices include tax of a credit note for an invoice follows',
      ),
      follows('discounts', [], 'The discounts of a credit note for an invoice follow'),
      follows('charges', [], 'The charges of a credit note for an invoice follow'),
      follows(
        'exchangeRate',
        { rate: '1.1' },
        'The exchange rate of a credit note for an invoice follows',
      ),
      follows('taxRate', '7', 'The tax rate of a credit note for an invoice follows'),
      follows('taxAmount', '7', 'The tax amount of a credit note for an invoice follows'),
      [{ issueDate: undefined }, 'issueDate', 'Issue date is required'],
    ],
  },
  {
    calls: ['creditNotes.create'],
    accepted: DOCUMENT,
    refused: [
      [{ customerId: undefined }, 'customerId', 'Customer is required'],
      [{ lineItems: undefined }, 'lineItems', 'At least one line item is required'],
      [{ credit: {} }, 'credit', 'credit needs the invoice in correctsInvoiceId'],
    ],
  },
  {
    calls: ['creditNotes.apply'],
    accepted: { id: 1, allocations: [{ invoiceId: 1, amount: '10' }] },
    refused: [
      ...ALLOCATION_REFUSALS,
      [{ allocations: [] }, 'allocations', 'Choose at least one invoice'],
      [
        { allocations: Array.from({ length: 101 }, (_, n) => ({ invoiceId: n + 1, amount: '1' })) },
        'allocations',
        'A credit note can be divided among 100 invoices at most',
      ],
    ],
    taken: [
      { allocations: Array.from({ length: 100 }, (_, n) => ({ invoiceId: n + 1, amount: '0' })) },
    ],
  },
  {
    calls: ['creditNotes.refund'],
    accepted: { id: 1, amount: '10' },
    refused: HAND_REFUSALS,
  },
];
