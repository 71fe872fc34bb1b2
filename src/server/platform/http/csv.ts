/** Cells and lines of a file that spreadsheets read. */

/** Tells Excel that the file is UTF-8: without it, it reads the letters of another century. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet takes for a formula, full-width and small forms included. */
const FORMULA = /^[\s"\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/u;
/** Where a cell may begin that we did not: many countries' spreadsheets separate by semicolons. */
const SEPARATORS = /([;\t|\r\n])/;

/**
 * A cell of text, quoted as RFC 4180 has it. No formula stands in it, and none comes of it where a
 * spreadsheet takes another sign than the comma for the separator: our quotes mean nothing then.
 */
export function textCell(text: string | null): string {
  if (text === null) return '';
  const harmless = text
    .split(SEPARATORS)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** '2026-01-31' → '01/31/2026' */
export function dateCell(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
