import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDecimal } from '../money/decimal.ts';
import { findTotalsFault } from './check-totals.ts';
import { computeTotals } from './totals.ts';
import type { TypedPrices } from './typed-totals.ts';
import { typedDocument, typedTotals } from './typed-totals.ts';

const USD = 'USD';
const hundredths = (value: bigint) => writeDecimal(value, 2);

/** A plain document, as the specification has it: one rate, or a flat tax. */
const plain = (
  lines: readonly { quantity: string; unitPrice: string }[],
  taxRate: string,
  flatTax?: string,
) => computeTotals({ currency: USD, lines, taxRate, flatTax });

describe('the totals of a plain document', () => {
  it.each([
    ['1.50', '0.33', '0.50'],
    ['0.01', '0.50', '0.01'],
    ['0.01', '0.49', '0.00'],
    ['3.00', '33.33', '99.99'],
    ['6.50', '110.00', '715.00'],
  ])('round %s × %s half away from zero', (quantity, unitPrice, total) => {
    expect(plain([{ quantity, unitPrice }], '0').lineTotal).toBe(total);
  });

  it('round the tax once, over the subtotal', () => {
    const lines = Array.from({ length: 3 }, () => ({ quantity: '1.00', unitPrice: '0.35' }));
    expect(plain(lines, '10.00')).toMatchObject({
      subtotal: '1.05',
      taxAmount: '0.11',
      total: '1.16',
    });
  });

  it('keep a flat tax only at rate 0', () => {
    const lines = [{ quantity: '1.00', unitPrice: '100.00' }];
    expect(plain(lines, '0.00', '7.77').total).toBe('107.77');
    expect(plain(lines, '5.00', '7.77').total).toBe('105.00');
  });

  it('agree with exact rational arithmetic on any document', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 7n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 30 }),
        fc.bigInt({ min: 0n, max: 99_999n }),
        (pairs, rate) => {
          const half = (n: bigint, d: bigint) => (2n * n + d) / (2n * d);
          const totals = plain(
            pairs.map(([q, p]) => ({ quantity: hundredths(q), unitPrice: hundredths(p) })),
            hundredths(rate),
          );
          const subtotal = pairs.reduce((sum, [q, p]) => sum + half(q * p, 100n), 0n);
          const tax = half(subtotal * rate, 10_000n);
          expect(totals.subtotal).toBe(hundredths(subtotal));
          expect(totals.total).toBe(hundredths(subtotal + tax));
        },
      ),
    );
  });

  it('name the first field that does not fit', () => {
    const fault = (lines: { quantity: string; unitPrice: string }[], taxRate: string) => {
      const document = { currency: USD, lines, taxRate };
      return findTotalsFault(document, computeTotals(document));
    };
    const big = { quantity: '99999999.99', unitPrice: '1.00' };
    expect(fault([big], '0.00')).toBeUndefined();
    expect(fault([big], '1.00')).toMatchObject({ path: 'total' });
    expect(fault([big, big], '0.00')).toMatchObject({ path: 'subtotal' });
    expect(fault([{ ...big, unitPrice: '2.00' }], '0.00')).toMatchObject({
      path: 'lineItems.0.unitPrice',
    });
  });
});

describe('typedTotals', () => {
  const good = { quantity: '2', unitPrice: '1,200.50' };
  const typed = (
    lines: TypedPrices['lines'],
    taxRate: string,
    taxAmount: string,
    more: Partial<TypedPrices> = {},
  ) => typedTotals({ currency: USD, lines, taxRate, taxAmount, ...more });

  it('reads what people type, by the same arithmetic', () => {
    expect(typed([good, { quantity: '', unitPrice: '' }], '7', 'any')).toMatchObject({
      lineTotals: ['2401.00', '0.00'],
      subtotal: '2401.00',
      taxAmount: '168.07',
      total: '2569.07',
    });
    expect(typed([good], '', '$ 5').total).toBe('2406.00');
  });

  it.each([
    ['no number', { quantity: 'two', unitPrice: '5' }],
    ['too many decimals', { quantity: '1', unitPrice: '5.0000005' }],
    ['negative', { quantity: '-1', unitPrice: '5' }],
    ['a price too large', { quantity: '0', unitPrice: '100000000' }],
    ['too large together', { quantity: '10', unitPrice: '99999999.99' }],
    ['a discount above the line', { quantity: '1', unitPrice: '5', discountAmount: '6' }],
    ['a discount above all', { quantity: '1', unitPrice: '5', discountPercent: '101' }],
  ])('%s: that line alone has no amount, and no sum is told without it', (_what, bad) => {
    expect(typed([good, bad, good], '7', '')).toMatchObject({
      lineTotals: ['2401.00', null, '2401.00'],
      subtotal: null,
      taxAmount: null,
      total: null,
    });
    // A flat tax needs no subtotal.
    expect(typed([good, bad], '0', '5')).toMatchObject({ taxAmount: '5.00', total: null });
  });

  it('leaves the subtotal where only the tax is none', () => {
    for (const [rate, flat] of [
      ['seven', '0'],
      ['1000', '0'],
      ['0', 'five'],
    ] as const) {
      expect(typed([good], rate, flat)).toMatchObject({
        subtotal: '2401.00',
        taxAmount: null,
        total: null,
      });
    }
  });

  it('tells no sum that no document can hold', () => {
    const most = { quantity: '1', unitPrice: '99999999.99' };
    expect(typed([most, good], '0', '')).toMatchObject({
      lineTotals: ['99999999.99', '2401.00'],
      subtotal: null,
      total: null,
    });
    expect(typed([most], '1', '')).toMatchObject({
      subtotal: '99999999.99',
      taxAmount: '1000000.00',
      total: null,
    });
  });

  it('is no document while a figure of it is none', () => {
    const form = { currency: USD, lines: [good], taxRate: '7', taxAmount: 'none' };
    expect(typedDocument(form)).toMatchObject({ taxRate: '7.00' });
    expect(typedDocument({ ...form, taxRate: '0' })).toBeUndefined();
    expect(typedDocument({ ...form, lines: [{ ...good, quantity: 'x' }] })).toBeUndefined();
    const discounts = [{ percent: 'x', amount: '' }];
    expect(typedDocument({ ...form, discounts })).toBeUndefined();
  });
});
