export { InvoiceView } from './detail/invoice-view.tsx';
export { InvoiceEditor } from './editor/invoice-editor.tsx';
export { InvoiceList } from './list/invoice-list.tsx';
export type { StatusFilter } from './list/use-invoice-list.ts';
export { RecordPaymentDialog } from './payments/record-payment-dialog.tsx';
