import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import { countDocuments, documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

const VAT = { name: 'VAT', rate: '20', category: 'S' };
const line = (values: object) => ({
  description: 'Design',
  quantity: '2',
  unitPrice: '120.50',
  ...values,
});
const lines = (...all: object[]) => ({ lineItems: all.map(line) });
const taxes = (...all: object[]) => lines({ taxes: all });
const reverse = { name: 'VAT', rate: '0', category: 'AE', exemptionReason: 'Reverse charge' };
const outside = { name: 'VAT', rate: '0', category: 'O', exemptionReason: 'Not subject to VAT' };
const NOT_BOTH = 'A line has a percentage or an amount as its discount, not both';
const ALONE = 'If one line is outside the scope of tax, all others must be as well';

/** What no document can say: what is wrong, where, and in which words. */
const REFUSED: [object, string, string][] = [
  // Of what the contract alone refuses (test/contract/refusals), one: it is an answer like the others.
  [{ currency: 'XXX' }, 'currency', 'Currency must be a currency code, such as USD or EUR'],
  [
    { currency: 'JPY', ...lines({ discountAmount: '1.5' }) },
    'lineItems.0.discountAmount',
    'Discount amount must be a whole number: JPY has no decimals',
  ],
  [
    lines({}, { discountAmount: '1.505' }),
    'lineItems.1.discountAmount',
    'Discount amount must be a number with at most two decimals',
  ],
  [
    { currency: 'JPY', charges: [{ amount: '1' }, { amount: '0.5' }] },
    'charges.1.amount',
    'Charge amount must be a whole number: JPY has no decimals',
  ],
  [{ taxAmount: '1.005' }, 'taxAmount', 'Tax amount must be a number with at most two decimals'],
  [
    { currency: 'JPY', taxAmount: '1.5' },
    'taxAmount',
    'Tax amount must be a whole number: JPY has no decimals',
  ],
  [
    { currency: 'EUR', exchangeRate: { rate: '1.1', from: 'GBP', to: 'USD' } },
    'exchangeRate',
    'The exchange rate must be from EUR to USD',
  ],
  [
    { currency: 'EUR', exchangeRate: { rate: '1.1', from: 'EUR', to: 'GBP' } },
    'exchangeRate',
    'The exchange rate must be from EUR to USD',
  ],
  [{ exchangeRate: { rate: '1.1' } }, 'exchangeRate', 'A document in USD needs no exchange rate'],
  [
    { ...lines({ unitPrice: '0' }), discounts: [{ percent: '10' }] },
    'discounts.0.percent',
    'A discount needs lines whose sum is above zero',
  ],
  [
    taxes(
      { name: 'VAT', rate: '19', category: 'S' },
      {
        name: 'Free',
        rate: '0',
        category: 'E',
        exemptionReason: 'Article 132',
      },
    ),
    'lineItems.0.taxes.1',
    'Exempt must be the only tax on its line',
  ],
  [
    lines({ discountAmount: '241.01' }),
    'lineItems.0.discountAmount',
    'Discount of line 1 must be at most $241.00',
  ],
  [lines({ discountPercent: '10', discountAmount: '1' }), 'lineItems.0.discountAmount', NOT_BOTH],
  [
    { discounts: [{ percent: '60' }, { percent: '60' }] },
    'discounts.1.percent',
    'Discounts must be at most the sum of the lines, $241.00',
  ],
  [
    { discounts: [{ amount: '241.01' }] },
    'discounts.0.amount',
    'Discounts must be at most the sum of the lines, $241.00',
  ],
  [
    { ...lines({ unitPrice: '0' }), discounts: [{ amount: '0.01' }] },
    'discounts.0.amount',
    'Discounts must be at most the sum of the lines, $0.00',
  ],
  [taxes(VAT, VAT), 'lineItems.0.taxes', 'A line can have the same tax only once'],
  [
    { charges: [{ amount: '1', taxes: [VAT, { ...VAT, rate: 20 }] }] },
    'charges.0.taxes',
    'A line can have the same tax only once',
  ],
  [
    taxes({ ...VAT, rate: '0' }),
    'lineItems.0.taxes.0',
    'VAT: a standard rate is above 0 %. Choose zero rate or exempt instead.',
  ],
  [
    taxes({ ...VAT, rate: '5', category: 'Z' }),
    'lineItems.0.taxes.0',
    'VAT: Zero rate has a rate of 0 %',
  ],
  [
    taxes({ ...VAT, rate: '0', category: 'E' }),
    'lineItems.0.taxes.0',
    'VAT: Exempt needs a reason: say why no tax is charged',
  ],
  [lines({ taxes: [VAT] }, { taxes: [outside] }), 'lineItems.0.taxes', ALONE],
  [lines({ taxes: [outside] }, {}), 'lineItems.1.taxes', ALONE],
  [
    taxes(outside, VAT),
    'lineItems.0.taxes.0',
    'Outside the scope of tax must be the only tax on its line',
  ],
  [{ ...taxes(outside), charges: [{ amount: '1', taxes: [VAT] }] }, 'charges.0.taxes', ALONE],
  [
    taxes(reverse),
    'lineItems.0.taxes.0',
    'Reverse charge needs the VAT ID of your business. Add it to the business profile.',
  ],
  [
    { pricesIncludeTax: true, taxAmount: '5' },
    'taxAmount',
    'A tax amount without a rate cannot be included in prices',
  ],
];

/** What is no answer to anything: it is refused, in whatever words. */
const NONSENSE: [string, object][] = [
  ['arrays of 100,000 discounts', { discounts: Array.from({ length: 100_000 }, () => ({})) }],
  ['arrays of 100,000 taxes', lines({ taxes: Array.from({ length: 100_000 }, () => VAT) })],
];

/** Numbers of JSON that are none: the body, and what it is told. */
const BEYOND: [string, string][] = [
  ['{"taxRate":1e400}', 'Tax rate must be a number with at most four decimals'],
];

const RAW = [
  '{"__proto__":{"currency":"EUR"},"discounts":"x"}',
  '{"lineItems":[{"__proto__":{"taxes":[]}}]}',
  '{"lineItems":[{"description":"x","quantity":1,"unitPrice":1,"taxes":[{"constructor":{"prototype":{"name":"x"}}}]}]}',
  '{"discounts":[{"percent":NaN}]}',
];

describeOnDatabase('figures that no document can have', (db) => {
  let test: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(test));
  });
  afterAll(() => test.close());

  describe.each(KINDS)('of $kind', (of) => {
    let stored: Record<string, unknown>;
    let path: string;
    beforeAll(async () => {
      const form = documentForm(of, customerId, { lineItems: [line({ taxes: [] })] });
      stored = (await owner.call('POST', `/api/${of.kind}`, form)).body;
      path = `/api/${of.kind}/${String(stored['id'])}`;
    });
    const form = (values: object) => documentForm(of, customerId, values);
    /** Both calls refuse it alike, and nothing is written. */
    const expectRefused = async (values: object, refusal: object) => {
      const before = await countDocuments(test, owner);
      expect(await owner.call('POST', `/api/${of.kind}`, form(values))).toMatchObject(refusal);
      const edit = { ...form(values), [of.number]: stored[of.number] };
      expect(await owner.call('PUT', path, edit)).toMatchObject(refusal);
      expect(await countDocuments(test, owner)).toEqual(before);
      expect((await owner.call('GET', path)).body).toEqual(stored);
    };

    it.each(REFUSED)('%#: $1', async (values, field, message) => {
      await expectRefused(values, {
        status: 400,
        body: { code: 'VALIDATION', fields: [{ path: field, message }] },
      });
    });

    it.each(NONSENSE)('are refused: %s', async (_, values) => {
      const before = await countDocuments(test, owner);
      for (const [method, url] of [
        ['POST', `/api/${of.kind}`],
        ['PUT', path],
      ] as const) {
        const { status, body } = await owner.call(method, url, form(values));
        expect([400, 404, 413]).toContain(status);
        expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }
      expect(await countDocuments(test, owner)).toEqual(before);
    });

    it.each([...BEYOND, ...RAW.map((body) => [body])])('are refused: %s', async (body, message) => {
      const before = await countDocuments(test, owner);
      const whole = JSON.stringify(form({})).slice(0, -1);
      for (const [method, url] of [
        ['POST', `/api/${of.kind}`],
        ['PUT', path],
      ] as const) {
        const answer = await test.app.inject({
          method,
          url,
          headers: { cookie: owner.cookie, 'content-type': 'application/json' },
          payload: `${whole},${body.slice(1)}`,
        });
        expect(answer.statusCode, answer.body).toBe(400);
        if (message) expect(answer.json()).toMatchObject({ code: 'VALIDATION', message });
      }
      expect(await countDocuments(test, owner)).toEqual(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it('are not stored by an edit of a version that is not the newest', async () => {
      const values = { version: 7, notes: 'Late', lineItems: [line({ taxes: [VAT] })] };
      const edit = { ...form(values), [of.number]: stored[of.number] };
      expect(await owner.call('PUT', path, edit)).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: { version: 1 } },
      });
      expect((await owner.call('GET', path)).body).toEqual(stored);
    });

    it('ask for both VAT ids where the customer accounts for the tax', async () => {
      const { owner: ada, customerId: marta } = await ownerWithCustomer(test);
      const saved = await saveProfile(ada, { businessName: 'Quill', vatId: 'fr 12 345678901' });
      expect(saved.body).toMatchObject({ vatId: 'FR12345678901' });
      const body = documentForm(of, marta, taxes(reverse));
      expect(await ada.call('POST', `/api/${of.kind}`, body)).toMatchObject({
        status: 400,
        body: {
          fields: [
            {
              path: 'lineItems.0.taxes.0',
              message: 'Reverse charge needs the customer’s VAT ID. Add it to the customer.',
            },
          ],
        },
      });
      await ada.call('PUT', `/api/customers/${marta}`, { name: 'Marta', vatId: 'DE123456789' });
      const made = await ada.call('POST', `/api/${of.kind}`, body);
      expect(made.body).toMatchObject({ taxAmount: '0.00', taxTotals: [{ category: 'AE' }] });
    });

    it('know neither a missing tax rate nor another business’s', async () => {
      const { owner: eve } = await ownerWithCustomer(test);
      const theirs = await eve.call('POST', '/api/tax-rates', VAT);
      expect(theirs.status).toBe(201);
      for (const taxRateId of [theirs.body.id, 999_999_999]) {
        const refusal = { status: 404, body: { code: 'NOT_FOUND', message: 'Tax rate not found' } };
        await expectRefused(taxes({ taxRateId }), refusal);
        await expectRefused({ charges: [{ amount: '1', taxes: [{ taxRateId }] }] }, refusal);
      }
    });
  });
});
