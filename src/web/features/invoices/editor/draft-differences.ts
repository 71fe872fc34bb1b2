import { formatDate, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { INVOICE_STATUS_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import { formatMoney, formatRate } from '../../../../shared/money/money.ts';
import { partyNames } from '../invoice-names.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import { decimalOrZero, draftTotals } from './invoice-draft.ts';

export interface Difference {
  field: string;
  mine: string;
  theirs: string;
}

/** Where two states of an invoice differ, in the words of the form. */
export function draftDifferences(mine: InvoiceDraft, theirs: InvoiceDraft): Difference[] {
  const [left, right] = [factsOf(mine), factsOf(theirs)];
  return Object.keys(left)
    .filter((field) => left[field] !== right[field])
    .map((field) => ({ field, mine: left[field] || 'none', theirs: right[field] || 'none' }));
}

function factsOf(draft: InvoiceDraft): Record<string, string> {
  const day = (date: string) => (parseCalendarDate(date) ? formatDate(date) : date);
  return {
    Customer: draft.customer ? partyNames(draft.customer).main : '',
    'Invoice number': draft.invoiceNumber,
    'PO number': draft.poNumber,
    Status: INVOICE_STATUS_LABELS[draft.status],
    'Issue date': day(draft.issueDate),
    'Due date': day(draft.dueDate),
    'Line items': linesFact(draft),
    'Tax rate': `${formatRate(decimalOrZero(draft.taxRate))}%`,
    Total: formatMoney(draftTotals(draft).total),
    Notes: shortened(draft.notes),
    Terms: shortened(draft.terms),
  };
}

function linesFact({ lines }: InvoiceDraft): string {
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const facts = lines.map(({ description, quantity, unitPrice }) =>
    [description || 'no description', `${quantity} × ${unitPrice}`].join(', '),
  );
  return `${count}: ${shortened(facts.join('; '))}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
