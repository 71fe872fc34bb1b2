export type { CreditRow } from './credit.store.ts';
export {
  creditsColumn,
  creditUseColumns,
  findCreditAppliedTo,
  findCreditRefund,
} from './credit.store.ts';
export { settledOnDrafts, unappliedCreditNotes } from './credit-sums.ts';
export { Ledger, type OpenLedger } from './ledger.ts';
export type { Sources } from './lock-divided.ts';
export { findSharing } from './lock-divided.ts';
export {
  findAllocations,
  findNewestPayment,
  findPaidWith,
  findPayersWith,
  findPayment,
  findPaymentBearingOn,
  findPaymentOfCheckout,
  knownPayment,
  type PaymentRow,
  paymentsColumn,
  wasGivenBack,
  wasPaidSince,
} from './payment.store.ts';
export type { Receipts } from './payment-sums.ts';
export {
  COUNTS_AS_RECEIVED,
  RECEIVED,
  sumReceivedByDay,
  selectReceipts,
  UNAPPLIED,
  unappliedCredit,
} from './payment-sums.ts';
export { receivableEntries } from './receivables.ts';
export {
  claimDueRefunds,
  completeRefund,
  endFailedRefunds,
  endRefund,
  findPendingRefund,
  findRefund,
  hasPendingRefund,
  type RefundRow,
  requestRefund,
} from './refund.store.ts';
export { taxEntries, writeCreditedTaxes } from './tax-entries.ts';
export { verifyAccounts } from './verify-accounts.ts';
export { type KeptDecision, verifyRefunds } from './verify-refunds.ts';
