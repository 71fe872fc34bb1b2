/** A line as it stands in the editor: what was typed, as it was typed. */
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { EDITOR_COLUMNS } from '../../../shared/documents/editor-columns.ts';
import type { LineChoice, LineItem, LineTax } from '../../../shared/documents/line-content.ts';
import type { TypedPricedLine } from '../../../shared/documents/typed-totals.ts';
import {
  typedLineTotal,
  typedMoney,
  typedQuantity,
  typedRate,
  typedUnitPrice,
} from '../../../shared/documents/typed-totals.ts';
import { readUnit } from '../../../shared/documents/units.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import {
  formatQuantity,
  QUANTITY_PLACES,
  RATE_PLACES,
  readTypedDecimal,
} from '../../../shared/money/decimal.ts';
import {
  formatAmount,
  formatPriceAmount,
  money,
  noMoney,
  readTypedMoney,
} from '../../../shared/money/money.ts';
import { taxSetKey } from '../../../shared/taxes/tax.ts';

export interface DraftLine {
  /** Its name on this form; it outlives moves and is no record's number. */
  readonly key: string;
  /** The stored line that this is. */
  readonly id?: number | undefined;
  readonly itemId: number | null;
  readonly description: string;
  readonly itemCode: string;
  readonly periodFrom: string;
  readonly periodTo: string;
  /** Of an estimate's: what its customer may choose. `optional` is 'yes', or empty. */
  readonly optional: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  /** A percentage or an amount: '10%', '5.00'. */
  readonly discount: string;
  readonly taxes: readonly LineTax[];
  /** The quantity as it was stored, on a line that came from the server. */
  readonly storedQuantity?: string | undefined;
}

/** Of a line, what is typed; in the order in which the keyboard goes through them. */
export const LINE_CELLS = [
  'description',
  'quantity',
  'unit',
  'unitPrice',
  'discount',
  'itemCode',
  'periodFrom',
  'periodTo',
  'minQuantity',
  'maxQuantity',
  'optional',
] as const;
export type LineCell = (typeof LINE_CELLS)[number];

/** What a line beyond description, quantity and price is made of, by the column that shows it. */
const COLUMN_PARTS: Record<EditorColumn, readonly (LineCell | 'taxes')[]> = {
  unit: ['unit'],
  discount: ['discount'],
  tax: ['taxes'],
  itemCode: ['itemCode'],
  servicePeriod: ['periodFrom', 'periodTo'],
  choice: ['optional', 'minQuantity', 'maxQuantity'],
};

/** The cells that stand in a form with these columns. */
export function shownCells(columns: readonly EditorColumn[]): LineCell[] {
  const hidden = EDITOR_COLUMNS.filter((column) => !columns.includes(column));
  const parts = new Set<string>(hidden.flatMap((column) => COLUMN_PARTS[column]));
  return LINE_CELLS.filter((cell) => !parts.has(cell));
}

/** The columns without which a line would not be seen whole. */
export const usedColumns = (lines: readonly DraftLine[]): EditorColumn[] =>
  EDITOR_COLUMNS.filter((column) =>
    lines.some((line) => COLUMN_PARTS[column].some((part) => line[part].length > 0)),
  );

let linesMade = 0;

/** A line of quantity 1 and price 0, or of what is given. */
export function newLine(line: Partial<Omit<DraftLine, 'key'>> = {}): DraftLine {
  linesMade += 1;
  return {
    key: `line-${linesMade}`,
    itemId: null,
    description: '',
    itemCode: '',
    periodFrom: '',
    periodTo: '',
    optional: '',
    minQuantity: '',
    maxQuantity: '',
    quantity: '1',
    unit: '',
    unitPrice: '0.00',
    discount: '',
    taxes: [],
    ...line,
  };
}

export type StoredLine = Pick<LineItem, 'description' | 'quantity' | 'unitPrice'> &
  Partial<LineItem & LineChoice>;

/** A stored line, ready to be edited. */
export function toDraftLine(line: StoredLine, currency: string): DraftLine {
  return newLine({
    id: line.id,
    itemId: line.itemId ?? null,
    description: line.description,
    itemCode: line.itemCode ?? '',
    periodFrom: line.servicePeriod?.from ?? '',
    periodTo: line.servicePeriod?.to ?? '',
    optional: line.optional ? 'yes' : '',
    minQuantity: line.minQuantity ? formatQuantity(line.minQuantity) : '',
    maxQuantity: line.maxQuantity ? formatQuantity(line.maxQuantity) : '',
    quantity: formatQuantity(line.quantity),
    unit: line.unit ?? '',
    unitPrice: formatPriceAmount(money(line.unitPrice, currency)),
    discount: formatDiscount(line.discountPercent, line.discountAmount, currency),
    taxes: line.taxes ?? [],
    storedQuantity: line.quantity,
  });
}

/** '10%', or '5.00'; empty for neither. */
export function formatDiscount(
  percent: Decimal | null | undefined,
  amount: Decimal | null | undefined,
  currency: string,
): string {
  if (percent != null) return `${formatQuantity(percent)}%`;
  return amount == null ? '' : formatAmount(money(amount, currency));
}

/** What was typed as a discount or charge, by what it is; what it is not is empty. */
export function splitDiscount(typed: string): { percent: string; amount: string } {
  const text = typed.trim();
  return text.endsWith('%')
    ? { percent: text.slice(0, -1).trim(), amount: '' }
    : { percent: '', amount: text };
}

/** `splitDiscount` with its number as a call takes it, where it is one. */
export function readDiscount(typed: string, currency: string) {
  const { percent, amount } = splitDiscount(typed);
  return {
    percent: readTypedDecimal(percent, RATE_PLACES) ?? percent,
    amount: readTypedMoney(amount, currency)?.amount ?? readTypedDecimal(amount, 3) ?? amount,
  };
}

/** A cell as it is shown once it is left: "1200.5" → "1,200.50". Other text stays. */
export function tidyText(cell: LineCell, typed: string, currency: string): string {
  switch (cell) {
    case 'quantity':
    case 'minQuantity':
    case 'maxQuantity': {
      const value = readTypedDecimal(typed, QUANTITY_PLACES);
      return value === undefined ? typed : formatQuantity(value);
    }
    case 'unitPrice': {
      const value = readTypedDecimal(typed, QUANTITY_PLACES);
      return value === undefined ? typed : formatPriceAmount(money(value, currency));
    }
    case 'discount':
      return tidyDiscount(typed, currency);
    case 'unit':
      return readUnit(typed);
    default:
      return typed;
  }
}

export function tidyDiscount(typed: string, currency: string): string {
  const { percent, amount } = splitDiscount(typed);
  const [rate, value] = [readTypedDecimal(percent, RATE_PLACES), readTypedMoney(amount, currency)];
  if (rate === undefined && value === undefined) return typed;
  return formatDiscount(rate, value?.amount, currency);
}

/** A line as far as its figures go. */
export function pricedLine(line: DraftLine): TypedPricedLine {
  const { percent, amount } = splitDiscount(line.discount);
  const { quantity, unitPrice, taxes } = line;
  return { quantity, unitPrice, discountPercent: percent, discountAmount: amount, taxes };
}

/** What stands in the last column; null while it cannot be computed. */
export const draftLineTotal = (line: DraftLine, currency: string): Decimal | null =>
  typedLineTotal(pricedLine(line), currency);

/** The cells that a line's amount is computed from. */
export const FIGURE_CELLS = ['quantity', 'unitPrice', 'discount'] as const;
export type FigureCell = (typeof FIGURE_CELLS)[number];

/** Of these, what is no figure; an empty one is zero. */
export function wrongFigures(line: DraftLine, currency: string): FigureCell[] {
  const { percent, amount } = splitDiscount(line.discount);
  const read: Record<FigureCell, Decimal | null> = {
    quantity: typedQuantity(line.quantity),
    unitPrice: typedUnitPrice(line.unitPrice, currency),
    discount: percent ? typedRate(percent, '100') : typedMoney(amount, currency),
  };
  return FIGURE_CELLS.filter((cell) => read[cell] === null);
}

/** A new line's price. */
export const noPrice = (currency: string): string => noMoney(currency).amount;

/** A line as `newLine` makes it, to which nobody has done anything. */
export function isUntouched(line: DraftLine): boolean {
  return (
    LINE_CELLS.every(
      (cell) => cell === 'quantity' || cell === 'unitPrice' || line[cell].trim() === '',
    ) &&
    readTypedDecimal(line.quantity, QUANTITY_PLACES) === '1.00' &&
    readTypedDecimal(line.unitPrice, QUANTITY_PLACES) === '0.00'
  );
}

const SAME_PARTS = [...LINE_CELLS, 'itemId'] as const;

/** Whether two lines say the same; their keys do not count. */
export function sameLine(line: DraftLine, other: DraftLine | undefined): boolean {
  if (line === other) return true;
  if (other === undefined) return false;
  return (
    SAME_PARTS.every((part) => line[part] === other[part]) && sameTaxes(line.taxes, other.taxes)
  );
}

export const sameTaxes = (taxes: readonly LineTax[], others: readonly LineTax[]): boolean =>
  taxes === others || taxSetKey(taxes) === taxSetKey(others);

/** A line of a new document in a currency. */
export const lineIn = (currency = DEFAULT_CURRENCY, taxes: readonly LineTax[] = []): DraftLine =>
  newLine({ unitPrice: noPrice(currency), taxes });
