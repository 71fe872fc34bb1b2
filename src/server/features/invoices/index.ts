export { agreeWithPayments } from './agree-with-payments.ts';
export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export type { StoredInvoice } from './invoice.store.ts';
export { findPublicId, insertEvent, lockInvoice, sumReceived } from './invoice.store.ts';
export { publicInvoiceUrl } from './invoice-documents.ts';
export { markInvoicePaid } from './mark-invoice-paid.ts';
export { markOverdue } from './mark-overdue.job.ts';
export { resolvePublicInvoice } from './public-invoice.ts';
export { readInvoice } from './read-invoices.ts';
