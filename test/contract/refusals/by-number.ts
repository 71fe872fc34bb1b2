import { DOCUMENT } from './a-document.ts';
import type { Refusals } from './refusal.ts';
import { eachOf } from './refusal.ts';

/** What is no number of a record, in a path or a body. */
const NO_RECORD = ['0', '-1', '1.5', 'abc', '0x1', ' 1', '1e2', '9999999999999999999999', 0, null];

/** Something of everything that is saved. */
const RECORD = {
  ...DOCUMENT,
  name: 'Marta',
  businessName: 'Northwind',
  category: 'Travel',
  description: 'Trip',
  amount: '1',
  unitPrice: '1',
  expenseDate: '2026-11-12',
  rate: '1',
  email: 'marta@harbor.example',
};

const BY_NUMBER = [
  ...[
    'customers',
    'items',
    'invoices',
    'estimates',
    'creditNotes',
    'expenses',
    'recurring',
  ].flatMap((kind) => ['get', 'update', 'delete', 'restore'].map((call) => `${kind}.${call}`)),
  ...['invoices', 'estimates', 'creditNotes'].flatMap((kind) => [
    `${kind}.revisions`,
    `${kind}.revision`,
  ]),
  'customers.checkDeletion',
  'customers.merge',
  'customers.separate',
  'customerAccounts.get',
  'customerAccounts.statement',
  'customerAccounts.sendStatement',
  'customerPortal.get',
  'customerPortal.sendLink',
  'customerPortal.endAccess',
  'customerPortal.acceptProposal',
  'customerPortal.dismissProposal',
  'numberSeries.update',
  'numberSeries.archive',
  'invoices.writeOff',
  'invoices.undoWriteOff',
  'invoices.moveInstallment',
  'invoices.issue',
  'invoices.markSent',
  'profile.update',
  'payments.get',
  'payments.reverse',
  'payments.allocate',
  'payments.sendReceipt',
  'payments.charge',
  'payments.changeCharge',
  'payments.chargeNow',
  'payments.mandate',
  'payments.endMandate',
  'payments.refund',
  'payments.acceptPayment',
  'recurring.pause',
  'recurring.resume',
  'recurring.skip',
  'recurring.move',
  'recurring.run',
  'reminders.ofInvoice',
  'reminders.pause',
  'reminders.change',
  'reminders.resume',
  'estimates.convert',
  'estimates.depositInvoice',
  'estimates.markSent',
  'estimates.accept',
  'estimates.reject',
  'estimates.sendEmail',
  'creditNotes.issue',
  'creditNotes.apply',
  'creditNotes.refund',
  'creditNotes.undoRefund',
  'creditNotes.sendEmail',
  'creditNotes.creditable',
  'creditNotes.correct',
  'emails.send',
  'emails.retry',
  'emails.withdraw',
  'emails.reschedule',
  'emails.get',
  'notifications.read',
];

/** Fields of the calls above that a record has not. */
const OTHER = {
  intoCustomerId: 2,
  proposalId: 1,
  paymentId: 1,
  refundId: 1,
  mandateId: 1,
  attempt: 1,
  number: 1,
  days: 3,
  to: '2026-12-21',
  date: '2026-12-01',
  sendAt: '2026-12-01T09:00',
  reason: 'other',
  allocations: [{ invoiceId: 1, amount: '1' }],
};

const NO_VERSIONS = eachOf('version', [0, -1, 1.5, '2', null], 'Version must be a whole number');
const ofNumber = (field: string) =>
  eachOf(field, [undefined, ...NO_RECORD], 'id must be the number of a record');

export const BY_NUMBER_REFUSALS: Refusals[] = [
  {
    calls: BY_NUMBER.filter((call) => call !== 'payments.refund'),
    accepted: { ...RECORD, ...OTHER },
    refused: ofNumber('id'),
    taken: [{ id: '1' }, { id: Number.MAX_SAFE_INTEGER }, { id: String(Number.MAX_SAFE_INTEGER) }],
  },
  { calls: ['payments.refund'], accepted: { id: 1, paymentId: 1 }, refused: ofNumber('id') },
  {
    calls: ['taxRates.update', 'taxRates.archive', 'taxRates.restore'],
    accepted: { id: 1 },
    refused: ofNumber('id'),
  },
  {
    calls: ['payments.acceptPayment'],
    accepted: { id: 1, paymentId: 1 },
    refused: ofNumber('paymentId'),
  },
  {
    calls: ['creditNotes.undoRefund'],
    accepted: { id: 1, refundId: 1 },
    refused: ofNumber('refundId'),
  },
  {
    calls: ['customerPortal.acceptProposal', 'customerPortal.dismissProposal'],
    accepted: { id: 1, proposalId: 1 },
    refused: ofNumber('proposalId'),
  },
  {
    calls: ['portal.changeCard', 'portal.endCard'],
    accepted: { customerId: 1 },
    refused: ofNumber('customerId'),
  },
  {
    calls: ['paymentTest.integrationTest'],
    accepted: { invoiceId: 1 },
    refused: ofNumber('invoiceId'),
  },
  {
    calls: ['invoices.revision', 'estimates.revision', 'creditNotes.revision'],
    accepted: { id: 1, number: 1 },
    refused: eachOf('number', [undefined, ...NO_RECORD], 'number must be the number of a version'),
  },
  {
    calls: ['invoices.revisions', 'estimates.revisions', 'creditNotes.revisions'],
    accepted: { id: 1 },
    refused: [
      ...eachOf('before', NO_RECORD, 'number must be the number of a version'),
      ...eachOf('limit', ['0', '51', 'x', '1.5'], 'limit must be a whole number from 1 to 50'),
    ],
  },
  {
    calls: [
      'customers.update',
      'items.update',
      'invoices.update',
      'estimates.update',
      'creditNotes.update',
      'expenses.update',
      'recurring.update',
      'numberSeries.update',
      'profile.create',
      'profile.update',
      'customerPortal.acceptProposal',
    ],
    accepted: { ...RECORD, proposalId: 1 },
    refused: NO_VERSIONS,
  },
  { calls: ['taxRates.update'], accepted: { id: 1 }, refused: NO_VERSIONS },
];
