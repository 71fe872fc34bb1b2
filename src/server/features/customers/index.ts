export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  findCustomerRow,
  holdCustomerRow,
  invoiceSearchPart,
  readCustomer,
  restoreDeletedCustomer,
  searchCustomers,
} from './customer.store.ts';
export {
  findCustomerGroup,
  holdTogether,
  isOneOf,
  joinCustomer,
  leftJoinMerged,
  mergedInto,
  whoseIs,
} from './customer-group.ts';
