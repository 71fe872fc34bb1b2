export {
  type Business,
  createBusiness,
  findAccountBusiness,
  findBusiness,
  isSuspended,
  listNotTakenOver,
  listSearchUnwritten,
  lockBusiness,
  markTakenOver,
  ownerAccount,
  setSearchWritten,
  setSuspension,
} from './business.store.ts';
export { countAgainstTrial } from './count-against-trial.ts';
export { isAllowedWhileSuspended, suspendedError } from './suspension.ts';
