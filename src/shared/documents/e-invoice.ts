/**
 * Which documents can be an e-invoice of EN 16931, which knows one VAT category a line and amounts of
 * two decimals. Its rules are named where they are the reason.
 */
import { currencyDecimals } from '../money/currencies.ts';
import type { Tax, TaxCategory } from '../taxes/tax.ts';
import { TAX_CATEGORY_LABELS } from '../taxes/tax.ts';
import type { ServicePeriod } from './line-content.ts';

/** What of a document, and of who it is between, decides about it. */
export interface EInvoiceCandidate {
  currency: string;
  lineItems: readonly { taxes: readonly Tax[] }[];
  /** Charges without taxes of their own share those of the lines. */
  charges: readonly { taxes: readonly Tax[] | null }[];
  /** The tax on the whole document, where the lines carry none. */
  taxTotals: readonly Tax[];
  supplyDate: string | null;
  servicePeriod: ServicePeriod | null;
  seller: { vatId: string | null; taxNumber: string | null };
  buyer: { vatId: string | null };
}

/** BT-109 to BT-117 and all other amounts (BR-DEC-01 to BR-DEC-28). */
const MOST_DECIMALS = 2;

/**
 * Why a document is no e-invoice, in sentences for whoever wants one; empty where it can be one.
 */
export function findEInvoiceObstacles(document: EInvoiceCandidate): string[] {
  const { currency, lineItems, charges, taxTotals } = document;
  const carriers = [
    ...lineItems.map(({ taxes }, index) => ({ place: `Line ${index + 1}`, taxes })),
    ...charges.flatMap(({ taxes }, index) =>
      taxes === null ? [] : [{ place: `Charge ${index + 1}`, taxes }],
    ),
  ];
  const obstacles: string[] = [];
  if (currencyDecimals(currency) > MOST_DECIMALS) {
    obstacles.push(`Amounts in ${currency} have three decimals, and an e-invoice has two at most.`);
  }
  if (taxTotals.length > 0 && carriers.every(({ taxes }) => taxes.length === 0)) {
    obstacles.push(
      'The tax is on the whole document, without a category. Choose a tax for each line.',
    );
  } else {
    obstacles.push(...carriers.flatMap(({ place, taxes }) => findLineObstacles(place, taxes)));
  }
  const taxes = carriers.flatMap((carrier) => carrier.taxes);
  return [...obstacles, ...findDoubleRates(taxes), ...findMissingParties(document, taxes)];
}

function findLineObstacles(place: string, taxes: readonly Tax[]): string[] {
  if (taxes.length === 0) {
    return [`${place} has no tax. If it is not taxed, choose a category that says why.`];
  }
  if (taxes.length > 1) return [`${place} has several taxes.`];
  return taxes.flatMap(({ name, category, compound }) => [
    ...(category === null ? [`${place}: ${name} has no category.`] : []),
    ...(compound ? [`${place}: ${name} is a compound tax.`] : []),
  ]);
}

/** BR-S-08 and its siblings: one row, with one reason, for all lines of one category and rate. */
function findDoubleRates(taxes: readonly Tax[]): string[] {
  const first = new Map<string, Tax>();
  const obstacles = new Set<string>();
  for (const tax of taxes) {
    const { name, rate, category } = tax;
    if (category === null) continue;
    const key = `${category} ${Number(rate)}`;
    const other = first.get(key) ?? tax;
    first.set(key, other);
    const label = `${TAX_CATEGORY_LABELS[category]} of ${Number(rate)} %`;
    if (other.name !== name) {
      obstacles.add(`${label} has two names: ${other.name} and ${name}. Give it one.`);
    } else if (other.country !== tax.country) {
      obstacles.add(`${label} is charged for two countries. Invoice each country separately.`);
    } else if ((other.exemptionReason ?? '') !== (tax.exemptionReason ?? '')) {
      obstacles.add(`${label} has two reasons. Give all lines the same.`);
    }
  }
  return [...obstacles];
}

/** Where the seller must be known by a VAT id (BR-IC-02, BR-G-02), or by any number (BR-S-02 and siblings). */
const NEEDS_SELLER_VAT_ID: ReadonlySet<TaxCategory> = new Set(['AE', 'K', 'G']);
const NEEDS_SELLER_NUMBER: ReadonlySet<TaxCategory> = new Set(['S', 'Z', 'E', 'L', 'M']);
/** BR-AE-02 and BR-IC-02. */
const NEEDS_BUYER_VAT_ID: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);
/** BR-E-10 and siblings. */
const NEEDS_REASON: ReadonlySet<TaxCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

function findMissingParties(
  { seller, buyer, supplyDate, servicePeriod }: EInvoiceCandidate,
  taxes: readonly Tax[],
): string[] {
  const obstacles = new Set<string>();
  for (const { name, category, exemptionReason } of taxes) {
    if (category === null) continue;
    const label = TAX_CATEGORY_LABELS[category];
    if (NEEDS_SELLER_VAT_ID.has(category) && !seller.vatId) {
      obstacles.add(`${label} needs the VAT ID of your business.`);
    }
    if (NEEDS_SELLER_NUMBER.has(category) && !seller.vatId && !seller.taxNumber) {
      obstacles.add(`${label} needs the VAT ID or the tax number of your business.`);
    }
    if (NEEDS_BUYER_VAT_ID.has(category) && !buyer.vatId) {
      obstacles.add(`${label} needs the customer’s VAT ID.`);
    }
    if (NEEDS_REASON.has(category) && !exemptionReason?.trim()) {
      obstacles.add(`${name} needs the reason why no tax is charged.`);
    }
    // BR-IC-11
    if (category === 'K' && !supplyDate && !servicePeriod) {
      obstacles.add(`${label} needs the date of supply or the service period.`);
    }
  }
  return [...obstacles];
}
