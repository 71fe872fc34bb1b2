export {
  type Business,
  createBusiness,
  findAccountBusiness,
  findBusiness,
  isSuspended,
  listNotTakenOver,
  lockBusiness,
  markTakenOver,
  ownerAccount,
  setSuspension,
} from './business.store.ts';
export { countAgainstTrial } from './count-against-trial.ts';
export { isAllowedWhileSuspended, suspendedError } from './suspension.ts';
