import { CreditNoteEditor, CreditNoteView } from '../features/credit-notes/index.ts';
import { documentPage } from './document-page.tsx';

export const { Component, preload } = documentPage({
  kind: 'credit_note',
  View: CreditNoteView,
  Editor: CreditNoteEditor,
});
