/** A document as it stands in the editor: what was typed, as it was typed. */

import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type {
  ContentField,
  ContentName,
  ContentValues,
  KindName,
  TypedLine,
} from '../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  listContentFields,
  readContentText,
} from '../../../shared/documents/document-content.ts';
import type { TypedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { typedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { formatDecimal, formatQuantity, parseTyped } from '../../../shared/money/hundredths.ts';
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

/** Of a line, what is typed. */
export type LineCell = keyof TypedLine;
export const LINE_CELLS: readonly LineCell[] = ['description', 'quantity', 'unitPrice'];

/** The editor's names: those of the calls, but one name for what each kind calls its own way. */
type EditorName<Name extends string> = Name extends 'invoiceNumber' | 'estimateNumber'
  ? 'number'
  : Name extends 'dueDate' | 'expiryDate'
    ? 'endDate'
    : Exclude<Name, 'customerId'>;
export type TextName = EditorName<{ [K in KindName]: ContentName<K> }[KindName]>;

/** The fields that are one piece of text each; empty where the kind has none. */
export type DraftFields = Record<TextName | 'status', string>;

export interface DraftField {
  name: TextName;
  /** The call's name. */
  callName: string;
  label: string;
  most: number;
  place: ContentField['place'];
}

/** The texts of a kind in the order of its form. */
export function draftFields(kind: KindName): DraftField[] {
  const { number, endDate } = DOCUMENT_KINDS[kind];
  const renamed: Record<string, string> = { [number]: 'number', [endDate]: 'endDate' };
  return listContentFields(kind).flatMap(({ name, label, most, place }) =>
    most === undefined
      ? []
      : { name: (renamed[name] ?? name) as TextName, callName: name, label, most, place },
  );
}

/** 'Due date' */
export function fieldLabel(kind: KindName, name: TextName): string {
  return draftFields(kind).find((field) => field.name === name)?.label ?? '';
}

const KINDS = Object.keys(DOCUMENT_KINDS) as KindName[];
/** The texts of all kinds. */
export const TEXT_NAMES = [
  ...new Set(KINDS.flatMap((kind) => draftFields(kind).map(({ name }) => name))),
];

/** One piece of text for each field. */
export function mapTexts<T>(text: (name: TextName) => T): Record<TextName, T> {
  return Object.fromEntries(TEXT_NAMES.map((name) => [name, text(name)])) as Record<TextName, T>;
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
    ...mapTexts(() => ''),
    customer: null,
    number,
    issueDate: today,
    endDate: addDays(today, kind.endAfterDays),
    endChosen: false,
    status: 'draft',
    taxRate: '0.00',
    taxAmount: '0.00',
    terms: kind.terms,
    lines: [newLine()],
  };
}

interface StoredContent {
  customer: DraftCustomer;
  status: string;
  taxRate: string;
  taxAmount: string;
  lineItems: readonly {
    itemId: number | null;
    description: string;
    quantity: string;
    unitPrice: string;
  }[];
}

/** A stored document, ready to be edited. */
export function toDraft<K extends KindName>(
  kind: K,
  stored: StoredContent & ContentValues<K>,
): DocumentDraft {
  const { id, name, company, email } = stored.customer;
  const own = draftFields(kind).map(({ name, callName }) => [
    name,
    readContentText(stored, callName),
  ]);
  return {
    ...mapTexts(() => ''),
    ...Object.fromEntries(own),
    customer: { id, name, company, email },
    endChosen: true,
    status: stored.status,
    // With a rate, the amount is its product: a rate set to 0 must not leave it as a flat tax.
    taxAmount: isZero(stored.taxRate) ? formatDecimal(stored.taxAmount) : '0.00',
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
export const DRAFT_PARTS = ['customer', 'status', ...TEXT_NAMES, 'lines'] as const;
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
