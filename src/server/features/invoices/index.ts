export type { Account } from './account.ts';
export { lockAccount } from './account.ts';
export type { Allocation } from './allocations.ts';
export {
  holdPayers,
  openAmount,
  readAllocations,
  readPositiveAmount,
  refuseOverallocation,
} from './allocations.ts';
export { findCreditTerms, refuseDeducted } from './deduct-deposits.ts';
export type { DepositFacts, OpenDeposit } from './deposit-invoice.store.ts';
export {
  depositInvoicesColumn,
  findDepositsByInvoice,
  findDepositsOfEstimate,
  lockDeposits,
  lockDepositsOfEstimate,
  lockEstimateOfDeposit,
  presentDeposit,
} from './deposit-invoice.store.ts';
export type { DueDay } from './due-days.ts';
export { listDueParts, sumOpenByDay } from './due-days.ts';
export { invoiceRoutes, publicInvoiceRoutes, registerInvoicePdfs } from './invoice.routes.ts';
export type { StoredInvoice } from './invoice.store.ts';
export {
  clearInvoiceNumbers,
  clearPaymentUrl,
  insertEvent,
  lockInvoice,
  lockInvoices,
  scheduleCheckoutRecheck,
  setPaymentReference,
} from './invoice.store.ts';
export type { StateRow } from './invoice-state.ts';
export { readState, stateColumns } from './invoice-state.ts';
export { publicInvoiceUrl } from './invoice-documents.ts';
export type { InvoicedDay, StatusSum } from './invoice-sums.ts';
export {
  countInvoicedCustomers,
  dueAfter,
  firstDue,
  invoicedByDay,
  statusSums,
} from './invoice-sums.ts';
export { invoiceSentEmail } from './invoice-sent.email.ts';
export { invoiceToSend } from './invoice-to-send.ts';
export { issueAndSendIn, mailedInvoices, sendInvoice } from './mailed-invoices.ts';
export { markInvoicePaid } from './mark-invoice.ts';
export { markOverdue } from './mark-overdue.job.ts';
export type { ChargeableInvoice, PlannedCharge } from './planned-charge.ts';
export { plannedCharges, registerPlannedCharges } from './planned-charge.ts';
export { resolvePublicInvoice } from './public-invoice.ts';
export { pickComputed } from './read-following.ts';
export { listInvoices, readInvoice } from './read-invoices.ts';
export { prepareReceiptPdf } from './receipt-pdf.ts';
export { changeAccount, refuseFuturePayment } from './reconcile-invoice-status.ts';
export { restorePaidInvoice } from './delete-invoice.ts';
export { createAndSendIn, createInvoiceIn } from './save-invoice.ts';
