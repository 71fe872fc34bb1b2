/**
 * What of an invoice can be credited: a line, or a charge that names its own taxes, each with its net
 * after discounts and charges and its part of each tax; and what earlier credit notes have left of it.
 */
import type { ContentValues } from '../documents/document-content.ts';
import type { LineItem, LineTax, StoredCharge } from '../documents/line-content.ts';
import type { MemberPart, PricedDocument } from '../documents/totals.ts';
import { computeWithParts } from '../documents/totals.ts';
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  divideRounded,
  isZero,
  QUANTITY_PLACES,
  scaleDecimal,
  writeDecimal,
  writeUsual,
} from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import { taxKey } from '../taxes/tax.ts';
import type { Fraction } from './fraction.ts';
import { addFractions, NONE, readFraction, subtractFractions, WHOLE } from './fraction.ts';

/** Of an invoice what decides about the figures of its credits. */
export interface CorrectedInvoice extends Pick<
  ContentValues<'invoice'>,
  | 'invoiceNumber'
  | 'currency'
  | 'pricesIncludeTax'
  | 'taxRate'
  | 'taxAmount'
  | 'discounts'
  | 'charges'
> {
  lineItems: readonly LineItem[];
  /** What is carried by its credits in shares. */
  rounding: Decimal;
  /** Of a deposit invoice, whose figures are shares of an estimate's: what each of its lines is. */
  parts?: readonly SetPart[];
  /** Of a final invoice: what of its whole stands on deposit invoices, and their numbers. */
  deducted?: readonly SetPart[];
  deductedNumbers?: readonly string[];
}

/** What of a document stands under one tax set. */
export interface SetPart {
  taxes: readonly Tax[];
  net: Decimal;
  /** In the order of the taxes. */
  amounts: readonly { base: Decimal; amount: Decimal }[];
}

/** What a credit note credits of one line or charge, as it is kept. */
export interface CreditedPart {
  /** From 0: of the lines, and then of the charges that name their own taxes. */
  member: number;
  /** Of the whole line: '1/3'. */
  share: string;
  net: Decimal;
  /** In the order of the taxes that it carries. */
  taxes: { base: Decimal; amount: Decimal }[];
  /** Not of this line, but of all that carry its taxes: of an invoice that deducts deposits. */
  isOfSet?: boolean;
}

/** An issued credit note of the same invoice. */
export interface EarlierCredit {
  parts: readonly CreditedPart[];
  rounding: Decimal;
}

/** A line or charge while it is being credited, in minor units. */
export interface CreditMember {
  index: number;
  /** 'Line 2 (Design work)' */
  label: string;
  line: LineItem | undefined;
  charge: StoredCharge | undefined;
  /** The taxes that stand on it; none where the document has one rate for all. */
  taxes: LineTax[];
  whole: MemberPart;
  left: MemberPart;
  /** How much of it has been credited. */
  credited: Fraction;
}

const LABEL_LENGTH = 40;

const describeLine = (name: string, number: number, text: string | null): string => {
  const [first = ''] = (text ?? '').split('\n');
  const short = first.length > LABEL_LENGTH ? `${first.slice(0, LABEL_LENGTH - 1)}…` : first;
  return short === '' ? `${name} ${number}` : `${name} ${number} (${short})`;
};

/** The invoice as the arithmetic of documents takes it. */
function pricedInvoice(invoice: CorrectedInvoice): PricedDocument {
  const { currency, pricesIncludeTax, taxRate, taxAmount } = invoice;
  const percentOrAmount = ({ percent, amount }: { percent: Decimal | null; amount: Decimal }) =>
    percent === null ? { amount } : { percent };
  return {
    currency,
    pricesIncludeTax,
    lines: invoice.lineItems,
    discounts: invoice.discounts.map(percentOrAmount),
    charges: invoice.charges.map((charge) => ({
      ...percentOrAmount(charge),
      taxes: charge.taxes ?? undefined,
    })),
    taxRate,
    flatTax: isZero(taxRate) ? taxAmount : '0',
  };
}

export interface OpenedInvoice {
  members: CreditMember[];
  /** The taxes that the parts of members are rows of. */
  rows: readonly Tax[];
}

/** @returns its members as earlier credit notes have left them */
export function openInvoice(
  invoice: CorrectedInvoice,
  earlier: readonly EarlierCredit[],
): OpenedInvoice {
  const decimals = currencyDecimals(invoice.currency);
  const { rows, parts } = invoice.parts
    ? readParts(invoice.parts, decimals)
    : computedParts(invoice);
  const { lineItems } = invoice;
  const chargesApart = invoice.charges.flatMap((charge, index) =>
    charge.taxes ? [{ charge, number: index + 1 }] : [],
  );
  const members = parts.map((whole, index): CreditMember => {
    const line = lineItems[index];
    const apart = chargesApart[index - lineItems.length];
    return {
      index,
      label: line
        ? describeLine('Line', index + 1, line.description)
        : describeLine('Charge', apart?.number ?? 0, apart?.charge.reason ?? null),
      line,
      charge: apart?.charge,
      taxes: line?.taxes ?? apart?.charge.taxes ?? [],
      whole,
      left: { net: whole.net, taxes: whole.taxes.map((tax) => ({ ...tax })) },
      credited: NONE,
    };
  });
  for (const part of earlier.flatMap((credit) => credit.parts)) {
    const member = members[part.member];
    if (!member || part.isOfSet) continue;
    member.credited = addFractions(member.credited, readFraction(part.share));
    member.left.net -= scaleDecimal(part.net, decimals);
    part.taxes.forEach(({ base, amount }, position) => {
      const tax = member.left.taxes[position];
      if (!tax) return;
      tax.base -= scaleDecimal(base, decimals);
      tax.amount -= scaleDecimal(amount, decimals);
    });
  }
  return { members, rows };
}

function computedParts(invoice: CorrectedInvoice): { rows: readonly Tax[]; parts: MemberPart[] } {
  const { totals, parts } = computeWithParts(pricedInvoice(invoice));
  return { rows: totals.taxTotals, parts: parts() };
}

/** Parts as they are kept, with the rows of all their taxes. */
function readParts(
  parts: readonly SetPart[],
  decimals: number,
): { rows: readonly Tax[]; parts: MemberPart[] } {
  const taxes = parts.flatMap((part) => part.taxes);
  const rows = [...new Map(taxes.map((tax) => [taxKey(tax), tax])).values()];
  const places = indexTaxes(rows);
  return { rows, parts: parts.map((part) => readPart(part, places, decimals)) };
}

/** Where the row of a tax stands, by its key: there may be thousands of them. */
export function indexTaxes(rows: readonly Tax[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, tax] of rows.entries()) {
    const key = taxKey(tax);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

/** @param places of the taxes that are rows, as `indexTaxes` gives them */
export const readPart = (
  part: SetPart,
  places: ReadonlyMap<string, number>,
  decimals: number,
): MemberPart => ({
  net: scaleDecimal(part.net, decimals),
  taxes: part.taxes.map((tax, index) => ({
    row: places.get(taxKey(tax)) ?? -1,
    base: scaleDecimal(part.amounts[index]?.base ?? '0', decimals),
    amount: scaleDecimal(part.amounts[index]?.amount ?? '0', decimals),
  })),
});

export const sumTaxes = ({ taxes }: MemberPart): bigint =>
  taxes.reduce((sum, { amount }) => sum + amount, 0n);
export const computeGross = (part: MemberPart): bigint => part.net + sumTaxes(part);

export const shareLeft = ({ credited }: CreditMember): Fraction =>
  subtractFractions(WHOLE, credited);

/** How much of a line is left, in its unit: rounded down where that is no decimal. */
export function quantityLeft(member: CreditMember): Decimal {
  const { n, d } = shareLeft(member);
  const quantity = scaleDecimal(member.line?.quantity ?? '1', QUANTITY_PLACES);
  return writeUsual((quantity * n) / d, QUANTITY_PLACES);
}

/** A line of an invoice as whoever credits it sees it. */
export interface CreditableLine {
  /** From 1, of the invoice's lines; null of a charge. */
  line: number | null;
  /** From 1, of the invoice's charges; null of a line. */
  charge: number | null;
  description: string;
  quantity: Decimal;
  unit: string | null;
  unitPrice: Decimal;
  /** With tax, after discounts and charges on the whole. */
  gross: Decimal;
  quantityLeft: Decimal;
  netLeft: Decimal;
  grossLeft: Decimal;
  /** In percent, rounded. */
  percentLeft: Decimal;
}

/** What is left of an invoice, line by line. */
export function listCreditable(
  invoice: CorrectedInvoice,
  earlier: readonly EarlierCredit[],
): CreditableLine[] {
  const write = (units: bigint) => writeDecimal(units, currencyDecimals(invoice.currency));
  return openInvoice(invoice, earlier).members.map((member): CreditableLine => {
    const { line, charge, whole, left } = member;
    const { n, d } = shareLeft(member);
    const price = write(invoice.pricesIncludeTax ? computeGross(whole) : whole.net);
    return {
      line: line ? member.index + 1 : null,
      charge: charge ? invoice.charges.indexOf(charge) + 1 : null,
      description: line?.description ?? charge?.reason ?? 'Charge',
      quantity: line?.quantity ?? '1.00',
      unit: line?.unit ?? null,
      unitPrice: line?.unitPrice ?? price,
      gross: write(computeGross(whole)),
      quantityLeft: quantityLeft(member),
      netLeft: write(left.net),
      grossLeft: write(computeGross(left)),
      percentLeft: writeUsual(divideRounded(n * 1_000_000n, d), 4),
    };
  });
}
