/** A document as it stands in the editor: what was typed, as it was typed. */
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { Deduction } from '../../../shared/documents/deductions.ts';
import type {
  ContentField,
  ContentName,
  ContentValues,
  InvoiceType,
  KindName,
} from '../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  listContentFields,
  readContentText,
} from '../../../shared/documents/document-content.ts';
import type { LineTax, StoredDiscount } from '../../../shared/documents/line-content.ts';
import type { TypedPrices, TypedTotals } from '../../../shared/documents/typed-totals.ts';
import { typedTotals } from '../../../shared/documents/typed-totals.ts';
import type { OnAcceptance } from '../../../shared/estimates/on-acceptance.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { formatQuantity, isZero } from '../../../shared/money/decimal.ts';
import { formatAmount, money } from '../../../shared/money/money.ts';
import type { TaxCategory } from '../../../shared/taxes/tax.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DraftInstallment } from './draft-installments.ts';
import { toDraftInstallment } from './draft-installments.ts';
import type { DraftLine, StoredLine } from './draft-line.ts';
import {
  formatDiscount,
  lineIn,
  noPrice,
  pricedLine,
  splitDiscount,
  toDraftLine,
} from './draft-line.ts';
import type { DraftSchedule } from './draft-schedule.ts';

export interface DraftCustomer {
  id: number;
  name: string;
  company: string | null;
  email: string | null;
  /** Of the customer's record, where it has been read: what its new documents begin with. */
  currency?: string | null | undefined;
  vatId?: string | null | undefined;
  taxCategory?: TaxCategory | null | undefined;
  taxExemptionReason?: string | null | undefined;
}

/** Of a customer's record what the editor knows of it. */
export const toDraftCustomer = (customer: DraftCustomer): DraftCustomer => ({
  id: customer.id,
  name: customer.name,
  company: customer.company,
  email: customer.email,
  currency: customer.currency,
  vatId: customer.vatId,
  taxCategory: customer.taxCategory,
  taxExemptionReason: customer.taxExemptionReason,
});

/** A discount or charge on the whole document. */
export interface DraftAdjustment {
  /** Its name on this form. */
  readonly key: string;
  readonly reason: string;
  /** A percentage or an amount: '10%', '5.00'. */
  readonly value: string;
  /** Of a charge that is taxed by itself; null where it is taxed as the lines are. */
  readonly taxes: readonly LineTax[] | null;
}

type Content<K extends KindName> = (typeof DOCUMENT_KINDS)[K]['content'];
/** Of a content, what is one piece of text, or not. */
type Texts<K extends KindName> = {
  [Name in ContentName<K>]: Content<K>[Name] extends { most: number } ? Name : never;
}[ContentName<K>];
type OfAnyKind<Names extends { [K in KindName]: string }> = Names[KindName];

/** The editor's names: those of the calls, but one name for what each kind calls its own way. */
type EditorName<Name extends string> = Name extends
  | 'invoiceNumber'
  | 'estimateNumber'
  | 'creditNoteNumber'
  ? 'number'
  : Name extends 'dueDate' | 'expiryDate'
    ? 'endDate'
    : Name;
export type TextName = EditorName<OfAnyKind<{ [K in KindName]: Texts<K> }>>;
export type OtherName = Exclude<
  OfAnyKind<{ [K in KindName]: Exclude<ContentName<K>, Texts<K>> }>,
  'customerId'
>;

/** Texts that are parts of such a field. */
export const PART_NAMES = [
  'periodFrom',
  'periodTo',
  'exchangeRate',
  'exchangeDate',
  'exchangeSource',
  'deposit',
  'onAcceptance',
] as const;

/** The fields that are set one by one; a text is empty where the kind has none. */
export type DraftFields = Record<TextName | (typeof PART_NAMES)[number] | 'status', string> & {
  pricesIncludeTax: boolean;
};

export interface DraftField {
  name: TextName;
  /** The call's name. */
  callName: string;
  label: string;
  most: number;
  place: ContentField['place'];
  /** Whether only those see it who use it. */
  isExtra: boolean;
}

/** The texts of a kind in the order of its form. */
export function draftFields(kind: KindName): DraftField[] {
  const { number, endDate } = DOCUMENT_KINDS[kind];
  const renamed: Record<string, string> = { [number]: 'number' };
  if (endDate) renamed[endDate] = 'endDate';
  return listContentFields(kind).flatMap(({ name, label, most, place, detail }) =>
    most === undefined
      ? []
      : {
          name: (renamed[name] ?? name) as TextName,
          callName: name,
          label,
          most,
          place,
          isExtra: detail === true || name === 'currency',
        },
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

/** The texts of fields that have several. */
export function mapParts<T>(text: T): Record<(typeof PART_NAMES)[number], T> {
  return Object.fromEntries(PART_NAMES.map((name) => [name, text])) as Record<
    (typeof PART_NAMES)[number],
    T
  >;
}

export interface DocumentDraft extends DraftFields {
  customer: DraftCustomer | null;
  lines: readonly DraftLine[];
  discounts: readonly DraftAdjustment[];
  charges: readonly DraftAdjustment[];
  installments: readonly DraftInstallment[];
  /** Deposit invoices that are deducted. */
  deductions: readonly Deduction[];
  /** Of a deposit invoice: its lines and figures are its estimate's, and not to be changed here. */
  followsEstimate: boolean;
  /** Of a recurring invoice alone: when its invoices are made, and how. */
  schedule: DraftSchedule | null;
  /** What the total is rounded to. */
  roundTo: string | null;
  /** Whether somebody switched that on or off, or it still follows the currency. */
  roundChosen: boolean;
  /** Whether the end date was chosen, or still follows the issue date. */
  endChosen: boolean;
}

let adjustmentsMade = 0;

export function newAdjustment(of: Partial<Omit<DraftAdjustment, 'key'>> = {}): DraftAdjustment {
  adjustmentsMade += 1;
  return { key: `adjustment-${adjustmentsMade}`, reason: '', value: '', taxes: null, ...of };
}

/** What a new document begins with, by the business. */
interface Beginning {
  currency: string;
  pricesIncludeTax: boolean;
  roundTo: string | null;
  taxes: readonly LineTax[];
}

/** A new document with the defaults of its kind: no tax, one line. */
export function emptyDraft(
  kind: Pick<DocumentKind, 'endAfterDays' | 'notes' | 'terms'>,
  today: CalendarDate,
  number = '',
  beginning: Partial<Beginning> = {},
): DocumentDraft {
  const { currency = DEFAULT_CURRENCY, pricesIncludeTax = false, roundTo = null } = beginning;
  return {
    ...mapTexts(() => ''),
    ...mapParts(''),
    customer: null,
    number,
    issueDate: today,
    endDate: kind.endAfterDays === null ? '' : addDays(today, kind.endAfterDays),
    endChosen: false,
    status: 'draft',
    currency,
    pricesIncludeTax,
    roundTo,
    roundChosen: false,
    taxRate: '0.00',
    taxAmount: noPrice(currency),
    notes: kind.notes ?? '',
    terms: kind.terms,
    lines: [lineIn(currency, beginning.taxes)],
    discounts: [],
    charges: [],
    installments: [],
    deductions: [],
    followsEstimate: false,
    schedule: null,
  };
}

type StoredContent<K extends KindName> = Partial<
  Pick<ContentValues<K>, OtherName & ContentName<K>>
> &
  Pick<ContentValues<K>, Exclude<ContentName<K>, OtherName>> & {
    invoiceType?: InvoiceType;
    onAcceptance?: OnAcceptance | null;
    deductions?: readonly Deduction[];
    whole?: { taxAmount: string } | null;
    customer: DraftCustomer;
    status: string;
    taxRate: string;
    taxAmount: string;
    roundingIncrement?: string | null | undefined;
    lineItems: readonly StoredLine[];
  };

/** A stored document, ready to be edited. */
export function toDraft<K extends KindName>(kind: K, stored: StoredContent<K>): DocumentDraft {
  const { id, name, company, email } = stored.customer;
  const own = draftFields(kind).map(({ name, callName }) => [
    name,
    readContentText(stored, callName),
  ]);
  const currency = readContentText(stored, 'currency') || DEFAULT_CURRENCY;
  const lines = stored.lineItems.map((line) => toDraftLine(line, currency));
  const taxesOnLines = lines.some(({ taxes }) => taxes.length > 0);
  const { servicePeriod, exchangeRate, discounts, charges, installments } = stored as Partial<
    ContentValues<'invoice'>
  >;
  const { deposit } = stored as Partial<ContentValues<'estimate'>>;
  const adjustment = (each: StoredAdjustment) =>
    newAdjustment({
      reason: each.reason ?? '',
      value: formatDiscount(each.percent, each.amount, currency),
      taxes: each.taxes ?? null,
    });
  // With a rate, the amount is its product: a rate set to 0 must not leave it as a flat tax.
  const isFlat = !taxesOnLines && isZero(stored.taxRate);
  return {
    ...mapTexts(() => ''),
    ...mapParts(''),
    ...Object.fromEntries(own),
    currency,
    customer: { id, name, company, email },
    endChosen: true,
    status: stored.status,
    // What stands on lines is no rate of the document, though one rate for all answers as that.
    taxRate: taxesOnLines ? '0.00' : readContentText(stored, 'taxRate'),
    taxAmount: isFlat
      ? formatAmount(money(stored.whole?.taxAmount ?? stored.taxAmount, currency))
      : noPrice(currency),
    pricesIncludeTax: stored.pricesIncludeTax ?? false,
    periodFrom: servicePeriod?.from ?? '',
    periodTo: servicePeriod?.to ?? '',
    exchangeRate: exchangeRate ? formatQuantity(exchangeRate.rate) : '',
    exchangeDate: exchangeRate?.date ?? '',
    exchangeSource: exchangeRate?.source ?? '',
    deposit: formatDiscount(deposit?.percent, deposit?.amount, currency),
    deductions: stored.deductions ?? [],
    onAcceptance: stored.onAcceptance ?? '',
    followsEstimate: stored.invoiceType === 'deposit',
    schedule: null,
    discounts: (discounts ?? []).map(adjustment),
    charges: (charges ?? []).map(adjustment),
    installments: (installments ?? []).map((each) => toDraftInstallment(each, currency)),
    roundTo: stored.roundingIncrement ?? null,
    roundChosen: false,
    lines,
  };
}

type StoredAdjustment = StoredDiscount & { taxes?: LineTax[] | null };

/** Whether it is due, or expires, before it is issued; false while a date is being typed. */
export function endsBeforeIssue({
  issueDate,
  endDate,
}: Pick<DocumentDraft, 'issueDate' | 'endDate'>): boolean {
  const [issued, ends] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
  return issued !== undefined && ends !== undefined && ends < issued;
}

/** The day whose exchange rate holds where none is said: that of the supply, which the tax is of. */
export const rateDay = ({ supplyDate, issueDate }: DocumentDraft): string =>
  supplyDate || issueDate;

/** The issue date set, and the end date with it as long as nobody chose that one. */
export function withIssueDate(
  draft: DocumentDraft,
  issueDate: string,
  endAfterDays: number | null,
): DocumentDraft {
  const day = parseCalendarDate(issueDate);
  if (draft.endChosen || !day || endAfterDays === null) return { ...draft, issueDate };
  return { ...draft, issueDate, endDate: addDays(day, endAfterDays) };
}

/** What of a draft decides about its figures. */
export const FIGURE_PARTS = [
  'lines',
  'taxRate',
  'taxAmount',
  'currency',
  'pricesIncludeTax',
  'discounts',
  'charges',
  'roundTo',
  'deductions',
] as const;
export type DraftFigures = Pick<DocumentDraft, (typeof FIGURE_PARTS)[number]>;

/** The form's figures as the arithmetic takes them. */
export function typedPrices(draft: DraftFigures): TypedPrices {
  const { currency, taxRate, taxAmount, pricesIncludeTax, roundTo } = draft;
  const adjustment = ({ value, taxes }: DraftAdjustment) => ({ ...splitDiscount(value), taxes });
  return {
    currency,
    lines: draft.lines.map(pricedLine),
    taxRate,
    taxAmount,
    discounts: draft.discounts.map(adjustment),
    charges: draft.charges.map(adjustment),
    pricesIncludeTax,
    roundingIncrement: roundTo,
    deductions: draft.deductions,
  };
}

/** Totals of the form as it stands, by the same arithmetic as the server's. */
export const draftTotals = (draft: DraftFigures): TypedTotals => typedTotals(typedPrices(draft));

/** Whether lines carry the taxes, and the document has no rate of its own. */
export const hasLineTaxes = ({ lines }: Pick<DocumentDraft, 'lines'>): boolean =>
  lines.some(({ taxes }) => taxes.length > 0);
