export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  findCustomerRow,
  invoiceSearchPart,
  restoreDeletedCustomer,
  searchCustomers,
} from './customer.store.ts';
