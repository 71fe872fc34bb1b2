import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePastedLines } from './parse-pasted-lines.ts';

describe('parsePastedLines', () => {
  test('cells by tabs, rows by any line end', () => {
    expect(parsePastedLines('Design\t2\t100\r\nPrint\t1\t20\r\n')).toEqual([
      ['Design', '2', '100'],
      ['Print', '1', '20'],
    ]);
    expect(parsePastedLines('a\t1\rb\t2')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  test('text without a tab is left to the field', () => {
    expect(parsePastedLines('First line\nsecond line')).toBeUndefined();
    expect(parsePastedLines('')).toBeUndefined();
    expect(parsePastedLines('\t\n\t')).toBeUndefined();
  });

  test('cells in quotation marks may hold tabs, line ends and quotation marks', () => {
    expect(parsePastedLines('"Two\nlines"\t"1"\t"a ""b"""')).toEqual([
      ['Two\nlines', '1', 'a "b"'],
    ]);
  });

  test('a stray quotation mark is text', () => {
    expect(parsePastedLines('"Big" sign\t1')).toEqual([['"Big" sign', '1']]);
    expect(parsePastedLines('"open\t1')).toEqual([['"open', '1']]);
  });

  test('names of columns are left out, a first row with numbers is not', () => {
    expect(parsePastedLines('Item\tQty\tPrice\nDesign\t2\t100')).toEqual([['Design', '2', '100']]);
    expect(parsePastedLines('Design\tflat\nPrint\tflat')).toHaveLength(2);
    expect(parsePastedLines('Item\tQty')).toEqual([['Item', 'Qty']]);
  });

  test('empty rows fall away, empty cells keep their place', () => {
    expect(parsePastedLines('a\t\t5\n\n\t\t\nb\t1\t')).toEqual([
      ['a', '', '5'],
      ['b', '1', ''],
    ]);
  });

  test('reads back whatever a spreadsheet writes', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replace(/\r/g, '').trim());
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        // A number in the second column keeps a first row from looking like names of columns.
        const numbered = rows.map(([first = '', , ...rest]) => [first, '1', ...rest]);
        const text = numbered.map((cells) => cells.map(quoted).join('\t')).join('\n');
        expect(parsePastedLines(text)).toEqual(numbered);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\t', '\n', 'a', '1') }), (text) => {
        parsePastedLines(text);
      }),
    );
  });
});
