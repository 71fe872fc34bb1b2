/** The form's rules and words (specification, section 5): they differ by form and by screen. */

import type { KindName } from '../../../shared/documents/document-content.ts';
import {
  documentTotals,
  tooLarge,
  typedAmount,
  typedLineTotal,
} from '../../../shared/invoices/invoice-totals.ts';
import {
  formatMoney,
  hundredths,
  MAX_MONEY,
  MAX_RATE,
  parseTyped,
  toDecimal,
} from '../../../shared/money/hundredths.ts';
import type { DocumentDraft, DraftLine } from './document-draft.ts';
import { draftFields, fieldLabel, LINE_CELLS, mapTexts, TEXT_NAMES } from './document-draft.ts';
import type { DocumentForm, DocumentKind } from './document-kind.ts';

/**
 * What is wrong, by field, in the order of the form: 'customer', 'number' …, 'lines' and,
 * for a cell, '{line key}.{cell}'.
 */
export type DraftErrors = Readonly<Record<string, string>>;

export interface DraftRules {
  kind: DocumentKind;
  form: 'create' | 'edit';
  /** The phone's form speaks of all lines at once. */
  phone: boolean;
}

export type DraftCheck =
  | { ok: true; input: DocumentForm }
  | { ok: false; errors: DraftErrors; summary?: string | undefined };

const NO_DESCRIPTION = 'Description is required';
const ALL_DESCRIPTIONS = 'Please fill in all line item descriptions';

/**
 * The draft as the call wants it, or everything that is wrong with it.
 * @param places where the lines stand in the document, from 0, if the draft has only some of them
 */
export function validateDraft(
  draft: DocumentDraft,
  rules: DraftRules,
  places: readonly number[] = [...draft.lines.keys()],
): DraftCheck {
  const errors: Record<string, string> = {};
  if (!draft.customer) {
    errors.customer = rules.kind.noCustomer(rules.phone);
  }
  if (draft.number.trim() === '') {
    errors.number = `${fieldLabel(rules.kind.name, 'number')} is required`;
  }
  if (draft.lines.length === 0) errors.lines = 'At least one line item is required';
  draft.lines.forEach((line, index) => {
    checkLine(line, (places[index] ?? index) + 1, rules, errors);
  });

  const input = toForm(draft);
  // Whatever the contract refuses beyond these rules: dates, lengths, letters in numbers, sizes.
  for (const { path, message } of rules.kind.refusals(input)) {
    errors[findField(path, draft.lines, rules.kind.name) ?? 'lines'] ??= message;
  }
  const excess = findExcess(draft);
  if (excess) errors[excess.field] ??= excess.message;
  if (Object.keys(errors).length === 0) return { ok: true, input };
  const ordered = inFormOrder(errors, draft.lines);
  return {
    ok: false,
    errors: ordered,
    ...(rules.phone ? { summary: summarizeErrors(ordered) } : {}),
  };
}

/**
 * A sum of the draft that no document can hold, and the field that says so; undefined as well while
 * one of its amounts is no amount.
 */
export function findExcess({
  lines,
  taxRate,
  taxAmount,
}: Pick<DocumentDraft, 'lines' | 'taxRate' | 'taxAmount'>):
  | { field: 'lines' | 'taxRate' | 'taxAmount'; message: string }
  | undefined {
  const [rate, flatTax] = [typedAmount(taxRate, MAX_RATE), typedAmount(taxAmount)];
  const priced = lines.flatMap((line) => {
    const [quantity, unitPrice] = [typedAmount(line.quantity), typedAmount(line.unitPrice)];
    const told = quantity !== null && unitPrice !== null && typedLineTotal(line) !== null;
    return told ? [{ quantity, unitPrice }] : [];
  });
  if (priced.length < lines.length || rate === null) return undefined;
  if (rate === '0.00' && flatTax === null) return undefined;
  const excess = tooLarge(documentTotals(priced, rate, flatTax ?? '0.00'));
  if (!excess) return undefined;
  const { path, message } = excess;
  if (path !== 'taxAmount') return { field: 'lines', message };
  // The amount has a field only while it does not come from the rate.
  return { field: rate === '0.00' ? 'taxAmount' : 'taxRate', message };
}

/** @param number of the line in its document, from 1 */
function checkLine(
  line: DraftLine,
  number: number,
  rules: DraftRules,
  errors: Record<string, string>,
): void {
  if (line.description.trim() === '') errors[`${line.key}.description`] = NO_DESCRIPTION;

  const strict = rules.form === 'edit' && rules.kind.strictEdit;
  const quantity = parseTyped(line.quantity);
  const tooSmall =
    strict && !keepsQuantity(line, quantity)
      ? { least: 100n, message: 'Quantity must be at least 1' }
      : { least: 1n, message: 'Quantity must be positive' };
  if (line.quantity.trim() === '' || (quantity && hundredths(quantity) < tooSmall.least)) {
    errors[`${line.key}.quantity`] = tooSmall.message;
  }

  const price = parseTyped(line.unitPrice);
  const negative = price !== undefined && hundredths(price) < 0n;
  if (line.unitPrice.trim() === '') errors[`${line.key}.unitPrice`] = 'Unit price is required';
  else if (negative) {
    errors[`${line.key}.unitPrice`] = strict
      ? 'Unit price is required'
      : 'Unit price must be positive';
  }
  const good = [line.quantity, line.unitPrice].every((typed) => typedAmount(typed) !== null);
  if (good && typedLineTotal(line) === null) {
    errors[`${line.key}.unitPrice`] =
      `Amount of line ${number} must be at most ${formatMoney(toDecimal(MAX_MONEY))}`;
  }
}

/** A half hour that was stored once must not keep its invoice from ever being saved again. */
function keepsQuantity(line: DraftLine, quantity: string | undefined): boolean {
  return line.storedQuantity !== undefined && quantity === parseTyped(line.storedQuantity);
}

function toForm(draft: DocumentDraft): DocumentForm {
  const decimal = (typed: string) => parseTyped(typed) ?? typed;
  const taxRate = draft.taxRate.trim() === '' ? '0.00' : decimal(draft.taxRate);
  return {
    ...mapTexts((name) => draft[name]),
    customerId: draft.customer?.id ?? '',
    status: draft.status,
    taxRate,
    // With a rate it is neither shown nor read.
    taxAmount:
      taxRate !== '0.00' || draft.taxAmount.trim() === '' ? '0.00' : decimal(draft.taxAmount),
    lineItems: draft.lines.map((line) => ({
      itemId: line.itemId,
      description: line.description,
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unitPrice),
    })),
  };
}

/** The form's name for a path of the call: 'lineItems.0.quantity' → '{key of the line}.quantity'. */
export function findField(
  path: string,
  lines: readonly DraftLine[],
  kind: KindName,
): string | undefined {
  const [head = '', index, cell] = path.split('.');
  if (head === 'customerId') return 'customer';
  const text = draftFields(kind).find(({ callName }) => callName === head);
  if (text) return text.name;
  if (head === 'subtotal' || head === 'total') return 'lines';
  if (head !== 'lineItems') return head || undefined;
  const line = index === undefined ? undefined : lines[Number(index)];
  return line && cell ? `${line.key}.${cell}` : 'lines';
}

/** What the server refused, by the form's fields. */
export function serverErrors(
  fields: readonly { path: string; message: string }[],
  lines: readonly DraftLine[],
  kind: KindName,
): DraftErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of fields) {
    const field = findField(path, lines, kind);
    if (field) errors[field] ??= message;
  }
  return inFormOrder(errors, lines);
}

function inFormOrder(errors: Record<string, string>, lines: readonly DraftLine[]): DraftErrors {
  const cells = lines.flatMap(({ key }) => LINE_CELLS.map((cell) => `${key}.${cell}`));
  const beforeTax = TEXT_NAMES.indexOf('taxRate');
  const order = [
    'customer',
    'status',
    ...TEXT_NAMES.slice(0, beforeTax),
    'lines',
    ...cells,
    ...TEXT_NAMES.slice(beforeTax),
  ];
  return Object.fromEntries(
    [...order.filter((field) => field in errors), ...Object.keys(errors)].map((field) => [
      field,
      errors[field] ?? '',
    ]),
  );
}

/** The phone's one sentence about what is wrong; undefined when nothing is. */
export function summarizeErrors(errors: DraftErrors): string | undefined {
  if (errors.customer) return errors.customer;
  const words = Object.values(errors);
  return words.includes(NO_DESCRIPTION) ? ALL_DESCRIPTIONS : words[0];
}
