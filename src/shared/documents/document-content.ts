/**
 * What a document says, once for all that reads or writes it: calls, answers, tables, the editor and
 * its stored draft, the live document, the PDF, the e-mail and the JSON file derive from here. A field
 * of one kind alone stands in that kind's record.
 */
import * as z from 'zod';
import { dateText, decimalText } from '../contract/fields.ts';
import * as fields from './content-fields.ts';
import { deductionSchema, wholeSchema } from './deductions.ts';
import type { LabelledValue } from './document-data.ts';
import { DOCUMENT_TITLES, MAX_DOCUMENT_LINES } from './document-data.ts';
import { findBoundsFault } from './line-choice.ts';
import { fixedLineInput, lineItemInput, typedLine } from './line-content.ts';

export const INVOICE_TYPES = ['standard', 'deposit'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** Defaults are those of versions that were issued before deposits existed. */
const deposits = {
  invoiceType: z.enum(INVOICE_TYPES).default('standard'),
  /** The estimate that a deposit invoice is a part of, as it was then. */
  depositEstimate: z
    .object({ estimateId: z.number(), estimateNumber: z.string(), issueDate: dateText })
    .nullable()
    .default(null),
  /** Of a final invoice: the deposit invoices that it deducts, and its figures before that. */
  deductions: z.array(deductionSchema).default([]),
  whole: wholeSchema.nullable().default(null),
};

/** The invoice that a credit note corrects, as it was then. */
const correctedInvoice = z
  .object({
    invoiceId: z.number(),
    invoiceNumber: z.string(),
    issueDate: dateText,
    /** Which version of it. */
    revision: z.number(),
  })
  .nullable();

/**
 * The tax in the business's currency of a credit note that corrects an invoice, as it is booked: with those
 * of the others it comes to the invoice's. Null of any other, and of what was issued before it was kept, which
 * shows its own tax by the exchange rate.
 */
const convertedTax = decimalText.nullable().default(null);

/**
 * Each kind's content in the order of the form, and its own names of what all kinds have. What is
 * `kept` of it besides is said by the server, and by no form. `path` is its name in addresses, `calls`
 * in the contract.
 */
export const DOCUMENT_KINDS = {
  invoice: {
    name: DOCUMENT_TITLES.invoice,
    noun: 'invoice',
    article: 'An invoice',
    path: 'invoice',
    calls: 'invoices',
    id: 'invoiceId',
    number: 'invoiceNumber',
    endDate: 'dueDate',
    kept: deposits,
    content: {
      ...fields.customer,
      invoiceNumber: fields.number('Invoice number'),
      poNumber: fields.reference('PO number', 60),
      issueDate: fields.date('Issue date'),
      dueDate: fields.date('Due date'),
      ...fields.currencyAndAdjustments,
      ...fields.installments,
      ...fields.supply,
      ...fields.amountsAndRemarks,
    },
  },
  estimate: {
    name: DOCUMENT_TITLES.estimate,
    noun: 'estimate',
    article: 'An estimate',
    path: 'estimate',
    calls: 'estimates',
    id: 'estimateId',
    number: 'estimateNumber',
    endDate: 'expiryDate',
    kept: {},
    content: {
      ...fields.customer,
      estimateNumber: fields.number('Estimate number'),
      issueDate: fields.date('Issue date'),
      expiryDate: fields.date('Expiry date'),
      ...fields.currencyAndAdjustments,
      ...fields.installments,
      ...fields.deposit,
      ...fields.supply,
      ...fields.amountsAndRemarks,
    },
  },
  credit_note: {
    name: DOCUMENT_TITLES.credit_note,
    noun: 'credit note',
    article: 'A credit note',
    path: 'credit-note',
    calls: 'creditNotes',
    id: 'creditNoteId',
    number: 'creditNoteNumber',
    /** Nothing is due. */
    endDate: null,
    kept: { correctedInvoice, convertedTax },
    content: {
      ...fields.customer,
      creditNoteNumber: fields.number('Credit note number'),
      reason: fields.reference('Reason', 200),
      issueDate: fields.date('Issue date'),
      ...fields.currencyAndAdjustments,
      ...fields.supply,
      ...fields.amountsAndRemarks,
    },
  },
} as const;

export type KindName = keyof typeof DOCUMENT_KINDS;
export const KIND_NAMES = ['invoice', 'estimate', 'credit_note'] as const satisfies KindName[];
type Content<K extends KindName> = (typeof DOCUMENT_KINDS)[K]['content'];
type Kept<K extends KindName> = (typeof DOCUMENT_KINDS)[K]['kept'];
export type KeptName<K extends KindName> = string & keyof Kept<K>;
export type ContentName<K extends KindName> = string & keyof Content<K>;
/** A document's content as it is stored and answered. */
export type ContentValues<K extends KindName> = {
  [Name in ContentName<K>]: z.output<(Content<K>[Name] & { answer: z.ZodType })['answer']>;
} & { [Name in KeptName<K>]: z.output<Kept<K>[Name] & z.ZodType> };

/** Characters of all descriptions together: what can be drawn as one document. */
const MAX_LINE_TEXT = 1_000_000;

const linesInput = <Line extends typeof fixedLineInput | typeof lineItemInput>(
  line: Line,
  article: string,
) =>
  z
    .array(line, { error: 'At least one line item is required' })
    .min(1, { error: 'At least one line item is required' })
    .max(MAX_DOCUMENT_LINES, { error: `${article} has at most 5,000 line items` })
    .refine(
      (lines) => lines.reduce((sum, line) => sum + line.description.length, 0) <= MAX_LINE_TEXT,
      { error: 'The descriptions of all line items together have at most 1,000,000 characters' },
    );

/** Only of an estimate does its customer choose anything. */
const LINE_INPUTS = {
  invoice: fixedLineInput,
  estimate: lineItemInput.superRefine((line, context) => {
    const fault = findBoundsFault(line);
    if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message });
  }),
  credit_note: fixedLineInput,
};

// ── What calls take and answer ──────────────────────────────────────────────

type Part = 'input' | 'answer' | 'typed';
type Shape<K extends KindName, P extends Part> = {
  [Name in keyof Content<K>]: Content<K>[Name] extends Record<P, infer Schema> ? Schema : never;
};

type ListedShape<K extends KindName> = {
  [Name in keyof Content<K>]: Content<K>[Name] extends { detail: true; answer: infer Schema }
    ? z.ZodOptional<Schema & z.ZodType>
    : Content<K>[Name] extends { answer: infer Schema }
      ? Schema
      : never;
};

const findShape = <K extends KindName, P extends Part>(kind: K, part: P): Shape<K, P> =>
  Object.fromEntries(listContentFields(kind).map((each) => [each.name, each[part]])) as Shape<K, P>;

/** What a call takes; totals that a client sends are read by nobody (decision 9). */
export const contentInput = <K extends KindName>(kind: K) => ({
  ...findShape(kind, 'input'),
  lineItems: linesInput(LINE_INPUTS[kind], DOCUMENT_KINDS[kind].article),
});

export const contentAnswer = <K extends KindName>(kind: K): Shape<K, 'answer'> & Kept<K> => ({
  ...findShape(kind, 'answer'),
  ...DOCUMENT_KINDS[kind].kept,
});

/** What a list answers: without the fields of a single document, which are optional there. */
export const contentListed = <K extends KindName>(kind: K) =>
  ({
    ...Object.fromEntries(
      listContentFields(kind).map(({ name, answer, detail: single }) => [
        name,
        single ? answer.optional() : answer,
      ]),
    ),
    ...DOCUMENT_KINDS[kind].kept,
  }) as ListedShape<K> & Kept<K>;

/** A form as it stands: nothing is required, and nothing is wrong. */
export const contentTyped = <K extends KindName>(kind: K) => ({
  ...findShape(kind, 'typed'),
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
  /** Whether lists leave it out. */
  detail?: true;
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
