/** A document as it stands in the editor: what was typed, as it was typed. */

import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { TypedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { typedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { formatDecimal, formatQuantity, parseTyped } from '../../../shared/money/money.ts';
import type { DocumentKind } from './document-kind.ts';

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
  number: string;
  /** Stays empty where the kind has none. */
  poNumber: string;
  issueDate: string;
  /** When it is due, or expires. */
  endDate: string;
  status: string;
  taxRate: string;
  /** A flat tax: holds only while the rate is 0. */
  taxAmount: string;
  notes: string;
  terms: string;
}

export interface DocumentDraft extends DraftFields {
  customer: DraftCustomer | null;
  lines: readonly DraftLine[];
  /** Whether the end date was chosen, or still follows the issue date. */
  endChosen: boolean;
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

/** A new document with the defaults of its kind: no tax, one line. */
export function emptyDraft(
  kind: Pick<DocumentKind, 'endAfterDays' | 'terms'>,
  today: CalendarDate,
  number = '',
): DocumentDraft {
  return {
    customer: null,
    number,
    poNumber: '',
    issueDate: today,
    endDate: addDays(today, kind.endAfterDays),
    endChosen: false,
    status: 'draft',
    taxRate: '0.00',
    taxAmount: '0.00',
    notes: '',
    terms: kind.terms,
    lines: [newLine()],
  };
}

/** What a stored document says, in the editor's names. */
export interface StoredContent {
  customer: DraftCustomer;
  number: string;
  poNumber?: string | null;
  issueDate: string;
  endDate: string;
  status: string;
  taxRate: string;
  taxAmount: string;
  notes: string | null;
  terms: string | null;
  lineItems: readonly {
    itemId: number | null;
    description: string;
    quantity: string;
    unitPrice: string;
  }[];
}

/** A stored document, ready to be edited. */
export function toDraft(stored: StoredContent): DocumentDraft {
  const { id, name, company, email } = stored.customer;
  return {
    customer: { id, name, company, email },
    number: stored.number,
    poNumber: stored.poNumber ?? '',
    issueDate: stored.issueDate,
    endDate: stored.endDate,
    endChosen: true,
    status: stored.status,
    taxRate: stored.taxRate,
    // With a rate, the amount is its product: a rate set to 0 must not leave it as a flat tax.
    taxAmount: isZero(stored.taxRate) ? formatDecimal(stored.taxAmount) : '0.00',
    notes: stored.notes ?? '',
    terms: stored.terms ?? '',
    lines: stored.lineItems.map((line) =>
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

/** Whether it is due, or expires, before it is issued; false while a date is being typed. */
export function endsBeforeIssue({
  issueDate,
  endDate,
}: Pick<DocumentDraft, 'issueDate' | 'endDate'>): boolean {
  const [issued, ends] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
  return issued !== undefined && ends !== undefined && ends < issued;
}

function isZero(rate: string): boolean {
  return parseTyped(rate) === '0.00';
}

/** The issue date set, and the end date with it as long as nobody chose that one. */
export function withIssueDate(
  draft: DocumentDraft,
  issueDate: string,
  endAfterDays: number,
): DocumentDraft {
  const day = parseCalendarDate(issueDate);
  if (draft.endChosen || !day) return { ...draft, issueDate };
  return { ...draft, issueDate, endDate: addDays(day, endAfterDays) };
}

/** Totals of the form as it stands, by the same arithmetic as the server's. */
export function draftTotals({
  lines,
  taxRate,
  taxAmount,
}: Pick<DocumentDraft, 'lines' | 'taxRate' | 'taxAmount'>): TypedTotals {
  return typedTotals(lines, taxRate, taxAmount);
}

/** What is changed as one. */
export const DRAFT_PARTS = [
  'customer',
  'number',
  'poNumber',
  'issueDate',
  'endDate',
  'status',
  'taxRate',
  'taxAmount',
  'notes',
  'terms',
  'lines',
] as const satisfies readonly (keyof DocumentDraft)[];
export type DraftPart = (typeof DRAFT_PARTS)[number];

/** Where `draft` differs from `other`. Line keys do not count. */
export function changedParts(draft: DocumentDraft, other: DocumentDraft): DraftPart[] {
  if (draft === other) return [];
  return DRAFT_PARTS.filter((part) => {
    if (part === 'customer') return draft.customer?.id !== other.customer?.id;
    if (part === 'lines') return !sameLines(draft.lines, other.lines);
    return draft[part] !== other[part];
  });
}

/** Whether nothing would be lost by forgetting `draft` for `other`. */
export function sameContent(draft: DocumentDraft, other: DocumentDraft): boolean {
  return changedParts(draft, other).length === 0;
}

/**
 * The changes of `mine` made to `newer`: what nobody touched here is as it was saved elsewhere, so
 * that a note added to an invoice does not take back the payment that came meanwhile.
 */
export function rebased(
  mine: DocumentDraft,
  changed: readonly DraftPart[],
  newer: DocumentDraft,
): DocumentDraft {
  const own = Object.fromEntries(changed.map((part) => [part, mine[part]]));
  return { ...newer, ...own, endChosen: mine.endChosen || newer.endChosen };
}

function sameLines(lines: readonly DraftLine[], others: readonly DraftLine[]): boolean {
  if (lines === others) return true;
  return (
    lines.length === others.length && lines.every((line, index) => sameLine(line, others[index]))
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
