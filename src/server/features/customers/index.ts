export { registerCustomerAccess } from './customer-access.ts';
export { customerRoutes } from './customer.routes.ts';
export {
  countLiveCustomers,
  customerFound,
  findCustomerRow,
  findCustomersByEmail,
  holdCustomerRow,
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
export { documentSearchText } from './rename-on-documents.ts';
export { updateCustomerIn } from './save-customer.ts';
