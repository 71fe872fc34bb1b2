import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { creditNoteDocument } from '../../../shared/documents/credit-note-document.ts';
import type { RevisionBodyOf } from '../../../shared/documents/revision-body.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import { bodyOfKind, documentDrawings } from '../documents/index.ts';
import { findCreditNoteDetail } from './read-credit-notes.ts';

/** The address of the page where a customer reads the credit note. */
export function publicCreditNoteUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/view-credit-note/${publicId}`;
}

export const creditNoteDrawings = documentDrawings<
  RevisionBodyOf<'credit_note'>['content'],
  CreditNoteStatus,
  CreditNoteDetail
>({
  of: 'credit_note',
  issued: 'issued',
  find: findCreditNoteDetail,
  toContent: (body) => bodyOfKind(body, 'credit_note').content,
  draw: (content, status, parties) => {
    const { correctedInvoice } = content;
    const sheet = storedSheet('credit_note', content);
    return creditNoteDocument({ creditNote: { ...sheet, status, correctedInvoice }, ...parties });
  },
  drawTyped: (form, status, { profile, stored, ...parties }) => {
    const correctedInvoice = stored?.correctedInvoice ?? null;
    const sheet = typedSheet('credit_note', form, profile, stored);
    return creditNoteDocument({ creditNote: { ...sheet, status, correctedInvoice }, ...parties });
  },
});
