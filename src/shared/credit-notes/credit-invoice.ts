/**
 * Crediting an invoice in parts. A part is net and taxes × the share that is credited, and the last part
 * takes the rest: so all parts of an invoice are the invoice, in every base, tax and rounding.
 */
import type { LineItem } from '../documents/line-content.ts';
import { priceLine, roundingTo } from '../documents/totals.ts';
import { AppError, invalidField } from '../errors/app-error.ts';
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  divideRounded,
  formatQuantity,
  isZero,
  QUANTITY_PLACES,
  RATE_PLACES,
  scaleDecimal,
  writeDecimal,
  writeUsual,
} from '../money/decimal.ts';
import { formatMoney, fromMinorUnits } from '../money/money.ts';
import type { Tax } from '../taxes/tax.ts';
import { countryOf } from '../taxes/tax.ts';
import type { CorrectedInvoice, CreditedPart, CreditMember, EarlierCredit } from './creditable.ts';
import { computeGross, openInvoice, quantityLeft, shareLeft } from './creditable.ts';
import type { Fraction } from './fraction.ts';
import { compareFractions, fraction, WHOLE, writeFraction } from './fraction.ts';
import type { PartFigures, Taken } from './take-part.ts';
import {
  sumParts,
  toSinglePiece,
  smaller,
  spreadGross,
  sum,
  takeRest,
  timesShare,
  writePart,
} from './take-part.ts';
import { isOverdrawn, openSets } from './tax-sets.ts';

/** What is to be credited: an amount, or these lines; everything that is left where neither is said. */
export interface CreditSelection {
  amount?: Decimal | undefined;
  lines?: readonly SelectedLine[] | undefined;
}

/** A part of a line or charge; all that is left of it where no part is said. */
export interface SelectedLine {
  /** The number of a line of the invoice, from 1; or of a charge that names its own taxes. */
  line?: number | undefined;
  charge?: number | undefined;
  quantity?: Decimal | undefined;
  percent?: Decimal | undefined;
}

export interface InvoiceCredit {
  lines: Omit<LineItem, 'id'>[];
  figures: PartFigures;
  parts: CreditedPart[];
}

/**
 * The lines and figures of a credit note.
 * @param earlier the issued credit notes of the same invoice
 * @param roundedTo the increment of a draft that was made while credits were rounded by themselves; null
 *   of all others, which carry their share of the invoice's rounding
 * @throws AppError VALIDATION naming the field and the line of which more would be credited than is left;
 *   CONFLICT where nothing is left
 */
export function creditInvoice(
  invoice: CorrectedInvoice,
  earlier: readonly EarlierCredit[],
  selection: CreditSelection,
  roundedTo: Decimal | null = null,
): InvoiceCredit {
  const decimals = currencyDecimals(invoice.currency);
  const opened = openInvoice(invoice, earlier);
  const { members, rows } = opened;
  // Where deposits are deducted, lines are credited as they are, and no more than the invoice asks for.
  const sets = invoice.deducted && openSets(opened, earlier, invoice.deducted, decimals);
  const open = (sets ?? members).filter(({ left }) => hasPart(left));
  const grossLeft = sum((sets ?? members).map(({ left }) => computeGross(left)));
  const wholeGross = sum((sets ?? members).map(({ whole }) => computeGross(whole)));
  const roundingOf = ({ rounding }: { rounding: Decimal }) => scaleDecimal(rounding, decimals);
  const roundingLeft = roundingOf(invoice) - sum(earlier.map(roundingOf));
  const totalLeft = grossLeft + roundingLeft;
  const isCredited = sets ? open.length === 0 : members.every((each) => shareLeft(each).n === 0n);
  if (!selection.lines && isCredited) {
    throw new AppError(
      'CONFLICT',
      `Invoice ${invoice.invoiceNumber} is already fully credited: nothing is left to credit`,
    );
  }
  // A line was credited whose taxes stand on deposit invoices in part: of these nothing is to be guessed.
  if (sets && !selection.lines && isOverdrawn(sets)) {
    throw new AppError(
      'CONFLICT',
      `More was credited of some tax than invoice ${invoice.invoiceNumber} itself asks for: choose the lines to credit`,
    );
  }
  const creditable = sets ? open : members.filter((member) => shareLeft(member).n > 0n);
  const left = { gross: grossLeft, rounding: roundingLeft };
  const amount =
    selection.amount === undefined ? undefined : scaleDecimal(selection.amount, decimals);
  const taken =
    amount !== undefined
      ? takeAmount(creditable, amount, left, { invoice, isShared: roundedTo === null })
      : selection.lines
        ? takeLines(members, selection.lines, invoice)
        : creditable.map(takeRest);
  const gross = sum(taken.map(({ part }) => computeGross(part)));
  if (sets && gross > grossLeft) {
    const most = formatMoney(fromMinorUnits(totalLeft, invoice.currency));
    const numbers = invoice.deductedNumbers?.join(', ');
    const message = `Of invoice ${invoice.invoiceNumber} only ${most} is left to credit: the rest was asked for by ${numbers}`;
    throw invalidField('credit.lines', message);
  }
  const rounding =
    roundedTo === null || gross === grossLeft
      ? shareRounding(left, gross, amount)
      : roundByItself(roundedTo, { before: wholeGross - grossLeft, gross, totalLeft, decimals });
  if (gross + rounding === 0n && totalLeft > 0n) {
    const path = selection.amount === undefined ? 'credit.lines' : 'credit.amount';
    throw invalidField(path, 'This comes to zero: choose more to credit');
  }
  const shown = taken.filter(
    ({ part, member, share }) => computeGross(part) !== 0n || isWhole(member, share),
  );
  const isApart = invoice.charges.some(({ taxes }) => taxes !== null);
  const lines = shown.map((each) => creditLine(each, invoice, decimals));
  return {
    // Beside a charge that is taxed by itself, one rate for all has to stand on the lines.
    lines: isApart ? lines.map((line, index) => withTaxes(line, shown[index], rows)) : lines,
    figures: sumParts(taken, rows, { rounding, decimals, invoice }),
    parts: taken.map(({ member, part, share }) => ({
      member: member.index,
      share: writeFraction(share),
      ...writePart(part, decimals),
      ...(sets && !selection.lines ? { isOfSet: true } : {}),
    })),
  };
}

const hasPart = ({ net, taxes }: CreditMember['left']): boolean =>
  net !== 0n || taxes.some(({ base, amount }) => base !== 0n || amount !== 0n);

/** What of an invoice is left to credit, with tax. */
interface Left {
  gross: bigint;
  rounding: bigint;
}

/** The rounding that goes with a part of what is left. @param total what it comes to, where that is given */
function shareRounding({ gross, rounding }: Left, part: bigint, total: bigint | undefined): bigint {
  if (part === gross) return rounding;
  return total === undefined ? divideRounded(rounding * part, gross) : total - part;
}

/** As drafts of earlier versions were rounded: all credits so far, to the invoice's increment. */
function roundByItself(
  increment: Decimal,
  {
    before,
    gross,
    totalLeft,
    decimals,
  }: { before: bigint; gross: bigint; totalLeft: bigint; decimals: number },
): bigint {
  const rounded = (credited: bigint) => credited + roundingTo(increment, credited, decimals);
  return smaller(rounded(before + gross) - rounded(before), totalLeft) - gross;
}

const isWhole = ({ credited }: CreditMember, share: Fraction) =>
  credited.n === 0n && compareFractions(share, WHOLE) === 0;

// ── What is taken ───────────────────────────────────────────────────────────

/** @throws AppError VALIDATION, NOT_FOUND */
function takeLines(
  members: readonly CreditMember[],
  lines: readonly SelectedLine[],
  invoice: CorrectedInvoice,
): Taken[] {
  const chosen = new Set<CreditMember>();
  return lines.map((selected, index) => {
    const path = `credit.lines.${index}`;
    const member = findMember(members, selected, invoice);
    if (!member) {
      const name = selected.line === undefined ? 'charge' : 'line';
      const message = `Invoice ${invoice.invoiceNumber} has no ${name} ${selected[name]} to credit`;
      throw invalidField(`${path}.${name}`, message);
    }
    if (chosen.has(member)) throw invalidField(path, `${member.label} is named twice`);
    chosen.add(member);
    return takePart(member, selected, path);
  });
}

function findMember(
  members: readonly CreditMember[],
  { line, charge }: SelectedLine,
  invoice: CorrectedInvoice,
): CreditMember | undefined {
  if (line !== undefined) {
    const member = members[line - 1];
    return member?.line && member;
  }
  const stored = invoice.charges[(charge ?? 0) - 1];
  return stored && members.find((member) => member.charge === stored);
}

function takePart(member: CreditMember, { quantity, percent }: SelectedLine, path: string): Taken {
  const left = shareLeft(member);
  if (left.n === 0n) throw invalidField(path, `${member.label} is credited already`);
  const share = computeShare(member, quantity, percent);
  if (share === undefined || compareFractions(share, left) === 0) return takeRest(member);
  if (compareFractions(share, left) > 0) {
    const [field, most] =
      quantity === undefined
        ? ['percent', `${formatQuantity(toPercent(left))} %`]
        : ['quantity', formatQuantity(quantityLeft(member))];
    throw invalidField(`${path}.${field}`, `${member.label} has only ${most} left to credit`);
  }
  const portion = (whole: bigint, rest: bigint) => smaller(timesShare(whole, share), rest);
  const { whole } = member;
  const part = {
    net: portion(whole.net, member.left.net),
    taxes: member.left.taxes.map(({ row, base, amount }, index) => ({
      row,
      base: portion(whole.taxes[index]?.base ?? 0n, base),
      amount: portion(whole.taxes[index]?.amount ?? 0n, amount),
    })),
  };
  return { member, part, share };
}

/** Rounded down: more than this is too much. */
const toPercent = ({ n, d }: Fraction) => writeUsual((n * 1_000_000n) / d, RATE_PLACES);

function computeShare(
  { line }: CreditMember,
  quantity: Decimal | undefined,
  percent: Decimal | undefined,
): Fraction | undefined {
  if (quantity !== undefined) {
    const all = scaleDecimal(line?.quantity ?? '1', QUANTITY_PLACES);
    return fraction(scaleDecimal(quantity, QUANTITY_PLACES), all);
  }
  return percent === undefined
    ? undefined
    : fraction(scaleDecimal(percent, RATE_PLACES), 1_000_000n);
}

/**
 * An amount with tax, spread over all that is left, so that with its share of the rounding just this is
 * credited.
 * @throws AppError VALIDATION for more than is left
 */
function takeAmount(
  open: readonly CreditMember[],
  asked: bigint,
  left: Left,
  {
    invoice: { currency, invoiceNumber },
    isShared,
  }: { invoice: CorrectedInvoice; isShared: boolean },
): Taken[] {
  const totalLeft = left.gross + left.rounding;
  const most = formatMoney(fromMinorUnits(totalLeft, currency));
  if (asked > totalLeft) {
    throw invalidField(
      'credit.amount',
      `Of invoice ${invoiceNumber} only ${most} is left to credit`,
    );
  }
  if (asked === totalLeft) return open.map(takeRest);
  if (!isShared) return spreadGross(open, asked);
  const share = divideRounded(left.rounding * asked, totalLeft);
  // A part is neither nothing nor all that is left before rounding.
  const gross = smaller(asked - share, left.gross - 1n) || 1n;
  if (gross >= left.gross) {
    throw invalidField(
      'credit.amount',
      `What is left of invoice ${invoiceNumber}, ${most}, can only be credited as a whole`,
    );
  }
  return spreadGross(open, gross);
}

// ── How it is shown ─────────────────────────────────────────────────────────

/**
 * A line of the credit note. A share that is a quantity is shown as such at the line's price, with what
 * discounts took of it; any other as one piece of its amount.
 */
function creditLine(
  { member, part, share }: Taken,
  { pricesIncludeTax }: CorrectedInvoice,
  decimals: number,
): Omit<LineItem, 'id'> {
  const { line, charge, taxes } = member;
  const write = (units: bigint) => writeDecimal(units, decimals);
  const total = pricesIncludeTax ? computeGross(part) : part.net;
  const piece = toSinglePiece(part, pricesIncludeTax, decimals);
  const { net, tax, gross } = piece;
  const amounts = { total: piece.total, net, tax, gross };
  const about = {
    itemId: line?.itemId ?? null,
    description: line?.description ?? charge?.reason ?? (charge ? 'Charge' : member.label),
    itemCode: line?.itemCode ?? null,
    servicePeriod: line?.servicePeriod ?? null,
    taxes,
  };
  const isSameTotal =
    line && scaleDecimal(line.total, decimals) === scaleDecimal(piece.total, decimals);
  if (line && isWhole(member, share) && isSameTotal) {
    const { quantity, unit, unitPrice, discountPercent, discountAmount, discount } = line;
    return {
      ...about,
      quantity,
      unit,
      unitPrice,
      discountPercent,
      discountAmount,
      discount,
      ...amounts,
    };
  }
  const quantity = line && exactQuantity(line.quantity, share);
  const price =
    line && quantity !== undefined
      ? priceLine({ quantity, unitPrice: line.unitPrice }, decimals).total
      : undefined;
  if (line && quantity !== undefined && price !== undefined && price >= total) {
    const discount = write(price - total);
    return {
      ...about,
      quantity,
      unit: line.unit,
      unitPrice: line.unitPrice,
      discountPercent: null,
      discountAmount: isZero(discount) ? null : discount,
      discount,
      ...amounts,
    };
  }
  return { ...about, ...piece };
}

/** The share as a quantity, where it is one without rounding. */
function exactQuantity(quantity: Decimal, { n, d }: Fraction): Decimal | undefined {
  const units = scaleDecimal(quantity, QUANTITY_PLACES) * n;
  if (units === 0n || units % d !== 0n) return undefined;
  return writeUsual(units / d, QUANTITY_PLACES);
}

function withTaxes(
  line: Omit<LineItem, 'id'>,
  taken: Taken | undefined,
  rows: readonly Tax[],
): Omit<LineItem, 'id'> {
  if (line.taxes.length > 0) return line;
  const taxes = (taken?.part.taxes ?? []).flatMap(({ row }) => rows[row] ?? []);
  return {
    ...line,
    taxes: taxes.map(({ name, rate, category, compound, country }) => ({
      name,
      rate,
      category: category ?? null,
      compound: compound ?? false,
      exemptionReason: null,
      registrationNumber: null,
      ...countryOf({ country }),
    })),
  };
}
