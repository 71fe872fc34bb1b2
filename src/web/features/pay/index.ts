export { loadPublicInvoice, publicIdOf, receiptIdOf } from './load-public-invoice.ts';
export { confirmPayment } from './pay-calls.ts';
export { PayPage } from './pay-page.tsx';
export { ReceiptPage } from './receipt-page.tsx';
