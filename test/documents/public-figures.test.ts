import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import { documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

const VAT = { name: 'VAT', rate: '8.1', category: 'S' };
const REDUCED = { ...VAT, rate: '2.6' };
const LINES = [
  { description: 'Design', quantity: '7.25', unit: 'hour', unitPrice: '85.50', taxes: [VAT] },
  { description: 'Book', quantity: '2', unitPrice: '21.15', taxes: [REDUCED], itemCode: 'B-2' },
];

describeOnDatabase('what a customer’s page says of figures', (db) => {
  let app: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(app, { vatId: 'DE123456789' }));
    await saveProfile(owner, {
      businessName: 'Quill',
      currency: 'CHF',
      roundedTotals: [{ currency: 'CHF', increment: '0.05' }],
      vatId: 'CHE123456789',
    });
  });
  afterAll(() => app.close());

  describe.each(KINDS)('of $kind', (of) => {
    const kind = of.kind === 'invoices' ? 'invoice' : 'estimate';
    /** The page of what is issued with these values. */
    const visit = async (values: object) => {
      const form = documentForm(of, customerId, { status: 'sent', ...values });
      const made = await owner.call('POST', `/api/${of.kind}`, form);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const path = `/api/public/${kind}/${made.body.publicId}`;
      const { status, body } = await app.visitor.call('GET', path);
      expect(status).toBe(200);
      const { sums, facts, taxNote, total } = body[kind];
      const words = (rows: { label: string; value: string }[]) =>
        rows.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')]);
      return { sums: words(sums), facts: words(facts), taxNote, total, lines: body.lineItems };
    };

    it('is the specification’s of a plain document', async () => {
      const page = await visit({ currency: 'USD', taxRate: '7', exchangeRate: { rate: '0.8' } });
      expect(page.sums).toEqual([
        ['Subtotal', '$241.00'],
        ['Tax (7.0%)', '$16.87'],
      ]);
      expect(page.facts).toEqual([]);
      expect(page.taxNote).toMatch(/^Tax in CHF: CHF.13\.50 \(1 USD = 0\.8 CHF, /);
    });

    it('is each discount, charge and tax, and the rounding', async () => {
      const page = await visit({
        lineItems: LINES.map((line, index) =>
          index === 0 ? { ...line, discountPercent: '10' } : line,
        ),
        discounts: [{ percent: '5', reason: 'Early payment' }, { amount: '1' }],
        charges: [{ amount: '9.90', reason: 'Courier', taxes: [VAT] }, { percent: '1' }],
        supplyDate: '2026-11-18',
        servicePeriod: { from: '2026-11-01', to: '2026-11-15' },
      });
      expect(page.sums).toEqual([
        ['Sum of lines', 'CHF 600.19'],
        ['Early payment 5%', '−CHF 30.01'],
        ['Discount', '−CHF 1.00'],
        ['Courier', 'CHF 9.90'],
        ['Charge 1%', 'CHF 6.00'],
        ['Subtotal', 'CHF 585.08'],
        ['VAT 8.1% on CHF 544.55', 'CHF 44.11'],
        ['VAT 2.6% on CHF 40.53', 'CHF 1.05'],
        ['Rounding', 'CHF 0.01'],
      ]);
      expect(page.total).toBe('630.25');
      expect(page.facts).toEqual([
        ['Supplied', 'Nov 18, 2026'],
        ['Period', 'Nov 01 – 15, 2026'],
      ]);
      expect(page.lines).toMatchObject([
        { priced: '7.25 hours × CHF\u00a085.50 − 10%', details: 'VAT 8.1%', total: '557.89' },
        { priced: '2 × CHF\u00a021.15', details: 'B-2 · VAT 2.6%', total: '42.30' },
      ]);
    });

    it('is the tax within prices that include it', async () => {
      const page = await visit({ lineItems: LINES, pricesIncludeTax: true });
      expect(page.sums).toEqual([
        ['Subtotal without tax', 'CHF 614.66'],
        ['VAT 8.1% on CHF 573.43', 'CHF 46.45'],
        ['VAT 2.6% on CHF 41.23', 'CHF 1.07'],
        ['Rounding', 'CHF 0.02'],
      ]);
      expect([page.total, page.taxNote]).toEqual(['662.20', 'Prices include tax.']);
    });

    it('is why a tax is not charged, for each reason', async () => {
      const exempt = (category: string, exemptionReason: string) => ({
        ...VAT,
        rate: '0',
        category,
        exemptionReason,
      });
      const page = await visit({
        lineItems: ['Care', 'School'].map((reason) => ({
          ...LINES[0],
          taxes: [exempt('E', reason)],
        })),
        charges: [{ amount: '5', taxes: [exempt('AE', 'Reverse charge')] }],
      });
      expect(page.sums).toEqual([
        ['Sum of lines', 'CHF 1,239.76'],
        ['Charge', 'CHF 5.00'],
        ['Subtotal', 'CHF 1,244.76'],
        ['VAT 0% on CHF 1,239.76', 'CHF 0.00'],
        ['VAT 0% on CHF 5.00', 'CHF 0.00'],
        ['Rounding', '−CHF 0.01'],
      ]);
      expect(page.taxNote).toBe('Care\nReverse charge\nSchool');
    });
  });
});
