export { createInvoiceIn } from './create-invoice.ts';
export { restoreDeletedInvoice } from './delete-invoice.ts';
export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export type { StoredInvoice } from './invoice.store.ts';
export {
  clearPaymentUrl,
  insertEvent,
  lockInvoice,
  scheduleCheckoutRecheck,
  setPaymentReference,
} from './invoice.store.ts';
export { publicInvoiceUrl } from './invoice-documents.ts';
export { INVOICE_NUMBERS } from './invoice-numbers.ts';
export {
  countInvoicedCustomers,
  dueAfter,
  firstDue,
  invoicedByDay,
  statusSums,
} from './invoice-sums.ts';
export { mailedInvoices } from './mailed-invoices.ts';
export { markInvoicePaid } from './mark-invoice.ts';
export { markOverdue } from './mark-overdue.job.ts';
export { resolvePublicInvoice } from './public-invoice.ts';
export { listInvoices, readInvoice } from './read-invoices.ts';
export { changeLedger } from './reconcile-invoice-status.ts';
export { sendInvoice } from './send-invoice.ts';
