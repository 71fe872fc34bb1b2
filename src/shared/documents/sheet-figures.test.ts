import { describe, expect, it } from 'vitest';
import type { Tax } from '../taxes/tax.ts';
import type { SheetLine } from './sheet-figures.ts';
import {
  adjustedRows,
  formatPercent,
  formatPeriod,
  isPlain,
  ledgerColumns,
  registrationLines,
  taxRemarks,
  totalRows,
} from './sheet-figures.ts';
import { computeTotals } from './totals.ts';

const VAT: Tax = { name: 'VAT', rate: '20.00', category: 'S', compound: false };
const line = (values: Partial<SheetLine> = {}): SheetLine => ({
  description: 'Design',
  quantity: '2.00',
  unit: null,
  unitPrice: '110.00',
  discountPercent: null,
  discountAmount: null,
  itemCode: null,
  servicePeriod: null,
  taxes: [],
  total: '220.00',
  ...values,
});
const figures = (values: object = {}) => ({
  lineTotal: '220.00',
  discounts: [],
  charges: [],
  subtotal: '220.00',
  taxRate: '0.00',
  taxTotals: [],
  taxAmount: '0.00',
  rounding: '0.00',
  total: '220.00',
  ...values,
});
const sheet = (values: object = {}) => ({
  currency: 'USD',
  pricesIncludeTax: false,
  figures: figures(),
  lineItems: [line()],
  exchangeRate: null,
  ...values,
});
const EURO_RATE = {
  from: 'EUR',
  to: 'USD',
  rate: '1.0845',
  date: '2026-11-20',
  source: 'European Central Bank',
};

describe('the ledger of a document', () => {
  it('has the four columns of the specification where nothing more is said', () => {
    expect(ledgerColumns(sheet())).toMatchObject({
      columns: ['Description', 'Qty', 'Price', 'Amount'],
      items: [['Design', '2', '$110.00', '$220.00']],
      details: [''],
    });
  });

  it('has columns of discounts and taxes where a line has one, and units beside quantities', () => {
    const lineItems = [
      line({ unit: 'hour', quantity: '7.25', discountPercent: '12.50', taxes: [VAT] }),
      line({ discountAmount: '5.00', taxes: [VAT, { ...VAT, name: 'Levy', rate: '1.125' }] }),
      line({ unitPrice: '0.085', discountPercent: '0.00', itemCode: '9983', quantity: '1.00' }),
    ];
    const { columns, items } = ledgerColumns(sheet({ lineItems }));
    expect(columns).toEqual(['Description', 'Qty', 'Price', 'Discount', 'Tax', 'Amount']);
    expect(items).toEqual([
      ['Design', '7.25 hours', '$110.00', '12.5%', '20%', '$220.00'],
      ['Design', '2', '$110.00', '\u2212$5.00', '20%\u00a0+ 1.125%', '$220.00'],
      ['Design', '1', '$0.085', '', '', '$220.00'],
    ]);
  });

  it('shows what has no figure yet as missing', () => {
    const lineItems = [line({ quantity: null, unitPrice: null, total: null })];
    expect(ledgerColumns(sheet({ lineItems })).items).toEqual([['Design', '—', '—', '—']]);
  });

  it.each([
    ['2026-01-01', '2026-01-31', 'Jan 01 – 31, 2026'],
    ['2026-01-15', '2026-02-14', 'Jan 15 – Feb 14, 2026'],
    ['2026-01-01', '2026-01-01', 'Jan 01, 2026'],
    ['2025-12-01', '2026-01-31', 'Dec 01, 2025 – Jan 31, 2026'],
  ])('writes %s to %s as %s', (from, to, text) => expect(formatPeriod({ from, to })).toBe(text));

  it.each([
    ['20.00', '20%'],
    ['8.875', '8.875%'],
    ['0.00', '0%'],
  ])('writes %s percent as %s', (rate, text) => expect(formatPercent(rate)).toBe(text));
});

describe('the rows above a total', () => {
  it('are the specification’s for one rate', () => {
    const taxTotals = [
      { ...VAT, name: 'Tax', category: null, rate: '7.00', base: '220.00', amount: '15.40' },
    ];
    const taxed = figures({ taxRate: '7.00', taxTotals, taxAmount: '15.40' });
    expect(totalRows(sheet({ figures: taxed }))).toEqual([
      ['Subtotal', '$220.00'],
      ['Tax (7%)', '$15.40'],
    ]);
    expect(totalRows(sheet())).toEqual([['Subtotal', '$220.00']]);
  });

  it('are the sum of the lines, what lowers and raises it, each tax with its base, and rounding', () => {
    const full = figures({
      discounts: [
        { reason: 'Regular customer', percent: '10.00', amount: '22.00' },
        { reason: null, percent: null, amount: '1.00' },
      ],
      charges: [{ reason: 'Shipping', percent: null, amount: '9.00' }],
      subtotal: '206.00',
      taxTotals: [
        { ...VAT, base: '200.00', amount: '40.00' },
        { ...VAT, rate: '5.50', country: 'FR', base: '6.00', amount: '0.33' },
      ],
      taxAmount: '40.33',
      rounding: '0.02',
    });
    const lineItems = [line({ taxes: [VAT, { ...VAT, rate: '5.50', country: 'FR' }] })];
    expect(totalRows(sheet({ figures: full, lineItems }))).toEqual([
      ['Sum of lines', '$220.00'],
      ['Regular customer 10%', '\u2212$22.00'],
      ['Discount', '\u2212$1.00'],
      ['Shipping', '$9.00'],
      ['Subtotal', '$206.00'],
      ['VAT 20% on $200.00', '$40.00'],
      ['VAT 5.5% (France) on $6.00', '$0.33'],
      ['Rounding', '$0.02'],
    ]);
  });

  it('keep together what a deposit takes off, and what is left for this invoice', () => {
    const taxed = (subtotal: string, taxAmount: string, total: string) => ({
      subtotal,
      taxTotals: [{ ...VAT, base: subtotal, amount: taxAmount }],
      taxAmount,
      rounding: '0.00',
      total,
    });
    const final = figures({
      ...taxed('154.00', '30.80', '184.80'),
      whole: taxed('220.00', '44.00', '264.00'),
      deductions: [
        {
          invoiceId: 7,
          invoiceNumber: 'INV-7',
          issueDate: '2026-11-23',
          ...taxed('66.00', '13.20', '79.20'),
        },
      ],
    });
    const lineItems = [line({ taxes: [VAT] })];
    expect(totalRows(sheet({ figures: final, lineItems }))).toEqual([
      ['Subtotal', '$220.00'],
      ['VAT 20% on $220.00', '$44.00'],
      ['Total before deposits', '$264.00'],
      ['Deposit INV-7 of\u00a0Nov\u00a023,\u00a02026', '\u2212$66.00', 'group'],
      ['VAT 20% on $66.00', '\u2212$13.20', 'part'],
      ['This invoice', '$154.00', 'group'],
      ['VAT 20% on $154.00', '$30.80', 'part'],
    ]);
  });

  describe.each([
    ['two rates', ['20', '10'], [], ['Tax 20% on $100.00', 'Tax 10% on $100.00']],
    ['a line without tax', ['20', ''], [], ['Tax 20% on $100.00']],
    ['the same on each line', ['20', '20'], [], ['Tax 20% on $200.00']],
    ['a charge that names its own', ['', ''], ['20'], ['Tax 20% on $9.00']],
  ])('of a tax that is called Tax, as the document’s own rate is: %s', (_, lines, own, rows) => {
    const named = (rate: string): Tax[] =>
      rate ? [{ name: 'Tax', rate, category: null, compound: false }] : [];
    const lineItems = lines.map((rate) => line({ total: '100.00', taxes: named(rate) }));
    const charges = own.map((rate) => ({
      reason: null,
      percent: null,
      amount: '9.00',
      taxes: named(rate),
    }));
    const { taxTotals, taxAmount } = computeTotals({
      currency: 'USD',
      lines: lineItems.map(({ taxes }) => ({ quantity: '1', unitPrice: '100', taxes })),
      charges: charges.map(({ amount, taxes }) => ({ amount, taxes })),
    });
    const taxed = sheet({ lineItems, figures: figures({ charges, taxTotals, taxAmount }) });

    it('have its base', () =>
      expect(
        totalRows(taxed).flatMap(([label]) => (label.startsWith('Tax') ? [label] : [])),
      ).toEqual(rows));

    it('are more than the specification’s', () => {
      expect(isPlain(taxed)).toBe(false);
      expect(adjustedRows(taxed)).toEqual(totalRows(taxed));
    });
  });

  it.each([
    ['one rate for all lines', { taxRate: '20.00' }],
    ['a flat tax', { flatTax: '3.00' }],
    ['no tax', {}],
  ])('say no more than the specification of %s', (_, tax) => {
    const { taxTotals, taxAmount } = computeTotals({
      currency: 'USD',
      lines: [{ quantity: '2', unitPrice: '110' }],
      ...tax,
    });
    const plain = sheet({ figures: figures({ taxTotals, taxAmount }) });
    expect([isPlain(plain), adjustedRows(plain)]).toEqual([true, []]);
  });

  it('are all of a document whose total is rounded', () =>
    expect(isPlain(sheet({ figures: figures({ rounding: '-0.02' }) }))).toBe(false));
});

describe('what the law wants said of taxes', () => {
  const taxTotals = [{ ...VAT, base: '100.00', amount: '20.00' }];
  const text = (values: object) => taxRemarks(sheet(values))[0]?.[1];

  it('is each reason once', () => {
    const exempt = {
      ...VAT,
      rate: '0.00',
      base: '1.00',
      amount: '0.00',
      exemptionReason: 'Art. 44',
    };
    const reasons = figures({ taxTotals: [exempt, { ...exempt, name: 'TVA' }] });
    expect(text({ figures: reasons })).toBe('Art. 44');
    expect(taxRemarks(sheet())).toEqual([]);
  });

  it('is every reason that lines and charges of one tax give, in their order', () => {
    const exempt = (exemptionReason: string): Tax => ({
      name: 'VAT',
      rate: '0.00',
      category: 'E',
      compound: false,
      exemptionReason,
    });
    const [care, school, rent] = ['Art. 132(1)(c)', 'Art. 132(1)(i)', 'Art. 135(1)(l)'].map(exempt);
    const lineItems = [care, school, care].map((tax) => line({ taxes: tax ? [tax] : [] }));
    const charge = { reason: null, percent: null, amount: '5.00', taxes: rent ? [rent] : [] };
    const taxed = {
      currency: 'EUR',
      lines: lineItems.map(({ taxes }) => ({ quantity: '2', unitPrice: '110', taxes })),
      charges: [{ amount: '5', taxes: charge.taxes }],
    };
    const { taxTotals } = computeTotals(taxed);
    // One row, as EN 16931 has one for a category and rate (BG-23).
    expect(taxTotals).toMatchObject([{ base: '665.00', exemptionReason: 'Art. 132(1)(c)' }]);
    expect(text({ lineItems, figures: figures({ taxTotals, charges: [charge] }) })).toBe(
      'Art. 132(1)(c)\nArt. 132(1)(i)\nArt. 135(1)(l)',
    );
  });

  it('is every registration number of one tax, once', () => {
    const gst = (registrationNumber: string): Tax => ({
      name: 'GST',
      rate: '5.00',
      category: null,
      compound: false,
      registrationNumber,
    });
    const taxes = ['REGONE', 'REGTWO', ' REGONE '].map(gst);
    const lineItems = taxes.map((tax) => line({ taxes: [tax] }));
    const { taxTotals } = computeTotals({
      currency: 'CAD',
      lines: lineItems.map((each) => ({ quantity: '2', unitPrice: '110', taxes: each.taxes })),
    });
    expect(taxTotals).toHaveLength(1);
    const charge = { reason: null, percent: null, amount: '5.00', taxes: [gst('REGTHREE')] };
    expect(
      registrationLines({ lineItems, figures: figures({ taxTotals, charges: [charge] }) }),
    ).toEqual(['GST no. REGONE', 'GST no. REGTWO', 'GST no. REGTHREE']);
  });

  it('is that prices include tax', () => {
    expect(text({ pricesIncludeTax: true, figures: figures({ taxTotals }) })).toBe(
      'Prices include tax.',
    );
  });

  it('is the tax in the business’s currency, with the rate, its day and its source', () => {
    const taxed = figures({ taxTotals, taxAmount: '20.00' });
    expect(text({ currency: 'EUR', figures: taxed, exchangeRate: EURO_RATE })).toBe(
      'Tax in USD: $21.69 (1 EUR = 1.0845 USD, European Central Bank, Nov 20, 2026).',
    );
    const untaxed = { currency: 'EUR', figures: figures(), exchangeRate: EURO_RATE };
    expect(taxRemarks(sheet(untaxed))).toEqual([]);
  });
});
