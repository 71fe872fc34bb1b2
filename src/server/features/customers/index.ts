export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  findCustomerRow,
  invoiceSearchPart,
  lockCustomer,
  restoreDeletedCustomer,
  searchCustomers,
} from './customer.store.ts';
