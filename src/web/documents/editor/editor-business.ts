/** What of the business and the customer decides about a new document and its lines. */
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import type { SeriesKind } from '../../../shared/documents/number-series/number-series.contract.ts';
import { typedMoney, typedRate } from '../../../shared/documents/typed-totals.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { NumberStyle } from '../../../shared/money/number-style.ts';
import { PLAIN_STYLE } from '../../../shared/money/number-style.ts';
import type { RoundedTotal } from '../../../shared/money/rounding-increment.ts';
import { chosenIncrement, customaryIncrement } from '../../../shared/money/rounding-increment.ts';
import type { DocumentDefaults } from '../../../shared/profile/document-defaults.ts';
import { NO_DEFAULTS, readDefaults } from '../../../shared/profile/document-defaults.ts';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import {
  countryOf,
  standsAlone,
  TAX_CATEGORY_LABELS,
  USUAL_REASONS,
} from '../../../shared/taxes/tax.ts';
import type { DocumentDraft, DraftCustomer } from './document-draft.ts';
import { emptyDraft } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';

export interface EditorBusiness {
  currency: string;
  pricesIncludeTax: boolean;
  roundedTotals: readonly RoundedTotal[];
  vatId: string | null;
  defaults: DocumentDefaults;
  /** The columns that its owner has switched on. */
  columns: readonly EditorColumn[];
  /** The next number of each kind that a series gives its numbers. */
  nextNumbers: Readonly<Partial<Record<SeriesKind, string>>>;
  /** How it writes numbers. */
  numbers: NumberStyle;
  /** Its tax rates as they are known now: one may be added while the form is open. */
  rates: () => readonly TaxRate[];
}

export const UNKNOWN_BUSINESS: EditorBusiness = {
  currency: DEFAULT_CURRENCY,
  pricesIncludeTax: false,
  roundedTotals: [],
  vatId: null,
  defaults: NO_DEFAULTS,
  columns: [],
  nextNumbers: {},
  numbers: PLAIN_STYLE,
  rates: () => [],
};

/** A kind whose new documents begin as the business has it; as the kind has it where that is silent. */
export function withDefaults(
  kind: DocumentKind,
  { defaults }: Pick<EditorBusiness, 'defaults'>,
): DocumentKind {
  const { days, notes, terms } = readDefaults(kind.name, defaults);
  return {
    ...kind,
    endAfterDays: kind.recurring ? null : (days ?? kind.endAfterDays),
    notes: notes ?? kind.notes ?? '',
    terms: terms ?? kind.terms,
  };
}

/** A new document as the business and its customer have it. */
export function newDraft(
  kind: Pick<DocumentKind, 'name' | 'endAfterDays' | 'notes' | 'terms' | 'termsFor'>,
  today: CalendarDate,
  number: string,
  customer: DraftCustomer | null,
  business: EditorBusiness,
): DocumentDraft {
  const currency = customer?.currency ?? business.currency;
  const isTaxed = business.columns.includes('tax') || Boolean(customer?.taxCategory);
  const draft = emptyDraft(kind, today, number, {
    currency,
    pricesIncludeTax: business.pricesIncludeTax,
    roundTo: usualIncrement(kind, currency, business),
    taxes: isTaxed ? newLineTaxes(customer, business) : [],
  });
  return { ...draft, customer, terms: kind.termsFor?.(draft) ?? draft.terms };
}

/** A tax as a line keeps it, of one of the business's rates. */
export const toLineTax = (rate: LineTax | TaxRate): LineTax => ({
  name: rate.name,
  rate: rate.rate,
  category: rate.category,
  compound: rate.compound,
  exemptionReason: rate.exemptionReason,
  registrationNumber: rate.registrationNumber,
  ...countryOf(rate),
});

/** Taxes in the order in which they are counted: compound ones after those that they are counted on. */
export const inTaxOrder = (taxes: readonly LineTax[]): LineTax[] =>
  taxes.toSorted((a, b) => Number(a.compound) - Number(b.compound));

/**
 * With one tax more, which takes the place of what cannot stand beside it. Of one name there is one
 * rate: VAT 19 % replaces VAT 7 %; an exemption replaces both, and gives way to either.
 */
export function withTax(taxes: readonly LineTax[], tax: LineTax): LineTax[] {
  const kept = taxes.filter(
    (each) => each.name !== tax.name && !standsAlone(each) && !standsAlone(tax),
  );
  return inTaxOrder([...kept, tax]);
}

/** What a new line carries: the customer's own treatment, or the rates that are marked for it. */
export function newLineTaxes(
  customer: DraftCustomer | null,
  { rates }: Pick<EditorBusiness, 'rates'>,
): LineTax[] {
  const offered = rates().filter(({ archivedAt }) => archivedAt === null);
  const category = customer?.taxCategory;
  if (!category) {
    return offered
      .filter(({ isDefault }) => isDefault)
      .map(toLineTax)
      .reduce(withTax, []);
  }
  const own = offered.find((rate) => rate.category === category);
  const reason = customer.taxExemptionReason?.trim() || null;
  const made: LineTax = {
    name: TAX_CATEGORY_LABELS[category],
    rate: '0.00',
    category,
    compound: false,
    exemptionReason: reason ?? USUAL_REASONS.get(category) ?? null,
    registrationNumber: null,
  };
  if (!own) return [made];
  return [{ ...toLineTax(own), exemptionReason: reason ?? own.exemptionReason }];
}

/** The rate of a whole document as a tax that its lines can carry. */
export function documentTax({ taxRate }: Pick<DocumentDraft, 'taxRate'>): LineTax[] | undefined {
  const rate = typedRate(taxRate);
  if (rate === null || isZero(rate)) return undefined;
  const rest = { category: null, compound: false, exemptionReason: null, registrationNumber: null };
  return [{ name: 'Tax', rate, ...rest }];
}

/** Whether a document has a rate of its own, or a flat tax, that is not nothing. */
export function hasDocumentTax(
  draft: Pick<DocumentDraft, 'taxRate' | 'taxAmount' | 'currency'>,
): boolean {
  const [rate, amount] = [typedRate(draft.taxRate), typedMoney(draft.taxAmount, draft.currency)];
  return [rate, amount].some((value) => value === null || !isZero(value));
}

type Rounding = Pick<EditorBusiness, 'roundedTotals'>;

/** What the total of a new document is rounded to. A credit note is not: it carries shares of an invoice's. */
export const usualIncrement = (
  { name }: Pick<DocumentKind, 'name'>,
  currency: string,
  { roundedTotals }: Rounding,
): string | null => (name === 'credit_note' ? null : chosenIncrement(roundedTotals, currency));

/** What a total is rounded to once rounding is switched on; undefined where nobody would want it. */
export const offeredIncrement = (
  { name }: Pick<DocumentKind, 'name'>,
  currency: string,
  { roundedTotals }: Rounding,
): string | undefined =>
  name === 'credit_note'
    ? undefined
    : (chosenIncrement(roundedTotals, currency) ?? customaryIncrement(currency));
