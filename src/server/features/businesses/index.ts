export {
  type Business,
  createBusiness,
  findBusiness,
  findBusinessOf,
  isSuspended,
  ownerAccount,
  ownerAccountOf,
  setSuspension,
} from './business.store.ts';
export { isAllowedWhileSuspended, suspended } from './suspension.ts';
