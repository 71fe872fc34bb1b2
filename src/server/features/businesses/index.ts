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
  selectSearchUnwritten,
  setSearchWritten,
  setSuspension,
} from './business.store.ts';
export { countAgainstTrial } from './count-against-trial.ts';
export { isAllowedWhileSuspended, suspendedError } from './suspension.ts';
