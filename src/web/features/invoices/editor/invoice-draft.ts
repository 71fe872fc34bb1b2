/** An invoice as it stands in the editor: what was typed, as it was typed. */

import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { addDays, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS } from '../../../../shared/invoices/invoice.contract.ts';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import type { DocumentTotals } from '../../../../shared/invoices/invoice-totals.ts';
import { documentTotals } from '../../../../shared/invoices/invoice-totals.ts';
import { formatDecimal, formatQuantity, parseTyped } from '../../../../shared/money/money.ts';

export interface DraftCustomer {
  id: number;
  name: string;
  company: string | null;
  email: string | null;
}

export interface DraftLine {
  /** Its name on this form; it outlives moves and is no record's number. */
  readonly key: string;
  readonly itemId: number | null;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** The quantity as it was stored, on a line that came from the server. */
  readonly storedQuantity?: string;
}

export type LineCell = 'description' | 'quantity' | 'unitPrice';
export const LINE_CELLS: readonly LineCell[] = ['description', 'quantity', 'unitPrice'];

/** The fields that are one piece of text each. */
export interface DraftFields {
  invoiceNumber: string;
  poNumber: string;
  issueDate: string;
  dueDate: string;
  status: InvoiceStatus;
  taxRate: string;
  /** A flat tax: holds only while the rate is 0. */
  taxAmount: string;
  notes: string;
  terms: string;
}

export interface InvoiceDraft extends DraftFields {
  customer: DraftCustomer | null;
  lines: readonly DraftLine[];
  /** Whether the due date was chosen, or still follows the issue date. */
  dueChosen: boolean;
}

let linesMade = 0;

/** A line of quantity 1 and price 0, or of what is given. */
export function newLine(line: Partial<Omit<DraftLine, 'key'>> = {}): DraftLine {
  linesMade += 1;
  return {
    key: `line-${linesMade}`,
    itemId: null,
    description: '',
    quantity: '1',
    unitPrice: '0.00',
    ...line,
  };
}

/** A new invoice with the specified defaults: due after 30 days, no tax, one line. */
export function emptyDraft(today: CalendarDate, invoiceNumber = ''): InvoiceDraft {
  return {
    customer: null,
    invoiceNumber,
    poNumber: '',
    issueDate: today,
    dueDate: addDays(today, DEFAULT_DUE_DAYS),
    dueChosen: false,
    status: 'draft',
    taxRate: '0.00',
    taxAmount: '0.00',
    notes: '',
    terms: '',
    lines: [newLine()],
  };
}

/** A stored invoice, ready to be edited. */
export function draftOf(invoice: InvoiceDetail): InvoiceDraft {
  const { id, name, company, email } = invoice.customer;
  return {
    customer: { id, name, company, email },
    invoiceNumber: invoice.invoiceNumber,
    poNumber: invoice.poNumber ?? '',
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    dueChosen: true,
    status: invoice.status,
    taxRate: invoice.taxRate,
    // With a rate, the amount is its product: a rate set to 0 must not leave it as a flat tax.
    taxAmount:
      decimalOrZero(invoice.taxRate) === '0.00' ? formatDecimal(invoice.taxAmount) : '0.00',
    notes: invoice.notes ?? '',
    terms: invoice.terms ?? '',
    lines: invoice.lineItems.map((line) =>
      newLine({
        itemId: line.itemId,
        description: line.description,
        quantity: formatQuantity(line.quantity),
        unitPrice: formatDecimal(line.unitPrice),
        storedQuantity: line.quantity,
      }),
    ),
  };
}

/** The issue date set, and the due date with it as long as nobody chose that one. */
export function withIssueDate(draft: InvoiceDraft, issueDate: string): InvoiceDraft {
  const day = parseCalendarDate(issueDate);
  if (draft.dueChosen || !day) return { ...draft, issueDate };
  return { ...draft, issueDate, dueDate: addDays(day, DEFAULT_DUE_DAYS) };
}

/** What is not a number yet counts as zero. */
export function decimalOrZero(typed: string): string {
  return parseTyped(typed) ?? '0.00';
}

/** Totals of the form as it stands, by the same arithmetic as the server's. */
export function draftTotals(
  draft: Pick<InvoiceDraft, 'lines' | 'taxRate' | 'taxAmount'>,
): DocumentTotals {
  return documentTotals(
    draft.lines.map((line) => ({
      quantity: decimalOrZero(line.quantity),
      unitPrice: decimalOrZero(line.unitPrice),
    })),
    decimalOrZero(draft.taxRate),
    decimalOrZero(draft.taxAmount),
  );
}

/** Whether nothing would be lost by forgetting `draft` for `other`. Line keys do not count. */
export function sameContent(draft: InvoiceDraft, other: InvoiceDraft): boolean {
  if (draft === other) return true;
  const fields = [
    'invoiceNumber',
    'poNumber',
    'issueDate',
    'dueDate',
    'status',
    'taxRate',
    'taxAmount',
    'notes',
    'terms',
  ] as const;
  return (
    fields.every((field) => draft[field] === other[field]) &&
    draft.customer?.id === other.customer?.id &&
    (draft.lines === other.lines ||
      (draft.lines.length === other.lines.length &&
        draft.lines.every((line, index) => sameLine(line, other.lines[index]))))
  );
}

function sameLine(line: DraftLine, other: DraftLine | undefined): boolean {
  return (
    line === other ||
    (line.description === other?.description &&
      line.quantity === other.quantity &&
      line.unitPrice === other.unitPrice &&
      line.itemId === other.itemId)
  );
}
