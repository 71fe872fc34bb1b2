export { registerCustomerAccess } from './customer-access.ts';
export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  findCustomerRow,
  findCustomersByEmail,
  holdCustomerRow,
  invoiceSearchPart,
  lockCustomerRow,
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
export { updateCustomerIn } from './save-customer.ts';
