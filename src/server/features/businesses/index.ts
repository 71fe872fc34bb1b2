export {
  type Business,
  createBusiness,
  findBusiness,
  findBusinessOf,
  isSuspended,
  ownerAccount,
  setSuspension,
} from './business.store.ts';
export { isAllowedWhileSuspended, suspended } from './suspension.ts';
