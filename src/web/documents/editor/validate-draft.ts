/** The form's rules and words (specification, section 5): they differ by form and by screen. */

import { findPriceFault, findTotalsFault } from '../../../shared/documents/check-totals.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { computeTotals } from '../../../shared/documents/totals.ts';
import { typedDocument } from '../../../shared/documents/typed-totals.ts';
import type { FieldError } from '../../../shared/errors/app-error.ts';
import { findAmountFault } from '../../../shared/money/check-amount.ts';
import {
  isZero,
  parseTyped,
  QUANTITY_PLACES,
  readTypedDecimal,
} from '../../../shared/money/decimal.ts';
import { PLAIN_STYLE, signFault } from '../../../shared/money/number-style.ts';
import { findTaxesFault } from '../../../shared/taxes/check-taxes.ts';
import type { DocumentDraft, DraftFigures } from './document-draft.ts';
import { draftFields, draftTotals, fieldLabel, TEXT_NAMES, typedPrices } from './document-draft.ts';
import type { DocumentForm, DocumentKind } from './document-kind.ts';
import { findEarlyDay, findPlanFault, INSTALLMENT_CELLS } from './draft-installments.ts';
import type { DraftLine } from './draft-line.ts';
import {
  draftLineTotal,
  FIGURE_CELLS,
  LINE_CELLS,
  pricedLine,
  splitDiscount,
  wrongFigures,
} from './draft-line.ts';
import { SCHEDULE_FIELD_NAMES, SCHEDULE_FIELDS } from './draft-schedule.ts';
import type { FormBase } from './to-form.ts';
import { toForm } from './to-form.ts';

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
  /** What the form began from, and what of the business the taxes depend on. */
  base?: FormBase | undefined;
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
  if (draft.number.trim() === '' && !mayLackNumber(rules)) {
    errors.number = `${fieldLabel(rules.kind.name, 'number')} is required`;
  }
  if (draft.lines.length === 0) errors.lines = 'At least one line item is required';
  draft.lines.forEach((line, index) => {
    checkLine(line, places[index] ?? index, draft.currency, rules, errors);
  });

  if (draft.schedule?.ends === 'date' && draft.schedule.endDate === '') {
    errors[SCHEDULE_FIELDS.endDate] = 'Enter the last day';
  }
  checkAdjustments(draft, errors);
  const input = toForm(draft, rules.base);
  // Whatever the contract refuses beyond these rules: dates, lengths, letters in numbers, sizes.
  const refused = [...rules.kind.refusals(input), ...findTaxFaults(draft, rules.base)];
  for (const { path, message } of refused) {
    errors[findField(path, draft, rules.kind.name) ?? 'lines'] ??= message;
  }
  const { decimal } = rules.base?.business.numbers ?? PLAIN_STYLE;
  for (const [field, typed] of typedNumbers(draft)) {
    // That it is no number would be no help where only its separators are unclear.
    if (errors[field])
      errors[field] =
        signFault(typed, decimal, { takesPercent: takesPercent(field) }) ?? errors[field];
  }
  // The figures of a deposit invoice are shares of its estimate, which only the server knows to the cent.
  const total = draft.followsEstimate ? null : draftTotals(draft).total;
  const fault = findPlanFault(rules.kind.name, draft, total);
  if (fault) errors[findField(fault.path, draft, rules.kind.name) ?? 'lines'] ??= fault.message;
  const early = findEarlyDay(rules.kind.name, draft, rules.base?.stored);
  if (early) errors[findField(early.path, draft, rules.kind.name) ?? 'endDate'] ??= early.message;
  const excess = findExcess(draft);
  if (excess) errors[excess.field] ??= excess.message;
  if (Object.keys(errors).length === 0) return { ok: true, input };
  const ordered = inFormOrder(errors, draft);
  return {
    ok: false,
    errors: ordered,
    ...(rules.phone ? { summary: summarizeErrors(ordered) } : {}),
  };
}

/** Whether the number is given when the document is issued. */
const mayLackNumber = ({ kind, base }: DraftRules): boolean =>
  kind.recurring !== undefined ||
  (base !== undefined &&
    (base.business.nextNumbers[kind.name] !== undefined || base.stored?.number === ''));

/**
 * A sum of the draft that no document can hold, and the field that says so; undefined as well while
 * one of its amounts is no amount.
 */
export function findExcess(draft: DraftFigures): { field: string; message: string } | undefined {
  const document = typedDocument(typedPrices(draft));
  const fault = document && findTotalsFault(document, computeTotals(document));
  if (!fault) return undefined;
  const { path, message } = fault;
  const [list, index] = path.split('.');
  if (list === 'discounts') {
    return { field: `${draft.discounts[Number(index)]?.key}.value`, message };
  }
  const onLines = draft.lines.some(({ taxes }) => taxes.length > 0);
  if (path !== 'taxAmount' || onLines) return { field: 'lines', message };
  // The amount has a field only while it does not come from the rate.
  return { field: isZero(document?.taxRate ?? '0') ? 'taxAmount' : 'taxRate', message };
}

/** A rate, a discount or a charge. */
const takesPercent = (field: string): boolean => /^taxRate$|\.(?:discount|value)$/.test(field);

/** All fields of numbers with what stands in them. */
function typedNumbers(draft: DocumentDraft): [field: string, typed: string][] {
  const { lines, discounts, charges, taxRate, taxAmount, exchangeRate } = draft;
  return [
    ...lines.flatMap((line) =>
      FIGURE_CELLS.map((cell): [string, string] => [`${line.key}.${cell}`, line[cell]]),
    ),
    ...[...discounts, ...charges].map(({ key, value }): [string, string] => [
      `${key}.value`,
      value,
    ]),
    ['taxRate', taxRate],
    ['taxAmount', taxAmount],
    ['exchangeRate', exchangeRate],
  ];
}

/** The rules of taxes, as far as the form knows who the parties are. */
function findTaxFaults(draft: DocumentDraft, base: FormBase | undefined): FieldError[] {
  const placed = [
    ...draft.lines.map(({ taxes }, index) => ({ path: `lineItems.${index}.taxes`, taxes })),
    ...draft.charges.flatMap(({ taxes }, index) =>
      taxes ? [{ path: `charges.${index}.taxes`, taxes }] : [],
    ),
  ];
  // What is not known here is the server's to say.
  const unknown = 'unknown';
  const { customer } = draft;
  const fault = findTaxesFault(placed, {
    sellerVatId: base ? base.business.vatId : unknown,
    buyerVatId: customer?.vatId === undefined ? unknown : customer.vatId,
  });
  return fault ? [fault] : [];
}

/** Amounts that the currency cannot hold, and charges and discounts that are none. */
function checkAdjustments(draft: DocumentDraft, errors: Record<string, string>): void {
  const { currency, discounts, charges, taxAmount } = draft;
  const check = (field: string, typed: string, label: string) => {
    const amount = readTypedDecimal(splitDiscount(typed).amount, 3);
    const message = amount && findAmountFault(amount, currency, label);
    if (message) errors[field] ??= message;
  };
  for (const { key, discount } of draft.lines)
    check(`${key}.discount`, discount, 'Discount amount');
  for (const { key, value } of discounts) check(`${key}.value`, value, 'Discount amount');
  for (const { key, value } of charges) check(`${key}.value`, value, 'Charge amount');
  if (isFlat(draft)) check('taxAmount', taxAmount, 'Tax amount');
}

const isFlat = ({ taxRate }: DocumentDraft): boolean => parseTyped(taxRate || '0', 4) === 0n;

/** @param place of the line in its document, from 0 */
function checkLine(
  line: DraftLine,
  place: number,
  currency: string,
  rules: DraftRules,
  errors: Record<string, string>,
): void {
  const { key } = line;
  if (line.description.trim() === '') errors[`${key}.description`] = NO_DESCRIPTION;

  const strict = rules.form === 'edit' && rules.kind.strictEdit;
  const quantity = parseTyped(line.quantity, QUANTITY_PLACES);
  const tooSmall =
    strict && !keepsQuantity(line, quantity)
      ? { least: 1_000_000n, message: 'Quantity must be at least 1' }
      : { least: 1n, message: 'Quantity must be positive' };
  if (line.quantity.trim() === '' || (quantity !== undefined && quantity < tooSmall.least)) {
    errors[`${key}.quantity`] = tooSmall.message;
  }

  const price = parseTyped(line.unitPrice, QUANTITY_PLACES);
  if (line.unitPrice.trim() === '') errors[`${key}.unitPrice`] = 'Unit price is required';
  else if (price !== undefined && price < 0n) {
    errors[`${key}.unitPrice`] = strict ? 'Unit price is required' : 'Unit price must be positive';
  }
  if (draftLineTotal(line, currency) === null) {
    const fault = findLineFault(line, place, currency);
    if (fault) errors[`${key}.${fault.cell}`] ??= fault.message;
  }
}

/** What is wrong with figures that are good one by one: too much together, or too large a discount. */
function findLineFault(line: DraftLine, place: number, currency: string) {
  const wrong = wrongFigures(line, currency);
  const isTooLarge = wrong.length === 1 && wrong[0] === 'unitPrice';
  if (wrong.length > 0 && !isTooLarge) return undefined;
  const { quantity, unitPrice, discountPercent, discountAmount } = pricedLine(line);
  const read = (typed: string | null | undefined, places = QUANTITY_PLACES) =>
    typed ? readTypedDecimal(typed, places) : undefined;
  const price = read(unitPrice || '0');
  if (price === undefined || price.startsWith('-')) return undefined;
  const nothing = { quantity: '0', unitPrice: '0' };
  const priced = {
    quantity: read(quantity) ?? '0',
    unitPrice: price,
    discountPercent: read(discountPercent),
    discountAmount: read(discountAmount),
  };
  // Lines that are nothing before it: the words name its place.
  const document = { currency, lines: [...Array<typeof nothing>(place).fill(nothing), priced] };
  const fault =
    findPriceFault(document) ?? findTotalsFault(document, computeTotals(document)) ?? undefined;
  const path = fault?.path.split('.').at(-1);
  return fault && { cell: CELL_NAMES[path ?? ''] ?? path, message: fault.message };
}

/** A half hour that was stored once must not keep its invoice from ever being saved again. */
function keepsQuantity({ storedQuantity }: DraftLine, quantity: bigint | undefined): boolean {
  return storedQuantity !== undefined && quantity === parseTyped(storedQuantity, QUANTITY_PLACES);
}

/** What the form has one field for, by the calls' names. */
const CELL_NAMES: Readonly<Record<string, string>> = {
  discountPercent: 'discount',
  discountAmount: 'discount',
};

type Placed = Pick<DocumentDraft, 'lines' | 'discounts' | 'charges' | 'installments'>;

/** The form's name for a path of the call: 'lineItems.0.quantity' → '{key of the line}.quantity'. */
export function findField(path: string, draft: Placed, kind: KindName): string | undefined {
  const [head = '', index, part, ...rest] = path.split('.');
  if (head === 'customerId') return 'customer';
  const text = draftFields(kind).find(({ callName }) => callName === head);
  if (text) return text.name;
  if (head === 'schedule') return `schedule.${index ?? 'startDate'}`;
  if (head === 'subtotal' || head === 'total') return 'lines';
  if (head === 'servicePeriod') return periodField(index);
  if (head === 'exchangeRate') return index === 'date' ? 'exchangeDate' : head;
  if (head === 'discounts' || head === 'charges') {
    const key = draft[head][Number(index)]?.key;
    return key && `${key}.${part === 'taxes' || part === 'reason' ? part : 'value'}`;
  }
  if (head === 'installments') {
    const key = draft.installments[Number(index)]?.key;
    const cell = INSTALLMENT_CELLS.find((name) => name === (part === 'event' ? 'when' : part));
    return key && `${key}.${cell ?? 'share'}`;
  }
  if (head !== 'lineItems') return head || undefined;
  const line = index === undefined ? undefined : draft.lines[Number(index)];
  if (!line || !part) return 'lines';
  const cell = part === 'servicePeriod' ? periodField(rest[0]) : (CELL_NAMES[part] ?? part);
  return `${line.key}.${cell}`;
}

const periodField = (part: string | undefined) => (part === 'to' ? 'periodTo' : 'periodFrom');

/** What the server refused, by the form's fields. */
export function serverErrors(
  fields: readonly FieldError[],
  draft: Placed,
  kind: KindName,
): DraftErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of fields) {
    const field = findField(path, draft, kind);
    if (field) errors[field] ??= message;
  }
  return inFormOrder(errors, draft);
}

function inFormOrder(errors: Record<string, string>, draft: Placed): DraftErrors {
  const cells = draft.lines.flatMap(({ key }) =>
    [...LINE_CELLS, 'taxes'].map((cell) => `${key}.${cell}`),
  );
  const adjustments = [...draft.discounts, ...draft.charges].flatMap(({ key }) =>
    ['reason', 'value', 'taxes'].map((part) => `${key}.${part}`),
  );
  const beforeTax = TEXT_NAMES.indexOf('taxRate');
  const order = [
    'customer',
    ...SCHEDULE_FIELD_NAMES,
    'status',
    ...TEXT_NAMES.slice(0, beforeTax),
    'exchangeRate',
    'exchangeDate',
    'periodFrom',
    'periodTo',
    'lines',
    ...cells,
    ...adjustments,
    ...TEXT_NAMES.slice(beforeTax),
    ...draft.installments.flatMap(({ key }) => INSTALLMENT_CELLS.map((cell) => `${key}.${cell}`)),
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
