/**
 * The arithmetic of documents a second time, for tests alone: written from the seven steps of the
 * design, on exact fractions, with nothing of `totals.ts` or `decimal.ts`. It is slow and says each
 * step in the words of the text, so that two readings of one text are compared.
 */

// ── Fractions ───────────────────────────────────────────────────────────────

/** n ÷ d, with d above zero. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

const fraction = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d });
const ZERO = fraction(0n);
const ONE = fraction(1n);
const add = (a: Fraction, b: Fraction) =>
  a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const subtract = (a: Fraction, b: Fraction) => add(a, fraction(-b.n, b.d));
const multiply = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
const divide = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n);
const compare = (a: Fraction, b: Fraction) => a.n * b.d - b.n * a.d;
const sum = (all: readonly Fraction[]) => all.reduce(add, ZERO);

/** "12.345" as the fraction that it is. */
export function readFraction(text: string): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`Not a decimal: ${text}`);
  const [, sign = '', whole = '', places = ''] = match;
  return fraction(BigInt(`${sign}${whole}${places}`), 10n ** BigInt(places.length));
}

const percent = (text: string) => divide(readFraction(text), fraction(100n));

/** The nearest multiple of a step above zero; one that lies half way goes away from zero. */
function roundTo(value: Fraction, step: Fraction): Fraction {
  const steps = divide(value, step);
  const size = steps.n < 0n ? -steps.n : steps.n;
  const below = size / steps.d;
  const isUp = (size - below * steps.d) * 2n >= steps.d;
  const whole = isUp ? below + 1n : below;
  return multiply(fraction(steps.n < 0n ? -whole : whole), step);
}

// ── What is computed of ─────────────────────────────────────────────────────

export interface RationalTax {
  name: string;
  rate: string;
  category: string | null;
  compound: boolean;
}

export interface RationalAdjustment {
  percent?: string | null;
  amount?: string | null;
}

export interface RationalDocument {
  /** Decimals of the currency. */
  decimals: number;
  pricesIncludeTax: boolean;
  /** What the total is rounded to; null where the profile asks for nothing. */
  increment: string | null;
  lines: readonly {
    quantity: string;
    unitPrice: string;
    discount: RationalAdjustment | null;
    taxes: readonly RationalTax[];
  }[];
  discounts: readonly RationalAdjustment[];
  charges: readonly (RationalAdjustment & { taxes?: readonly RationalTax[] | null })[];
}

export interface RationalTotals {
  /** The tax of a line is what the text says of prices that include it; of others it says none. */
  lines: { gross: string; discount: string; total: string; share: string; tax: string | null }[];
  lineTotal: string;
  discounts: string[];
  charges: string[];
  taxes: { key: string; base: string; amount: string }[];
  subtotal: string;
  taxAmount: string;
  rounding: string;
  total: string;
}

/** A line as taxes see it: one of the document's, or a charge that names its own taxes. */
interface Taxed {
  amount: Fraction;
  taxes: readonly RationalTax[];
}

const keyOfTax = ({ name, rate, category, compound }: RationalTax) =>
  JSON.stringify([name, rate, category, compound]);
const keyOfSet = (taxes: readonly RationalTax[]) => taxes.map(keyOfTax).join(' ');

// ── The seven steps ─────────────────────────────────────────────────────────

export function computeRationalTotals(document: RationalDocument): RationalTotals {
  const minorUnit = fraction(1n, 10n ** BigInt(document.decimals));
  const round = (value: Fraction) => roundTo(value, minorUnit);
  const write = (value: Fraction) => writeUnits(value, document.decimals);
  const adjust = ({ percent: rate, amount }: RationalAdjustment, of: Fraction) =>
    rate == null ? readFraction(amount ?? '0') : round(multiply(of, percent(rate)));

  // 1. line gross = quantity × unit price
  const gross = document.lines.map((line) =>
    round(multiply(readFraction(line.quantity), readFraction(line.unitPrice))),
  );
  // 2. line discount = the amount, or percentage × line gross; line net = gross − discount
  const lineDiscounts = document.lines.map(({ discount }, index) =>
    discount ? adjust(discount, at(gross, index)) : ZERO,
  );
  const nets = gross.map((each, index) => subtract(each, at(lineDiscounts, index)));
  // 3. line total = Σ line nets
  const lineTotal = sum(nets);

  // 4. discounts and charges of the document, spread over the tax sets and then over their lines
  const discounts = document.discounts.map((each) => adjust(each, lineTotal));
  const charges = document.charges.map((each) => adjust(each, lineTotal));
  const sets = groupIndexes(document.lines.map(({ taxes }) => keyOfSet(taxes)));
  const shares = nets.map(() => ZERO);
  const pick = (values: readonly Fraction[], lines: readonly number[]) =>
    lines.map((line) => at(values, line));
  const bySet = (values: readonly Fraction[]) => sets.map((lines) => sum(pick(values, lines)));
  const spread = (whole: Fraction, sign: Fraction, fit: Fit) => {
    if (lineTotal.n === 0n) {
      if (sign.n < 0n && whole.n !== 0n) throw new RangeError('A discount on lines of nothing');
      shares[0] = add(at(shares, 0), whole);
      return;
    }
    const left = nets.map((net, line) => add(net, at(shares, line)));
    const setShares = fit(divideWhole(whole, bySet(nets), minorUnit), bySet(left));
    for (const [index, lines] of sets.entries()) {
      const divided = divideWhole(at(setShares, index), pick(nets, lines), minorUnit);
      const parts = fit(divided, pick(left, lines));
      for (const [place, line] of lines.entries()) {
        shares[line] = add(at(shares, line), multiply(sign, at(parts, place)));
      }
    }
  };
  for (const each of discounts) spread(each, fraction(-1n), withinWhatIsLeft);
  for (const [index, { taxes }] of document.charges.entries()) {
    if (taxes == null) spread(at(charges, index), ONE, (parts) => parts);
  }

  // 5. taxes: of the lines, and of charges that name their own
  const taxed: Taxed[] = [
    ...document.lines.map(({ taxes }, index) => ({
      amount: add(at(nets, index), at(shares, index)),
      taxes,
    })),
    ...document.charges.flatMap(({ taxes }, index) =>
      taxes == null ? [] : [{ amount: at(charges, index), taxes }],
    ),
  ];
  const { taxes, lineTaxes } = document.pricesIncludeTax
    ? taxesWithin(taxed, round, minorUnit)
    : { taxes: taxesOnTop(taxed, round), lineTaxes: null };

  // 6. subtotal and tax amount. What includes tax is without it what remains.
  const sumTyped = add(subtract(lineTotal, sum(discounts)), sum(charges));
  const taxAmount = sum(taxes.map(({ amount }) => amount));
  const subtotal = document.pricesIncludeTax ? subtract(sumTyped, taxAmount) : sumTyped;
  // 7. rounding to the increment
  const exact = add(subtotal, taxAmount);
  const rounding =
    document.increment === null
      ? ZERO
      : subtract(roundTo(exact, readFraction(document.increment)), exact);

  return {
    lines: gross.map((each, index) => ({
      gross: write(each),
      discount: write(at(lineDiscounts, index)),
      total: write(at(nets, index)),
      share: write(at(shares, index)),
      tax: lineTaxes && write(at(lineTaxes, index)),
    })),
    lineTotal: write(lineTotal),
    discounts: discounts.map(write),
    charges: charges.map(write),
    taxes: taxes.map(({ key, base, amount }) => ({
      key,
      base: write(base),
      amount: write(amount),
    })),
    subtotal: write(subtotal),
    taxAmount: write(taxAmount),
    rounding: write(rounding),
    total: write(add(exact, rounding)),
  };
}

interface TaxSum {
  key: string;
  base: Fraction;
  amount: Fraction;
}

/** Step 5: the base of each tax over all lines that carry it, and its amount, rounded once. */
function taxesOnTop(taxed: readonly Taxed[], round: (value: Fraction) => Fraction): TaxSum[] {
  const sums = new Map<string, TaxSum & { rate: Fraction }>();
  for (const set of groupTaxed(taxed)) {
    for (const [index, tax] of set.taxes.entries()) {
      const before = tax.compound ? sum(effectiveRates(set.taxes.slice(0, index))) : ZERO;
      const base = add(set.amount, round(multiply(set.amount, before)));
      const key = keyOfTax(tax);
      const known = sums.get(key) ?? { key, base: ZERO, amount: ZERO, rate: percent(tax.rate) };
      sums.set(key, { ...known, base: add(known.base, base) });
    }
  }
  return [...sums.values()].map((each) => ({
    ...each,
    amount: round(multiply(each.base, each.rate)),
  }));
}

/** Prices that include tax: tax = gross × c ÷ (1 + c) of each set, divided over its taxes. */
function taxesWithin(
  taxed: readonly Taxed[],
  round: (value: Fraction) => Fraction,
  minorUnit: Fraction,
): { taxes: TaxSum[]; lineTaxes: Fraction[] } {
  const sums = new Map<string, TaxSum>();
  const lineTaxes = taxed.map(() => ZERO);
  for (const set of groupTaxed(taxed)) {
    const rates = effectiveRates(set.taxes);
    const combined = sum(rates);
    const tax = round(divide(multiply(set.amount, combined), add(ONE, combined)));
    const ofLines = set.indexes.map((index) => at(taxed, index).amount);
    for (const [place, part] of divideWhole(tax, ofLines, minorUnit).entries()) {
      lineTaxes[at(set.indexes, place)] = part;
    }
    const parts = divideWhole(tax, rates, minorUnit);
    for (const [index, each] of set.taxes.entries()) {
      const key = keyOfTax(each);
      const known = sums.get(key) ?? { key, base: ZERO, amount: ZERO };
      const before = each.compound ? sum(parts.slice(0, index)) : ZERO;
      const base = add(subtract(set.amount, tax), before);
      sums.set(key, {
        key,
        base: add(known.base, base),
        amount: add(known.amount, at(parts, index)),
      });
    }
  }
  return { taxes: [...sums.values()], lineTaxes };
}

/** What each tax of a set adds to one unit of the net: a compound one counts on those before it too. */
function effectiveRates(taxes: readonly RationalTax[]): Fraction[] {
  const rates: Fraction[] = [];
  for (const tax of taxes) {
    const on = tax.compound ? add(ONE, sum(rates)) : ONE;
    rates.push(multiply(on, percent(tax.rate)));
  }
  return rates;
}

/** The tax sets in the order in which they first appear, with the sum of their lines. */
function groupTaxed(taxed: readonly Taxed[]): (Taxed & { indexes: number[] })[] {
  return groupIndexes(taxed.map(({ taxes }) => keyOfSet(taxes))).map((indexes) => ({
    indexes,
    taxes: at(taxed, at(indexes, 0)).taxes,
    amount: sum(indexes.map((index) => at(taxed, index).amount)),
  }));
}

function groupIndexes(keys: readonly string[]): number[][] {
  return [...new Set(keys)].map((key) =>
    keys.flatMap((each, index) => (each === key ? [index] : [])),
  );
}

/** Largest remainder: each part rounded down, then one more unit each to those that lost the most. */
function divideWhole(
  whole: Fraction,
  weights: readonly Fraction[],
  minorUnit: Fraction,
): Fraction[] {
  const weight = sum(weights);
  if (weight.n === 0n) return weights.map(() => ZERO);
  const exact = weights.map((each) => divide(multiply(whole, each), weight));
  const parts = exact.map((each) => {
    const units = divide(each, minorUnit);
    return multiply(fraction(units.n / units.d), minorUnit);
  });
  const lost = exact.map((each, index) => ({ index, by: subtract(each, at(parts, index)) }));
  lost.sort((a, b) => {
    const difference = compare(b.by, a.by);
    return difference === 0n ? a.index - b.index : difference > 0n ? 1 : -1;
  });
  for (const { index } of lost) {
    if (compare(sum(parts), whole) >= 0n) break;
    parts[index] = add(at(parts, index), minorUnit);
  }
  return parts;
}

type Fit = (parts: Fraction[], left: readonly Fraction[]) => Fraction[];

/**
 * The text does not say what becomes of an odd cent that a line has no more, after other discounts gave
 * theirs to it as well. `totals.ts` documents its choice, and this keeps to it: the line gives what it
 * has, and the others give the rest in their order.
 */
const withinWhatIsLeft: Fit = (parts, left) => {
  const kept = parts.map((part, index) => smaller(part, at(left, index)));
  let missing = subtract(sum(parts), sum(kept));
  return kept.map((part, index) => {
    const more = smaller(missing, subtract(at(left, index), part));
    missing = subtract(missing, more);
    return add(part, more);
  });
};

const smaller = (a: Fraction, b: Fraction) => (compare(a, b) <= 0n ? a : b);

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`Nothing at ${index} of ${items.length}`);
  return item;
}

function writeUnits(value: Fraction, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const units = (value.n * scale) / value.d;
  if (units * value.d !== value.n * scale) throw new RangeError('Not a whole number of units');
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}
