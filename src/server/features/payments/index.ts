export { chargeSavedCards } from './automatic/charge-saved-cards.job.ts';
export { listPlannedCharges } from './automatic/list-planned-charges.ts';
export { checkOpenCheckouts } from './checkout.store.ts';
export { paymentRoutes } from './payment.routes.ts';
export { registerPaymentWebhooks } from './payment-webhooks.routes.ts';
export { registerReceiptFile } from './receipt-file.ts';
export { reconcilePayments } from './reconcile.job.ts';
