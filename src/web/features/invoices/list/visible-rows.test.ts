import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowOffsets, visibleRows } from './visible-rows.ts';

const even = rowOffsets(Array.from({ length: 1_000 }, () => 44));

describe('visibleRows', () => {
  test('rows in view and the margin around them', () => {
    const rows = visibleRows(even, 4_400, 5_280, 0);
    expect(rows).toEqual({ start: 100, end: 120, before: 4_400, after: 44_000 - 5_280 });
    expect(visibleRows(even, 4_400, 5_280, 88)).toMatchObject({ start: 98, end: 122 });
  });

  test('above, below and without any rows', () => {
    expect(visibleRows(even, -2_000, -1_000, 100)).toMatchObject({ start: 0, end: 0, before: 0 });
    expect(visibleRows(even, 90_000, 91_000, 100)).toMatchObject({ start: 1_000, after: 0 });
    expect(visibleRows([0], 0, 800, 100)).toEqual({ start: 0, end: 0, before: 0, after: 0 });
  });

  test('every row in view is drawn, and what is not drawn keeps its height', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 200 });
    const place = fc.tuple(fc.integer({ min: -500, max: 9_000 }), fc.nat(1_000), fc.nat(300));
    fc.assert(
      fc.property(heights, place, (rows, [top, height, margin]) => {
        const offsets = rowOffsets(rows);
        const { start, end, before, after } = visibleRows(offsets, top, top + height, margin);
        const drawn = rows.slice(start, end).reduce((sum, row) => sum + row, 0);
        expect(before + drawn + after).toBe(offsets.at(-1));
        rows.forEach((row, index) => {
          const at = offsets[index] ?? 0;
          const inView = at < top + height && at + row > top;
          if (inView) expect(index >= start && index < end).toBe(true);
        });
      }),
    );
  });
});
