/**
 * Which taxes may stand together on a document. The rules of categories are EN 16931's (BR-S, BR-Z,
 * BR-E, BR-AE, BR-IC, BR-G, BR-O: a standard rate above zero, the others at zero with a reason, and
 * nothing beside 'outside the scope').
 */
import type { FieldError } from '../errors/app-error.ts';
import { isZero } from '../money/decimal.ts';
import type { Tax, TaxCategory } from './tax.ts';
import {
  CATEGORIES_AT_ZERO,
  CATEGORIES_WITH_REASON,
  MAX_TAXES,
  standsAlone,
  TAX_CATEGORY_LABELS,
  taxKey,
} from './tax.ts';

/** The customer accounts for the tax: both sides must be known to their tax offices. */
const WITH_VAT_IDS: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);

export interface TaxParties {
  /** VAT ids of the business and of the customer; null where there is none. */
  sellerVatId: string | null;
  buyerVatId: string | null;
}

/** Taxes of a line or of a charge, and where they stand: 'lineItems.0.taxes'. */
export interface PlacedTaxes {
  path: string;
  taxes: readonly Tax[];
}

/** What is wrong with a tax by itself. */
export function findTaxFault({ name, rate, category, exemptionReason }: Tax): string | undefined {
  if (category === null) return undefined;
  const label = TAX_CATEGORY_LABELS[category];
  const tax = name === label ? label : `${name}: ${label}`;
  if (category === 'S' && isZero(rate)) {
    return `${name}: a standard rate is above 0 %. Choose zero rate or exempt instead.`;
  }
  if (CATEGORIES_AT_ZERO.has(category) && !isZero(rate)) {
    return `${tax} has a rate of 0 %`;
  }
  if (CATEGORIES_WITH_REASON.has(category) && !exemptionReason?.trim()) {
    return `${tax} needs a reason: say why no tax is charged`;
  }
  return undefined;
}

/** The first fault of a document's taxes: its path and a message that names what to do. */
export function findTaxesFault(
  placed: readonly PlacedTaxes[],
  { sellerVatId, buyerVatId }: TaxParties,
): FieldError | undefined {
  for (const { path, taxes } of placed) {
    if (taxes.length > MAX_TAXES) {
      return { path, message: `A line can have at most ${MAX_TAXES} taxes` };
    }
    if (new Set(taxes.map(taxKey)).size < taxes.length) {
      return { path, message: 'A line can have the same tax only once' };
    }
    const alone = taxes.find(standsAlone);
    if (alone?.category && taxes.length > 1) {
      const label = TAX_CATEGORY_LABELS[alone.category];
      const message = `${label} must be the only tax on its line`;
      return { path: `${path}.${taxes.indexOf(alone)}`, message };
    }
    for (const [index, tax] of taxes.entries()) {
      const fault = findTaxFault(tax);
      if (fault) return { path: `${path}.${index}`, message: fault };
      if (!tax.category || !WITH_VAT_IDS.has(tax.category)) continue;
      const label = TAX_CATEGORY_LABELS[tax.category];
      if (!sellerVatId) {
        const message = `${label} needs the VAT ID of your business. Add it to the business profile.`;
        return { path: `${path}.${index}`, message };
      }
      if (!buyerVatId) {
        const message = `${label} needs the customer’s VAT ID. Add it to the customer.`;
        return { path: `${path}.${index}`, message };
      }
    }
  }
  return findMixture(placed);
}

/** BR-O-11 to BR-O-14: nothing that is taxed stands beside what is outside the scope. */
function findMixture(placed: readonly PlacedTaxes[]): FieldError | undefined {
  const outside = placed.find(({ taxes }) => taxes.some(({ category }) => category === 'O'));
  if (!outside) return undefined;
  const alone = ({ taxes }: PlacedTaxes) => taxes.length === 1 && taxes[0]?.category === 'O';
  const other = placed.find((each) => !alone(each));
  if (!other) return undefined;
  return {
    path: other.path,
    message: 'If one line is outside the scope of tax, all others must be as well',
  };
}
