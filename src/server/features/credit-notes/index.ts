export {
  creditNoteRoutes,
  publicCreditNoteRoutes,
  registerCreditNotePdfs,
} from './credit-note.routes.ts';
export { clearCreditNoteNumbers } from './credit-note.store.ts';
export { mailedCreditNotes } from './mailed-credit-notes.ts';
export { listCreditNotes } from './read-credit-notes.ts';
