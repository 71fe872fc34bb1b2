import { describe, expect, test } from 'vitest';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import { newLineTaxes, toLineTax, withTax } from './editor-business.ts';

const rate = (values: Partial<TaxRate>): TaxRate => ({
  id: 1,
  name: 'VAT',
  rate: '19.00',
  category: 'S',
  compound: false,
  exemptionReason: null,
  registrationNumber: null,
  isDefault: false,
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
const full = toLineTax(rate({}));
const reduced = toLineTax(rate({ rate: '7.00' }));
const [gst, qst] = ['GST', 'QST'].map((name) => toLineTax(rate({ name, category: null })));
const alone = (['E', 'AE', 'K', 'G', 'O'] as const).map((category) =>
  toLineTax(rate({ name: `At zero ${category}`, rate: '0.00', category, exemptionReason: 'x' })),
);

describe('a tax that is chosen', () => {
  test('stands beside those of other names, compound ones last', () => {
    if (!gst || !qst) throw new Error('No taxes');
    expect(withTax([gst], qst)).toEqual([gst, qst]);
    const compound = { ...gst, compound: true };
    expect(withTax([compound], qst)).toEqual([qst, compound]);
    const zero = toLineTax(rate({ name: 'Zero', rate: '0.00', category: 'Z' }));
    expect(withTax([gst], zero)).toEqual([gst, zero]);
  });

  test('replaces another rate of its name', () =>
    expect(withTax([full], reduced)).toEqual([reduced]));

  test.each(alone.map((tax) => [tax.category, tax] as const))(
    'of category %s replaces every other, and gives way to any',
    (_, tax) => {
      expect(withTax([full, ...(gst ? [gst] : [])], tax)).toEqual([tax]);
      expect(withTax([tax], full)).toEqual([full]);
      for (const other of alone) expect(withTax([tax], other)).toEqual([other]);
    },
  );
});

describe('the taxes of a new line', () => {
  test('never have an exemption beside a rate, though both are marked for new lines', () => {
    const exempt = rate({ id: 2, name: 'Exempt', rate: '0.00', category: 'E', isDefault: true });
    const rates = () => [rate({ isDefault: true }), exempt];
    expect(newLineTaxes(null, { rates })).toEqual([toLineTax(exempt)]);
  });
});
