export {
  findNewestPayment,
  findPayment,
  findPaymentOutside,
  InvoiceLedger,
  knownPayment,
  type OpenLedger,
  type PaymentRow,
  paymentsColumn,
  readBalance,
} from './payment.store.ts';
export type { Receipts } from './payment-sums.ts';
export {
  COUNTS_AS_RECEIVED,
  RECEIVED,
  receivedByDay,
  selectReceipts,
} from './payment-sums.ts';
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
