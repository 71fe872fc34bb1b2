import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '../money/hundredths.ts';
import { documentTotals, lineTotal, tooLarge, typedTotals } from './invoice-totals.ts';

describe('documentTotals', () => {
  it.each([
    ['1.50', '0.33', '0.50'],
    ['0.01', '0.50', '0.01'],
    ['0.01', '0.49', '0.00'],
    ['3.00', '33.33', '99.99'],
    ['6.50', '110.00', '715.00'],
  ])('rounds %s × %s half away from zero', (quantity, unitPrice, total) => {
    expect(lineTotal({ quantity, unitPrice })).toBe(total);
  });

  it('rounds the tax once, over the subtotal', () => {
    const lines = Array.from({ length: 3 }, () => ({ quantity: '1.00', unitPrice: '0.35' }));
    expect(documentTotals(lines, '10.00')).toMatchObject({
      subtotal: '1.05',
      taxAmount: '0.11',
      total: '1.16',
    });
  });

  it('keeps a flat tax only at rate 0', () => {
    const lines = [{ quantity: '1.00', unitPrice: '100.00' }];
    expect(documentTotals(lines, '0.00', '7.77').total).toBe('107.77');
    expect(documentTotals(lines, '5.00', '7.77').total).toBe('105.00');
  });

  it('agrees with exact rational arithmetic on any document', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 7n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 30 }),
        fc.bigInt({ min: 0n, max: 99_999n }),
        (pairs, rate) => {
          const half = (n: bigint, d: bigint) => (2n * n + d) / (2n * d);
          const totals = documentTotals(
            pairs.map(([q, p]) => ({ quantity: toDecimal(q), unitPrice: toDecimal(p) })),
            toDecimal(rate),
          );
          const subtotal = pairs.reduce((sum, [q, p]) => sum + half(q * p, 100n), 0n);
          const tax = half(subtotal * rate, 10_000n);
          expect(totals.subtotal).toBe(toDecimal(subtotal));
          expect(totals.total).toBe(toDecimal(subtotal + tax));
        },
      ),
    );
  });

  it('names the first field that does not fit', () => {
    const big = { quantity: '99999999.99', unitPrice: '1.00' };
    expect(tooLarge(documentTotals([big], '0.00'))).toBeUndefined();
    expect(tooLarge(documentTotals([big], '1.00'))).toMatchObject({ path: 'total' });
    expect(tooLarge(documentTotals([big, big], '0.00'))).toMatchObject({ path: 'subtotal' });
    expect(tooLarge(documentTotals([{ ...big, unitPrice: '2.00' }], '0.00'))).toMatchObject({
      path: 'lineItems.0.unitPrice',
    });
  });
});

describe('typedTotals', () => {
  const good = { quantity: '2', unitPrice: '1,200.50' };

  it('reads what people type, by the same arithmetic', () => {
    expect(typedTotals([good, { quantity: '', unitPrice: '' }], '7', 'any')).toEqual({
      lineTotals: ['2401.00', '0.00'],
      subtotal: '2401.00',
      taxAmount: '168.07',
      total: '2569.07',
    });
    expect(typedTotals([good], '', '$ 5').total).toBe('2406.00');
  });

  it.each([
    ['no number', { quantity: 'two', unitPrice: '5' }],
    ['too many decimals', { quantity: '1', unitPrice: '5.005' }],
    ['negative', { quantity: '-1', unitPrice: '5' }],
    ['a price too large', { quantity: '0', unitPrice: '100000000' }],
    ['too large together', { quantity: '10', unitPrice: '99999999.99' }],
  ])('%s: that line alone has no amount, and no sum is told without it', (_what, bad) => {
    expect(typedTotals([good, bad, good], '7', '')).toEqual({
      lineTotals: ['2401.00', null, '2401.00'],
      subtotal: null,
      taxAmount: null,
      total: null,
    });
    // A flat tax needs no subtotal.
    expect(typedTotals([good, bad], '0', '5')).toMatchObject({ taxAmount: '5.00', total: null });
  });

  it('leaves the subtotal where only the tax is none', () => {
    for (const [rate, flat] of [
      ['seven', '0'],
      ['1000', '0'],
      ['0', 'five'],
    ] as const) {
      expect(typedTotals([good], rate, flat)).toMatchObject({
        subtotal: '2401.00',
        taxAmount: null,
        total: null,
      });
    }
  });

  it('tells no sum that no document can hold', () => {
    const most = { quantity: '1', unitPrice: '99999999.99' };
    expect(typedTotals([most, good], '0', '')).toMatchObject({
      lineTotals: ['99999999.99', '2401.00'],
      subtotal: null,
      total: null,
    });
    expect(typedTotals([most], '1', '')).toMatchObject({
      subtotal: '99999999.99',
      taxAmount: '1000000.00',
      total: null,
    });
  });
});
