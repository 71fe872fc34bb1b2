import type { PublicCreditNote } from '../../../shared/credit-notes/public-credit-note.contract.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Viewer } from '../documents/index.ts';
import {
  bodyOfKind,
  openPublicPage,
  presentPublicDocument,
  resolvePublicDocument,
} from '../documents/index.ts';
import { readCreditNote } from './read-credit-notes.ts';

/**
 * What a customer sees.
 * @see resolvePublicDocument for who may see it
 * @throws AppError NOT_FOUND
 */
export async function readPublicCreditNote(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  id: string,
  viewer: Viewer,
): Promise<PublicCreditNote> {
  const db = services.db.orm;
  const read = (owner: string, number: number) => readCreditNote(db, owner, number);
  const found = await resolvePublicDocument(db, 'credit_note', id, viewer, read);
  const { businessId, document: creditNote } = found;
  const shown = { of: 'credit_note', businessId, ...creditNote } as const;
  const page = await openPublicPage(services, shown, viewer);
  const { issued } = page;
  const said = issued ? bodyOfKind(issued, 'credit_note').content : creditNote;
  const sheet = storedSheet('credit_note', said);
  const { content, around } = presentPublicDocument(page, said, sheet);
  const { correctedInvoice } = said;
  return {
    creditNote: {
      id: creditNote.publicId,
      creditNoteNumber: said.creditNoteNumber,
      status: creditNote.status,
      correctedInvoice: correctedInvoice && {
        invoiceNumber: correctedInvoice.invoiceNumber,
        issueDate: correctedInvoice.issueDate,
      },
      ...content,
      notes: said.notes,
      terms: said.terms,
    },
    ...around,
  };
}
