export {
  type Business,
  createBusiness,
  findAccountBusiness,
  findBusiness,
  isSuspended,
  ownerAccount,
  setSuspension,
} from './business.store.ts';
export { isAllowedWhileSuspended, suspended } from './suspension.ts';
