import { describe, expect, it } from 'vitest';
import { findTaxesFault, findTaxFault } from './check-taxes.ts';
import type { Tax } from './tax.ts';
import {
  MAX_TAXES,
  chooseExemptionReason,
  TAX_CATEGORIES,
  TAX_CATEGORY_LABELS,
  taxKey,
  taxSetKey,
  USUAL_REASONS,
} from './tax.ts';
import { vatIdField } from './vat-id.ts';

const tax = (values: Partial<Tax> = {}): Tax => ({
  name: 'VAT',
  rate: '20.00',
  category: 'S',
  compound: false,
  ...values,
});
const BOTH = { sellerVatId: 'FR1', buyerVatId: 'DE1' };
const lines = (...sets: Tax[][]) =>
  sets.map((taxes, index) => ({ path: `lineItems.${index}.taxes`, taxes }));

describe('a tax by itself', () => {
  it.each<[Partial<Tax>, string]>([
    [{ rate: '0.00' }, 'VAT: a standard rate is above 0 %. Choose zero rate or exempt instead.'],
    [{ category: 'Z', rate: '5.00' }, 'VAT: Zero rate has a rate of 0 %'],
    [{ category: 'E', rate: '0.0001' }, 'VAT: Exempt has a rate of 0 %'],
    [{ category: 'E', rate: '0.00' }, 'VAT: Exempt needs a reason: say why no tax is charged'],
    [
      { category: 'AE', rate: '0', exemptionReason: '  ' },
      'VAT: Reverse charge needs a reason: say why no tax is charged',
    ],
    [
      { category: 'G', rate: '0', exemptionReason: null },
      'VAT: Export outside the EU needs a reason: say why no tax is charged',
    ],
    [
      { name: 'Reverse charge', category: 'AE', rate: '0' },
      'Reverse charge needs a reason: say why no tax is charged',
    ],
  ])('is refused: %j', (values, message) => expect(findTaxFault(tax(values))).toBe(message));

  it('needs nothing without a category, and no reason at a zero rate', () => {
    expect(findTaxFault(tax({ category: null, rate: '0.00' }))).toBeUndefined();
    expect(findTaxFault(tax({ category: 'Z', rate: '0.000' }))).toBeUndefined();
    expect(findTaxFault(tax({ category: 'L', rate: '0.00' }))).toBeUndefined();
    expect(findTaxFault(tax({ category: 'M', rate: '4.00' }))).toBeUndefined();
  });

  it('has a usual reason, which gives way to another one but never to one of its own', () => {
    const reverse = USUAL_REASONS.get('AE') ?? '';
    expect(chooseExemptionReason('AE', null)).toBe(reverse);
    expect(chooseExemptionReason('O', ` ${reverse}`)).toBe('Outside the scope of VAT');
    expect(chooseExemptionReason('E', reverse)).toBe('');
    expect(chooseExemptionReason('AE', 'Section 13b UStG')).toBe('Section 13b UStG');
  });

  it('has a label for each category', () => {
    expect(Object.keys(TAX_CATEGORY_LABELS)).toEqual([...TAX_CATEGORIES]);
  });
});

describe('taxes together', () => {
  const reverse = tax({ category: 'AE', rate: '0.00', exemptionReason: 'Reverse charge' });
  const outside = tax({ category: 'O', rate: '0.00', exemptionReason: 'Not subject to VAT' });

  it('can be many, and the same on many lines', () => {
    const several = ['GST', 'PST', 'HST'].map((name) => tax({ name, category: null }));
    expect(findTaxesFault(lines([tax()], [tax()], several, []), BOTH)).toBeUndefined();
    expect(findTaxesFault([], BOTH)).toBeUndefined();
  });

  it('are at most eight on a line, each once', () => {
    const many = Array.from({ length: MAX_TAXES + 1 }, (_, index) => tax({ name: `T${index}` }));
    expect(findTaxesFault(lines([tax()], many), BOTH)).toEqual({
      path: 'lineItems.1.taxes',
      message: 'A line can have at most 8 taxes',
    });
    expect(findTaxesFault(lines([tax(), tax({ name: 'GST' }), tax()]), BOTH)).toEqual({
      path: 'lineItems.0.taxes',
      message: 'A line can have the same tax only once',
    });
  });

  it('need the VAT ids of both where the customer accounts for the tax', () => {
    const placed = lines([tax()], [reverse]);
    expect(findTaxesFault(placed, BOTH)).toBeUndefined();
    expect(findTaxesFault(placed, { ...BOTH, sellerVatId: null })).toEqual({
      path: 'lineItems.1.taxes.0',
      message: 'Reverse charge needs the VAT ID of your business. Add it to the business profile.',
    });
    expect(findTaxesFault(placed, { ...BOTH, buyerVatId: null })).toEqual({
      path: 'lineItems.1.taxes.0',
      message: 'Reverse charge needs the customer’s VAT ID. Add it to the customer.',
    });
  });

  it('stand alone where they are outside the scope', () => {
    const message = 'If one line is outside the scope of tax, all others must be as well';
    expect(findTaxesFault(lines([outside], [outside]), BOTH)).toBeUndefined();
    for (const other of [[tax()], []]) {
      expect(findTaxesFault(lines([outside], other), BOTH)).toEqual({
        path: 'lineItems.1.taxes',
        message,
      });
    }
  });

  it.each([
    ['Exempt', 'E'],
    ['Reverse charge', 'AE'],
    ['Outside the scope of tax', 'O'],
  ] as const)('stand alone on a line where they are %s', (label, category) => {
    const free = tax({ category, rate: '0.00', exemptionReason: 'By law' });
    expect(findTaxesFault(lines([free, tax({ name: 'GST' })]), BOTH)).toEqual({
      path: 'lineItems.0.taxes.0',
      message: `${label} must be the only tax on its line`,
    });
  });

  it('are told apart by name, rate, category, and whether they are compound', () => {
    const keys = [
      tax(),
      tax({ name: 'TVA' }),
      tax({ rate: '20.01' }),
      tax({ category: null }),
      tax({ compound: true }),
    ].map(taxKey);
    expect(new Set(keys).size).toBe(5);
    expect(taxKey(tax({ exemptionReason: 'x' }))).toBe(taxKey(tax()));
    const [gst, pst] = [tax({ name: 'GST' }), tax({ name: 'PST' })];
    expect(taxSetKey([gst, pst])).not.toBe(taxSetKey([pst, gst]));
    expect(taxSetKey([])).toBe('');
  });
});

describe('a VAT id', () => {
  it.each([
    ['fr 12 345.678-901', 'FR12345678901'],
    ['', null],
    [null, null],
    [undefined, undefined],
    ['che-123.456.789 MWST', 'CHE-123.456.789 MWST'],
    ['NO 123 456 789 MVA', 'NO 123 456 789 MVA'],
  ])('%s is %s', (typed, stored) => expect(vatIdField.parse(typed)).toBe(stored));

  it('is at most 30 characters', () => {
    expect(vatIdField.safeParse('X'.repeat(31)).error?.issues[0]?.message).toBe(
      'VAT ID must be at most 30 characters',
    );
  });
});
