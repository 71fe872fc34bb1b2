export { makeRecurringInvoices } from './make-recurring-invoices.job.ts';
export { recurringRoutes } from './recurring.routes.ts';
