/** What can be done to the lines of a draft. Each returns new lines and leaves the rest untouched. */
import { formatPriceAmount, money } from '../../../shared/money/money.ts';
import type { NumberStyle } from '../../../shared/money/number-style.ts';
import { PLAIN_STYLE, readNumber } from '../../../shared/money/number-style.ts';
import type { DraftLine, LineCell } from './draft-line.ts';
import { isUntouched, newLine, tidyText } from './draft-line.ts';
import type { PastedRow } from './parse-pasted-lines.ts';

export type Lines = readonly DraftLine[];

/** A catalogue item as a line takes it. */
export interface PickedItem {
  id: number;
  name: string;
  description: string | null;
  unitPrice: string;
  currency: string;
  unit: string | null;
  itemCode: string | null;
}

export function indexOfLine(lines: Lines, key: string): number {
  return lines.findIndex((line) => line.key === key);
}

export function changeLine(
  lines: Lines,
  key: string,
  change: (line: DraftLine) => DraftLine,
): Lines {
  return lines.map((line) => (line.key === key ? change(line) : line));
}

/** Text typed into a cell. */
export function setCell(lines: Lines, key: string, cell: LineCell, text: string): Lines {
  return changeLine(lines, key, (line) => ({ ...line, [cell]: text }));
}

/** A number as it is shown once its cell is left: "1200.5" → "1,200.50". Other text stays. */
export function tidyCell(lines: Lines, key: string, cell: LineCell, currency: string): Lines {
  const line = lines.find((each) => each.key === key);
  const shown = line && tidyText(cell, line[cell], currency);
  return shown === undefined || shown === line?.[cell] ? lines : setCell(lines, key, cell, shown);
}

/** Prices and discounts as another currency shows them; what was typed otherwise stays. */
export function tidyLines(lines: Lines, currency: string): Lines {
  return lines.map((line) => {
    const unitPrice = tidyText('unitPrice', line.unitPrice, currency);
    const discount = tidyText('discount', line.discount, currency);
    const isSame = unitPrice === line.unitPrice && discount === line.discount;
    return isSame ? line : { ...line, unitPrice, discount };
  });
}

/** Lines put in after the line `key`, or at the end. */
export function insertAfter(lines: Lines, key: string | null, added: Lines): Lines {
  const at = key === null ? -1 : indexOfLine(lines, key);
  const index = at < 0 ? lines.length : at + 1;
  return [...lines.slice(0, index), ...added, ...lines.slice(index)];
}

/** The last line cannot be removed. */
export function removeLine(lines: Lines, key: string): Lines {
  return lines.length <= 1 ? lines : lines.filter((line) => line.key !== key);
}

/** The line moved to `index`, which is held within the grid. */
export function moveLine(lines: Lines, key: string, index: number): Lines {
  const from = indexOfLine(lines, key);
  const line = lines[from];
  const to = Math.max(0, Math.min(lines.length - 1, index));
  if (!line || from === to) return lines;
  const rest = lines.filter((each) => each.key !== key);
  return [...rest.slice(0, to), line, ...rest.slice(to)];
}

/** An item as its line says it: the name, with the description beneath. */
export function describeItem({ name, description }: Pick<PickedItem, 'name' | 'description'>) {
  if (!description || name.includes(description)) return name;
  return description.startsWith(name) ? description : `${name}\n${description}`;
}

/**
 * The line with what an item says: its name and description, its price, its unit and code. A price
 * in another currency than the document's is none here: the field is empty until one is typed.
 */
function withItem(line: DraftLine, item: PickedItem, currency: string): DraftLine {
  const price = money(item.unitPrice, item.currency);
  return {
    ...line,
    itemId: item.id,
    description: describeItem(item),
    unitPrice: item.currency === currency ? formatPriceAmount(price) : '',
    unit: item.unit ?? line.unit,
    itemCode: item.itemCode ?? line.itemCode,
  };
}

/** The item in the line `key`; its quantity, discount and taxes stay. */
export function fillFromItem(lines: Lines, key: string, item: PickedItem, currency: string): Lines {
  return changeLine(lines, key, (line) => withItem(line, item, currency));
}

/**
 * Items as lines of their own: the first takes the place of an untouched last line.
 * @param fresh makes a line as the document's new ones are
 */
export function appendItems(
  lines: Lines,
  items: readonly PickedItem[],
  currency: string,
  fresh: () => DraftLine = newLine,
): Lines {
  const last = lines.at(-1);
  const kept = last && isUntouched(last) && items.length > 0 ? lines.slice(0, -1) : lines;
  return [...kept, ...items.map((item) => withItem(fresh(), item, currency))];
}

interface Grid {
  /** The cells that are shown, in their order. */
  cells: readonly LineCell[];
  currency: string;
  fresh: () => DraftLine;
  /** How the business writes numbers. */
  style?: NumberStyle;
}

const NUMBER_CELLS: readonly LineCell[] = [
  'quantity',
  'unitPrice',
  'discount',
  'minQuantity',
  'maxQuantity',
];

/**
 * Rows of a spreadsheet, laid over the grid from one cell on. Columns of numbers fill downwards, as
 * in a spreadsheet; whole rows never take the place of a line that says something, but stand
 * before it. Lines that are missing are added.
 */
export function pasteRows(
  lines: Lines,
  key: string,
  cell: LineCell,
  rows: readonly PastedRow[],
  { cells: shown, currency, fresh, style = PLAIN_STYLE }: Grid,
): Lines {
  const start = indexOfLine(lines, key);
  if (start < 0 || rows.length === 0) return lines;
  const cells = shown.slice(shown.indexOf(cell));
  let free = lines.length - start;
  if (cell === 'description') {
    const filledIn = lines.slice(start + 1).findIndex((line) => !isUntouched(line));
    free = filledIn < 0 ? free : filledIn + 1;
  }
  const used = Math.min(free, rows.length);
  const filled = rows.map((row, index) => {
    let line = (index < used ? lines[start + index] : undefined) ?? fresh();
    cells.forEach((name, column) => {
      const text = row[column];
      if (text !== undefined && text !== '') {
        const typed = NUMBER_CELLS.includes(name) ? readNumber(text, style).plain : text;
        line = { ...line, [name]: tidyText(name, typed, currency) };
      }
    });
    return line;
  });
  return [...lines.slice(0, start), ...filled, ...lines.slice(start + used)];
}
