export { changesContent } from './changes-content.ts';
export { checkItems, computeDocument, flatTax } from './compute-document.ts';
export { createInvoiceIn, lockCustomer } from './create-invoice.ts';
export { restoreDeletedInvoice } from './delete-invoice.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export {
  drawPreview,
  prepareDocumentPdf,
  requireProfile,
  typedDate,
  typedSheet,
} from './draw-document.ts';
export { takeEmails } from './emails/deliver-email.ts';
export { emailRoutes } from './emails/email.routes.ts';
export { isReceiptOut, lockUnsent } from './emails/email.store.ts';
export type { EmailContent } from './emails/email-layout.ts';
export { findLostEmails } from './emails/find-lost-emails.job.ts';
export { followEdit } from './emails/follow-edit.ts';
export { sender } from './emails/invoice-sent.email.ts';
export type { MailedDocument, MailedDocuments } from './emails/mailed-documents.ts';
export { registerMailedDocuments } from './emails/mailed-documents.ts';
export { mailedInvoices } from './emails/mailed-invoices.ts';
export { emailsColumn, newestEmailColumn, presentEmail } from './emails/present-email.ts';
export type { DocumentToSend } from './emails/queue-email.ts';
export { queueDocument, queueReceipt } from './emails/queue-email.ts';
export { holdEmails, releaseEmails } from './emails/release-emails.ts';
export { registerReportPages } from './emails/report-pages.ts';
export { withoutOvertaken } from './emails/without-overtaken.ts';
export type { NumberedDocuments } from './free-number.ts';
export {
  changedNumberKey,
  INVOICE_NUMBERS,
  nextNumber,
  numberKey,
  withNumberClash,
} from './free-number.ts';
export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export type { StoredInvoice } from './invoice.store.ts';
export {
  insertEvent,
  lockInvoice,
  recountReceived,
  scheduleCheckoutRecheck,
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
export { limitVisits, readingTurn } from './limit-visits.ts';
export { insertLineItems, replaceLineItems } from './line-items.store.ts';
export { markInvoicePaid } from './mark-invoice-paid.ts';
export { markOverdue } from './mark-overdue.job.ts';
export { notAvailable, requireAvailable } from './not-available.ts';
export { noteView } from './note-view.ts';
export { presentPublicBusiness, presentPublicLine } from './present-public.ts';
export {
  insertPublicId,
  locatePublicDocument,
} from './public-documents.store.ts';
export { resolvePublicInvoice } from './public-invoice.ts';
export { listInvoices, readInvoice } from './read-invoices.ts';
export { reconcileInvoiceStatus } from './reconcile-invoice-status.ts';
export { restoreDeletedCustomer } from './restore-deleted-customer.ts';
