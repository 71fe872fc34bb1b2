export { documentDrawings, drawnPdfRoutes } from './document-drawings.ts';
export {
  CREDIT_NOTE_NUMBERS,
  ESTIMATE_NUMBERS,
  INVOICE_NUMBERS,
  numberOfNew,
  suggestNumber,
  withFreeNumbers,
  withNumberClash,
} from './document-numbers.ts';
export type { DocumentCopy } from './document-pdfs.ts';
export { registerDocumentPdfs } from './document-pdfs.ts';
export type { DocumentServices, PreviewPages } from './draw-document.ts';
export { drawPreview, prepareDocumentPdf, requireProfile } from './draw-document.ts';
export { findConditions, isNarrowed } from './find-documents.ts';
export { readLineItems, replaceLineItems } from './line-items.store.ts';
export { refuseDeletionOfNumbered } from './number-series/check-number.ts';
export { giveNumber } from './number-series/give-number.ts';
export { isOlderThanSeries } from './number-series/number-series.store.ts';
export { numberSeriesRoutes } from './number-series/number-series.routes.ts';
export { registerNumberedKind, withoutNumbers } from './number-series/numbered-kinds.ts';
export type { ComputedDocument } from './price-document.ts';
export { requireIssuable, uniformRate } from './price-document.ts';
export { findPublicBusiness } from './public-business.ts';
export type { PublicPage, Viewer } from './public-page.ts';
export {
  limitVisits,
  notAvailable,
  openPublicPage,
  presentPublicDocument,
  resolvePublicDocument,
  visitPage,
} from './public-page.ts';
export type {
  DocumentListQuery,
  DocumentRow,
  OwnColumns,
  SingleFigures,
} from './read-documents.ts';
export {
  documentColumns,
  fromDocuments,
  hasStatus,
  historyColumn,
  lineItemsColumn,
  listDocuments,
  presentDocument,
  selectOwn,
  sumByStatus,
} from './read-documents.ts';
export { toIssuedDocument, bodyOfKind, revisionPdf, sellerAsIssued } from './revisions/issued.ts';
export { readRevision } from './revisions/read-revisions.ts';
export { issuedRoutes } from './revisions/revision.routes.ts';
export type { StoredRevision } from './revisions/revision.store.ts';
export {
  findIssued,
  findRevision,
  firstIssuedAt,
  revisionColumn,
} from './revisions/revision.store.ts';
export { takeOverIssued } from './revisions/take-over.ts';
export type { Only, Verified } from './revisions/verify-revisions.ts';
export { TOLD, verifyRevisions } from './revisions/verify-revisions.ts';
export { prepareRevision, writeRevision } from './revisions/write-revision.ts';
export { saysThat } from './says-that.ts';
export { asPriced, changedContent, insertParts, newContent } from './write-content.ts';
