/**
 * The arithmetic of a document, the same in the form, on the server and on paper. The order of the
 * steps is the design's ('Taxes, discounts and the order of the arithmetic'); each is rounded half away
 * from zero to the decimals of the currency. BT numbers are EN 16931's.
 */
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  divideByWeights,
  divideRounded,
  QUANTITY_PLACES,
  RATE_PLACES,
  scaleDecimal,
  writeDecimal,
} from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import { taxKey, taxSetKey } from '../taxes/tax.ts';

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

/** The name of the tax of a document that has one rate, or a flat tax. */
const PLAIN_TAX_NAME = 'Tax';

/** Rates are fractions of this: 8.875 % is 88_750 millionths. */
const RATE_ONE = 10n ** BigInt(RATE_PLACES + 2);

/** Lines of the same taxes, with what of them is taxed. */
interface TaxSet {
  taxes: readonly Tax[];
  /** Indexes of lines; beyond the lines are charges that name their own taxes. */
  members: number[];
}

/**
 * All figures of a document. What a document cannot hold is not refused here but by `checkTotals`.
 * @throws RangeError for decimals that are not well formed, or a currency that is none
 */
export function computeTotals(document: PricedDocument): DocumentTotals {
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
  const { rows, memberTaxes } = flat
    ? flatTax(scaleDecimal(document.flatTax ?? '0', decimals), asked, members)
    : computed;

  // Steps 6 and 7.
  const taxAmount = sum(rows.map(({ amount }) => amount));
  const subtotal = document.pricesIncludeTax ? asked - taxAmount : asked;
  const rounding = roundingTo(document.roundingIncrement, subtotal + taxAmount, decimals);
  return {
    lines: lines.map(({ discount, total }, index) => {
      const [amount = 0n, tax = 0n] = [members[index], memberTaxes[index]];
      const net = document.pricesIncludeTax ? amount - tax : amount;
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

const scaleRate = (rate: Decimal): bigint => scaleDecimal(rate, RATE_PLACES);
const percentage = (rate: Decimal, of: bigint) => divideRounded(scaleRate(rate) * of, RATE_ONE);

/** A document with one rate for all lines carries that on each of them. */
function plainTaxes({ lines, taxRate }: PricedDocument): readonly Tax[] {
  const rate = taxRate ?? '0';
  if (scaleRate(rate) === 0n || lines.some(({ taxes }) => taxes?.length)) return [];
  return [{ name: PLAIN_TAX_NAME, rate, category: null, compound: false }];
}

function groupBySet(lineTaxes: readonly (readonly Tax[])[]): TaxSet[] {
  const sets = new Map<string, TaxSet>();
  let before: TaxSet | undefined;
  lineTaxes.forEach((taxes, index) => {
    // Lines that follow each other mostly carry the same.
    if (before?.taxes !== taxes) {
      const key = taxSetKey(taxes);
      before = sets.get(key) ?? { taxes, members: [] };
      sets.set(key, before);
    }
    before.members.push(index);
  });
  return [...sets.values()];
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
  const bySet = share(
    whole,
    sets.map((set) => sumAt(totals, set)),
    left && sets.map((set) => sumAt(left, set)),
  );
  sets.forEach((set, index) => {
    const byLine = share(bySet[index] ?? 0n, at(totals, set), left && at(left, set));
    set.members.forEach((line, position) => {
      shares[line] = byLine[position] ?? 0n;
    });
  });
  return shares;
}

/** Where all weights are nothing, the first takes the whole: a charge beside lines of 0. */
function share(whole: bigint, weights: readonly bigint[], left?: readonly bigint[]): bigint[] {
  if (weights.every((weight) => weight === 0n)) {
    return weights.map((_, index) => (index === 0 ? whole : 0n));
  }
  const parts = divideByWeights(whole, weights);
  if (!left) return parts;
  let beyond = 0n;
  const kept = parts.map((part, index) => {
    const most = left[index] ?? 0n;
    if (part <= most) return part;
    beyond += part - most;
    return most;
  });
  return kept.map((part, index) => {
    const room = (left[index] ?? 0n) - part;
    const more = beyond < room ? beyond : room;
    beyond -= more;
    return part + more;
  });
}

interface TaxRow {
  tax: Tax;
  base: bigint;
  amount: bigint;
}

interface ComputedTaxes {
  rows: TaxRow[];
  /** The tax of each member: of each line, and then of charges apart. */
  memberTaxes: bigint[];
}

/**
 * What each tax of a set takes of one unit of net, as a fraction of `one`, and what those before it
 * take: a compound tax is counted on net and on them.
 */
function findTakes(taxes: readonly Tax[]): { one: bigint; takes: bigint[]; before: bigint[] } {
  const depth = taxes.filter(({ compound }) => compound).length + 1;
  const one = RATE_ONE ** BigInt(depth);
  let taken = 0n;
  const [takes, before]: [bigint[], bigint[]] = [[], []];
  for (const { rate, compound } of taxes) {
    before.push(compound ? taken : 0n);
    const take = ((compound ? one + taken : one) * scaleRate(rate)) / RATE_ONE;
    takes.push(take);
    taken += take;
  }
  return { one, takes, before };
}

/** Rows by tax, in the order in which the lines bring them. */
class TaxRows {
  readonly #rows = new Map<string, TaxRow>();

  row(tax: Tax): TaxRow {
    const key = taxKey(tax);
    const row = this.#rows.get(key) ?? { tax, base: 0n, amount: 0n };
    this.#rows.set(key, row);
    return row;
  }

  list(): TaxRow[] {
    return [...this.#rows.values()];
  }
}

/** Net prices: each tax is counted once on all that carries it. */
function taxesOnTop(sets: readonly TaxSet[], members: readonly bigint[]): ComputedTaxes {
  const rows = new TaxRows();
  /** Who carries a tax, and by which weight its amount is theirs. */
  const carriers = new Map<TaxRow, { members: number[]; weights: bigint[] }>();
  for (const { taxes, members: indexes } of sets) {
    const { one, before } = findTakes(taxes);
    const net = indexes.reduce((sum, index) => sum + (members[index] ?? 0n), 0n);
    taxes.forEach((tax, position) => {
      const row = rows.row(tax);
      const earlier = before[position] ?? 0n;
      row.base += net + divideRounded(net * earlier, one);
      const carrier = carriers.get(row) ?? { members: [], weights: [] };
      carriers.set(row, carrier);
      for (const index of indexes) {
        carrier.members.push(index);
        // Fractions of several sets have different denominators.
        const weight = (members[index] ?? 0n) * (one + earlier) * WEIGHT_ONE;
        carrier.weights.push(weight / one);
      }
    });
  }
  const memberTaxes = members.map(() => 0n);
  for (const row of rows.list()) {
    row.amount = divideRounded(row.base * scaleRate(row.tax.rate), RATE_ONE);
    const carrier = carriers.get(row);
    if (!carrier) continue;
    divideByWeights(row.amount, carrier.weights).forEach((part, position) => {
      const index = carrier.members[position] ?? 0;
      memberTaxes[index] = (memberTaxes[index] ?? 0n) + part;
    });
  }
  return { rows: rows.list(), memberTaxes };
}

const WEIGHT_ONE = 10n ** 12n;

/** Prices that include tax: what was typed stays, and the tax is taken out of it, set by set. */
function taxesIncluded(sets: readonly TaxSet[], members: readonly bigint[]): ComputedTaxes {
  const rows = new TaxRows();
  const memberTaxes = members.map(() => 0n);
  for (const { taxes, members: indexes } of sets) {
    const { one, takes, before } = findTakes(taxes);
    const combined = takes.reduce((sum, take) => sum + take, 0n);
    const amounts = indexes.map((index) => members[index] ?? 0n);
    const gross = amounts.reduce((sum, amount) => sum + amount, 0n);
    const tax = divideRounded(gross * combined, one + combined);
    const parts = divideByWeights(tax, takes);
    taxes.forEach((each, position) => {
      const row = rows.row(each);
      const earlier =
        before[position] === 0n
          ? 0n
          : parts.slice(0, position).reduce((sum, part) => sum + part, 0n);
      row.base += gross - tax + earlier;
      row.amount += parts[position] ?? 0n;
    });
    divideByWeights(tax, amounts).forEach((part, position) => {
      memberTaxes[indexes[position] ?? 0] = part;
    });
  }
  return { rows: rows.list(), memberTaxes };
}

/** A tax amount without a rate, divided over the lines by what they bring. */
function flatTax(amount: bigint, base: bigint, members: readonly bigint[]): ComputedTaxes {
  if (amount === 0n) return { rows: [], memberTaxes: members.map(() => 0n) };
  const tax: Tax = { name: PLAIN_TAX_NAME, rate: '0.00', category: null, compound: false };
  const memberTaxes = share(amount, members);
  return { rows: [{ tax, base, amount }], memberTaxes };
}

function roundingTo(increment: Decimal | null | undefined, amount: bigint, decimals: number) {
  if (increment == null) return 0n;
  const step = scaleDecimal(increment, decimals);
  return step === 0n ? 0n : divideRounded(amount, step) * step - amount;
}
