import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const VAT = { name: 'VAT', rate: '20', category: 'S' };
const MISSING = { status: 404, body: { code: 'NOT_FOUND', message: 'Tax rate not found' } };

describeOnDatabase('the calls of tax rates', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
  });
  afterAll(() => test.close());

  const create = async (values: object = {}) =>
    (await ada.call('POST', '/api/tax-rates', { ...VAT, ...values })).body;
  const list = async (owner = ada) => (await owner.call('GET', '/api/tax-rates')).body;

  it('need a session', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/1'],
      ['POST', '/1/archive'],
      ['POST', '/1/restore'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect(await test.visitor.call(method, `/api/tax-rates${path}`, body)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    }
  });

  it('make one, change it, take it out of use and back', async () => {
    const answer = await ada.call('POST', '/api/tax-rates', {
      name: '  QST ',
      rate: 9.975,
      compound: true,
      registrationNumber: '1234567890 TQ 0001',
      isDefault: true,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'QST',
        rate: '9.975',
        category: null,
        compound: true,
        exemptionReason: null,
        registrationNumber: '1234567890 TQ 0001',
        isDefault: true,
        archivedAt: null,
        version: 1,
      },
    });
    const made = answer.body;
    const path = `/api/tax-rates/${made.id}`;
    const changed = (await ada.call('PUT', path, { rate: '10', version: 1 })).body;
    expect(changed).toMatchObject({
      ...made,
      rate: '10.00',
      version: 2,
      updatedAt: expect.any(String),
    });
    expect(await ada.call('PUT', path, { rate: '11', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: changed },
    });
    const archived = (await ada.call('POST', `${path}/archive`)).body;
    expect(archived).toMatchObject({ archivedAt: expect.any(String), version: 3 });
    expect((await ada.call('POST', `${path}/archive`)).body).toEqual(archived);
    const other = await create();
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([other.id, made.id]);
    const restored = (await ada.call('POST', `${path}/restore`)).body;
    expect(restored).toMatchObject({ archivedAt: null, version: 4 });
    expect((await ada.call('POST', `${path}/restore`)).body).toEqual(restored);
    expect(await list()).toContainEqual(restored);
  });

  it('answer the same key with the same rate', async () => {
    const before = (await list()).length;
    const once = () => ada.call('POST', '/api/tax-rates', VAT, { 'idempotency-key': 'rate-1' });
    const answers = await Promise.all([once(), once(), once()]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list()).toHaveLength(before + 1);
    const other = { ...VAT, rate: '19' };
    const reused = await ada.call('POST', '/api/tax-rates', other, { 'idempotency-key': 'rate-1' });
    expect(reused).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } });
  });

  it('know nothing of another business’s', async () => {
    const theirs = (await eve.call('POST', '/api/tax-rates', VAT)).body;
    for (const id of [theirs.id, 999_999_999]) {
      expect(await ada.call('PUT', `/api/tax-rates/${id}`, { rate: '1' })).toMatchObject(MISSING);
      expect(await ada.call('POST', `/api/tax-rates/${id}/archive`)).toMatchObject(MISSING);
      expect(await ada.call('POST', `/api/tax-rates/${id}/restore`)).toMatchObject(MISSING);
    }
    expect(await list(eve)).toEqual([theirs]);
    expect((await list()).map(({ id }: { id: number }) => id)).not.toContain(theirs.id);
  });

  describe('refuse', () => {
    it.each<[object, string, string]>([
      [{ name: '' }, 'name', 'Tax name is required'],
      [
        { rate: '0' },
        'rate',
        'VAT: a standard rate is above 0 %. Choose zero rate or exempt instead.',
      ],
      [{ category: 'Z' }, 'rate', 'VAT: Zero rate has a rate of 0 %'],
      [
        { category: 'E', rate: '0' },
        'exemptionReason',
        'VAT: Exempt needs a reason: say why no tax is charged',
      ],
    ])('%j', async (values, path, message) => {
      const stored = await create();
      const before = await list();
      const refusal = { status: 400, body: { code: 'VALIDATION', fields: [{ path, message }] } };
      const body = { ...VAT, ...values };
      expect(await ada.call('POST', '/api/tax-rates', body)).toMatchObject(refusal);
      if (!('rate' in values && values.rate === undefined)) {
        expect(await ada.call('PUT', `/api/tax-rates/${stored.id}`, body)).toMatchObject(refusal);
      }
      expect(await list()).toEqual(before);
    });
  });

  it('change no document that carries the rate', async () => {
    const rate = await create({ name: 'TVA' });
    const customer = (await ada.call('POST', '/api/customers', { name: 'Marta' })).body;
    const invoice = (
      await ada.call('POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber: 'INV-1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        taxRate: 0,
        lineItems: [
          { description: 'Design', quantity: 1, unitPrice: 10, taxes: [{ taxRateId: rate.id }] },
        ],
      })
    ).body;
    expect(invoice).toMatchObject({ taxAmount: '2.00', taxRate: '20.00' });
    await ada.call('PUT', `/api/tax-rates/${rate.id}`, { rate: '10', name: 'MwSt' });
    await ada.call('POST', `/api/tax-rates/${rate.id}/archive`);
    const saved = await ada.call('PUT', `/api/invoices/${invoice.id}`, { notes: 'Thank you' });
    expect(saved.body).toMatchObject({ taxTotals: [{ name: 'TVA', rate: '20.00' }] });
  });

  it('are at most 200, also when many come at once', async () => {
    const owner = await test.signUp();
    await test.services.db.pool.query(
      `insert into tax_rates (business_id, name, rate)
       select $1, 'Rate ' || n, n from generate_series(1, 198) n`,
      [owner.businessId],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.call('POST', '/api/tax-rates', VAT)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409, 409, 409, 409,
    ]);
    expect(await owner.call('POST', '/api/tax-rates', VAT)).toMatchObject({
      body: { code: 'CONFLICT', message: 'A business has at most 200 tax rates' },
    });
    expect(await list(owner)).toHaveLength(200);
  });
});
