import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eInvoiceDocument } from '../../../test/documents/random-documents.ts';
import { currencyDecimals } from '../money/currencies.ts';
import { divideRounded, isZero, RATE_PLACES, scaleDecimal } from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import type { EInvoiceCandidate } from './e-invoice.ts';
import { findEInvoiceObstacles } from './e-invoice.ts';
import type { PricedDocument } from './totals.ts';
import { computeTotals } from './totals.ts';

const vat = (values: Partial<Tax> = {}): Tax => ({
  name: 'VAT',
  rate: '20.00',
  category: 'S',
  compound: false,
  ...values,
});

const candidate = (values: Partial<EInvoiceCandidate> = {}): EInvoiceCandidate => ({
  currency: 'EUR',
  lineItems: [{ taxes: [vat()] }, { taxes: [vat({ rate: '5.50' })] }],
  charges: [{ taxes: null }],
  taxTotals: [vat(), vat({ rate: '5.50' })],
  supplyDate: null,
  servicePeriod: null,
  seller: { vatId: 'FR12345678901', taxNumber: null },
  buyer: { vatId: 'DE123456789' },
  ...values,
});
const reverse = vat({ category: 'AE', rate: '0.00', exemptionReason: 'Reverse charge' });
const supply = vat({ category: 'K', rate: '0.00', exemptionReason: 'Intra-community supply' });

describe('why a document is no e-invoice', () => {
  it('is nothing where each line carries one tax of one category', () => {
    expect(findEInvoiceObstacles(candidate())).toEqual([]);
    expect(findEInvoiceObstacles(candidate({ lineItems: [{ taxes: [reverse] }] }))).toEqual([]);
    const delivered = { lineItems: [{ taxes: [supply] }], supplyDate: '2026-11-20' };
    expect(findEInvoiceObstacles(candidate(delivered))).toEqual([]);
  });

  it.each<[Partial<EInvoiceCandidate>, string[]]>([
    [
      { lineItems: [{ taxes: [vat()] }, { taxes: [vat(), vat({ name: 'Levy', rate: '1.00' })] }] },
      ['Line 2 has several taxes.'],
    ],
    [{ lineItems: [{ taxes: [vat({ compound: true })] }] }, ['Line 1: VAT is a compound tax.']],
    [
      { lineItems: [{ taxes: [vat()] }, { taxes: [vat({ name: 'GST', category: null })] }] },
      ['Line 2: GST has no category.'],
    ],
    [
      { charges: [{ taxes: null }, { taxes: [vat({ category: null })] }] },
      ['Charge 2: VAT has no category.'],
    ],
    [
      { lineItems: [{ taxes: [] }], charges: [{ taxes: [vat()] }] },
      ['Line 1 has no tax. If it is not taxed, choose a category that says why.'],
    ],
    [
      { lineItems: [{ taxes: [] }, { taxes: [] }], taxTotals: [vat({ category: null })] },
      ['The tax is on the whole document, without a category. Choose a tax for each line.'],
    ],
    [
      { currency: 'KWD' },
      ['Amounts in KWD have three decimals, and an e-invoice has two at most.'],
    ],
    [
      { lineItems: [{ taxes: [vat()] }, { taxes: [vat({ name: 'MwSt', rate: '20' })] }] },
      ['Standard or reduced rate of 20 % has two names: VAT and MwSt. Give it one.'],
    ],
    [
      { lineItems: [{ taxes: [vat()] }, { taxes: [vat({ country: 'AT' })] }] },
      [
        'Standard or reduced rate of 20 % is charged for two countries. Invoice each country separately.',
      ],
    ],
    [
      {
        lineItems: [
          { taxes: [vat({ category: 'E', rate: '0.00', exemptionReason: 'Teaching' })] },
          { taxes: [vat({ category: 'E', rate: '0.00', exemptionReason: 'Health' })] },
        ],
      },
      ['Exempt of 0 % has two reasons. Give all lines the same.'],
    ],
    [
      { lineItems: [{ taxes: [reverse] }], seller: { vatId: null, taxNumber: '1' } },
      ['Reverse charge needs the VAT ID of your business.'],
    ],
    [
      { lineItems: [{ taxes: [reverse] }, { taxes: [reverse] }], buyer: { vatId: null } },
      ['Reverse charge needs the customer’s VAT ID.'],
    ],
    [
      { lineItems: [{ taxes: [supply] }] },
      ['Intra-community supply needs the date of supply or the service period.'],
    ],
    [
      { lineItems: [{ taxes: [vat({ category: 'O', rate: '0.00' })] }] },
      ['VAT needs the reason why no tax is charged.'],
    ],
    [
      { seller: { vatId: null, taxNumber: null } },
      ['Standard or reduced rate needs the VAT ID or the tax number of your business.'],
    ],
  ])('%j', (values, obstacles) =>
    expect(findEInvoiceObstacles(candidate(values))).toEqual(obstacles),
  );

  it('is everything that is in the way, each once', () => {
    const mixed = candidate({
      currency: 'TND',
      lineItems: [{ taxes: [reverse] }, { taxes: [] }, { taxes: [reverse, vat()] }],
      seller: { vatId: null, taxNumber: null },
      buyer: { vatId: null },
    });
    expect(findEInvoiceObstacles(mixed)).toHaveLength(6);
  });
});

/** What an e-invoice would carry of a document, in minor units, by EN 16931's numbers. */
function asEInvoice(document: PricedDocument) {
  const totals = computeTotals(document);
  const units = (text: string) => scaleDecimal(text, currencyDecimals(document.currency));
  const isIncluded = document.pricesIncludeTax ?? false;
  // Net amounts of prices that include tax have their share of discounts and charges in them.
  const lines = totals.lines.map(({ total, net }) => units(isIncluded ? net : total));
  const shares = totals.lines.map(({ net, total }) => units(net) - units(total));
  return {
    lines,
    shares: isIncluded ? shares.map(() => 0n) : shares,
    bt106: isIncluded ? sum(lines) : units(totals.lineTotal),
    bt92: isIncluded ? [] : totals.discounts.map(units),
    bt99: isIncluded ? [] : totals.charges.map(units),
    bt107: isIncluded ? 0n : units(totals.discountTotal),
    bt108: isIncluded ? 0n : units(totals.chargeTotal),
    bt109: units(totals.subtotal),
    bt110: units(totals.taxAmount),
    bt112: units(totals.subtotal) + units(totals.taxAmount),
    bt113: 0n,
    bt114: units(totals.rounding),
    bt115: units(totals.total),
    breakdown: totals.taxTotals.map(({ base, amount, ...tax }) => ({
      ...tax,
      bt116: units(base),
      bt117: units(amount),
    })),
  };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const RUNS = { numRuns: 1_000 };

describe('a document with one categorised tax on each line', () => {
  it('has no obstacle', () => {
    fc.assert(
      fc.property(eInvoiceDocument, ({ currency, lines, charges = [] }) => {
        const priced = {
          currency,
          lineItems: lines.map(({ taxes = [] }) => ({ taxes })),
          charges: charges.map(({ taxes }) => ({ taxes: taxes ?? null })),
          taxTotals: [],
          supplyDate: '2026-11-20',
        };
        expect(findEInvoiceObstacles(candidate(priced))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('keeps BR-CO-10 to BR-CO-16', () => {
    fc.assert(
      fc.property(eInvoiceDocument, (document) => {
        const e = asEInvoice(document);
        expect(e.bt106).toBe(sum(e.lines)); // BR-CO-10
        expect(e.bt107).toBe(sum(e.bt92)); // BR-CO-11
        expect(e.bt108).toBe(sum(e.bt99)); // BR-CO-12
        expect(e.bt109).toBe(sum(e.lines) - e.bt107 + e.bt108); // BR-CO-13
        expect(e.bt110).toBe(sum(e.breakdown.map(({ bt117 }) => bt117))); // BR-CO-14
        expect(e.bt112).toBe(e.bt109 + e.bt110); // BR-CO-15
        expect(e.bt115).toBe(e.bt112 - e.bt113 + e.bt114); // BR-CO-16
      }),
      RUNS,
    );
  });

  it('keeps BR-CO-17: exactly for net prices, within a cent for prices that include tax', () => {
    fc.assert(
      fc.property(eInvoiceDocument, (document) => {
        for (const { bt116, bt117, rate } of asEInvoice(document).breakdown) {
          const percent = scaleDecimal(rate, RATE_PLACES);
          const away = bt117 - divideRounded(bt116 * percent, 10n ** BigInt(RATE_PLACES + 2));
          if (document.pricesIncludeTax) expect(away >= -1n && away <= 1n).toBe(true);
          else expect(away).toBe(0n);
        }
      }),
      RUNS,
    );
  });

  it('keeps BR-S-08 and BR-Z-08, -E-, -AE-, -IC-, -G-, -O-08: a row is the sum of its lines', () => {
    fc.assert(
      fc.property(eInvoiceDocument, (document) => {
        const e = asEInvoice(document);
        const same = (tax: Tax | undefined, { category, rate }: Tax) =>
          tax?.category === category && tax.rate === rate;
        for (const row of e.breakdown) {
          const lines = document.lines.map(({ taxes }, index) =>
            same(taxes?.[0], row) ? (e.lines[index] ?? 0n) + (e.shares[index] ?? 0n) : 0n,
          );
          const charges = (document.charges ?? []).map(({ taxes }, index) =>
            same(taxes?.[0], row) ? (e.bt99[index] ?? 0n) : 0n,
          );
          expect(row.bt116).toBe(sum(lines) + sum(charges));
        }
        const rows = e.breakdown.map(({ category, rate }) => `${category} ${rate}`);
        expect(new Set(rows).size).toBe(rows.length);
        expect(sum(e.breakdown.map(({ bt116 }) => bt116))).toBe(e.bt109);
      }),
      RUNS,
    );
  });

  it('keeps BR-Z-09, -E-, -AE-, -IC-, -G-, -O-09: what is not taxed has no tax', () => {
    fc.assert(
      fc.property(eInvoiceDocument, (document) => {
        for (const { category, rate, bt117 } of asEInvoice(document).breakdown) {
          if (category === 'S') expect(isZero(rate)).toBe(false);
          else expect([isZero(rate), bt117]).toEqual([true, 0n]);
        }
      }),
      RUNS,
    );
  });
});
