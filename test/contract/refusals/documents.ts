import { CREDIT_NOTE_CALLS, DOCUMENT, ESTIMATE_CALLS, INVOICE_CALLS } from './a-document.ts';
import { dateRefusals } from './dates.ts';
import type { Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

/** A plan says when the invoice is due. */
const IN_TWO = [
  { percent: '50', event: 'issue' },
  { event: 'issue', days: 30 },
];

/** Of what one kind of document says. */
export const DOCUMENT_REFUSALS: Refusals[] = [
  {
    calls: INVOICE_CALLS,
    accepted: DOCUMENT,
    refused: [
      ...dateRefusals('dueDate', 'Due date'),
      [
        { invoiceNumber: longText(61) },
        'invoiceNumber',
        'Invoice number must be at most 60 characters',
      ],
      [{ invoiceNumber: null }, 'invoiceNumber', 'Invoice number is required'],
      [{ poNumber: longText(61) }, 'poNumber', 'PO number must be at most 60 characters'],
      ...eachOf('status', ['void', null, ''], 'Status must be draft, sent, paid or overdue'),
      [
        { deductsInvoiceIds: '1' },
        'deductsInvoiceIds',
        'deductsInvoiceIds must be a list of numbers of invoices',
      ],
      [
        { deductsInvoiceIds: [1, 'x'] },
        'deductsInvoiceIds.1',
        'Each of deductsInvoiceIds must be the number of an invoice',
      ],
      [
        { deductsInvoiceIds: Array.from({ length: 51 }, (_, n) => n + 1) },
        'deductsInvoiceIds',
        'An invoice deducts at most 50 deposit invoices',
      ],
    ],
    taken: [
      { deductsInvoiceIds: Array.from({ length: 50 }, (_, n) => n + 1) },
      { dueDate: '2000-01-01' },
      { dueDate: '2099-12-31' },
    ],
  },
  {
    calls: ['invoices.create'],
    accepted: DOCUMENT,
    refused: [
      [{ issueDate: undefined }, 'issueDate', 'Issue date is required'],
      [{ dueDate: undefined }, 'dueDate', 'Due date is required'],
      [{ dueDate: undefined, installments: [] }, 'dueDate', 'Due date is required'],
      [{ dueDate: '', installments: IN_TWO }, 'dueDate', 'Due date is required'],
      [{ hold: 'yes' }, 'hold', 'Hold must be true or false'],
    ],
    taken: [{ dueDate: undefined, installments: IN_TWO }],
  },
  {
    calls: ['invoices.update'],
    accepted: DOCUMENT,
    refused: [
      [
        { paymentMethod: 'gold' },
        'paymentMethod',
        'Payment method must be cash, check, card, bank_transfer or other',
      ],
      [
        { paymentDate: '1999-12-31' },
        'paymentDate',
        'Payment date must be in the years 2000 to 2099',
      ],
    ],
  },
  {
    calls: ESTIMATE_CALLS,
    accepted: DOCUMENT,
    refused: [
      ...dateRefusals('expiryDate', 'Expiry date'),
      [
        { estimateNumber: longText(61) },
        'estimateNumber',
        'Estimate number must be at most 60 characters',
      ],
      [{ estimateNumber: null }, 'estimateNumber', 'Estimate number is required'],
      ...eachOf(
        'status',
        ['paid', null],
        'Status must be draft, sent, accepted, rejected or expired',
      ),
      [
        { onAcceptance: 'dance' },
        'onAcceptance',
        'After acceptance must be nothing, draft or send',
      ],
      [{ deposit: {} }, 'deposit.percent', 'A deposit needs a percentage or an amount'],
      [
        { deposit: { percent: '30', amount: '100' } },
        'deposit.amount',
        'A deposit is a percentage or an amount, not both',
      ],
      [{ deposit: { percent: '0' } }, 'deposit.percent', 'Deposit percentage must be more than 0'],
      [{ deposit: { amount: '0.00' } }, 'deposit.amount', 'Deposit amount must be more than 0'],
      [
        { deposit: { percent: '100.0001' } },
        'deposit.percent',
        'Deposit percentage must be at most 100',
      ],
      [
        { deposit: { percent: '-1' } },
        'deposit.percent',
        'Deposit percentage must not be negative',
      ],
      [{ deposit: { amount: '-1' } }, 'deposit.amount', 'Deposit amount must not be negative'],
      [{ deposit: { amount: 'half' } }, 'deposit.amount', 'Deposit amount must be a number'],
    ],
    taken: [
      { deposit: { percent: '100' } },
      { deposit: { percent: '0.0001', amount: null } },
      { deposit: { amount: '0.001' } },
      { deposit: null },
    ],
  },
  {
    calls: ['estimates.depositInvoice'],
    accepted: { id: 1, percent: '30' },
    refused: [
      ...eachOf('percent', ['101', '100.0001'], 'Deposit percentage must be at most 100'),
      [{ percent: '-1' }, 'percent', 'Deposit percentage must not be negative'],
      [{ amount: '-1' }, 'amount', 'Deposit amount must not be negative'],
      [{ amount: 'half' }, 'amount', 'Deposit amount must be a number'],
    ],
  },
  {
    calls: ['estimates.create'],
    accepted: DOCUMENT,
    refused: [
      [{ issueDate: undefined }, 'issueDate', 'Issue date is required'],
      [{ expiryDate: undefined }, 'expiryDate', 'Expiry date is required'],
      [{ sendEmail: 'yes' }, 'sendEmail', 'Send email must be true or false'],
      [{ hold: 'yes' }, 'hold', 'Hold must be true or false'],
    ],
    taken: [{ sendEmail: true, hold: true }],
  },
  {
    calls: CREDIT_NOTE_CALLS,
    accepted: DOCUMENT,
    refused: [
      [
        { creditNoteNumber: longText(61) },
        'creditNoteNumber',
        'Credit note number must be at most 60 characters',
      ],
      [{ creditNoteNumber: null }, 'creditNoteNumber', 'Credit note number is required'],
      [{ reason: longText(201) }, 'reason', 'Reason must be at most 200 characters'],
      ...eachOf('status', ['applied', 'sent', null], 'Status must be draft or issued'),
    ],
  },
];
