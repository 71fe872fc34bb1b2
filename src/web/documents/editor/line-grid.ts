/** What can be done to the lines of a draft. Each returns new lines and leaves the rest untouched. */
import { formatDecimal, formatQuantity, parseTyped } from '../../../shared/money/hundredths.ts';
import type { DraftLine, LineCell } from './document-draft.ts';
import { LINE_CELLS, newLine } from './document-draft.ts';
import type { PastedRow } from './parse-pasted-lines.ts';

export type Lines = readonly DraftLine[];

/** A catalogue item as a line takes it. */
export interface PickedItem {
  id: number;
  name: string;
  description: string | null;
  unitPrice: string;
}

export function indexOfLine(lines: Lines, key: string): number {
  return lines.findIndex((line) => line.key === key);
}

function changed(lines: Lines, key: string, change: (line: DraftLine) => DraftLine): Lines {
  return lines.map((line) => (line.key === key ? change(line) : line));
}

/** Text typed into a cell. */
export function setCell(lines: Lines, key: string, cell: LineCell, text: string): Lines {
  return changed(lines, key, (line) => ({ ...line, [cell]: text }));
}

/** A number as it is shown once its cell is left: "1200.5" → "1,200.50". Other text stays. */
export function tidyCell(lines: Lines, key: string, cell: LineCell): Lines {
  if (cell === 'description') return lines;
  const line = lines.find((each) => each.key === key);
  const value = line && parseTyped(line[cell]);
  if (!value) return lines;
  const shown = cell === 'quantity' ? formatQuantity(value) : formatDecimal(value);
  return line[cell] === shown ? lines : setCell(lines, key, cell, shown);
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

/** A line that says what an item says: its description (or name) and its price. */
export function lineOfItem(
  item: PickedItem,
): Pick<DraftLine, 'itemId' | 'description' | 'unitPrice'> {
  return {
    itemId: item.id,
    description: item.description || item.name,
    unitPrice: formatDecimal(item.unitPrice),
  };
}

/** The item's description and unit price in the line `key`; its quantity stays. */
export function fillFromItem(lines: Lines, key: string, item: PickedItem): Lines {
  return changed(lines, key, (line) => ({ ...line, ...lineOfItem(item) }));
}

/** Items as lines of their own: the first takes the place of an untouched last line. */
export function appendItems(lines: Lines, items: readonly PickedItem[]): Lines {
  const last = lines.at(-1);
  const kept = last && isUntouched(last) && items.length > 0 ? lines.slice(0, -1) : lines;
  return [...kept, ...items.map((item) => newLine(lineOfItem(item)))];
}

/** A line as `newLine` makes it, to which nobody has done anything. */
export function isUntouched(line: DraftLine): boolean {
  return (
    line.description.trim() === '' &&
    decimalIs(line.quantity, '1.00') &&
    decimalIs(line.unitPrice, '0.00')
  );
}

function decimalIs(typed: string, value: string): boolean {
  return parseTyped(typed) === value;
}

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
): Lines {
  const start = indexOfLine(lines, key);
  if (start < 0 || rows.length === 0) return lines;
  const cells = LINE_CELLS.slice(LINE_CELLS.indexOf(cell));
  let free = lines.length - start;
  if (cell === 'description') {
    const filledIn = lines.slice(start + 1).findIndex((line) => !isUntouched(line));
    free = filledIn < 0 ? free : filledIn + 1;
  }
  const used = Math.min(free, rows.length);
  const filled = rows.map((row, index) => {
    let line = (index < used ? lines[start + index] : undefined) ?? newLine();
    cells.forEach((name, column) => {
      const text = row[column];
      if (text !== undefined && text !== '') line = { ...line, [name]: shownAs(name, text) };
    });
    return line;
  });
  return [...lines.slice(0, start), ...filled, ...lines.slice(start + used)];
}

function shownAs(cell: LineCell, text: string): string {
  const value = cell === 'description' ? undefined : parseTyped(text);
  if (value === undefined) return text;
  return cell === 'quantity' ? formatQuantity(value) : formatDecimal(value);
}
