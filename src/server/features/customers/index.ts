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
  joinCustomer,
  leftJoinMerged,
  matchesAny,
  mergedInto,
  whoseIs,
} from './customer-group.ts';
