export type { PlannedInvoices } from './list-planned.ts';
export { listPlannedInvoices } from './list-planned.ts';
export { makeRecurringInvoices } from './make-recurring-invoices.job.ts';
export { listRecurring } from './read-recurring.ts';
export { recurringRoutes } from './recurring.routes.ts';
