import { parseTyped, QUANTITY_PLACES } from '../../../shared/money/decimal.ts';

/** Cells of one row, from the column in which it is pasted. */
export type PastedRow = readonly string[];

const MOST_ROWS = 5_000;

/**
 * Rows that a spreadsheet put on the clipboard: cells apart by tabs, rows by line ends, cells with
 * either of them (or a quotation mark) in quotation marks. A row of column names is left out.
 * @returns undefined for text that is no table, which the field should take as it is
 */
export function parsePastedLines(text: string): PastedRow[] | undefined {
  if (!text.includes('\t')) return undefined;
  const rows = splitCells(text.replace(/\r\n?/g, '\n'))
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
    .slice(0, MOST_ROWS);
  const [first, second] = rows;
  const body = first && second && !hasNumber(first) && hasNumber(second) ? rows.slice(1) : rows;
  return body.length > 0 ? body : undefined;
}

function hasNumber(row: PastedRow): boolean {
  return row.slice(1).some((cell) => parseTyped(cell, QUANTITY_PLACES) !== undefined);
}

function splitCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, next } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    if (text[next] !== '\t') {
      rows.push(row);
      row = [];
    } else if (next === text.length - 1) {
      row.push('');
    }
    at = next + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plainCell(text: string, from: number): { cell: string; next: number } {
  let next = from;
  while (next < text.length && text[next] !== '\t' && text[next] !== '\n') next += 1;
  return { cell: text.slice(from, next), next };
}

/** A cell that begins with a quotation mark but does not end with one is taken as it stands. */
function quotedCell(text: string, from: number): { cell: string; next: number } {
  let cell = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') {
      cell += text[at];
    } else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      const next = at + 1;
      const ends = next >= text.length || text[next] === '\t' || text[next] === '\n';
      return ends ? { cell, next } : plainCell(text, from);
    }
  }
  return plainCell(text, from);
}
