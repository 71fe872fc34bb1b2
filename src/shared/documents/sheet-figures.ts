/** The figures of a document in words: columns and rows of the ledger, totals, taxes. */
import { countryName } from '../countries/countries.ts';
import { formatDate } from '../dates/calendar-date.ts';
import { convertMoney } from '../money/convert.ts';
import type { Decimal } from '../money/decimal.ts';
import { formatQuantity, isZero, NO_FIGURE } from '../money/decimal.ts';
import {
  formatMoney,
  formatMoneyOrNone,
  formatUnitPrice,
  money,
  negateMoney,
} from '../money/money.ts';
import type { Tax } from '../taxes/tax.ts';
import type { ExchangeRate } from './content-fields.ts';
import type { Deduction, WholeFigures } from './deductions.ts';
import type { DocumentData, LabelledValue, TotalRow } from './document-data.ts';
import type { ServicePeriod } from './line-content.ts';
import type { TaxTotal } from './totals.ts';
import { formatUnit } from './units.ts';

/** Amounts are computed (decision 9); null, of a form that is still being typed, is what has no figure. */
export interface SheetFigures {
  lineTotal: Decimal | null;
  discounts: SheetAdjustment[];
  charges: SheetAdjustment[];
  subtotal: Decimal | null;
  /** In percent: the rate of a document that has one for all lines. */
  taxRate: Decimal | null;
  taxTotals: TaxTotal[];
  taxAmount: Decimal | null;
  /** In the business's currency, where it is not the tax by the exchange rate. */
  convertedTax?: Decimal | null | undefined;
  rounding: Decimal | null;
  total: Decimal | null;
  /** Of a final invoice: its figures before deposits, and the deposit invoices that it deducts. */
  whole?: WholeFigures | null | undefined;
  deductions?: readonly Deduction[] | undefined;
}

export interface SheetAdjustment {
  reason: string | null;
  percent: Decimal | null;
  amount: Decimal | null;
  /** Of a charge that names its own. */
  taxes?: readonly Tax[] | null | undefined;
}

export interface SheetLine {
  description: string;
  quantity: Decimal | null;
  unit: string | null;
  unitPrice: Decimal | null;
  discountPercent: Decimal | null;
  discountAmount: Decimal | null;
  itemCode: string | null;
  servicePeriod: ServicePeriod | null;
  taxes: readonly Tax[];
  /** Of an estimate's: what its customer may choose. */
  optional?: boolean | undefined;
  minQuantity?: Decimal | null | undefined;
  maxQuantity?: Decimal | null | undefined;
  total: Decimal | null;
}

interface Sheet {
  currency: string;
  pricesIncludeTax: boolean;
  figures: SheetFigures;
  lineItems: SheetLine[];
  exchangeRate: ExchangeRate | null;
}

/** 'Jan 01 – 31, 2026', 'Jan 15 – Feb 14, 2026': nothing is said twice. */
export function formatPeriod({ from, to }: ServicePeriod): string {
  if (from === to) return formatDate(from);
  const [start, end] = [formatDate(from), formatDate(to)];
  // 'Jan 31, 2026': the month is three letters, the year six characters with its comma.
  const [month, year] = [start.slice(0, 3), start.slice(-6)];
  if (!end.endsWith(year)) return `${start} – ${end}`;
  return `${start.slice(0, -6)} – ${end.startsWith(month) ? end.slice(4) : end}`;
}

/** Description, quantity, price and amount; discounts and taxes only where a line has one. */
export function ledgerColumns({
  currency,
  lineItems,
}: Sheet): Pick<DocumentData, 'columns' | 'items' | 'details'> {
  const hasDiscounts = lineItems.some(hasDiscount);
  const hasTaxes = lineItems.some(({ taxes }) => taxes.length > 0);
  return {
    columns: [
      'Description',
      'Qty',
      'Price',
      ...(hasDiscounts ? ['Discount'] : []),
      ...(hasTaxes ? ['Tax'] : []),
      'Amount',
    ],
    items: lineItems.map((line) => [
      line.description,
      formatQuantityAndUnit(line),
      line.unitPrice === null ? NO_FIGURE : formatUnitPrice(money(line.unitPrice, currency)),
      ...(hasDiscounts ? [formatDiscount(line, currency)] : []),
      // Where there is no room for them in one line, the next begins with a rate.
      ...(hasTaxes ? [line.taxes.map(({ rate }) => formatPercent(rate)).join('\u00a0+ ')] : []),
      formatMoneyOrNone(line.total === null ? null : money(line.total, currency)),
    ]),
    details: lineItems.map((line) => formatLineDetails(line)),
  };
}

/** What stands quietly under a description: 'WEB-6 · Nov 01 – 15, 2026'. */
export function formatLineDetails(
  line: Pick<
    SheetLine,
    'itemCode' | 'servicePeriod' | 'taxes' | 'quantity' | 'optional' | 'minQuantity' | 'maxQuantity'
  >,
  { withTaxes = false }: { withTaxes?: boolean } = {},
): string {
  const { itemCode, servicePeriod, taxes } = line;
  const parts = [
    itemCode ?? '',
    servicePeriod ? formatPeriod(servicePeriod) : '',
    formatLineChoice(line),
  ];
  if (withTaxes) parts.push(formatTaxes(taxes));
  return parts.filter(Boolean).join(' · ');
}

/** 'Optional, quantity from 1 to 10' */
function formatLineChoice(
  line: Pick<SheetLine, 'quantity' | 'optional' | 'minQuantity' | 'maxQuantity'>,
): string {
  const { optional, quantity } = line;
  const [least, most] = [line.minQuantity ?? quantity, line.maxQuantity ?? quantity];
  const isBounded = line.minQuantity != null || line.maxQuantity != null;
  const bounds =
    isBounded && least !== null && most !== null
      ? `quantity from ${formatQuantity(least)} to ${formatQuantity(most)}`
      : '';
  const words = [optional ? 'optional' : '', bounds].filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'GST 5%, QST 9.975%' */
export const formatTaxes = (taxes: readonly Pick<Tax, 'name' | 'rate'>[]): string =>
  taxes.map(({ name, rate }) => `${name} ${formatPercent(rate)}`).join(', ');

/** '7.25 hours × €85.50 − 10%' */
export function formatPricedLine(
  line: Pick<SheetLine, 'quantity' | 'unit' | 'unitPrice' | 'discountPercent' | 'discountAmount'>,
  currency: string,
): string {
  const { unitPrice, discountPercent, discountAmount } = line;
  const price = unitPrice === null ? NO_FIGURE : formatUnitPrice(money(unitPrice, currency));
  const priced = `${formatQuantityAndUnit(line)} × ${price}`;
  const lowered = discountPercent ?? discountAmount;
  if (lowered === null || isZero(lowered)) return priced;
  const discount =
    discountPercent === null ? formatMoney(money(lowered, currency)) : formatPercent(lowered);
  return `${priced} − ${discount}`;
}

const hasDiscount = ({ discountPercent, discountAmount }: SheetLine): boolean =>
  [discountPercent, discountAmount].some((value) => value !== null && !isZero(value));

/** "7.25 hours", or the quantity alone. */
export function formatQuantityAndUnit({
  quantity,
  unit,
}: Pick<SheetLine, 'quantity' | 'unit'>): string {
  if (quantity === null) return NO_FIGURE;
  const figure = formatQuantity(quantity);
  return unit ? `${figure} ${formatUnit(unit, quantity)}` : figure;
}

export const formatPercent = (rate: Decimal): string => `${formatQuantity(rate)}%`;

function formatDiscount(line: SheetLine, currency: string): string {
  if (line.discountPercent !== null && !isZero(line.discountPercent)) {
    return formatPercent(line.discountPercent);
  }
  if (line.discountAmount === null || isZero(line.discountAmount)) return '';
  return formatMoney(negateMoney(money(line.discountAmount, currency)));
}

/** Between the lines and the total: discounts and charges, the subtotal, a row for each tax, rounding. */
export function totalRows(sheet: Sheet): TotalRow[] {
  const { currency, pricesIncludeTax, figures } = sheet;
  const shown = (amount: Decimal | null) =>
    formatMoneyOrNone(amount === null ? null : money(amount, currency));
  const { discounts, charges } = figures;
  const adjusted = discounts.length + charges.length > 0;
  const rows: TotalRow[] = adjusted ? [['Sum of lines', shown(figures.lineTotal)]] : [];
  for (const each of discounts) {
    const amount = each.amount === null ? null : negateMoney(money(each.amount, currency));
    rows.push([formatAdjustment(each, 'Discount'), formatMoneyOrNone(amount)]);
  }
  for (const each of charges) rows.push([formatAdjustment(each, 'Charge'), shown(each.amount)]);
  const taxes = taxRows(sheet);
  const label = pricesIncludeTax && taxes.length > 0 ? 'Subtotal without tax' : 'Subtotal';
  const { whole, deductions = [] } = figures;
  if (!whole) return [...rows, ...subtotalRows(sheet, label)];
  const before = { ...sheet, figures: { ...figures, ...whole } };
  return [
    ...rows,
    ...subtotalRows(before, label),
    ['Total before deposits', shown(whole.total)],
    ...deductions.flatMap((deduction) => deductionRows(sheet, deduction)),
    ...grouped(subtotalRows(sheet, pricesIncludeTax ? 'This invoice without tax' : 'This invoice')),
  ];
}

/** The first of them with the others as its parts. */
const grouped = (rows: readonly TotalRow[]): TotalRow[] =>
  rows.map(([label, value], index) => [label, value, index === 0 ? 'group' : 'part']);

function subtotalRows(sheet: Sheet, label: string): LabelledValue[] {
  const { currency, figures } = sheet;
  const { subtotal, rounding } = figures;
  const rows: LabelledValue[] = [
    [label, formatMoneyOrNone(subtotal === null ? null : money(subtotal, currency))],
    ...taxRows(sheet),
  ];
  if (rounding === null || isZero(rounding)) return rows;
  return [...rows, ['Rounding', formatMoney(money(rounding, currency))]];
}

/** A date that no line breaks. */
const onOneLine = (date: string): string => formatDate(date).replaceAll(' ', '\u00a0');

/** Number, date and net, and the tax by rate, as the law asks of what is deducted. */
function deductionRows(sheet: Sheet, deduction: Deduction): TotalRow[] {
  const { currency } = sheet;
  const { invoiceNumber, issueDate, subtotal, rounding } = deduction;
  const lowered = (amount: Decimal) => formatMoney(negateMoney(money(amount, currency)));
  const taxes = taxRows({ ...sheet, figures: { ...sheet.figures, ...deduction } }, lowered);
  return grouped([
    [`Deposit ${invoiceNumber} of\u00a0${onOneLine(issueDate)}`, lowered(subtotal)],
    ...taxes,
    ...(isZero(rounding) ? [] : [['Rounding', lowered(rounding)] satisfies TotalRow]),
  ]);
}

/** `totalRows` of a document that has more to say than a subtotal and one rate; none of a plain one. */
export function adjustedRows(sheet: Sheet): TotalRow[] {
  return isPlain(sheet) ? [] : totalRows(sheet);
}

/** A document that says no more of its figures than the specification knows. */
export const isPlain = (sheet: Sheet): boolean => {
  const { discounts, charges, rounding, whole } = sheet.figures;
  if (whole) return false;
  return discounts.length + charges.length === 0 && isZero(rounding ?? '0') && hasPlainTax(sheet);
};

/**
 * Whether the one tax is the document's own rate, or flat: it needs no base. Taxes that lines or
 * charges name do, whatever they are called: 'Tax' as well.
 */
const hasPlainTax = ({ figures, lineItems }: Sheet): boolean =>
  [lineItems, figures.charges].every((carriers) => carriers.every(({ taxes }) => !taxes?.length));

/** 'Discount 10%', 'Early payment 2%', 'Shipping'. */
function formatAdjustment({ reason, percent }: SheetAdjustment, name: string): string {
  const label = reason?.trim() || name;
  return percent === null ? label : `${label} ${formatPercent(percent)}`;
}

/** 'VAT 20%', and 'VAT 20% (France)' of what is said to be another country's. */
export const formatTaxRow = ({ name, rate, country }: Tax): string =>
  `${name} ${formatPercent(rate)}${country ? ` (${countryName(country)})` : ''}`;

/** No row where there is no tax; a flat tax (rate 0, decision 9) keeps its row without a rate. */
function taxRows(
  sheet: Sheet,
  write = (amount: Decimal) => formatMoney(money(amount, sheet.currency)),
): LabelledValue[] {
  const { currency, figures } = sheet;
  const { taxTotals, taxAmount, taxRate } = figures;
  if (taxAmount === null) {
    const hasRate = taxRate !== null && !isZero(taxRate);
    return [[hasRate ? `Tax (${formatPercent(taxRate)})` : 'Tax', NO_FIGURE]];
  }
  const isBare = hasPlainTax(sheet);
  return taxTotals.flatMap((tax): LabelledValue[] => {
    const amount = write(tax.amount);
    if (!isBare) {
      const base = formatMoney(money(tax.base, currency));
      return [[`${formatTaxRow(tax)} on ${base}`, amount]];
    }
    if (isZero(tax.amount)) return [];
    return [[isZero(tax.rate) ? 'Tax' : `Tax (${formatPercent(tax.rate)})`, amount]];
  });
}

/** Why a tax is not charged, and the tax in the business's own currency: what the law wants said. */
export function taxRemarks(sheet: Sheet): LabelledValue[] {
  const { currency, figures, exchangeRate, pricesIncludeTax } = sheet;
  const { taxTotals, taxAmount, convertedTax } = figures;
  const texts = exemptionReasons(sheet);
  if (pricesIncludeTax && taxTotals.length > 0) texts.push('Prices include tax.');
  const isTaxed = ![taxAmount, convertedTax].every((tax) => tax == null || isZero(tax));
  if (exchangeRate && taxAmount !== null && isTaxed) {
    const own = convertedTax
      ? money(convertedTax, exchangeRate.to)
      : convertMoney(money(taxAmount, currency), exchangeRate);
    texts.push(
      `Tax in ${exchangeRate.to}: ${formatMoney(own)} (${formatExchangeRate(exchangeRate)}).`,
    );
  }
  return texts.length === 0 ? [] : [['Tax', texts.join('\n')]];
}

const exemptionReasons = (sheet: Sheet): string[] =>
  eachOnce(sheet, ({ exemptionReason }) => exemptionReason?.trim());

/** Canada's law wants the number of each tax on the document (Input Tax Credit Information Regulations). */
export const registrationLines = (sheet: Pick<Sheet, 'figures' | 'lineItems'>): string[] =>
  eachOnce(sheet, ({ name, registrationNumber }) => {
    const number = registrationNumber?.trim();
    return number && `${name} no. ${number}`;
  });

/** The row of a tax (BG-23) is one, and has the texts of the first line; other lines may give others. */
function eachOnce(
  { figures: { taxTotals, charges }, lineItems }: Pick<Sheet, 'figures' | 'lineItems'>,
  text: (tax: Tax) => string | undefined,
): string[] {
  const carried = [...lineItems, ...charges].flatMap(({ taxes }) => taxes ?? []);
  return [...new Set([...taxTotals, ...carried].flatMap((tax) => text(tax) || []))];
}

/** '1 KWD = 3.2531 USD, European Central Bank, Nov 18, 2026' */
export function formatExchangeRate({ from, to, rate, source, date }: ExchangeRate): string {
  const named = source ? `${source}, ` : '';
  return `1 ${from} = ${formatQuantity(rate)} ${to}, ${named}${formatDate(date)}`;
}
