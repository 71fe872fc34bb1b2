export { endSavedCard, readSavedCards } from './automatic/automatic-payment.ts';
export { beginCardChange, settleCardChanges } from './automatic/change-card.ts';
export { chargeSavedCards } from './automatic/charge-saved-cards.job.ts';
export { findBeingConfirmed } from './being-confirmed.ts';
export { checkOpenCheckouts } from './checkout.store.ts';
export {
  confirmCombinedPayment,
  createCombinedPayment,
} from './combined/create-combined-payment.ts';
export { paymentRoutes } from './payment.routes.ts';
export { registerPaymentWebhooks } from './payment-webhooks.routes.ts';
export { listPayments } from './read-payments.ts';
export { prepareReceipt, registerReceiptFile } from './receipt-file.ts';
export { reconcilePayments } from './reconcile.job.ts';
