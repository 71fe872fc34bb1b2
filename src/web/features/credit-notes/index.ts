export { CorrectInvoiceDialog } from './correct-invoice-dialog.tsx';
export { CreditNoteEditor } from './credit-note-editor.tsx';
export { CreditNoteList } from './credit-note-list.tsx';
export { creditNoteRecords } from './credit-note-records.ts';
export { CreditNoteView } from './credit-note-view.tsx';
export { CreditSheet } from './credit-sheet.tsx';
