import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import { parseTyped } from '../../../shared/money/money.ts';
import type { DocumentDraft, DraftLine } from './document-draft.ts';
import type { PreviewRequest } from './document-kind.ts';

/** Longer text is refused by the call; somebody who pastes a book should still see a document. */
const MOST = { short: 40, line: 200, description: 2_000, text: 10_000 };

/** A line that nobody has filled in yet is no row of the document. */
function saysSomething(line: DraftLine): boolean {
  if (line.description.trim() !== '' || typedAmount(line.unitPrice) !== '0.00') return true;
  // The form has no total for it, and so must the document.
  return typedAmount(line.quantity) === null;
}

/**
 * The question for the live document. Numbers go as the form understands them ("1,200.5" as
 * 1200.50); text is cut to what the call takes, so that typing can never make it fail.
 * @param id the document being edited, if it is stored
 */
export function toPreviewRequest(draft: DocumentDraft, page: number, id?: number): PreviewRequest {
  const number = (typed: string) => (parseTyped(typed) ?? typed).slice(0, MOST.short);
  return {
    id,
    customerId: draft.customer?.id ?? null,
    number: draft.number.slice(0, MOST.line),
    poNumber: draft.poNumber.slice(0, MOST.line) || null,
    // A new document is shown as the customer will get it: the watermark of a draft tells them nothing.
    status: id === undefined ? 'sent' : draft.status,
    issueDate: draft.issueDate.slice(0, MOST.short),
    endDate: draft.endDate.slice(0, MOST.short),
    taxRate: number(draft.taxRate),
    taxAmount: number(draft.taxAmount),
    notes: draft.notes.slice(0, MOST.text) || null,
    terms: draft.terms.slice(0, MOST.text) || null,
    lineItems: draft.lines
      .filter(saysSomething)
      .slice(0, 5_000)
      .map((line) => ({
        description: line.description.slice(0, MOST.description),
        quantity: number(line.quantity),
        unitPrice: number(line.unitPrice),
      })),
    pages: [page],
  };
}
