/** A document of any kind, as its calls take it, and the calls that take it. */

export const A_LINE = { description: 'Design', quantity: '2', unitPrice: '120.50' };

export const A_SCHEDULE = { startDate: '2026-12-01', unit: 'month' };

export const DOCUMENT = {
  id: 1,
  customerId: 1,
  invoiceNumber: 'INV-1',
  estimateNumber: 'EST-1',
  creditNoteNumber: 'CN-1',
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  expiryDate: '2026-12-20',
  taxRate: '7',
  schedule: A_SCHEDULE,
  lineItems: [A_LINE],
};

export const INVOICE_CALLS = ['invoices.create', 'invoices.update'];
export const ESTIMATE_CALLS = ['estimates.create', 'estimates.update'];
export const CREDIT_NOTE_CALLS = ['creditNotes.create', 'creditNotes.update'];
export const RECURRING_CALLS = ['recurring.create', 'recurring.update'];
/** Of documents that have a date. */
export const DATED_CALLS = [...INVOICE_CALLS, ...ESTIMATE_CALLS, ...CREDIT_NOTE_CALLS];
export const CONTENT_CALLS = [...DATED_CALLS, ...RECURRING_CALLS];
