import type { PublicCreditNote } from '../../../shared/credit-notes/public-credit-note.contract.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';

/** What came of asking: the document, its absence (404, or an answer without one), or no answer. */
export type PublicAnswer<T> =
  | { state: 'found'; data: T }
  | { state: 'missing' }
  /** 410: the business's pages are closed at the moment. */
  | { state: 'closed' }
  | { state: 'failed' };

export interface PublicKinds {
  invoice: PublicInvoice;
  estimate: PublicEstimate;
  credit_note: PublicCreditNote;
}

/** Their names in addresses, and where an answer has them. */
const PLACES = {
  invoice: { path: 'invoice', field: 'invoice' },
  estimate: { path: 'estimate', field: 'estimate' },
  credit_note: { path: 'credit-note', field: 'creditNote' },
} as const;

/** The public id at the end of `/pay-invoice/{id}`, `/view-estimate/{id}` and the like; empty where there is none. */
export function parsePublicId(pathname: string): string {
  const id = /^\/(?:pay-invoice|view-estimate|view-credit-note)\/([^/]+)/.exec(pathname)?.[1] ?? '';
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}

/** The public id in `/payment-success?invoice={id}`; what a provider adds to the query is not read. */
export function parseReceiptId(search: string): string {
  return new URLSearchParams(search).get('invoice') ?? '';
}

/** Address of the document's PDF, open to everybody who has the id. */
export function publicPdfUrl(kind: keyof PublicKinds, publicId: string): string {
  return `/api/public/${PLACES[kind].path}/${encodeURIComponent(publicId)}/pdf`;
}

/** Asks for a document by its public id. Never throws. */
export async function loadPublicDocument<Kind extends keyof PublicKinds>(
  kind: Kind,
  publicId: string,
  fetcher: typeof fetch = fetch,
): Promise<PublicAnswer<PublicKinds[Kind]>> {
  if (publicId === '') return { state: 'missing' };
  try {
    const { path, field } = PLACES[kind];
    const response = await fetcher(`/api/public/${path}/${encodeURIComponent(publicId)}`, {
      // The owner's session shows a draft that nobody else may see.
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
    if (response.status === 404 || response.status === 400) return { state: 'missing' };
    if (response.status === 410) return { state: 'closed' };
    if (!response.ok) return { state: 'failed' };
    const data = (await response.json()) as (PublicKinds[Kind] & Record<string, unknown>) | null;
    return data?.[field] ? { state: 'found', data } : { state: 'missing' };
  } catch {
    return { state: 'failed' };
  }
}
