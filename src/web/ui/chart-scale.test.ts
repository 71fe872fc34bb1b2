import { describe, expect, it } from 'vitest';
import { axisMoney, chartScale, labelEvery } from './chart-scale.ts';

describe('the value axis of a chart', () => {
  it.each([
    [14_980, 3_435, [15_000, 10_000, 5_000, 0, -5_000]],
    [7_350, 1_400, [8_000, 6_000, 4_000, 2_000, 0, -2_000]],
    [4.2, 0, [5, 4, 3, 2, 1, 0]],
    [0, 120, [50, 0, -50, -100, -150]],
    // Too little for a step of its own.
    [78_000, 1_900, [80_000, 60_000, 40_000, 20_000, 0]],
    [0, 0, [1_000, 500, 0]],
    [9_600, 0, [10_000, 8_000, 6_000, 4_000, 2_000, 0]],
    [5_000, 0, [5_000, 4_000, 3_000, 2_000, 1_000, 0]],
  ])('holds %d above and %d beneath', (up, down, ticks) => {
    expect(chartScale(up, down).ticks.map((tick) => tick + 0)).toEqual(ticks);
  });

  it('holds whatever comes, in few steps', () => {
    for (let n = 0; n < 500; n += 1) {
      const up = 10 ** ((n % 90) / 10) * (1 + (n % 7));
      const down = n % 3 === 0 ? 0 : 10 ** ((n % 80) / 10);
      const { ticks, top, bottom } = chartScale(up, down);
      expect(top).toBeGreaterThanOrEqual(up * (1 - 1e-9));
      expect(-bottom).toBeGreaterThanOrEqual(down * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks).toContain(0);
    }
  });

  it.each([
    [15_000, '$15k'],
    [2_500, '$2.5k'],
    [-5_000, '−$5k'],
    [-0, '$0'],
    [0, '$0'],
    [750, '$750'],
    [0.25, '$0.25'],
    [1_250_000, '$1.25m'],
  ])('names %d %s', (value, words) => expect(axisMoney(value, 'USD')).toBe(words));

  it('leaves labels out where they would touch', () => {
    expect(labelEvery(['Dec', 'Jan'], 55)).toBe(1);
    expect(labelEvery(['Nov 13', 'Nov 14'], 34)).toBe(2);
    // The last one, moved into the chart, comes nearer to the one before.
    expect(labelEvery(['Nov 13', 'Nov 14'], 10)).toBe(7);
  });
});
