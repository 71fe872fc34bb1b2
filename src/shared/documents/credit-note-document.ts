import type { CreditNoteStatus } from '../credit-notes/credit-note-status.ts';
import type { CorrectedInvoiceRef } from '../credit-notes/describe-corrected.ts';
import { describeCorrected } from '../credit-notes/describe-corrected.ts';
import { formatMoneyOrNone, money } from '../money/money.ts';
import type { DocumentData } from './document-data.ts';
import { CUSTOMER_LABELS } from './document-data.ts';
import type {
  BusinessForDocument,
  CustomerForDocument,
  SheetForDocument,
} from './document-sheet.ts';
import { documentSheet, metaRows } from './document-sheet.ts';

/** A credit note as its PDF needs it. */
export interface CreditNoteForDocument extends SheetForDocument {
  status: CreditNoteStatus;
  correctedInvoice: CorrectedInvoiceRef | null;
}

export interface CreditNoteDocumentInput {
  creditNote: CreditNoteForDocument;
  /** null while none has been chosen in the editor. */
  customer: CustomerForDocument | null;
  business: BusinessForDocument;
}

/** The document of a credit note: the sheet of an invoice, with nothing on it that is due. */
export function creditNoteDocument(input: CreditNoteDocumentInput): DocumentData {
  const { creditNote, customer, business } = input;
  const { total } = creditNote.figures;
  const { correctedInvoice, currency } = creditNote;
  const customerLabel = CUSTOMER_LABELS.credit_note;
  const sheet = documentSheet({ sheet: creditNote, customer, customerLabel, business });
  const credited = formatMoneyOrNone(total === null ? null : money(total, currency));
  return {
    ...sheet,
    title: 'Credit note',
    hero: {
      label: 'Amount credited',
      value: credited,
      ...(correctedInvoice
        ? { note: describeCorrected(correctedInvoice), isOnlyHere: true }
        : { note: '' }),
    },
    meta: metaRows(creditNote, ''),
    grand: ['Total credited', credited],
    ...(creditNote.status === 'draft' ? { status: { kind: 'draft', text: 'DRAFT' } } : {}),
  };
}
