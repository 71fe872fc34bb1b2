export type { NumberedDocuments } from './document-numbers.ts';
export { nextNumber, withNumberClash } from './document-numbers.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export {
  drawPreview,
  prepareDocumentPdf,
  requireProfile,
  typedSheet,
} from './draw-document.ts';
export { limitVisits, readingTurn } from './limit-visits.ts';
export { readLineItems, replaceLineItems } from './line-items.store.ts';
export { notAvailable, requireAvailable } from './not-available.ts';
export { noteView } from './note-view.ts';
export { presentPublicBusiness, presentPublicLine } from './present-public.ts';
export { locatePublicDocument } from './public-documents.store.ts';
export type { DocumentFilter, DocumentListQuery, DocumentRow } from './read-documents.ts';
export {
  documentColumns,
  fromDocuments,
  historyColumn,
  lineItemsColumn,
  listDocuments,
  liveDocuments,
  presentDocument,
} from './read-documents.ts';
export { changedContent, insertParts, newContent } from './write-content.ts';
