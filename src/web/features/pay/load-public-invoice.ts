import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';

/** What came of asking: the invoice, its absence (404, or an answer without one), or no answer. */
export type PublicInvoiceAnswer =
  | { state: 'found'; data: PublicInvoice }
  | { state: 'missing' }
  | { state: 'failed' };

/** The public id at the end of `/pay-invoice/{id}`; empty when the address has none. */
export function publicIdOf(pathname: string): string {
  const id = /^\/pay-invoice\/([^/]+)/.exec(pathname)?.[1] ?? '';
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}

/** The public id in `/payment-success?invoice={id}`; what a provider adds to the query is not read. */
export function receiptIdOf(search: string): string {
  return new URLSearchParams(search).get('invoice') ?? '';
}

/** Address of the invoice's PDF, open to everybody who has the id. */
export function publicPdfUrl(publicId: string): string {
  return `/api/public/invoice/${encodeURIComponent(publicId)}/pdf`;
}

/** Asks for an invoice by its public id. Never throws. */
export async function loadPublicInvoice(
  publicId: string,
  fetcher: typeof fetch = fetch,
): Promise<PublicInvoiceAnswer> {
  if (publicId === '') return { state: 'missing' };
  try {
    const response = await fetcher(`/api/public/invoice/${encodeURIComponent(publicId)}`, {
      // The owner's session shows a draft that nobody else may see.
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
    if (response.status === 404 || response.status === 400) return { state: 'missing' };
    if (!response.ok) return { state: 'failed' };
    const data = (await response.json()) as PublicInvoice | null;
    return data?.invoice ? { state: 'found', data } : { state: 'missing' };
  } catch {
    return { state: 'failed' };
  }
}
