export { agreeWithPayments } from './agree-with-payments.ts';
export { changesContent } from './changes-content.ts';
export { checkItems, computeDocument, flatTax } from './compute-document.ts';
export { createInvoiceIn, shareCustomer } from './create-invoice.ts';
export { bringBack } from './delete-invoice.ts';
export { bringCustomerBack } from './deleted-documents.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export {
  drawPdf,
  drawPreview,
  requireProfile,
  typedDate,
  typedSheet,
} from './draw-document.ts';
export { takeEmails } from './emails/deliver-email.ts';
export { emailRoutes } from './emails/email.routes.ts';
export { isReceiptOut } from './emails/email.store.ts';
export { findLostEmails } from './emails/find-lost-emails.job.ts';
export { queueReceipt } from './emails/queue-email.ts';
export type { NumberedDocuments } from './free-number.ts';
export { INVOICE_NUMBERS, nextNumber, withNumberClash } from './free-number.ts';
export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export type { StoredInvoice } from './invoice.store.ts';
export {
  findPublicId,
  insertEvent,
  lockInvoice,
  searchText,
  sumReceived,
} from './invoice.store.ts';
export { publicInvoiceUrl } from './invoice-documents.ts';
export {
  countInvoicedCustomers,
  dueAfter,
  firstDue,
  invoicedByDay,
  statusSums,
} from './invoice-sums.ts';
export { insertLineItems, replaceLineItems } from './line-items.store.ts';
export { markInvoicePaid } from './mark-invoice-paid.ts';
export { markOverdue } from './mark-overdue.job.ts';
export { resolvePublicInvoice } from './public-invoice.ts';
export { listInvoices, readInvoice } from './read-invoices.ts';
