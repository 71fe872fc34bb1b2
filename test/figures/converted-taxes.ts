import { places, roundHalfAway, units } from './minor-units.ts';

/** A document with its taxes. */
export interface Taxed {
  currency: string;
  subtotal: string;
  tax_amount: string;
  tax_totals: {
    name: string;
    rate: string;
    category: string | null;
    country?: string;
    base: string;
    amount: string;
  }[];
  exchange_rate: { to: string; rate: string } | null;
}

/** By 'currency name rate category country', in the minor unit of the currency in which tax is owed. */
export type TaxSums = Map<string, { base: bigint; tax: bigint }>;

const TEN_PLACES = 10n ** 10n;

/** Parts of a whole: each rounded down, and one more for those that lost most until they are the whole. */
function largestRemainder(exact: bigint[], by: bigint): bigint[] {
  const down = exact.map((value) => (value - (((value % by) + by) % by)) / by);
  const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
  let missing = roundHalfAway(sum(exact), by) - sum(down);
  const lost = exact.map((value, n) => ({ n, rest: value - (down[n] ?? 0n) * by }));
  for (const { n } of lost.sort((a, b) =>
    a.rest === b.rest ? a.n - b.n : a.rest > b.rest ? -1 : 1,
  )) {
    if (missing > 0n) down[n] = (down[n] ?? 0n) + 1n;
    missing -= 1n;
  }
  return down;
}

/**
 * Base and tax of several documents of one currency and rate together, in the currency in which their tax
 * is owed.
 * @param hasNoTax whether none of them, nor what they belong to, has any
 */
export function convertedTaxes(
  documents: readonly Taxed[],
  hasNoTax = documents.every(({ tax_totals: rows }) => rows.length === 0),
): TaxSums {
  const [first] = documents;
  if (!first) return new Map();
  const { currency, exchange_rate: rate } = first;
  const to = rate?.to ?? currency;
  const [whole = '1', fraction = ''] = (rate?.rate ?? '1').split('.');
  const factor = BigInt(whole + fraction.padEnd(10, '0')) * 10n ** BigInt(places(to));
  const by = TEN_PLACES * 10n ** BigInt(places(currency));
  const rows = new Map<
    string,
    { key: string; order: [number, string]; base: bigint; tax: bigint }
  >();
  let net = 0n;
  for (const { subtotal, tax_amount: amount, tax_totals: taxes } of documents) {
    net += units(subtotal, currency);
    const none: Taxed['tax_totals'][number] = {
      name: '',
      rate: '0',
      category: null,
      base: subtotal,
      amount,
    };
    for (const tax of hasNoTax ? [none] : taxes) {
      const key = JSON.stringify([
        to,
        tax.name,
        Number(tax.rate),
        tax.category,
        tax.country ?? null,
      ]);
      const order: [number, string] = [
        -Number(tax.rate),
        `${tax.name} ${tax.category ?? '~'} ${tax.country ?? '~'}`,
      ];
      const row = rows.get(key) ?? { key, order, base: 0n, tax: 0n };
      row.base += units(tax.base, currency);
      row.tax += units(tax.amount, currency);
      rows.set(key, row);
    }
  }
  const list = [...rows.values()].sort(
    ({ order: [a, b] }, { order: [c, d] }) => a - c || (b < d ? -1 : 1),
  );
  const bases = list.map(({ base }) => base * factor);
  const isDivided = list.reduce((sum, { base }) => sum + base, 0n) === net;
  const converted = isDivided
    ? largestRemainder(bases, by)
    : bases.map((base) => roundHalfAway(base, by));
  const taxes = largestRemainder(
    list.map(({ tax }) => tax * factor),
    by,
  );
  return new Map(
    list.map(({ key }, n) => [key, { base: converted[n] ?? 0n, tax: taxes[n] ?? 0n }]),
  );
}
