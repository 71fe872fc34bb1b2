/**
 * What a document says, once for all that reads or writes it: calls, answers, tables, the editor and
 * its stored draft, the live document, the PDF, the e-mail and the JSON file derive from here. A field
 * of one kind alone stands in that kind's record.
 */
import * as z from 'zod';
import {
  boundedText,
  dateField,
  dateText,
  decimalText,
  documentNumber,
  moneyField,
  nullableText,
  optionalText,
  quantityField,
  rateField,
  recordNumber,
  requiredText,
} from '../contract/fields.ts';
import type { LabelledValue } from './document-data.ts';
import { MAX_DOCUMENT_LINES } from './document-data.ts';

// ── The fields ──────────────────────────────────────────────────────────────

/**
 * `input` is what a call takes, `answer` what it answers with, `typed` what the live document takes
 * while somebody types: text of at most `most` characters that need not be right yet.
 */
const field = <Input extends z.ZodType, Answer extends z.ZodType>(
  label: string,
  input: Input,
  answer: Answer,
  most: number,
) => ({ label, input, answer, most, typed: boundedText(most).nullable().optional() });

/** Characters that the live document takes of what is typed as a number or a date, and as a description. */
export const MOST_OF_NUMBER = 40;
export const MOST_OF_DESCRIPTION = 2_000;

const number = (label: string) => field(label, documentNumber(label), z.string(), 200);
const date = (label: string) => field(label, dateField(label), dateText, MOST_OF_NUMBER);

/** A short text that the customer's own books know the document by. */
const reference = (label: string, max: number) => ({
  place: 'reference' as const,
  ...field(label, optionalText(label, max), nullableText, 200),
});

/** A text under the lines. */
const remark = (label: string, max: number) => ({
  place: 'remark' as const,
  ...field(label, optionalText(label, max, 'lines'), nullableText, max),
});

const customer = {
  customerId: {
    label: 'Customer',
    input: recordNumber('Customer is required'),
    answer: z.number(),
    typed: z.number().int().positive().nullable().optional(),
  },
};

const amountsAndRemarks = {
  taxRate: field('Tax rate', rateField('Tax rate'), decimalText, MOST_OF_NUMBER),
  /** Holds only while the rate is 0: a flat tax. Its absence is no tax, or what is stored. */
  taxAmount: field('Tax amount', moneyField('Tax amount').optional(), decimalText, MOST_OF_NUMBER),
  notes: remark('Notes', 10_000),
  terms: remark('Terms', 10_000),
};

/** Each kind's content in the order of the form, and its own names of what all kinds have. */
export const DOCUMENT_KINDS = {
  invoice: {
    name: 'Invoice',
    article: 'An invoice',
    number: 'invoiceNumber',
    endDate: 'dueDate',
    content: {
      ...customer,
      invoiceNumber: number('Invoice number'),
      poNumber: reference('PO number', 60),
      issueDate: date('Issue date'),
      dueDate: date('Due date'),
      ...amountsAndRemarks,
    },
  },
  estimate: {
    name: 'Estimate',
    article: 'An estimate',
    number: 'estimateNumber',
    endDate: 'expiryDate',
    content: {
      ...customer,
      estimateNumber: number('Estimate number'),
      issueDate: date('Issue date'),
      expiryDate: date('Expiry date'),
      ...amountsAndRemarks,
    },
  },
} as const;

export type KindName = keyof typeof DOCUMENT_KINDS;
type Content<K extends KindName> = (typeof DOCUMENT_KINDS)[K]['content'];
export type ContentName<K extends KindName> = string & keyof Content<K>;
/** A document's content as it is stored and answered. */
export type ContentValues<K extends KindName> = {
  [Name in ContentName<K>]: z.output<(Content<K>[Name] & { answer: z.ZodType })['answer']>;
};

/** A line as a call takes it. */
export const lineItemInput = z.object({
  itemId: z.number().int().positive().nullable().optional(),
  description: requiredText('Description', MOST_OF_DESCRIPTION, 'lines'),
  quantity: quantityField('Quantity', 'Quantity must be positive'),
  unitPrice: moneyField('Unit price', { min: 'Unit price must be positive' }),
});
export type LineItemInput = z.output<typeof lineItemInput>;

/** Characters of all descriptions together: what can be drawn as one document. */
const MAX_LINE_TEXT = 1_000_000;

const linesInput = (article: string) =>
  z
    .array(lineItemInput, { error: 'At least one line item is required' })
    .min(1, { error: 'At least one line item is required' })
    .max(MAX_DOCUMENT_LINES, { error: `${article} has at most 5,000 line items` })
    .refine(
      (lines) => lines.reduce((sum, line) => sum + line.description.length, 0) <= MAX_LINE_TEXT,
      { error: 'The descriptions of all line items together have at most 1,000,000 characters' },
    );

const typedLine = z.object({
  description: boundedText(MOST_OF_DESCRIPTION),
  quantity: boundedText(MOST_OF_NUMBER),
  unitPrice: boundedText(MOST_OF_NUMBER),
});
export type TypedLine = z.output<typeof typedLine>;

// ── What calls take and answer ──────────────────────────────────────────────

type Part = 'input' | 'answer' | 'typed';
type Shape<K extends KindName, P extends Part> = {
  [Name in keyof Content<K>]: Content<K>[Name] extends Record<P, infer Schema> ? Schema : never;
};

const shapeOf = <K extends KindName, P extends Part>(kind: K, part: P): Shape<K, P> =>
  Object.fromEntries(listContentFields(kind).map((each) => [each.name, each[part]])) as Shape<K, P>;

/** What a call takes; totals that a client sends are read by nobody (decision 9). */
export const contentInput = <K extends KindName>(kind: K) => ({
  ...shapeOf(kind, 'input'),
  lineItems: linesInput(DOCUMENT_KINDS[kind].article),
});

export const contentAnswer = <K extends KindName>(kind: K) => shapeOf(kind, 'answer');

/** A form as it stands: nothing is required, and nothing is wrong. */
export const contentTyped = <K extends KindName>(kind: K) => ({
  ...shapeOf(kind, 'typed'),
  lineItems: z.array(typedLine).max(MAX_DOCUMENT_LINES),
});

// ── What code asks of a content ─────────────────────────────────────────────

export interface ContentField {
  name: string;
  label: string;
  input: z.ZodType;
  answer: z.ZodType;
  typed: z.ZodType;
  /** Characters that the live document takes; a record's number has none. */
  most?: number;
  place?: 'reference' | 'remark';
}

/** The fields of a kind in the order of its form. */
export function listContentFields(kind: KindName): ContentField[] {
  return Object.entries(DOCUMENT_KINDS[kind].content).map(([name, of]) => ({ name, ...of }));
}

/** The content of a record that has more, or less, than a content; what is undefined is absent. */
export function pickContent<K extends KindName, R extends object>(
  kind: K,
  record: R,
): Pick<R, ContentName<K> & keyof R> {
  const names = new Set(Object.keys(DOCUMENT_KINDS[kind].content));
  const content = Object.entries(record).filter(
    ([name, value]) => names.has(name) && value !== undefined,
  );
  return Object.fromEntries(content) as Pick<R, ContentName<K> & keyof R>;
}

/** A text of a content; empty where it has none. */
export function readContentText(content: object, name: string): string {
  const value: unknown = Reflect.get(content, name);
  return typeof value === 'string' ? value : '';
}

/** The texts of a document that are not empty, with their labels: 'PO number', 'PO-7741'. */
export function labelledTexts(
  kind: KindName,
  place: 'reference' | 'remark',
  record: object,
): LabelledValue[] {
  return listContentFields(kind)
    .filter((each) => each.place === place)
    .map(({ name, label }): LabelledValue => [label, readContentText(record, name).trim()])
    .filter(([, text]) => text !== '');
}
