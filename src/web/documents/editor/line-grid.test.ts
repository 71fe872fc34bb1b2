import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUntouched, newLine, shownCells } from './draft-line.ts';
import {
  appendItems,
  fillFromItem,
  insertAfter,
  moveLine,
  pasteRows,
  removeLine,
  setCell,
  tidyCell,
} from './line-grid.ts';

const lines = ['a', 'b', 'c'].map((description) => newLine({ description }));
const [a, b, c] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]];
const words = (of: readonly { description: string }[]) => of.map((line) => line.description);
const item = {
  id: 7,
  name: 'Logo',
  description: 'Logo design, two rounds',
  unitPrice: '1200.00',
  currency: 'USD',
  unit: null,
  itemCode: null,
};
const USD = 'USD';
const grid = { cells: shownCells([]), currency: USD, fresh: newLine };

test('a new line has quantity 1, price 0 and a name of its own', () => {
  expect(newLine()).toMatchObject({ quantity: '1', unitPrice: '0.00', description: '' });
  expect(newLine().key).not.toBe(newLine().key);
});

test('a changed cell leaves every other line the same object', () => {
  const next = setCell(lines, b.key, 'quantity', '2');
  expect(next[1]).toMatchObject({ description: 'b', quantity: '2' });
  expect(next[0]).toBe(a);
  expect(next[2]).toBe(c);
});

describe('tidyCell', () => {
  test('shows numbers as they are read', () => {
    const typed = [newLine({ quantity: '2.50', unitPrice: '$1200.5' })];
    const key = typed[0]!.key;
    expect(tidyCell(typed, key, 'quantity', USD)[0]).toMatchObject({ quantity: '2.5' });
    expect(tidyCell(typed, key, 'unitPrice', USD)[0]).toMatchObject({ unitPrice: '1,200.50' });
  });

  test('units and discounts however they are written, prices with the decimals that count', () => {
    const typed = [newLine({ unit: 'Hours', discount: '7.5.0', unitPrice: '0.0850' })];
    const key = typed[0]!.key;
    expect(tidyCell(typed, key, 'unit', USD)[0]?.unit).toBe('hour');
    expect(tidyCell(typed, key, 'discount', USD)).toBe(typed);
    expect(tidyCell(typed, key, 'unitPrice', USD)[0]?.unitPrice).toBe('0.085');
    const yen = [newLine({ discount: ' 1000 ', unitPrice: '500.00' })];
    expect(tidyCell(yen, yen[0]!.key, 'discount', 'JPY')[0]?.discount).toBe('1,000');
    expect(tidyCell(yen, yen[0]!.key, 'unitPrice', 'JPY')[0]?.unitPrice).toBe('500');
  });

  test('leaves what is no number, and changes nothing when there is nothing to change', () => {
    const typed = [newLine({ quantity: 'two' })];
    expect(tidyCell(typed, typed[0]!.key, 'quantity', USD)).toBe(typed);
    expect(tidyCell(lines, a.key, 'unitPrice', USD)).toBe(lines);
    expect(tidyCell(lines, a.key, 'description', USD)).toBe(lines);
  });
});

describe('insertAfter and removeLine', () => {
  test('after a line, or at the end', () => {
    expect(words(insertAfter(lines, a.key, [newLine({ description: 'x' })]))).toEqual([
      'a',
      'x',
      'b',
      'c',
    ]);
    expect(words(insertAfter(lines, null, [newLine({ description: 'x' })])).at(-1)).toBe('x');
  });

  test('the last line cannot be removed', () => {
    expect(words(removeLine(lines, b.key))).toEqual(['a', 'c']);
    const one = [a];
    expect(removeLine(one, a.key)).toBe(one);
  });
});

describe('moveLine', () => {
  test('up, down, and held within the grid', () => {
    expect(words(moveLine(lines, c.key, 0))).toEqual(['c', 'a', 'b']);
    expect(words(moveLine(lines, a.key, 1))).toEqual(['b', 'a', 'c']);
    expect(moveLine(lines, a.key, -1)).toBe(lines);
    expect(moveLine(lines, c.key, 9)).toBe(lines);
    expect(moveLine(lines, 'gone', 0)).toBe(lines);
  });

  test('keeps every line, once', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.integer({ min: -3, max: 6 }), (from, to) => {
        const moved = moveLine(lines, lines[from]!.key, to);
        expect(moved[Math.max(0, Math.min(2, to))]).toBe(lines[from]);
        expect(new Set(moved)).toEqual(new Set(lines));
      }),
    );
  });
});

describe('catalogue items', () => {
  test('fill description and price, and keep the quantity', () => {
    const counted = setCell(lines, a.key, 'quantity', '3');
    expect(fillFromItem(counted, a.key, item, USD)[0]).toMatchObject({
      key: a.key,
      itemId: 7,
      description: 'Logo design, two rounds',
      unitPrice: '1,200.00',
      quantity: '3',
    });
  });

  test('an item without a description gives its name', () => {
    const [line] = fillFromItem([a], a.key, { ...item, description: null }, USD);
    expect(line?.description).toBe('Logo');
  });

  test('an item keeps its name, with the description beneath', () => {
    const visit = { ...item, name: 'Site visit', description: 'Half a day on site' };
    const [line] = fillFromItem([a], a.key, visit, USD);
    expect(line?.description).toBe('Site visit\nHalf a day on site');
  });

  test('bring their unit and code; a price in another currency is none here', () => {
    const hour = { ...item, unit: 'hour', itemCode: '9983', currency: 'EUR' };
    expect(fillFromItem([a], a.key, hour, USD)[0]).toMatchObject({
      unit: 'hour',
      itemCode: '9983',
      unitPrice: '',
    });
  });

  test('take the place of an untouched last line only', () => {
    expect(words(appendItems([newLine()], [item], USD))).toEqual(['Logo design, two rounds']);
    expect(words(appendItems([a], [item, item], USD))).toHaveLength(3);
    const empty = [newLine()];
    expect(appendItems(empty, [], USD)).toEqual(empty);
  });

  test('a line with a price is not untouched', () => {
    expect(isUntouched(newLine())).toBe(true);
    expect(isUntouched(newLine({ unitPrice: '5' }))).toBe(false);
    expect(isUntouched(newLine({ quantity: 'x' }))).toBe(false);
  });
});

describe('pasteRows', () => {
  test('fills from the cell on and adds the lines that are missing', () => {
    const open = [a, b, newLine()];
    const next = pasteRows(
      open,
      b.key,
      'description',
      [
        ['Design', '2', '1200.5'],
        ['Print', '', '80'],
        ['Travel', '1'],
      ],
      grid,
    );
    expect(words(next)).toEqual(['a', 'Design', 'Print', 'Travel']);
    expect(next[1]).toMatchObject({ key: b.key, quantity: '2', unitPrice: '1,200.50' });
    expect(next[2]).toMatchObject({ key: open[2]!.key, quantity: '1', unitPrice: '80.00' });
    expect(next[0]).toBe(a);
  });

  test('whole rows push lines that say something down', () => {
    const next = pasteRows(
      lines,
      a.key,
      'description',
      [
        ['One', '1'],
        ['Two', '2'],
        ['Three', '3'],
      ],
      grid,
    );
    expect(words(next)).toEqual(['One', 'Two', 'Three', 'b', 'c']);
    expect(next[3]).toBe(b);
  });

  test('columns of numbers fill downwards', () => {
    const next = pasteRows(lines, a.key, 'unitPrice', [['1'], ['2'], ['3'], ['4']], grid);
    expect(next.map((line) => line.unitPrice)).toEqual(['1.00', '2.00', '3.00', '4.00']);
    expect(words(next)).toEqual(['a', 'b', 'c', '']);
  });

  test('a column that is switched on takes its place in the row', () => {
    const cells = shownCells(['unit', 'discount']);
    expect(cells).toEqual(['description', 'quantity', 'unit', 'unitPrice', 'discount']);
    const row = ['Design', '7.25', 'hours', '85.5', '10 %'];
    expect(pasteRows([a], a.key, 'description', [row], { ...grid, cells })[0]).toMatchObject({
      quantity: '7.25',
      unit: 'hour',
      unitPrice: '85.50',
      discount: '10%',
    });
  });

  test('from a number column it stays within the columns right of it', () => {
    const next = pasteRows(lines, a.key, 'quantity', [['2', '30', 'beyond']], grid);
    expect(next[0]).toMatchObject({ description: 'a', quantity: '2', unitPrice: '30.00' });
  });
});
