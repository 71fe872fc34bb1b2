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
import { computeGross, shareLeft, sumTaxes } from './creditable.ts';
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
export const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
export const timesShare = (whole: bigint, { n, d }: Fraction) => divideRounded(whole * n, d);

export const takeRest = (member: CreditMember): Taken => ({
  member,
  part: member.left,
  share: shareLeft(member),
});

/** An amount with tax, spread over what members have left: just this is taken. */
export function spreadGross(members: readonly CreditMember[], amount: bigint): Taken[] {
  const left = members.map((member) => computeGross(member.left));
  if (amount >= sum(left)) return members.map(takeRest);
  const amounts = divideByWeights(amount, left);
  const shares = members.map((member, index): GrossShare | undefined => {
    const gross = amounts[index] ?? 0n;
    if (gross === 0n || gross === left[index]) return undefined;
    return { member, gross, parts: divideByWeights(gross, amountsLeft(member)) };
  });
  evenOut(shares.filter((share) => share !== undefined));
  return members.flatMap((member, index) => {
    const share = shares[index];
    if (share) return [takeGross(share)];
    return amounts[index] ? [takeRest(member)] : [];
  });
}

/** Less than a member has left. */
interface GrossShare {
  member: CreditMember;
  gross: bigint;
  /** Its net, and each of its taxes. */
  parts: bigint[];
}

const amountsLeft = ({ left }: CreditMember): bigint[] => [
  left.net,
  ...left.taxes.map(({ amount }) => amount),
];

/**
 * Each share is rounded by itself. So that many of them do not shift net and tax by as many cents, those
 * under the same taxes come together to what their sum is divided into.
 */
function evenOut(shares: readonly GrossShare[]): void {
  const sameTaxes = new Map<string, GrossShare[]>();
  for (const share of shares) {
    const rows = share.member.left.taxes.map(({ row }) => row).join();
    const group = sameTaxes.get(rows);
    if (group) group.push(share);
    else sameTaxes.set(rows, [share]);
  }
  for (const same of sameTaxes.values()) {
    const bySize = same.toSorted((a, b) => (a.gross === b.gross ? 0 : a.gross > b.gross ? -1 : 1));
    const total = (lists: readonly bigint[][]) =>
      (lists[0] ?? []).map((_part, place) => sum(lists.map((list) => list[place] ?? 0n)));
    const wanted = divideByWeights(
      sum(same.map(({ gross }) => gross)),
      total(same.map(({ member }) => amountsLeft(member))),
    );
    const excess = total(same.map(({ parts }) => parts)).map(
      (part, place) => part - (wanted[place] ?? 0n),
    );
    for (;;) {
      const from = excess.findIndex((each) => each > 0n);
      const to = excess.findIndex((each) => each < 0n);
      // The largest bears a cent best, where it has one, and room for one.
      const bearer = bySize.find(
        ({ member, parts }) =>
          (parts[from] ?? 0n) > 0n && (parts[to] ?? 0n) < (amountsLeft(member)[to] ?? 0n),
      );
      if (!bearer) break;
      for (const [place, cent] of [
        [from, -1n],
        [to, 1n],
      ] as const) {
        bearer.parts[place] = (bearer.parts[place] ?? 0n) + cent;
        excess[place] = (excess[place] ?? 0n) + cent;
      }
    }
  }
}

function takeGross({ member, gross, parts: [net = 0n, ...amounts] }: GrossShare): Taken {
  const { left, whole, credited } = member;
  const taxes = left.taxes.map(({ row, base }, index) => ({
    row,
    base: base === left.net ? net : smaller(divideRounded(base * gross, computeGross(left)), base),
    amount: amounts[index] ?? 0n,
  }));
  const after = fraction(computeGross(whole) - computeGross(left) + gross, computeGross(whole));
  // By amounts a little more or less can have been credited than the shares of lines came to.
  const share = compareFractions(after, credited) > 0 ? subtractFractions(after, credited) : NONE;
  return { member, part: { net, taxes }, share };
}

/** The figures of what is taken, by the rows of the whole's taxes. */
export function sumParts(
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
  const taxAmount = sum(taken.map(({ part }) => sumTaxes(part)));
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
export function toSinglePiece(
  part: MemberPart,
  pricesIncludeTax: boolean,
  decimals: number,
): Piece {
  const write = (units: bigint) => writeDecimal(units, decimals);
  const total = pricesIncludeTax ? computeGross(part) : part.net;
  return {
    quantity: '1.00',
    unit: null,
    unitPrice: writeUsual(total * 10n ** BigInt(QUANTITY_PLACES - decimals), QUANTITY_PLACES),
    discountPercent: null,
    discountAmount: null,
    discount: write(0n),
    total: write(total),
    net: write(part.net),
    tax: write(sumTaxes(part)),
    gross: write(computeGross(part)),
  };
}
