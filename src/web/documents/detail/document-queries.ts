import type { QueryClient } from '@tanstack/react-query';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import type { DocumentPicture } from '../../../shared/documents/document.contract.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { api, orpc } from '../../lib/api.ts';
import { toDraft } from '../editor/document-draft.ts';
import { previewInput } from '../editor/document-kind.ts';
import { toPreviewRequest } from '../editor/preview-request.ts';

/** What the page of a stored document asks for: asked by the page, and before it is opened. */
export interface PictureQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<DocumentPicture>;
  gcTime: number;
}

/** A picture is large, and the page asks for it anew whenever the document has changed. */
const PICTURE_KEPT_MS = 60_000;

/** The question for a page of a stored document: as the editor asks, before anything is typed. */
function previewStored<K extends KindName, Status>(
  kind: K,
  document: Parameters<typeof toDraft<K>>[1] & { id: number; status: Status },
  page: number,
) {
  const request = toPreviewRequest(kind, toDraft(kind, document), page, document.id);
  return { ...previewInput(kind, request, document.status), stored: true };
}

/** @param page counted from 1 */
export function invoicePicture(invoice: InvoiceDetail, page: number): PictureQuery {
  const input = previewStored('invoice', invoice, page);
  const { payments, amountWrittenOff, amountCredited } = invoice;
  return {
    // Payments and refunds are drawn as well, and no part of the question.
    queryKey: [
      ...orpc.invoices.preview.queryKey({ input }),
      payments,
      amountWrittenOff,
      amountCredited,
    ],
    queryFn: ({ signal }) => api.invoices.preview(input, { signal }),
    gcTime: PICTURE_KEPT_MS,
  };
}

export function estimatePicture(estimate: EstimateDetail, page: number): PictureQuery {
  const input = previewStored('estimate', estimate, page);
  return {
    queryKey: orpc.estimates.preview.queryKey({ input }),
    queryFn: ({ signal }) => api.estimates.preview(input, { signal }),
    gcTime: PICTURE_KEPT_MS,
  };
}

export function creditNotePicture(creditNote: CreditNoteDetail, page: number): PictureQuery {
  const input = previewStored('credit_note', creditNote, page);
  return {
    // What it credits is drawn as well, and no part of the question.
    queryKey: [...orpc.creditNotes.preview.queryKey({ input }), creditNote.version],
    queryFn: ({ signal }) => api.creditNotes.preview(input, { signal }),
    gcTime: PICTURE_KEPT_MS,
  };
}

/** Asks for a stored document and for the picture of its first page, for the page that will show both. */
export async function preloadDocument(
  client: QueryClient,
  kind: KindName,
  id: number,
): Promise<void> {
  const input = { id };
  const picture = {
    invoice: async () =>
      invoicePicture(await client.fetchQuery(orpc.invoices.get.queryOptions({ input })), 1),
    estimate: async () =>
      estimatePicture(await client.fetchQuery(orpc.estimates.get.queryOptions({ input })), 1),
    credit_note: async () =>
      creditNotePicture(await client.fetchQuery(orpc.creditNotes.get.queryOptions({ input })), 1),
  }[kind];
  await client.prefetchQuery(await picture());
}
