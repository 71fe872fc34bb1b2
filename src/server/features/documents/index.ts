export { changesContent } from './changes-content.ts';
export { checkItems, computeDocument, flatTax } from './compute-document.ts';
export type { NumberedDocuments } from './document-numbers.ts';
export {
  changedNumberKey,
  nextNumber,
  numberKey,
  withNumberClash,
} from './document-numbers.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export {
  drawPreview,
  prepareDocumentPdf,
  requireProfile,
  typedDate,
  typedSheet,
} from './draw-document.ts';
export { limitVisits, readingTurn } from './limit-visits.ts';
export { insertLineItems, replaceLineItems } from './line-items.store.ts';
export { lockCustomer } from './lock-customer.ts';
export { notAvailable, requireAvailable } from './not-available.ts';
export { noteView } from './note-view.ts';
export { presentPublicBusiness, presentPublicLine } from './present-public.ts';
export { insertPublicId, locatePublicDocument } from './public-documents.store.ts';
export { restoreDeletedCustomer } from './restore-deleted-customer.ts';
export { searchText } from './search-text.ts';
