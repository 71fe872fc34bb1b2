export {
  ESTIMATE_NUMBERS,
  INVOICE_NUMBERS,
  nextNumber,
  suggestNumber,
  withNumberClash,
} from './document-numbers.ts';
export { registerDocumentPdfs } from './document-pdfs.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export {
  drawPreview,
  prepareDocumentPdf,
  requireProfile,
} from './draw-document.ts';
export { readLineItems, replaceLineItems } from './line-items.store.ts';
export { requireExchangeRate } from './price-document.ts';
export type { Viewer } from './public-page.ts';
export {
  limitVisits,
  notAvailable,
  openPublicPage,
  presentPublicBusiness,
  presentPublicLine,
  resolvePublicDocument,
  visitPage,
} from './public-page.ts';
export type {
  DocumentFilter,
  DocumentListQuery,
  DocumentRow,
  SingleFigures,
} from './read-documents.ts';
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
