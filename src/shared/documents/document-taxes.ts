/**
 * Step 5 of a document's arithmetic: what each tax comes to, and what of it each line brings. A member
 * is a line, or beyond the lines a charge that names its own taxes.
 */
import type { Decimal } from '../money/decimal.ts';
import { divideByWeights, divideRounded, RATE_PLACES, scaleDecimal } from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import { taxKey, taxSetKey } from '../taxes/tax.ts';

/** The name of the tax of a document that has one rate, or a flat tax. */
export const PLAIN_TAX_NAME = 'Tax';

/** Rates are fractions of this: 8.875 % is 88_750 millionths. */
export const RATE_ONE = 10n ** BigInt(RATE_PLACES + 2);

/** Lines of the same taxes, with what of them is taxed. */
export interface TaxSet {
  taxes: readonly Tax[];
  /** Indexes of lines; beyond the lines are charges that name their own taxes. */
  members: number[];
}

export const scaleRate = (rate: Decimal): bigint => scaleDecimal(rate, RATE_PLACES);

export function groupBySet(lineTaxes: readonly (readonly Tax[])[]): TaxSet[] {
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

/** Where all weights are nothing, the first takes the whole: a charge beside lines of 0. */
export function shareByWeight(
  whole: bigint,
  weights: readonly bigint[],
  left?: readonly bigint[],
): bigint[] {
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

/** What a member brings to a row of the taxes. */
export interface TaxPart {
  row: number;
  base: bigint;
  amount: bigint;
}

interface ComputedTaxes {
  rows: TaxRow[];
  /** The tax of each member: of each line, and then of charges apart. */
  memberTaxes: bigint[];
  /** The same by rows: all parts of a row are the row, all parts of a member its tax. */
  partsOfMembers: () => TaxPart[][];
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

  findIndex(tax: Tax): number {
    return [...this.#rows.keys()].indexOf(taxKey(tax));
  }
}

/** Net prices: each tax is counted once on all that carries it. */
export function taxesOnTop(sets: readonly TaxSet[], members: readonly bigint[]): ComputedTaxes {
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
  const partsOfMembers = () => {
    const parts = members.map((): TaxPart[] => []);
    for (const { taxes, members: indexes } of sets) {
      const { one, before } = findTakes(taxes);
      const nets = indexes.map((index) => members[index] ?? 0n);
      const net = nets.reduce((sum, value) => sum + value, 0n);
      taxes.forEach((tax, position) => {
        const earlier = divideByWeights(divideRounded(net * (before[position] ?? 0n), one), nets);
        const row = rows.findIndex(tax);
        indexes.forEach((index, place) => {
          const base = (nets[place] ?? 0n) + (earlier[place] ?? 0n);
          parts[index]?.push({ row, base, amount: 0n });
        });
      });
    }
    rows.list().forEach((row, number) => {
      const carrier = carriers.get(row);
      const amounts = divideByWeights(row.amount, carrier?.weights ?? []);
      carrier?.members.forEach((index, place) => {
        const part = parts[index]?.find((each) => each.row === number);
        if (part) part.amount += amounts[place] ?? 0n;
      });
    });
    return parts;
  };
  return { rows: rows.list(), memberTaxes, partsOfMembers };
}

const WEIGHT_ONE = 10n ** 12n;

/** Prices that include tax: what was typed stays, and the tax is taken out of it, set by set. */
export function taxesIncluded(sets: readonly TaxSet[], members: readonly bigint[]): ComputedTaxes {
  const rows = new TaxRows();
  const memberTaxes = members.map(() => 0n);
  const inSets: (() => void)[] = [];
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
    inSets.push(() => {
      // Each tax of the set takes of what those before it have left of its members' taxes.
      const left = indexes.map((index) => memberTaxes[index] ?? 0n);
      const earlier = indexes.map(() => 0n);
      taxes.forEach((each, position) => {
        const row = rows.findIndex(each);
        divideByWeights(parts[position] ?? 0n, left).forEach((amount, place) => {
          const index = indexes[place] ?? 0;
          const net = (members[index] ?? 0n) - (memberTaxes[index] ?? 0n);
          const base = before[position] === 0n ? net : net + (earlier[place] ?? 0n);
          memberParts[index]?.push({ row, base, amount });
          left[place] = (left[place] ?? 0n) - amount;
          earlier[place] = (earlier[place] ?? 0n) + amount;
        });
      });
    });
  }
  const memberParts = members.map((): TaxPart[] => []);
  const partsOfMembers = () => {
    for (const divide of inSets) divide();
    return memberParts;
  };
  return { rows: rows.list(), memberTaxes, partsOfMembers };
}

/** A tax amount without a rate, divided over the lines by what they bring. */
export function flatTax(amount: bigint, base: bigint, members: readonly bigint[]): ComputedTaxes {
  if (amount === 0n) {
    return {
      rows: [],
      memberTaxes: members.map(() => 0n),
      partsOfMembers: () => members.map(() => []),
    };
  }
  const tax: Tax = { name: PLAIN_TAX_NAME, rate: '0.00', category: null, compound: false };
  const memberTaxes = shareByWeight(amount, members);
  const partsOfMembers = () =>
    members.map((net, index) => [{ row: 0, base: net, amount: memberTaxes[index] ?? 0n }]);
  return { rows: [{ tax, base, amount }], memberTaxes, partsOfMembers };
}
