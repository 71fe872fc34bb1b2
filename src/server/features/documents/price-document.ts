import { findPriceFault, findTotalsFault } from '../../../shared/documents/check-totals.ts';
import type { ExchangeRate } from '../../../shared/documents/content-fields.ts';
import { findBoundsFault } from '../../../shared/documents/line-choice.ts';
import type {
  LineItemInput,
  LineTax,
  StoredCharge,
  StoredDiscount,
  TaxInput,
} from '../../../shared/documents/line-content.ts';
import type { DocumentTotals, PricedDocument } from '../../../shared/documents/totals.ts';
import { computeTotals } from '../../../shared/documents/totals.ts';
import type { FieldError } from '../../../shared/errors/app-error.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { readMoney } from '../../../shared/money/money.ts';
import { findTaxesFault } from '../../../shared/taxes/check-taxes.ts';
import type { Tax } from '../../../shared/taxes/tax.ts';
import { countryOf, taxSetKey } from '../../../shared/taxes/tax.ts';
import type { Queryable } from '../../db/database.ts';
import { findOwnItems } from '../items/index.ts';
import { findTaxRates } from '../taxes/index.ts';
import type { LineValues } from './line-items.store.ts';
import type { DocumentTerms } from './read-terms.ts';
import { lockTerms } from './read-terms.ts';

/** What of a content decides about its figures, as calls take it. */
export interface FiguresInput {
  currency: string;
  pricesIncludeTax: boolean;
  taxRate: Decimal;
  /** Holds while there is no rate, and no tax on a line. */
  flatTax: Decimal;
  discounts: readonly AdjustmentInput[];
  charges: readonly (AdjustmentInput & { taxes?: readonly TaxInput[] | null | undefined })[];
  roundingIncrement: Decimal | null;
  /** A line that keeps what it had carries that. */
  lineItems: readonly LineItemInput[];
}

interface AdjustmentInput {
  reason?: string | null | undefined;
  percent?: Decimal | null | undefined;
  amount?: Decimal | null | undefined;
}

export type ComputedValues = Pick<
  DocumentTotals,
  | 'lineTotal'
  | 'discountTotal'
  | 'chargeTotal'
  | 'subtotal'
  | 'taxTotals'
  | 'taxAmount'
  | 'rounding'
  | 'total'
> & {
  currency: string;
  pricesIncludeTax: boolean;
  discounts: StoredDiscount[];
  charges: StoredCharge[];
  taxRate: Decimal;
  roundingIncrement: Decimal | null;
};

export interface ComputedDocument {
  lines: LineValues[];
  values: ComputedValues;
}

/**
 * The server's arithmetic over what was sent (decision 9), with the business's tax rates in place of
 * their numbers.
 * @param isAsIssued whether an issued document says its lines and taxes already: they stand, though
 *   what they ask for, such as a VAT ID, is gone since
 * @throws AppError VALIDATION naming the field that no document can hold, or whose taxes cannot be;
 *   NOT_FOUND (item, tax rate)
 */
export async function priceDocument(
  db: Queryable,
  businessId: string,
  input: FiguresInput,
  terms: DocumentTerms,
  isAsIssued: (document: ComputedDocument) => boolean = () => false,
): Promise<ComputedDocument> {
  const { currency, pricesIncludeTax, roundingIncrement } = input;
  const resolve = await taxResolver(db, businessId, input);
  const lines = input.lineItems.map((line, index) => ({
    ...line,
    taxes: (line.taxes ?? []).map((tax, n) => resolve(tax, `lineItems.${index}.taxes.${n}`)),
  }));
  const charges = input.charges.map(({ taxes, ...charge }, index) => ({
    ...charge,
    taxes: taxes?.map((tax, n) => resolve(tax, `charges.${index}.taxes.${n}`)) ?? null,
  }));
  refuseTwoDiscounts(lines);
  const priced: PricedDocument = {
    currency,
    pricesIncludeTax,
    lines,
    discounts: input.discounts.map(percentOrAmount),
    charges: charges.map((charge) => ({
      ...percentOrAmount(charge),
      taxes: charge.taxes ?? undefined,
    })),
    taxRate: input.taxRate,
    flatTax: input.flatTax,
    roundingIncrement,
  };
  // What stays of a stored line is in no call: its bounds are looked at with its quantity.
  lines.forEach((line, index) => refuse(findBoundsFault(line), `lineItems.${index}.`));
  refuse(findPriceFault(priced));
  const totals = computeTotals(priced);
  refuse(findTotalsFault(priced, totals));
  const placed = [
    ...lines.map(({ taxes }, index) => ({ path: `lineItems.${index}.taxes`, taxes })),
    ...charges.flatMap(({ taxes }, index) =>
      taxes ? [{ path: `charges.${index}.taxes`, taxes }] : [],
    ),
  ];
  const isFlat = isZero(input.taxRate) && placed.every(({ taxes }) => taxes.length === 0);
  if (pricesIncludeTax && !isZero(input.flatTax) && isFlat) {
    throw invalidField('taxAmount', 'A tax amount without a rate cannot be included in prices');
  }
  const { lines: amounts, discounts, charges: chargeAmounts, ...sums } = totals;
  const adjustment = ({ reason, percent }: AdjustmentInput, amount: Decimal | undefined) => ({
    reason: reason ?? null,
    percent: percent ?? null,
    amount: amount ?? '0',
  });
  const document = {
    lines: lines.map((line, index) => ({
      itemId: line.itemId ?? null,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit ?? null,
      unitPrice: line.unitPrice,
      discountPercent: line.discountPercent ?? null,
      discountAmount: amountIn(currency, line.discountAmount),
      itemCode: line.itemCode ?? null,
      servicePeriod: line.servicePeriod ?? null,
      taxes: line.taxes,
      optional: line.optional ?? false,
      minQuantity: line.minQuantity ?? null,
      maxQuantity: line.maxQuantity ?? null,
      ...(amounts[index] ?? { discount: '0', total: '0', net: '0', tax: '0', gross: '0' }),
    })),
    values: {
      ...sums,
      currency,
      pricesIncludeTax,
      discounts: input.discounts.map((each, index) => adjustment(each, discounts[index])),
      charges: charges.map((each, index) => ({
        ...adjustment(each, chargeAmounts[index]),
        taxes: each.taxes,
      })),
      taxRate: uniformRate(lines) ?? input.taxRate,
      roundingIncrement,
    },
  };
  const taxesFault = findTaxesFault(placed, terms);
  if (taxesFault && !isAsIssued(document)) refuse(taxesFault);
  await checkItems(db, businessId, lines);
  return document;
}

function refuse(fault: FieldError | undefined, within = ''): void {
  if (fault) throw invalidField(`${within}${fault.path}`, fault.message);
}

/** A percentage decides where an amount stands beside it, as answers have both. */
const percentOrAmount = ({ percent, amount }: AdjustmentInput) =>
  percent != null ? { percent } : { amount: amount ?? '0' };

const amountIn = (currency: string, amount: Decimal | null | undefined): Decimal | null =>
  amount == null ? null : (readMoney(amount, currency)?.amount ?? amount);

function refuseTwoDiscounts(lines: readonly LineItemInput[]): void {
  const index = lines.findIndex(
    (line) => line.discountPercent != null && line.discountAmount != null,
  );
  if (index < 0) return;
  const message = 'A line has a percentage or an amount as its discount, not both';
  throw invalidField(`lineItems.${index}.discountAmount`, message);
}

/**
 * The one rate of a document whose lines all carry it, and nothing else; undefined where no line
 * carries a tax, and '0.00' where the specification's field cannot say it.
 */
export function uniformRate(lines: readonly { taxes: readonly LineTax[] }[]): Decimal | undefined {
  const [first] = lines;
  if (lines.every(({ taxes }) => taxes.length === 0)) return undefined;
  const [tax, ...others] = first?.taxes ?? [];
  const key = taxSetKey(first?.taxes ?? []);
  const isUniform = lines.every(({ taxes }) => taxSetKey(taxes) === key);
  return tax && others.length === 0 && !tax.compound && isUniform ? tax.rate : '0.00';
}

/** Puts the business's rates in place of their numbers, with one question for all of them. */
async function taxResolver(
  db: Queryable,
  businessId: string,
  { lineItems, charges }: FiguresInput,
): Promise<(tax: TaxInput, path: string) => LineTax> {
  const all = [...lineItems, ...charges].flatMap(({ taxes }) => taxes ?? []);
  const ids = [...new Set(all.flatMap((tax) => (isWhole(tax) ? [] : (tax.taxRateId ?? []))))];
  const rates = ids.length === 0 ? [] : await findTaxRates(db, businessId, ids);
  const known = new Map(rates.map((rate) => [rate.id, rate]));
  return (tax, path) => {
    const whole = isWhole(tax) ? tax : known.get(tax.taxRateId ?? 0);
    if (!whole) throw notFound('Tax rate', `${path}.taxRateId`);
    const { name = '', rate = '0.00', category, compound } = whole;
    return {
      name,
      rate,
      category: category ?? null,
      compound: compound ?? false,
      exemptionReason: whole.exemptionReason ?? null,
      registrationNumber: whole.registrationNumber ?? null,
      ...countryOf(whole),
    };
  };
}

const isWhole = ({ name, rate }: TaxInput): boolean => name !== undefined && rate !== undefined;

/** @throws AppError NOT_FOUND when a line names an item that is not the owner's (decision 5). */
async function checkItems(
  db: Queryable,
  businessId: string,
  lines: readonly LineItemInput[],
): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  const own = ids.length > 0 ? await findOwnItems(db, businessId, ids) : new Set<number>();
  const index = lines.findIndex(({ itemId }) => itemId != null && !own.has(itemId));
  if (index >= 0) throw notFound('Item', `lineItems.${index}.itemId`);
}

/**
 * A taxed document in another currency than the business's says its tax in that currency too, and
 * cannot do so without a rate (Directive 2006/112/EC, article 230).
 * @throws AppError VALIDATION naming `exchangeRate`
 */
export function requireExchangeRate(
  document: { currency: string; taxAmount: Decimal; exchangeRate: ExchangeRate | null },
  businessCurrency: string,
): void {
  const { currency, taxAmount, exchangeRate } = document;
  const isShown = currency === businessCurrency || exchangeRate?.to === businessCurrency;
  if (isShown || isZero(taxAmount)) return;
  throw invalidField(
    'exchangeRate',
    `Tax in ${currency} must be shown in ${businessCurrency} as well. Enter the exchange rate of the day of supply.`,
  );
}

/** What of a stored document is looked at when it is issued as it is. */
interface Issuable {
  businessId: string;
  customerId: number;
  currency: string;
  taxAmount: Decimal;
  taxTotals: readonly Tax[];
  exchangeRate: ExchangeRate | null;
}

/**
 * What only a draft may lack, of one that is issued as it is stored: since it was written, the
 * business's currency or somebody's VAT ID can have changed.
 * @throws AppError VALIDATION naming `exchangeRate` or `lineItems`
 */
export async function requireIssuable(db: Queryable, document: Issuable): Promise<void> {
  const { businessId, customerId, currency, taxAmount, taxTotals, exchangeRate } = document;
  if (isZero(taxAmount) && taxTotals.every(({ category }) => category === null)) return;
  const terms = await lockTerms(db, businessId, customerId);
  const { businessCurrency } = terms;
  requireExchangeRate({ currency, taxAmount, exchangeRate }, businessCurrency);
  const taxes = taxTotals.map((tax) => ({ path: 'lineItems', taxes: [tax] }));
  const fault = findTaxesFault(taxes, terms);
  // Which of the lines carry it, the totals do not say.
  if (fault) throw invalidField('lineItems', fault.message);
}

/** @throws AppError CONFLICT for a rate or tax of the whole document beside taxes on its lines */
export function refuseDocumentTax(path: 'taxRate' | 'taxAmount'): never {
  const message = 'The taxes of this document are set on its lines: change them there';
  throw new AppError('CONFLICT', message, { fields: [{ path, message }] });
}
