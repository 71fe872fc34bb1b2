/** The arithmetic of a form as it stands, while somebody types: what has no figure yet is null. */
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  isZero,
  MAX_QUANTITY,
  MAX_RATE,
  parseTyped,
  QUANTITY_PLACES,
  RATE_PLACES,
  scaleDecimal,
  writeDecimal,
  writeUsual,
} from '../money/decimal.ts';
import { largestMoney, minorUnits, money, readTypedMoney } from '../money/money.ts';
import type { Tax } from '../taxes/tax.ts';
import type { WholeFigures } from './deductions.ts';
import { deductFrom } from './deductions.ts';
import type { Adjustment, DocumentTotals, PricedDocument, PricedLine } from './totals.ts';
import { computeTotals, priceLine } from './totals.ts';

interface TypedAdjustment {
  percent: string;
  amount: string;
}

/** A tax whose rate may still be typed. */
interface TypedTax extends Omit<Tax, 'rate'> {
  rate: string;
}

export interface TypedPricedLine {
  quantity: string;
  unitPrice: string;
  discountPercent?: string | null | undefined;
  discountAmount?: string | null | undefined;
  taxes?: readonly TypedTax[] | undefined;
}

/** A form, as far as its figures go. */
export interface TypedPrices {
  currency: string;
  lines: readonly TypedPricedLine[];
  taxRate: string;
  /** A flat tax, while the rate is 0 and no line carries taxes. */
  taxAmount: string;
  discounts?: readonly TypedAdjustment[] | undefined;
  charges?:
    | readonly (TypedAdjustment & { taxes?: readonly TypedTax[] | null | undefined })[]
    | undefined;
  pricesIncludeTax?: boolean | undefined;
  roundingIncrement?: Decimal | null | undefined;
  /** Deposit invoices that are deducted. */
  deductions?: readonly WholeFigures[] | undefined;
}

/** What a figure that cannot be computed, or that no document can hold, is in a form. */
type Shown<T> = { [Part in keyof T]: T[Part] extends Decimal ? Decimal | null : T[Part] };

export interface TypedTotals extends Shown<
  Omit<DocumentTotals, 'lines' | 'discounts' | 'charges' | 'taxTotals'>
> {
  /** Where deposits are deducted, the figures before that; null while they cannot be computed. */
  whole?: WholeFigures | null;
  /** Of each line what stands in its last column. */
  lineTotals: (Decimal | null)[];
  discounts: (Decimal | null)[];
  charges: (Decimal | null)[];
  /** Empty while they cannot be computed. */
  taxTotals: DocumentTotals['taxTotals'];
}

/** A quantity as it stands in a form; an empty one counts as zero. null: no number, or too large. */
export const typedQuantity = (text: string): Decimal | null =>
  typedNumber(text, QUANTITY_PLACES, MAX_QUANTITY);

/** A unit price as it stands in a form. */
export const typedUnitPrice = (text: string, currency: string): Decimal | null =>
  typedNumber(text, QUANTITY_PLACES, largestMoney(currency).amount);

/** A rate in percent as it stands in a form. */
export const typedRate = (text: string, most: Decimal = MAX_RATE): Decimal | null =>
  typedNumber(text, RATE_PLACES, most);

/** An amount of money as it stands in a form, with the decimals of its currency. */
export function typedMoney(text: string, currency: string): Decimal | null {
  const value = readTypedMoney(text.trim() === '' ? '0' : text, currency);
  return value && holds(minorUnits(value), currency) ? value.amount : null;
}

function typedNumber(text: string, places: number, most: Decimal): Decimal | null {
  const value = text.trim() === '' ? 0n : parseTyped(text, places);
  if (value === undefined || value < 0n || value > scaleDecimal(most, places)) return null;
  return writeUsual(value, places);
}

const holds = (units: bigint, currency: string): boolean =>
  units >= 0n && units <= minorUnits(largestMoney(currency));

/** A line that can be priced, or null. */
function pricedLine(line: TypedPricedLine, currency: string): PricedLine | null {
  const quantity = typedQuantity(line.quantity);
  const unitPrice = typedUnitPrice(line.unitPrice, currency);
  const discountPercent = line.discountPercent ? typedRate(line.discountPercent, '100') : undefined;
  const discountAmount = line.discountAmount
    ? typedMoney(line.discountAmount, currency)
    : undefined;
  if (quantity === null || unitPrice === null) return null;
  if (discountPercent === null || discountAmount === null) return null;
  const priced = { quantity, unitPrice, discountPercent, discountAmount };
  const { total } = priceLine(priced, currencyDecimals(currency));
  return holds(total, currency) ? priced : null;
}

/** What stands in the last column of a line as it stands in a form. */
export function typedLineTotal(line: TypedPricedLine, currency: string): Decimal | null {
  const decimals = currencyDecimals(currency);
  const priced = pricedLine(line, currency);
  return priced && writeDecimal(priceLine(priced, decimals).total, decimals);
}

function typedTaxes(taxes: readonly TypedTax[] | null | undefined): Tax[] | null | undefined {
  if (!taxes) return undefined;
  const read = taxes.map((tax) => ({ ...tax, rate: typedRate(tax.rate) }));
  return read.every((tax): tax is typeof tax & { rate: Decimal } => tax.rate !== null)
    ? read
    : null;
}

function typedAdjustment(
  { percent, amount }: TypedAdjustment,
  currency: string,
): Adjustment | null {
  const value = percent.trim() ? typedRate(percent) : typedMoney(amount, currency);
  if (value === null) return null;
  return percent.trim() ? { percent: value } : { amount: value };
}

/** A form's figures as far as they can be read: null is what is no figure yet. */
function readForm(form: TypedPrices) {
  const { currency } = form;
  return {
    lines: form.lines.map((line) => pricedLine(line, currency)),
    taxes: form.lines.map((line) => typedTaxes(line.taxes)),
    discounts: (form.discounts ?? []).map((each) => typedAdjustment(each, currency)),
    charges: (form.charges ?? []).map((each) => {
      const [priced, own] = [typedAdjustment(each, currency), typedTaxes(each.taxes)];
      return priced === null || own === null ? null : { ...priced, taxes: own };
    }),
    taxRate: typedRate(form.taxRate),
    flatTax: typedMoney(form.taxAmount, currency),
  };
}

const known = <T>(values: readonly (T | null)[]): T[] => values.flatMap((value) => value ?? []);

/** The form's figures that can be read, as a document. */
function toPriced(form: TypedPrices, read: ReturnType<typeof readForm>): PricedDocument {
  const { lines, taxes, discounts, charges, taxRate, flatTax } = read;
  return {
    currency: form.currency,
    lines: lines.flatMap((line, index) => (line ? { ...line, taxes: taxes[index] ?? [] } : [])),
    taxRate: taxRate ?? '0',
    flatTax: flatTax ?? '0',
    discounts: known(discounts),
    charges: known(charges),
    pricesIncludeTax: form.pricesIncludeTax,
    roundingIncrement: form.roundingIncrement,
  };
}

/** Which parts of a form have all their figures. */
function findComplete(form: TypedPrices, read: ReturnType<typeof readForm>) {
  const { lines, taxes, discounts, charges, taxRate, flatTax } = read;
  const usesFlatTax = taxRate !== null && isZero(taxRate) && !form.lines.some(carriesTaxes);
  return {
    usesFlatTax,
    hasLines: lines.every((line) => line !== null),
    hasAdjustments: [...discounts, ...charges].every((each) => each !== null),
    hasTaxes:
      taxRate !== null &&
      taxes.every((each) => each !== null) &&
      (!usesFlatTax || flatTax !== null),
  };
}

/** A form as a document, once nothing in it is no figure; undefined before. */
export function typedDocument(form: TypedPrices): PricedDocument | undefined {
  const read = readForm(form);
  const { hasLines, hasAdjustments, hasTaxes } = findComplete(form, read);
  return hasLines && hasAdjustments && hasTaxes ? toPriced(form, read) : undefined;
}

/**
 * `computeTotals` of what was typed. One line that has no amount leaves the others theirs, and no sum
 * is told that leaves it out.
 */
export function typedTotals(form: TypedPrices): TypedTotals {
  const { currency } = form;
  const read = readForm(form);
  const { lines, discounts, charges } = read;
  const whole = computeTotals(toPriced(form, read));
  const { deductions = [] } = form;
  const left = deductions.length > 0 ? deductFrom(whole, deductions, currency) : {};
  const totals = { ...whole, ...left };
  const { usesFlatTax, hasLines, hasAdjustments, hasTaxes } = findComplete(form, read);
  const all = hasLines && hasAdjustments;
  const shown = (amount: Decimal, isKnown: boolean) =>
    isKnown && holds(minorUnits(money(amount, currency)), currency) ? amount : null;
  const subtotal = shown(totals.subtotal, all && (hasTaxes || !form.pricesIncludeTax));
  // A flat tax needs no subtotal.
  const taxAmount = shown(totals.taxAmount, (all || usesFlatTax) && hasTaxes);
  const decimals = currencyDecimals(currency);
  const takeNext = <T>(values: readonly (unknown | null)[], computed: readonly T[]) => {
    let next = 0;
    return values.map((value) => (value === null ? null : (computed[next++] ?? null)));
  };
  return {
    lineTotals: lines.map(
      (line) => line && writeDecimal(priceLine(line, decimals).total, decimals),
    ),
    discounts: hasLines ? takeNext(discounts, totals.discounts) : discounts.map(() => null),
    charges: hasLines ? takeNext(charges, totals.charges) : charges.map(() => null),
    lineTotal: shown(totals.lineTotal, hasLines),
    discountTotal: shown(totals.discountTotal, all),
    chargeTotal: shown(totals.chargeTotal, all),
    subtotal,
    taxTotals: taxAmount === null ? [] : totals.taxTotals,
    taxAmount,
    rounding: taxAmount === null ? null : totals.rounding,
    total: subtotal === null || taxAmount === null ? null : shown(totals.total, true),
    ...(deductions.length > 0
      ? { whole: subtotal === null || taxAmount === null ? null : whole }
      : {}),
  };
}

const carriesTaxes = ({ taxes }: TypedPricedLine): boolean => (taxes?.length ?? 0) > 0;
