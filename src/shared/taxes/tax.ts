/** Taxes as lines and charges carry them. */
import type { Decimal } from '../money/decimal.ts';

/**
 * The categories of UNCL 5305 that EN 16931 knows: standard, zero rated, exempt, reverse charge,
 * intra-community supply, export, outside the scope, and the taxes of the Canary Islands (L) and of
 * Ceuta and Melilla (M).
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

export const TAX_CATEGORY_LABELS: Record<TaxCategory, string> = {
  S: 'Standard or reduced rate',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  K: 'Intra-community supply',
  G: 'Export outside the EU',
  O: 'Outside the scope of tax',
  L: 'Canary Islands (IGIC)',
  M: 'Ceuta and Melilla (IPSI)',
};

/** At 0 %, and of these the ones that say why. */
export const CATEGORIES_AT_ZERO: ReadonlySet<TaxCategory> = new Set([
  'Z',
  'E',
  'AE',
  'K',
  'G',
  'O',
]);
export const CATEGORIES_WITH_REASON: ReadonlySet<TaxCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** What says why nothing is charged stands alone on its line: no other tax goes with it. */
export const standsAlone = ({ category }: Pick<Tax, 'category'>): boolean =>
  category !== null && CATEGORIES_WITH_REASON.has(category);

/** What is usually said where nothing is charged; of an exemption only its law can say it. */
export const USUAL_REASONS: ReadonlyMap<TaxCategory | null, string> = new Map([
  ['AE', 'Reverse charge: the recipient accounts for the VAT (Article 196, Directive 2006/112/EC)'],
  ['K', 'Intra-community supply, exempt from VAT (Article 138, Directive 2006/112/EC)'],
  ['G', 'Export outside the EU, exempt from VAT (Article 146, Directive 2006/112/EC)'],
  ['O', 'Outside the scope of VAT'],
]);

/** The reason once a category is chosen: a usual one gives way to the next, one's own stays. */
export function chooseExemptionReason(
  category: TaxCategory | null,
  reason: string | null | undefined,
): string {
  const text = reason?.trim() ?? '';
  const isOwn = text !== '' && ![...USUAL_REASONS.values()].includes(text);
  return isOwn ? text : (USUAL_REASONS.get(category) ?? '');
}

/** A tax as it was when a line was written: a later change of the business's rates changes no document. */
export interface Tax {
  name: string;
  /** In percent, up to four decimals. */
  rate: Decimal;
  /** null: a tax that is no VAT, or one that nobody has categorised. */
  category: TaxCategory | null;
  /** Counted on the net and on the taxes before it in the set. */
  compound: boolean;
  /** Why nothing is charged, where the category asks for it. */
  exemptionReason?: string | null;
  /** The business's number for this tax, where the law asks for it (Canada). */
  registrationNumber?: string | null;
  /**
   * Whose tax it is, by its ISO 3166-1 code. Absent, as in all that was stored and sealed before there was
   * a choice, it is a tax of the business's country.
   */
  country?: string | undefined;
}

/** For a copy of a tax: the field is absent where it says nothing, so that what is sealed stays as it is. */
export const countryOf = ({
  country,
}: {
  country?: string | null | undefined;
}): Pick<Tax, 'country'> => (country ? { country } : {});

/** Taxes that one line may carry. */
export const MAX_TAXES = 8;

/** Two lines carry the same tax if these are alike. */
export const taxKey = ({ name, rate, category, compound, country }: Tax): string =>
  JSON.stringify([name, rate, category, compound, ...(country ? [country] : [])]);

/** Lines that carry the same taxes in the same order are one set. */
export const taxSetKey = (taxes: readonly Tax[]): string => taxes.map(taxKey).join();
