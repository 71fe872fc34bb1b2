import {
  CreditNoteEditor,
  CreditNoteList,
  creditNoteRecords,
} from '../features/credit-notes/index.ts';
import { documentListPage } from './document-list-page.tsx';

export const { Component, preload } = documentListPage({
  records: creditNoteRecords,
  List: CreditNoteList,
  Editor: CreditNoteEditor,
});
