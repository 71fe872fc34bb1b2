/**
 * The arithmetic of a document, the same in the form, on the server and on paper. The order of the
 * steps is the design's ('Taxes, discounts and the order of the arithmetic'); each is rounded half away
 * from zero to the decimals of the currency. BT numbers are EN 16931's.
 */
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import { divideRounded, QUANTITY_PLACES, scaleDecimal, writeDecimal } from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import type { TaxPart, TaxSet } from './document-taxes.ts';
import {
  flatTax,
  groupBySet,
  PLAIN_TAX_NAME,
  RATE_ONE,
  scaleRate,
  shareByWeight,
  taxesIncluded,
  taxesOnTop,
} from './document-taxes.ts';

export interface PricedLine {
  quantity: Decimal;
  unitPrice: Decimal;
  /** One of the two at most. */
  discountPercent?: Decimal | null | undefined;
  discountAmount?: Decimal | null | undefined;
  taxes?: readonly Tax[] | undefined;
}

/** A discount or charge on the whole document: a percentage of the line total, or an amount. */
export interface Adjustment {
  percent?: Decimal | undefined;
  amount?: Decimal | undefined;
}

export interface Charge extends Adjustment {
  /** A charge that names its own taxes is a line of its own for them. */
  taxes?: readonly Tax[] | undefined;
}

export interface PricedDocument {
  currency: string;
  lines: readonly PricedLine[];
  /** The specification's: one rate for all lines, where no line carries taxes. */
  taxRate?: Decimal | undefined;
  /** A tax amount that holds only while there is no rate and no tax on a line. */
  flatTax?: Decimal | undefined;
  discounts?: readonly Adjustment[] | undefined;
  charges?: readonly Charge[] | undefined;
  pricesIncludeTax?: boolean | undefined;
  /** What the total is rounded to, such as "0.05". */
  roundingIncrement?: Decimal | null | undefined;
}

export interface LineAmounts {
  /** The line's own discount (BT-136). */
  discount: Decimal;
  /** Quantity × price, less the discount: with tax if prices include it (BT-131 otherwise). */
  total: Decimal;
  /** What the line brings to the document after its share of discounts and charges. */
  net: Decimal;
  tax: Decimal;
  gross: Decimal;
}

export interface TaxTotal extends Tax {
  base: Decimal;
  amount: Decimal;
}

export interface DocumentTotals {
  lines: LineAmounts[];
  /** Amounts of the discounts and charges, in their order. */
  discounts: Decimal[];
  charges: Decimal[];
  /** Sum of the lines as typed (BT-106), of the discounts (BT-107) and of the charges (BT-108). */
  lineTotal: Decimal;
  discountTotal: Decimal;
  chargeTotal: Decimal;
  /** Without tax (BT-109). */
  subtotal: Decimal;
  taxTotals: TaxTotal[];
  /** BT-110. */
  taxAmount: Decimal;
  /** BT-114. */
  rounding: Decimal;
  /** What is asked for, settled and compared (BT-115 before payments). */
  total: Decimal;
}

/**
 * All figures of a document. What a document cannot hold is not refused here but by `checkTotals`.
 * @throws RangeError for decimals that are not well formed, or a currency that is none
 */
export function computeTotals(document: PricedDocument): DocumentTotals {
  return computeWithParts(document).totals;
}

/** What a line, or a charge that names its own taxes, brings to a document, in minor units. */
export interface MemberPart {
  net: bigint;
  taxes: TaxPart[];
}

/**
 * The figures, and what they are made of: by lines, and then by the charges that name their own taxes.
 * Over all parts, nets are the subtotal and taxes the rows of `taxTotals`.
 */
export function computeWithParts(document: PricedDocument): {
  totals: DocumentTotals;
  parts: () => MemberPart[];
} {
  const decimals = currencyDecimals(document.currency);
  const write = (units: bigint) => writeDecimal(units, decimals);
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

  // Steps 1 and 2.
  const lines = document.lines.map((line) => priceLine(line, decimals));
  const totals = lines.map(({ total }) => total);
  // Step 3.
  const lineTotal = sum(totals);
  // Step 4.
  const priceAdjustment = (each: Adjustment) => adjustmentAmount(each, lineTotal, decimals);
  const discounts = (document.discounts ?? []).map(priceAdjustment);
  const charges = (document.charges ?? []).map(priceAdjustment);
  const ownTaxes = (document.charges ?? []).map(({ taxes }) => taxes);
  const plain = plainTaxes(document);
  const lineTaxes = document.lines.map(({ taxes }) => (taxes?.length ? taxes : plain));
  const sets = groupBySet(lineTaxes);
  const left = [...totals];
  const taxed = [...totals];
  for (const discount of discounts) {
    for (const [line, share] of spread(discount, sets, totals, left).entries()) {
      left[line] = (left[line] ?? 0n) - share;
      taxed[line] = (taxed[line] ?? 0n) - share;
    }
  }
  charges.forEach((charge, index) => {
    if (ownTaxes[index]) return;
    for (const [line, share] of spread(charge, sets, totals).entries()) {
      taxed[line] = (taxed[line] ?? 0n) + share;
    }
  });
  const chargesApart = charges.flatMap((charge, index) => {
    const taxes = ownTaxes[index];
    return taxes ? [{ charge, taxes }] : [];
  });
  const members = [...taxed, ...chargesApart.map(({ charge }) => charge)];
  const taxSets = groupBySet([...lineTaxes, ...chargesApart.map(({ taxes }) => taxes)]);

  // Step 5.
  const asked = lineTotal - sum(discounts) + sum(charges);
  const computed = document.pricesIncludeTax
    ? taxesIncluded(taxSets, members)
    : taxesOnTop(taxSets, members);
  const flat = plain.length === 0 && taxSets.every(({ taxes }) => taxes.length === 0);
  const { rows, memberTaxes, partsOfMembers } = flat
    ? flatTax(scaleDecimal(document.flatTax ?? '0', decimals), asked, members)
    : computed;

  // Steps 6 and 7.
  const taxAmount = sum(rows.map(({ amount }) => amount));
  const subtotal = document.pricesIncludeTax ? asked - taxAmount : asked;
  const rounding = roundingTo(document.roundingIncrement, subtotal + taxAmount, decimals);
  const computeNet = (index: number) => {
    const [amount = 0n, tax = 0n] = [members[index], memberTaxes[index]];
    return document.pricesIncludeTax ? amount - tax : amount;
  };
  const figures: DocumentTotals = {
    lines: lines.map(({ discount, total }, index) => {
      const [net, tax = 0n] = [computeNet(index), memberTaxes[index]];
      return {
        discount: write(discount),
        total: write(total),
        net: write(net),
        tax: write(tax),
        gross: write(net + tax),
      };
    }),
    discounts: discounts.map(write),
    charges: charges.map(write),
    lineTotal: write(lineTotal),
    discountTotal: write(sum(discounts)),
    chargeTotal: write(sum(charges)),
    subtotal: write(subtotal),
    taxTotals: rows.map(({ tax, base, amount }) => ({
      ...tax,
      base: write(base),
      amount: write(amount),
    })),
    taxAmount: write(taxAmount),
    rounding: write(rounding),
    total: write(subtotal + taxAmount + rounding),
  };
  const parts = () =>
    partsOfMembers().map((taxes, index): MemberPart => ({ net: computeNet(index), taxes }));
  return { totals: figures, parts };
}

/** Quantity × unit price, and what a discount leaves of it. */
export function priceLine(line: PricedLine, decimals: number): { discount: bigint; total: bigint } {
  const product =
    scaleDecimal(line.quantity, QUANTITY_PLACES) * scaleDecimal(line.unitPrice, QUANTITY_PLACES);
  const gross = divideRounded(product, 10n ** BigInt(2 * QUANTITY_PLACES - decimals));
  const discount =
    line.discountPercent != null
      ? percentage(line.discountPercent, gross)
      : scaleDecimal(line.discountAmount ?? '0', decimals);
  return { discount, total: gross - discount };
}

function adjustmentAmount({ percent, amount }: Adjustment, lineTotal: bigint, decimals: number) {
  return percent === undefined
    ? scaleDecimal(amount ?? '0', decimals)
    : percentage(percent, lineTotal);
}

const percentage = (rate: Decimal, of: bigint) => divideRounded(scaleRate(rate) * of, RATE_ONE);

/** A document with one rate for all lines carries that on each of them. */
function plainTaxes({ lines, taxRate }: PricedDocument): readonly Tax[] {
  const rate = taxRate ?? '0';
  if (scaleRate(rate) === 0n || lines.some(({ taxes }) => taxes?.length)) return [];
  return [{ name: PLAIN_TAX_NAME, rate, category: null, compound: false }];
}

/**
 * Shares of a discount or charge for each line: over the tax sets by the sums of their lines, then
 * within each set over its lines, so that all shares are the whole.
 * @param left what lines have left to give: several discounts of a few cents could otherwise take more
 *   of one line than it has, as each gives its odd cent to the same line
 */
function spread(
  whole: bigint,
  sets: readonly TaxSet[],
  totals: readonly bigint[],
  left?: readonly bigint[],
): bigint[] {
  const at = (values: readonly bigint[], { members }: TaxSet) =>
    members.map((index) => values[index] ?? 0n);
  const sumAt = (values: readonly bigint[], set: TaxSet) =>
    at(values, set).reduce((sum, value) => sum + value, 0n);
  const shares = totals.map(() => 0n);
  const bySet = shareByWeight(
    whole,
    sets.map((set) => sumAt(totals, set)),
    left && sets.map((set) => sumAt(left, set)),
  );
  sets.forEach((set, index) => {
    const byLine = shareByWeight(bySet[index] ?? 0n, at(totals, set), left && at(left, set));
    set.members.forEach((line, position) => {
      shares[line] = byLine[position] ?? 0n;
    });
  });
  return shares;
}

/** What rounding to an increment, such as "0.05", adds to an amount in minor units. */
export function roundingTo(
  increment: Decimal | null | undefined,
  amount: bigint,
  decimals: number,
) {
  if (increment == null) return 0n;
  const step = scaleDecimal(increment, decimals);
  return step === 0n ? 0n : divideRounded(amount, step) * step - amount;
}
