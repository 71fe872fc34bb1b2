export { customerRoutes } from './customer.routes.ts';
export { findCustomerRow, invoiceSearchPart } from './customer.store.ts';
