export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  findCustomerRow,
  invoiceSearchPart,
  searchCustomers,
} from './customer.store.ts';
export { lockCustomer, restoreDeletedCustomer } from './lock-customer.ts';
