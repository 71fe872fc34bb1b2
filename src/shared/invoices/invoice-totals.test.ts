import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '../money/money.ts';
import { documentTotals, lineTotal, tooLarge } from './invoice-totals.ts';

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
