import type { KindName } from '../../../shared/documents/document-content.ts';
import { api } from '../../lib/api.ts';

const readNumber: Record<KindName, () => Promise<string>> = {
  invoice: async () => (await api.invoices.nextNumber()).invoiceNumber,
  estimate: async () => (await api.estimates.nextNumber()).estimateNumber,
  credit_note: async () => (await api.creditNotes.nextNumber()).creditNoteNumber,
};
/** Somebody who points at 'New Invoice' presses it soon; a number that was free longer ago need not be so now. */
const FREE_FOR_MS = 5_000;

/** A number that a new document of a kind may have: asked by its form, and before that is opened. */
export const freeNumberQuery = (kind: KindName) => ({
  queryKey: ['free number', kind],
  queryFn: readNumber[kind],
  staleTime: FREE_FOR_MS,
  gcTime: FREE_FOR_MS,
});
