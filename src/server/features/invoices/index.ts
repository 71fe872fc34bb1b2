export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export { markOverdue } from './mark-overdue.job.ts';
