/** Where documents of each kind are: their pages, their PDF, and what their customer sees. */
import type { KindName } from '../../shared/documents/document-content.ts';

const PLACES: Record<KindName, { list: string; forCustomers: string }> = {
  invoice: { list: '/invoices', forCustomers: '/pay-invoice' },
  estimate: { list: '/estimates', forCustomers: '/view-estimate' },
  credit_note: { list: '/credit-notes', forCustomers: '/view-credit-note' },
};

export interface Placed {
  id: number;
}

/** The list of all of a kind. */
export const listPath = (kind: KindName) => PLACES[kind].list;

/** The document's own page. */
export const pagePath = (kind: KindName, { id }: Placed) => `${PLACES[kind].list}/${id}`;

/** Where the owner opens it, on any device, after signing in. */
export const ownAddress = (kind: KindName, document: Placed) =>
  `${location.origin}${pagePath(kind, document)}`;

/** Where a customer sees it. */
export const publicAddress = (kind: KindName, { publicId }: { publicId: string }) =>
  `${location.origin}${PLACES[kind].forCustomers}/${publicId}`;

/** What was issued of it as this version. */
export const versionPdfAddress = (kind: KindName, document: Placed, version: number) =>
  `/api${pagePath(kind, document)}/revisions/${version}/pdf`;

export const pdfAddress = (kind: KindName, document: Placed) =>
  `/api${pagePath(kind, document)}/pdf`;
