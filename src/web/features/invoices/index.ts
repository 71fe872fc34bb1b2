export { InvoiceView } from './detail/invoice-view.tsx';
export { InvoiceEditor } from './editor/invoice-editor.tsx';
export { InvoiceList } from './list/invoice-list.tsx';
export { invoiceRecords } from './list/invoice-records.ts';
export type { AskedPayment } from './payments/account-payment-dialogs.tsx';
export { AccountPaymentDialogs } from './payments/account-payment-dialogs.tsx';
export { RecordPaymentDialog } from './payments/record-payment-dialog.tsx';
export { usePayments } from './payments/use-payments.ts';
