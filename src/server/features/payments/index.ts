export { chargeSavedCards } from './automatic/charge-saved-cards.job.ts';
export { checkOpenCheckouts } from './checkout.store.ts';
export { confirmCombinedPayment } from './combined/confirm-combined-payment.ts';
export { createCombinedPayment } from './combined/create-combined-payment.ts';
export { paymentRoutes } from './payment.routes.ts';
export { registerPaymentWebhooks } from './payment-webhooks.routes.ts';
export { registerReceiptFile } from './receipt-file.ts';
export { reconcilePayments } from './reconcile.job.ts';
