import type { KindName } from '../../../shared/documents/document-content.ts';
import { MOST_OF_DESCRIPTION, MOST_OF_NUMBER } from '../../../shared/documents/document-content.ts';
import { MAX_DOCUMENT_LINES } from '../../../shared/documents/document-data.ts';
import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import { parseTyped } from '../../../shared/money/hundredths.ts';
import type { DocumentDraft, DraftLine } from './document-draft.ts';
import { draftFields, mapTexts } from './document-draft.ts';
import type { PreviewRequest } from './document-kind.ts';

/** A line that nobody has filled in yet is no row of the document. */
function saysSomething(line: DraftLine): boolean {
  if (line.description.trim() !== '' || typedAmount(line.unitPrice) !== '0.00') return true;
  // The form has no total for it, and so must the document.
  return typedAmount(line.quantity) === null;
}

/**
 * The question for the live document. Numbers go as the form understands them ("1,200.5" as
 * 1200.50); text is cut to what the call takes, so that typing can never make it fail, and whoever
 * pastes a book still sees a document.
 * @param id the document being edited, if it is stored
 */
export function toPreviewRequest(
  kind: KindName,
  draft: DocumentDraft,
  page: number,
  id?: number,
): PreviewRequest {
  const number = (typed: string) => (parseTyped(typed) ?? typed).slice(0, MOST_OF_NUMBER);
  const most = new Map(draftFields(kind).map((field) => [field.name, field.most]));
  return {
    ...mapTexts((name) => draft[name].slice(0, most.get(name))),
    id,
    customerId: draft.customer?.id ?? null,
    // A new document is shown as the customer will get it: the watermark of a draft tells them nothing.
    status: id === undefined ? 'sent' : draft.status,
    taxRate: number(draft.taxRate),
    taxAmount: number(draft.taxAmount),
    lineItems: draft.lines
      .filter(saysSomething)
      .slice(0, MAX_DOCUMENT_LINES)
      .map((line) => ({
        description: line.description.slice(0, MOST_OF_DESCRIPTION),
        quantity: number(line.quantity),
        unitPrice: number(line.unitPrice),
      })),
    pages: [page],
  };
}
