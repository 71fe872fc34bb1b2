import type { Refusal, Refusals } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

const NO_METHOD = 'Payment method must be cash, check, card, bank_transfer or other';

const allocation = (given: object, at: string, message: string): Refusal => [
  { allocations: [{ invoiceId: 1, amount: '10' }, given] },
  `allocations.1.${at}`,
  message,
];

/** How what is paid or credited is divided. */
export const ALLOCATION_REFUSALS: Refusal[] = [
  [{ allocations: null }, 'allocations', 'allocations must be a list'],
  allocation({ amount: '1' }, 'invoiceId', 'Invoice must be the number of an invoice'),
  allocation(
    { invoiceId: 'x', amount: '1' },
    'invoiceId',
    'Invoice must be the number of an invoice',
  ),
  allocation({ invoiceId: 2 }, 'amount', 'Amount is required'),
  allocation({ invoiceId: 2, amount: '-1' }, 'amount', 'Amount must not be negative'),
  allocation({ invoiceId: 2, amount: 'all' }, 'amount', 'Amount must be a number'),
  allocation(
    { invoiceId: 2, amount: '1.0005' },
    'amount',
    'Amount must be a number with at most three decimals',
  ),
  allocation({ invoiceId: 1, amount: '1' }, 'invoiceId', 'Each invoice can be listed only once'),
];

/** What is said of money that moved past the providers. */
export const HAND_REFUSALS: Refusal[] = [
  ...eachOf('amount', [undefined, null, '', ' '], 'Amount is required'),
  ...eachOf('amount', ['-1', -0.01], 'Amount must not be negative'),
  ...eachOf('amount', ['much', '1,50', true, {}], 'Amount must be a number'),
  [{ amount: '1.0005' }, 'amount', 'Amount must be a number with at most three decimals'],
  [{ amount: '1000000000000' }, 'amount', 'Amount must be at most 999,999,999,999.999'],
  [{ paymentDate: 'soon' }, 'paymentDate', 'Payment date must be a date such as 2026-01-31'],
  [{ paymentDate: '1999-12-31' }, 'paymentDate', 'Payment date must be in the years 2000 to 2099'],
  [{ paymentMethod: 'gold' }, 'paymentMethod', NO_METHOD],
  [{ reference: longText(201) }, 'reference', 'Reference must be at most 200 characters'],
  [{ notes: longText(2_001) }, 'notes', 'Notes must be at most 2,000 characters'],
];

const NO_ATTEMPT = 'Attempt must be a whole number from 1';

export const PAYMENT_REFUSALS: Refusals[] = [
  {
    calls: ['payments.record'],
    accepted: { customerId: 1, amount: '10', allocations: [] },
    refused: [
      ...HAND_REFUSALS,
      ...ALLOCATION_REFUSALS,
      ...eachOf('customerId', [undefined, null, '0', 'x'], 'Customer is required'),
      [{ currency: 'XXX' }, 'currency', 'Currency must be a currency code, such as USD or EUR'],
      [{ sendReceipt: 'yes' }, 'sendReceipt', 'sendReceipt must be true or false'],
    ],
    taken: [
      { amount: '0' },
      { amount: '999999999999.999', paymentDate: '2000-01-01' },
      { amount: 0.1 + 0.2 },
    ],
  },
  {
    calls: ['payments.record', 'payments.allocate'],
    accepted: { id: 1, customerId: 1, amount: '10', allocations: [] },
    refused: [
      ...ALLOCATION_REFUSALS,
      [
        { allocations: Array.from({ length: 101 }, (_, n) => ({ invoiceId: n + 1, amount: '1' })) },
        'allocations',
        'A payment can be divided among 100 invoices at most',
      ],
    ],
    taken: [
      { allocations: Array.from({ length: 100 }, (_, n) => ({ invoiceId: n + 1, amount: '0' })) },
    ],
  },
  {
    calls: ['payments.markPaid'],
    accepted: { id: 'abc' },
    refused: [
      [{ paymentMethod: 'gold' }, 'paymentMethod', NO_METHOD],
      [{ paymentDate: 'soon' }, 'paymentDate', 'Payment date must be a date such as 2026-01-31'],
      [
        { paymentDate: '1999-12-31' },
        'paymentDate',
        'Payment date must be in the years 2000 to 2099',
      ],
    ],
  },
  {
    calls: ['payments.createPayment'],
    accepted: { id: 'abc' },
    refused: [
      [{ method: 'cash' }, 'method', 'Payment method must be stripe or paypal'],
      [{ amount: 'a lot' }, 'amount', 'Amount must be a number'],
      [{ amount: '-1' }, 'amount', 'Amount must not be negative'],
      [{ automatic: 'yes' }, 'automatic', 'Automatic must be true or false'],
    ],
  },
  {
    calls: ['payments.refund'],
    accepted: { id: 1, paymentId: 1 },
    refused: [
      [{ Amount: '1' }, 'Amount', 'Amount is not a field of this call'],
      [{ [longText(80)]: '1' }, longText(60), `${longText(60)} is not a field of this call`],
      [{ amount: '' }, 'amount', 'Amount is required'],
      [{ amount: '-1' }, 'amount', 'Amount must not be negative'],
      [{ amount: 'all' }, 'amount', 'Amount must be a number'],
      [{ message: longText(2_001) }, 'message', 'Message must be at most 2,000 characters'],
      [{ paymentId: 'x' }, 'paymentId', 'id must be the number of a record'],
    ],
  },
  {
    calls: ['payments.chargeNow'],
    accepted: { id: 1, amount: '10', mandateId: 1, attempt: 1 },
    refused: [
      ...eachOf('attempt', [0, -1, 1.5, '1', 1_000_001, null], NO_ATTEMPT),
      [{ amount: undefined }, 'amount', 'Amount is required'],
      [{ amount: 'all' }, 'amount', 'Amount must be a number'],
      [{ mandateId: 0 }, 'mandateId', 'id must be the number of a record'],
    ],
    taken: [{ attempt: 1_000_000 }],
  },
  {
    calls: ['payments.changeCharge', 'reminders.change', 'invoices.moveInstallment'],
    accepted: { id: 1, dueDate: '2026-12-20', to: '2026-12-21', days: 3, number: 1 },
    refused: [
      [{ dueDate: undefined }, 'dueDate', 'dueDate is required'],
      [{ dueDate: 'soon' }, 'dueDate', 'dueDate must be a date such as 2026-01-31'],
      [{ to: undefined }, 'to', 'to is required'],
      [{ to: 'soon' }, 'to', 'to must be a date such as 2026-01-31'],
      [{ to: '2026-02-30' }, 'to', 'to must be a date such as 2026-01-31'],
      [{ to: '2100-01-01' }, 'to', 'to must be in the years 2000 to 2099'],
    ],
  },
  {
    calls: ['invoices.moveInstallment'],
    accepted: { id: 1, dueDate: '2026-12-20', to: '2026-12-21', number: 1 },
    refused: eachOf(
      'number',
      [0, 25, 1.5, '1', undefined],
      'number must be a whole number from 1 to 24',
    ),
    taken: [{ number: 24 }],
  },
  {
    calls: ['invoices.writeOff'],
    accepted: { id: 1, reason: 'Insolvent' },
    refused: [
      [{ reason: undefined }, 'reason', 'Reason is required'],
      [{ reason: ' ' }, 'reason', 'Reason is required'],
      [{ reason: longText(501) }, 'reason', 'Reason must be at most 500 characters'],
      [{ amount: '-1' }, 'amount', 'Amount must not be negative'],
      [{ amount: 'all' }, 'amount', 'Amount must be a number'],
    ],
  },
];
