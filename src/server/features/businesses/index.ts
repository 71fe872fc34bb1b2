export {
  type Business,
  createBusiness,
  findAccountBusiness,
  findBusiness,
  isSuspended,
  ownerAccount,
  setSuspension,
} from './business.store.ts';
export { countAgainstTrial } from './count-against-trial.ts';
export { isAllowedWhileSuspended, suspended } from './suspension.ts';
