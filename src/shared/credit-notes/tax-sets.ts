/**
 * A document by its tax sets: what deposit invoices ask for has one line for each, and what a final
 * invoice has left to credit is counted by them.
 */
import { formatTaxes } from '../documents/sheet-figures.ts';
import type { MemberPart } from '../documents/totals.ts';
import { scaleDecimal } from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import { taxSetKey } from '../taxes/tax.ts';
import type { CreditMember, EarlierCredit, OpenedInvoice, SetPart } from './creditable.ts';
import { indexTaxes, readPart } from './creditable.ts';
import { NONE } from './fraction.ts';
import { writePart } from './take-part.ts';

export const partTaxes = (part: MemberPart, rows: readonly Tax[]): Tax[] =>
  part.taxes.flatMap(({ row }) => rows[row] ?? []);

const setKey = (part: MemberPart, rows: readonly Tax[]): string => taxSetKey(partTaxes(part, rows));

/** Members of one tax set as one, named by its taxes. Nothing of them is taken yet. */
export function mergeBySet({ members, rows }: OpenedInvoice): CreditMember[] {
  const sets = new Map<string, CreditMember>();
  for (const { index, whole, taxes } of members) {
    const key = setKey(whole, rows);
    const set = sets.get(key);
    if (set) add(set.whole, whole, 1n);
    else {
      const label = formatTaxes(partTaxes(whole, rows)) || 'Without tax';
      const copied = copy(whole);
      const none = { line: undefined, charge: undefined, credited: NONE };
      sets.set(key, { index, label, taxes, ...none, whole: copied, left: copied });
    }
  }
  return [...sets.values()].map((set) => ({ ...set, left: copy(set.whole) }));
}

/** Takes parts off the sets that carry their taxes. @returns what fits none */
export function takeOff(
  sets: readonly CreditMember[],
  rows: readonly Tax[],
  parts: readonly SetPart[],
  decimals: number,
): SetPart[] {
  const places = indexTaxes(rows);
  const bySet = new Map(sets.map((set) => [setKey(set.whole, rows), set]));
  return parts.filter((part) => {
    const set = bySet.get(taxSetKey(part.taxes));
    if (set) add(set.left, readPart(part, places, decimals), -1n);
    return !set;
  });
}

/** Whether more was taken off some set than it has. */
export const isOverdrawn = (sets: readonly CreditMember[]): boolean =>
  sets.some(({ left: { net, taxes } }) =>
    [net, ...taxes.flatMap(({ base, amount }) => [base, amount])].some((units) => units < 0n),
  );

/** An invoice by its sets, less its deposits, as earlier credit notes have left it. */
export function openSets(
  opened: OpenedInvoice,
  earlier: readonly EarlierCredit[],
  deducted: readonly SetPart[],
  decimals: number,
): CreditMember[] {
  const { members, rows } = opened;
  const sets = mergeBySet(opened);
  takeOff(sets, rows, deducted, decimals);
  const own = sets.map((set) => ({ ...set, whole: copy(set.left) }));
  const bySet = new Map(own.map((set) => [setKey(set.whole, rows), set]));
  for (const part of earlier.flatMap((credit) => credit.parts)) {
    const member = members[part.member];
    const set = member && bySet.get(setKey(member.whole, rows));
    if (!set || !member) continue;
    add(set.left, readCredited(part, member, decimals), -1n);
  }
  return own;
}

/** What credit notes have left of a deposit invoice. */
export function leftOfParts(
  parts: readonly SetPart[],
  credits: readonly EarlierCredit[],
  decimals: number,
): SetPart[] {
  const places = indexTaxes(parts.flatMap((part) => part.taxes));
  const left = parts.map((part) => readPart(part, places, decimals));
  for (const credit of credits.flatMap((each) => each.parts)) {
    const whole = left[credit.member];
    if (whole) add(whole, readCredited(credit, { whole }, decimals), -1n);
  }
  return left.map((part, index) => serializeSetPart(part, parts[index]?.taxes ?? [], decimals));
}

/** What of a document stands under a set, as it is kept. */
export function serializeSetPart(
  part: MemberPart,
  taxes: readonly Tax[],
  decimals: number,
): SetPart {
  const { net, taxes: amounts } = writePart(part, decimals);
  return { taxes, net, amounts };
}

function readCredited(
  { net, taxes }: EarlierCredit['parts'][number],
  { whole }: Pick<CreditMember, 'whole'>,
  decimals: number,
): MemberPart {
  return {
    net: scaleDecimal(net, decimals),
    taxes: taxes.map(({ base, amount }, index) => ({
      row: whole.taxes[index]?.row ?? 0,
      base: scaleDecimal(base, decimals),
      amount: scaleDecimal(amount, decimals),
    })),
  };
}

const copy = ({ net, taxes }: MemberPart): MemberPart => ({
  net,
  taxes: taxes.map((tax) => ({ ...tax })),
});

/** Taxes of one set stand in one order. */
function add(to: MemberPart, part: MemberPart, sign: bigint): void {
  to.net += sign * part.net;
  part.taxes.forEach(({ base, amount }, index) => {
    const tax = to.taxes[index];
    if (!tax) return;
    tax.base += sign * base;
    tax.amount += sign * amount;
  });
}
