/** What is taken of an invoice or estimate in parts, by credit notes and deposit invoices alike. */
import type { LineItem } from '../documents/line-content.ts';
import type { DocumentTotals, MemberPart, TaxTotal } from '../documents/totals.ts';
import {
  divideByWeights,
  divideRounded,
  QUANTITY_PLACES,
  writeDecimal,
  writeUsual,
} from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import type { CorrectedInvoice, CreditMember } from './creditable.ts';
import { grossOf, shareLeft, taxOf } from './creditable.ts';
import type { Fraction } from './fraction.ts';
import { compareFractions, fraction, NONE, subtractFractions } from './fraction.ts';

/** Of a document that is a part of another. */
export type PartFigures = Pick<
  DocumentTotals,
  | 'lineTotal'
  | 'discountTotal'
  | 'chargeTotal'
  | 'subtotal'
  | 'taxTotals'
  | 'taxAmount'
  | 'rounding'
  | 'total'
>;

/** What is taken of a member. */
export interface Taken {
  member: CreditMember;
  part: MemberPart;
  share: Fraction;
}

export const sum = (values: readonly bigint[]) =>
  values.reduce((total, value) => total + value, 0n);
export const least = (a: bigint, b: bigint) => (a < b ? a : b);
export const timesShare = (whole: bigint, { n, d }: Fraction) => divideRounded(whole * n, d);

export const takeRest = (member: CreditMember): Taken => ({
  member,
  part: member.left,
  share: shareLeft(member),
});

/** An amount with tax, spread over what members have left: just this is taken. */
export function spreadGross(members: readonly CreditMember[], amount: bigint): Taken[] {
  const left = members.map((member) => grossOf(member.left));
  if (amount >= sum(left)) return members.map(takeRest);
  const amounts = divideByWeights(amount, left);
  return members.flatMap((member, index) => {
    const gross = amounts[index] ?? 0n;
    if (gross === 0n) return [];
    return gross === left[index] ? [takeRest(member)] : [takeGross(member, gross)];
  });
}

/** @param gross less than the member has left */
function takeGross(member: CreditMember, gross: bigint): Taken {
  const { left, whole, credited } = member;
  const weights = [left.net, ...left.taxes.map(({ amount }) => amount)];
  const [net = 0n, ...amounts] = divideByWeights(gross, weights);
  const taxes = left.taxes.map(({ row, base }, index) => ({
    row,
    base: base === left.net ? net : least(divideRounded(base * gross, grossOf(left)), base),
    amount: amounts[index] ?? 0n,
  }));
  const after = fraction(grossOf(whole) - grossOf(left) + gross, grossOf(whole));
  // By amounts a little more or less can have been credited than the shares of lines came to.
  const share = compareFractions(after, credited) > 0 ? subtractFractions(after, credited) : NONE;
  return { member, part: { net, taxes }, share };
}

/** The figures of what is taken, by the rows of the whole's taxes. */
export function addUp(
  taken: readonly Taken[],
  taxRows: readonly Tax[],
  {
    rounding,
    decimals,
    invoice,
  }: {
    rounding: bigint;
    decimals: number;
    invoice: Pick<CorrectedInvoice, 'pricesIncludeTax'>;
  },
): PartFigures {
  const write = (units: bigint) => writeDecimal(units, decimals);
  const subtotal = sum(taken.map(({ part }) => part.net));
  const taxAmount = sum(taken.map(({ part }) => taxOf(part)));
  const sums = new Map<number, { base: bigint; amount: bigint }>();
  for (const { row, base, amount } of taken.flatMap(({ part }) => part.taxes)) {
    const known = sums.get(row) ?? { base: 0n, amount: 0n };
    sums.set(row, { base: known.base + base, amount: known.amount + amount });
  }
  const rows = taxRows.flatMap((tax, row): TaxTotal[] => {
    const taxed = sums.get(row);
    return taxed ? [{ ...tax, base: write(taxed.base), amount: write(taxed.amount) }] : [];
  });
  return {
    lineTotal: write(invoice.pricesIncludeTax ? subtotal + taxAmount : subtotal),
    discountTotal: write(0n),
    chargeTotal: write(0n),
    subtotal: write(subtotal),
    taxTotals: rows,
    taxAmount: write(taxAmount),
    rounding: write(rounding),
    total: write(subtotal + taxAmount + rounding),
  };
}

/** A part as it is kept. */
export const writePart = ({ net, taxes }: MemberPart, decimals: number) => ({
  net: writeDecimal(net, decimals),
  taxes: taxes.map(({ base, amount }) => ({
    base: writeDecimal(base, decimals),
    amount: writeDecimal(amount, decimals),
  })),
});

type Piece = Pick<
  LineItem,
  | 'quantity'
  | 'unit'
  | 'unitPrice'
  | 'discountPercent'
  | 'discountAmount'
  | 'discount'
  | 'total'
  | 'net'
  | 'tax'
  | 'gross'
>;

/** A part as a line: one piece of its amount. */
export function asOnePiece(part: MemberPart, pricesIncludeTax: boolean, decimals: number): Piece {
  const write = (units: bigint) => writeDecimal(units, decimals);
  const total = pricesIncludeTax ? grossOf(part) : part.net;
  return {
    quantity: '1.00',
    unit: null,
    unitPrice: writeUsual(total * 10n ** BigInt(QUANTITY_PLACES - decimals), QUANTITY_PLACES),
    discountPercent: null,
    discountAmount: null,
    discount: write(0n),
    total: write(total),
    net: write(part.net),
    tax: write(taxOf(part)),
    gross: write(grossOf(part)),
  };
}
