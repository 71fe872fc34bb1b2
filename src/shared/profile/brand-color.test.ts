import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandColors, contrastRatio, readableOn } from './brand-color.ts';
import { COLOR_PRESETS } from './pdf-style.ts';

const hex = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

function checkContrasts(primary: string) {
  const { deep, tint, solid } = brandColors(primary);
  for (const color of [deep, tint, solid]) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  expect(contrastRatio(deep, '#FFFFFF'), `white on deep of ${primary}`).toBeGreaterThanOrEqual(
    11.7,
  );
  expect(contrastRatio(deep, tint), `tint on deep of ${primary}`).toBeGreaterThanOrEqual(7.8);
  expect(contrastRatio(solid, '#FFFFFF'), `white on solid of ${primary}`).toBeGreaterThanOrEqual(
    4.6,
  );
}

describe('brandColors', () => {
  test('every text reads on the colors of any business', () => {
    fc.assert(fc.property(hex, checkContrasts), { numRuns: 5_000 });
  });

  test('and on those of an even grid over the whole cube', () => {
    for (let r = 0; r <= 255; r += 17) {
      for (let g = 0; g <= 255; g += 17) {
        for (let b = 0; b <= 255; b += 17) {
          checkContrasts(`#${[r, g, b].map((c) => c.toString(16).padStart(2, '0')).join('')}`);
        }
      }
    }
  });

  test('a color that is dark enough stays itself on the button', () => {
    expect(brandColors('#1c5b43').solid).toBe('#1C5B43');
    expect(brandColors('#1e40af').solid).toBe('#1E40AF');
  });

  test('a light one is darkened only as far as the words on it need', () => {
    const { solid } = brandColors('#f97316');
    const ratio = contrastRatio(solid, '#FFFFFF');
    expect(ratio).toBeGreaterThanOrEqual(4.6);
    expect(ratio).toBeLessThan(5.2);
  });

  test('a whole answer: panel, labels and button of one green', () => {
    expect(brandColors('#1C5B43')).toEqual({ deep: '#0E402D', tint: '#C1D8CD', solid: '#1C5B43' });
  });

  test('presets keep apart from each other', () => {
    const solids = COLOR_PRESETS.map((preset) => brandColors(preset.primary).solid);
    expect(new Set(solids).size).toBe(COLOR_PRESETS.length);
  });

  test('white, light gray and what is no color give ink', () => {
    for (const primary of ['#ffffff', '#E5E5E5', '#bbbbbb', 'red', '', '#12345']) {
      expect(brandColors(primary)).toMatchObject({ deep: '#26282E', solid: '#15171C' });
    }
  });
});

describe('contrastRatio', () => {
  test('black on white is 21, a color on itself 1', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrastRatio('#3346D3', '#3346D3')).toBe(1);
  });

  test('refuses what is no color', () => {
    expect(() => contrastRatio('ink', '#FFFFFF')).toThrow(RangeError);
  });
});

describe('readableOn', () => {
  test('leaves a color that reads, and moves any other only until it does', () => {
    expect(readableOn('#ffffff', '#1e40af', 4.5)).toBe('#1e40af');
    expect(readableOn('#ffffff', 'blue', 4.5)).toBe('blue');
    const check = (color: string, dark: boolean) => {
      const ground = dark ? '#15171c' : '#ffffff';
      const ratio = contrastRatio(readableOn(ground, color, 5), ground);
      expect(ratio).toBeGreaterThanOrEqual(5);
    };
    fc.assert(fc.property(hex, fc.boolean(), check), { numRuns: 1_000 });
    // Orange is darkened for paper, and stays orange.
    const orange = readableOn('#ffffff', '#ea580c', 12);
    expect(contrastRatio(orange, '#ffffff')).toBeLessThan(15);
    expect(Number.parseInt(orange.slice(1, 3), 16)).toBeGreaterThan(64);
  });
});
