/** The draft as a call takes it. */
import { KIND_NAMES } from '../../../shared/documents/document-content.ts';
import { EDITOR_COLUMNS } from '../../../shared/documents/editor-columns.ts';
import {
  isZero,
  QUANTITY_PLACES,
  RATE_PLACES,
  readTypedDecimal,
} from '../../../shared/money/decimal.ts';
import { noMoney } from '../../../shared/money/money.ts';
import { chosenIncrement } from '../../../shared/money/rounding-increment.ts';
import type { DocumentDraft, DraftAdjustment, OtherName, TextName } from './document-draft.ts';
import { draftFields, emptyDraft, hasLineTaxes } from './document-draft.ts';
import { toFormInstallment } from './draft-installments.ts';
import type { DraftLine } from './draft-line.ts';
import { readDiscount, usedColumns } from './draft-line.ts';
import { changedParts } from './draft-parts.ts';
import { toScheduleInput } from './draft-schedule.ts';
import type { EditorBusiness } from './editor-business.ts';

/** What a form began from: it decides what a save has to name. */
export interface FormBase {
  /** The stored document as the form knows it; undefined for a new one. */
  stored: DocumentDraft | undefined;
  business: EditorBusiness;
}

/**
 * A checked form, with its texts in the editor's own names. Numbers are text as the calls take them.
 * What only some documents use is absent where it is as it was, or as nobody has touched it.
 */
export type DocumentForm = ReturnType<typeof toForm>;

type FormTexts = Partial<Record<TextName, string>>;

const RATE_PARTS = ['exchangeRate', 'exchangeDate', 'exchangeSource'] as const;

const decimal = (typed: string, places: number): string => readTypedDecimal(typed, places) ?? typed;

/** A call that names nothing more than a plain document makes this. */
const PLAIN = emptyDraft({ endAfterDays: 0, terms: '' }, '2000-01-01');

/**
 * The draft as a call takes it. What a plain document has is always named; the rest only where it is
 * another than what is stored, or than what the server begins a new document with.
 */
export function toForm(draft: DocumentDraft, base?: FormBase) {
  const stored = base?.stored;
  const usual = {
    ...PLAIN,
    currency: draft.customer?.currency ?? base?.business.currency ?? PLAIN.currency,
    roundTo: chosenIncrement(base?.business.roundedTotals ?? [], draft.currency),
  };
  const changed = new Set<string>(changedParts(draft, stored ?? usual));
  const texts: FormTexts = {};
  for (const { name, isExtra } of ALL_FIELDS) {
    if (!isExtra || changed.has(name)) texts[name] = draft[name];
  }
  const parts = {
    pricesIncludeTax: changed.has('pricesIncludeTax') ? draft.pricesIncludeTax : undefined,
    roundingIncrement:
      changed.has('roundTo') || (stored && changed.has('currency')) ? draft.roundTo : undefined,
    discounts: changed.has('discounts')
      ? draft.discounts.map((each) => toFormAdjustment(each, draft.currency))
      : undefined,
    charges: changed.has('charges')
      ? draft.charges.map((each) => ({
          ...toFormAdjustment(each, draft.currency),
          taxes: each.taxes && [...each.taxes],
        }))
      : undefined,
    installments: changed.has('installments')
      ? draft.installments.map((each) => toFormInstallment(each, draft.currency))
      : undefined,
    exchangeRate: RATE_PARTS.some((part) => changed.has(part)) ? toExchangeRate(draft) : undefined,
    servicePeriod:
      changed.has('periodFrom') || changed.has('periodTo') ? toPeriod(draft) : undefined,
    deposit: changed.has('deposit') ? toDeposit(draft) : undefined,
  } satisfies Record<OtherName, unknown>;
  return {
    customerId: draft.customer?.id ?? ('' as const),
    status: draft.status,
    texts: { ...texts, ...documentTaxTexts(draft) },
    parts: withoutAbsent(parts),
    lineItems: toFormLines(draft, stored),
    ...(changed.has('deductions')
      ? { deductsInvoiceIds: draft.deductions.map(({ invoiceId }) => invoiceId) }
      : {}),
    ...(changed.has('onAcceptance') ? { onAcceptance: draft.onAcceptance || null } : {}),
    followsEstimate: draft.followsEstimate,
    schedule: draft.schedule && toScheduleInput(draft.schedule),
  };
}

const ALL_FIELDS = [
  ...new Map(
    KIND_NAMES.flatMap(draftFields).map((field): [TextName, typeof field] => [field.name, field]),
  ).values(),
];

/** The rate and flat tax of the document; where lines carry the taxes it has none to name. */
function documentTaxTexts(draft: DocumentDraft): FormTexts {
  if (hasLineTaxes(draft)) return { taxRate: undefined, taxAmount: undefined };
  const { taxRate: typed, taxAmount, currency } = draft;
  const taxRate = typed.trim() === '' ? '0.00' : decimal(typed, RATE_PLACES);
  // With a rate it is neither shown nor read.
  const none = !isZero(taxRate) || taxAmount.trim() === '';
  return { taxRate, taxAmount: none ? noMoney(currency).amount : decimal(taxAmount, 3) };
}

function toFormLines(draft: DocumentDraft, stored: DocumentDraft | undefined) {
  const used = usedColumns([...draft.lines, ...(stored?.lines ?? [])]);
  const [unit, discount, tax, itemCode, period, choice] = EDITOR_COLUMNS.map((name) =>
    used.includes(name),
  );
  return draft.lines.map((line) => ({
    ...(line.id === undefined ? {} : { id: line.id }),
    itemId: line.itemId,
    description: line.description,
    quantity: decimal(line.quantity, QUANTITY_PLACES),
    unitPrice: decimal(line.unitPrice, QUANTITY_PLACES),
    ...(unit ? { unit: line.unit.trim() || null } : {}),
    ...(discount ? toLineDiscount(line, draft.currency) : {}),
    ...(itemCode ? { itemCode: line.itemCode.trim() || null } : {}),
    ...(period ? { servicePeriod: toPeriod(line) } : {}),
    ...(tax ? { taxes: [...line.taxes] } : {}),
    ...(choice ? toLineChoice(line) : {}),
  }));
}

function toLineChoice({ optional, minQuantity, maxQuantity }: DraftLine) {
  const bound = (typed: string) => (typed.trim() === '' ? null : decimal(typed, QUANTITY_PLACES));
  return {
    optional: optional !== '',
    minQuantity: bound(minQuantity),
    maxQuantity: bound(maxQuantity),
  };
}

function toLineDiscount({ discount }: DraftLine, currency: string) {
  const { percent, amount } = readDiscount(discount, currency);
  return { discountPercent: percent || null, discountAmount: amount || null };
}

function toFormAdjustment({ reason, value }: DraftAdjustment, currency: string) {
  const { percent, amount } = readDiscount(value, currency);
  return {
    reason: reason.trim() || null,
    ...(percent ? { percent } : {}),
    ...(amount ? { amount } : {}),
  };
}

function toPeriod({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) {
  if (periodFrom.trim() === '' && periodTo.trim() === '') return null;
  return { from: periodFrom, to: periodTo };
}

function toExchangeRate({ exchangeRate, exchangeDate, exchangeSource }: DocumentDraft) {
  if (exchangeRate.trim() === '') return null;
  return {
    rate: decimal(exchangeRate, 10),
    ...(exchangeDate ? { date: exchangeDate } : {}),
    ...(exchangeSource ? { source: exchangeSource } : {}),
  };
}

function toDeposit({ deposit, currency }: DocumentDraft) {
  if (deposit.trim() === '') return null;
  const { percent, amount } = readDiscount(deposit, currency);
  return percent ? { percent } : { amount };
}

function withoutAbsent<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
