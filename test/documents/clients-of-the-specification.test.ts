import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { Kind } from './documents-over-http.ts';
import { countDocuments, documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

/** A record without what a comparison leaves out. */
const without = (record: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const VAT = { name: 'VAT', rate: '20', category: 'S' };
const REDUCED = { name: 'VAT', rate: '5.5', category: 'S' };
const GST = { name: 'GST', rate: '5' };
const QST = { name: 'QST', rate: '9.975', compound: true };
const LINES = [
  { description: 'Design', quantity: '2', unitPrice: '120.50', taxes: [VAT], unit: 'hour' },
  { description: 'Print', quantity: '10', unitPrice: '3.333333', taxes: [REDUCED] },
  { description: 'Travel', quantity: '1', unitPrice: '80', taxes: [VAT] },
];

/** What a client of the specification neither reads nor sends. */
const DOCUMENTS: Record<string, object> = {
  'two rates': { lineItems: LINES },
  'one rate on all lines': {
    lineItems: LINES.map((line) => ({ ...line, taxes: [VAT] })),
  },
  'discounts and charges': {
    lineItems: LINES.map((line, index) =>
      index === 1 ? { ...line, discountPercent: '12.5' } : { ...line, discountAmount: '1.25' },
    ),
    discounts: [{ percent: '3.333', reason: 'Regular customer' }, { amount: '0.07' }],
    charges: [{ amount: '9.99', reason: 'Shipping', taxes: [REDUCED] }, { percent: '1' }],
  },
  'prices that include tax': { lineItems: LINES, pricesIncludeTax: true },
  'an untaxed line first, and prices that include tax': {
    pricesIncludeTax: true,
    lineItems: LINES.map((line, index) =>
      index === 0 ? { ...line, taxes: [{ name: 'VAT', rate: '0', category: 'Z' }] } : line,
    ),
  },
  'units, periods and codes': {
    lineItems: LINES.map((line) => ({
      ...line,
      unit: 'day',
      itemCode: '998314',
      servicePeriod: { from: '2026-11-01', to: '2026-11-15' },
    })),
    supplyDate: '2026-11-18',
    servicePeriod: { from: '2026-11-01', to: '2026-11-30' },
    deliveryAddress: 'Pier 4',
    buyerReference: '04011000-12345-67',
  },
  'several taxes on a line': {
    lineItems: LINES.map((line) => ({ ...line, taxes: [GST, QST] })),
  },
  'a rate for the whole document': {
    taxRate: '8.875',
    lineItems: LINES.map((line) => without(line, 'taxes')),
  },
  'a flat tax': { taxAmount: '12.34', lineItems: LINES.map((line) => without(line, 'taxes')) },
  'another currency': {
    currency: 'JPY',
    exchangeRate: { rate: '0.0065', source: 'European Central Bank' },
    lineItems: LINES.map((line) => ({ ...line, unitPrice: '1200.5' })),
  },
};

const FIGURES = (
  'currency pricesIncludeTax taxRate taxAmount taxTotals discounts charges lineTotal discountTotal ' +
  'chargeTotal subtotal rounding roundingIncrement total exchangeRate'
).split(' ');

describeOnDatabase('a client of the specification', (db) => {
  let test: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(test));
  });
  afterAll(() => test.close());

  const create = async (of: Kind, values: object) => {
    const answer = await owner.call(
      'POST',
      `/api/${of.kind}`,
      documentForm(of, customerId, values),
    );
    expect(answer.body).toMatchObject({ id: expect.any(Number) });
    return answer.body;
  };
  const read = async ({ kind }: Kind, id: number) =>
    (await owner.call('GET', `/api/${kind}/${id}`)).body;
  const put = (of: Kind, document: { id: number }, values: object = {}) =>
    owner.call('PUT', `/api/${of.kind}/${document.id}`, {
      ...asSpecified(of, document),
      ...values,
    });

  /** Exactly the specification's fields, as they were answered. */
  // oxlint-disable-next-line typescript/no-explicit-any
  const asSpecified = ({ number, endDate }: Kind, document: any, withIds = true) => ({
    customerId: document.customerId,
    [number]: document[number],
    issueDate: document.issueDate,
    [endDate]: document[endDate],
    status: document.status,
    taxRate: document.taxRate,
    notes: document.notes,
    terms: document.terms,
    // oxlint-disable-next-line typescript/no-explicit-any
    lineItems: document.lineItems.map((line: any) => ({
      ...(withIds ? { id: line.id } : {}),
      itemId: line.itemId,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
    })),
  });
  /** Everything but what a save of the notes changes, and the numbers that lines get anew. */
  const unchanged = (document: { lineItems: object[] }) =>
    JSON.stringify({
      ...without(document, 'notes', 'version', 'updatedAt', 'history', 'revision'),
      lineItems: document.lineItems.map((line) => without(line, 'id')),
    });
  const figures = (document: { lineItems: { description: string }[] }, description: string) =>
    document.lineItems.find((line) => line.description === description);

  describe.each(KINDS)('saves $kind', (of) => {
    it.each(Object.keys(DOCUMENTS))('with %s, and nothing but the notes changes', async (name) => {
      const made = await create(of, DOCUMENTS[name] ?? {});
      for (const withIds of [true, false]) {
        const before = await read(of, made.id);
        const body = { ...asSpecified(of, before, withIds), notes: `Thank you ${withIds}` };
        const saved = await owner.call('PUT', `/api/${of.kind}/${made.id}`, body);
        expect(saved).toMatchObject({ status: 200, body: { notes: `Thank you ${withIds}` } });
        const after = await read(of, made.id);
        expect(unchanged(after)).toBe(unchanged(before));
        expect(unchanged(saved.body)).toBe(unchanged(before));
      }
    });

    it('with another rate beside taxes on the lines is told where to change them', async () => {
      const made = await create(of, DOCUMENTS['two rates'] ?? {});
      const message = 'The taxes of this document are set on its lines: change them there';
      for (const [path, values] of [
        ['taxRate', { taxRate: '7.00' }],
        ['taxAmount', { taxAmount: '1.00' }],
      ] as const) {
        expect(await put(of, made, values)).toMatchObject({
          status: 409,
          body: { code: 'CONFLICT', message, fields: [{ path, message }] },
        });
      }
      expect(await read(of, made.id)).toEqual(made);
      const same = await put(of, made, { taxRate: 0, taxAmount: made.taxAmount });
      expect(unchanged(same.body)).toBe(unchanged(made));
    });

    it('is not made with a tax amount of its own beside taxes on lines or charges', async () => {
      const before = await countDocuments(test, owner);
      const taxed = DOCUMENTS['two rates'] ?? {};
      const vat = { name: 'VAT', rate: '20', category: 'S' };
      const charged = { taxRate: 0, charges: [{ amount: '5', taxes: [vat] }] };
      const message =
        'A tax amount for the whole document cannot be combined with taxes on its lines or charges';
      for (const values of [taxed, charged]) {
        const form = documentForm(of, customerId, { ...values, taxAmount: '1.01' });
        expect(await owner.call('POST', `/api/${of.kind}`, form)).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION', message, fields: [{ path: 'taxAmount', message }] },
        });
      }
      expect(await countDocuments(test, owner)).toEqual(before);
    });

    it.each(Object.keys(DOCUMENTS))('with %s, made again of its own answer', async (name) => {
      const made = await create(of, DOCUMENTS[name] ?? {});
      // An amount of 0, or none, is nobody's tax.
      const taxed = name !== 'a flat tax';
      const ways = [{}, ...(taxed ? [{ taxAmount: '0.00' }, { taxAmount: undefined }] : [])];
      for (const [index, values] of ways.entries()) {
        const form = { ...made, ...values, [of.number]: `${made[of.number]}-${index}` };
        const again = await owner.call('POST', `/api/${of.kind}`, form);
        expect(again.status, JSON.stringify(again.body)).toBe(201);
        for (const figure of FIGURES) expect(again.body[figure]).toEqual(made[figure]);
      }
    });

    it.each([
      ['with their numbers', true],
      ['without', false],
    ])('and its lines keep what it does not send: in another order, %s', async (_, withIds) => {
      const made = await create(of, DOCUMENTS['discounts and charges'] ?? {});
      const { lineItems } = asSpecified(of, made, withIds);
      const saved = await put(of, made, { lineItems: lineItems.toReversed() });
      expect(saved.status).toBe(200);
      for (const line of made.lineItems) {
        const typed = without(line, 'id', 'net', 'tax', 'gross');
        expect(figures(saved.body, line.description)).toMatchObject(typed);
      }
      expect(saved.body).toMatchObject({
        lineTotal: made.lineTotal,
        subtotal: made.subtotal,
        total: made.total,
        taxTotals: expect.arrayContaining(made.taxTotals),
      });
    });

    it.each([
      ['with their numbers', true],
      ['without', false],
    ])('and its lines keep what it does not send: one removed, %s', async (_, withIds) => {
      const made = await create(of, DOCUMENTS['two rates'] ?? {});
      const { lineItems } = asSpecified(of, made, withIds);
      const saved = await put(of, made, { lineItems: lineItems.slice(1) });
      expect(saved.body.lineItems).toMatchObject([
        { description: 'Print', taxes: [{ rate: '5.50' }], total: '33.33' },
        { description: 'Travel', taxes: [{ rate: '20.00' }], total: '80.00' },
      ]);
      // 33.33 × 5.5 % + 80 × 20 %
      expect(saved.body).toMatchObject({ subtotal: '113.33', taxAmount: '17.83' });
    });

    it.each([
      ['with their numbers', true],
      ['without', false],
    ])('and its lines keep what it does not send: one edited, %s', async (_, withIds) => {
      const made = await create(of, DOCUMENTS['two rates'] ?? {});
      const { lineItems } = asSpecified(of, made, withIds);
      lineItems[0].quantity = '3';
      lineItems[2].description = 'Travel to Bergen';
      const saved = await put(of, made, { lineItems });
      expect(saved.body.lineItems).toMatchObject([
        { description: 'Design', unit: 'hour', taxes: [{ rate: '20.00' }], total: '361.50' },
        { description: 'Print', taxes: [{ rate: '5.50' }] },
        { description: 'Travel to Bergen', taxes: [{ rate: '20.00' }] },
      ]);
    });

    it('and a line that takes the place of several has nothing of theirs', async () => {
      const made = await create(of, DOCUMENTS['two rates'] ?? {});
      const [{ quantity, unitPrice }] = asSpecified(of, made, false).lineItems;
      const lineItems = [{ description: 'Books, second edition', quantity, unitPrice }];
      const saved = await put(of, made, { lineItems });
      expect(saved.body.lineItems).toMatchObject([{ taxes: [], unit: null, discount: '0.00' }]);
    });

    it('and a line that it adds carries no tax where lines differ in theirs', async () => {
      const made = await create(of, DOCUMENTS['two rates'] ?? {});
      const added = { description: 'Postage', quantity: '1', unitPrice: '7' };
      const { lineItems } = asSpecified(of, made);
      const saved = await put(of, made, { lineItems: [added, ...lineItems] });
      expect(saved.body.lineItems).toMatchObject([
        { ...added, quantity: '1.00', unitPrice: '7.00', taxes: [], tax: '0.00', unit: null },
        { taxes: [{ rate: '20.00' }], unit: 'hour' },
        { taxes: [{ rate: '5.50' }] },
        { taxes: [{ rate: '20.00' }] },
      ]);
      expect(saved.body.taxAmount).toBe(made.taxAmount);
    });

    it('and a line that it adds carries the rate that it read for the whole document', async () => {
      const made = await create(of, DOCUMENTS['one rate on all lines'] ?? {});
      expect(made.taxRate).toBe('20.00');
      const added = { description: 'Postage', quantity: '1', unitPrice: '7' };
      for (const withIds of [true, false]) {
        const before = await read(of, made.id);
        const { lineItems } = asSpecified(of, before, withIds);
        const saved = await put(of, before, { lineItems: [added, ...lineItems] });
        expect(saved.body.taxRate).toBe('20.00');
        expect(saved.body.taxTotals).toHaveLength(1);
        const units = (text: string) => Math.round(Number(text) * 100);
        expect(units(saved.body.taxAmount)).toBe(Math.round(units(saved.body.subtotal) * 0.2));
      }
    });
  });

  it.each(Object.keys(DOCUMENTS))(
    'converts an estimate with %s, and the invoice has every figure of it',
    async (name) => {
      const [, estimates] = KINDS;
      const estimate = await create(estimates, DOCUMENTS[name] ?? {});
      const answer = await owner.call('POST', `/api/estimates/${estimate.id}/convert`);
      expect(answer.status).toBeLessThan(300);
      const pickFigures = (document: Record<string, unknown> & { lineItems: object[] }) => ({
        ...Object.fromEntries(FIGURES.map((name) => [name, document[name]])),
        // What its customer may choose is an estimate's alone.
        lineItems: document.lineItems.map((line) =>
          without(line, 'id', 'invoiceId', 'estimateId', 'optional', 'minQuantity', 'maxQuantity'),
        ),
      });
      expect(pickFigures(answer.body)).toEqual(pickFigures(estimate));
    },
  );
});
