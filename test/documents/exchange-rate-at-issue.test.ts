import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { Kind } from './documents-over-http.ts';
import { documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

const [INVOICES, ESTIMATES] = KINDS;
const message =
  'Tax in EUR must be shown in USD as well. Enter the exchange rate of the day of supply.';
const REFUSED = {
  status: 400,
  body: { code: 'VALIDATION', message, fields: [{ path: 'exchangeRate', message }] },
};
const TAXED = { currency: 'EUR', taxRate: '20.00' };
const RATE = { rate: '1.0845' };

describeOnDatabase('a taxed document in another currency than the business’s', (db) => {
  let test: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(test));
  });
  afterAll(() => test.close());

  const create = (of: Kind, values: object) =>
    owner.call('POST', `/api/${of.kind}`, documentForm(of, customerId, values));
  const read = async (of: Kind, id: number) =>
    (await owner.call('GET', `/api/${of.kind}/${id}`)).body;

  /** Every call that issues a draft. */
  const WAYS: [string, Kind, string, (path: string) => [string, string, object]][] = [
    ['set to sent', INVOICES, 'sent', (path) => ['PUT', path, { status: 'sent' }]],
    ['set to overdue', INVOICES, 'overdue', (path) => ['PUT', path, { status: 'overdue' }]],
    ['set to paid', INVOICES, 'paid', (path) => ['PUT', path, { status: 'paid' }]],
    ['marked as sent', INVOICES, 'sent', (path) => ['POST', `${path}/mark-sent`, {}]],
    [
      'marked as paid',
      INVOICES,
      'paid',
      (path) => ['POST', `${path}/mark-paid`, { paymentMethod: 'cash' }],
    ],
    ['sent by e-mail', INVOICES, 'draft', (path) => ['POST', `${path}/send-email`, {}]],
    ['set to sent', ESTIMATES, 'sent', (path) => ['PUT', path, { status: 'sent' }]],
    ['set to accepted', ESTIMATES, 'accepted', (path) => ['PUT', path, { status: 'accepted' }]],
    ['marked as sent', ESTIMATES, 'sent', (path) => ['POST', `${path}/mark-sent`, {}]],
    ['converted', ESTIMATES, 'accepted', (path) => ['POST', `${path}/convert`, {}]],
    ['sent by e-mail', ESTIMATES, 'draft', (path) => ['POST', `${path}/send-email`, {}]],
  ];

  it.each(WAYS)('needs an exchange rate when it is %s (%o)', async (_, of, status, call) => {
    const { body: draft } = await create(of, TAXED);
    expect(draft).toMatchObject({ status: 'draft', exchangeRate: null });
    const path = `/api/${of.kind}/${draft.id}`;
    const [method, url, body] = call(path);
    expect(await owner.call(method, url, body)).toMatchObject(REFUSED);
    expect(await read(of, draft.id)).toEqual(draft);
    const saved = await owner.call('PUT', path, { exchangeRate: RATE });
    expect(saved.body.exchangeRate).toEqual({
      from: 'EUR',
      to: 'USD',
      rate: '1.0845',
      date: '2026-11-20',
      source: null,
    });
    expect((await owner.call(method, url, body)).status).toBe(200);
    expect(await read(of, draft.id)).toMatchObject({ status });
  });

  it.each(WAYS)('needs none without tax when it is %s (%o)', async (_, of, status, call) => {
    const { body: draft } = await create(of, { currency: 'EUR' });
    const [method, url, body] = call(`/api/${of.kind}/${draft.id}`);
    expect((await owner.call(method, url, body)).status).toBe(200);
    expect(await read(of, draft.id)).toMatchObject({ status });
  });

  describe.each(KINDS)('of $kind', (of) => {
    it.each(
      of === INVOICES ? ['sent', 'paid', 'overdue'] : ['sent', 'accepted', 'rejected', 'expired'],
    )('needs one when it is created as %s', async (status) => {
      expect(await create(of, { ...TAXED, status })).toMatchObject(REFUSED);
      const made = await create(of, { ...TAXED, status, exchangeRate: RATE });
      expect(made).toMatchObject({ status: 201, body: { status } });
    });

    it('needs one when a tax or another currency comes to what is out', async () => {
      const { body: untaxed } = await create(of, { currency: 'EUR', status: 'sent' });
      const path = `/api/${of.kind}/${untaxed.id}`;
      expect(await owner.call('PUT', path, { taxRate: '20' })).toMatchObject(REFUSED);
      const taxed = await owner.call('PUT', path, { taxRate: '20', exchangeRate: RATE });
      expect(taxed.status).toBe(200);
      expect(await owner.call('PUT', path, { exchangeRate: null })).toMatchObject(REFUSED);
      expect(await owner.call('PUT', path, { currency: 'GBP' })).toMatchObject({
        body: { message: message.replace('EUR', 'GBP') },
      });
      expect(await read(of, untaxed.id)).toEqual(taxed.body);
    });

    it('keeps the day of supply as the day of its rate', async () => {
      const dated = { ...TAXED, exchangeRate: RATE, supplyDate: '2026-11-18' };
      const { body } = await create(of, dated);
      expect(body.exchangeRate).toMatchObject({ date: '2026-11-18', rate: '1.0845' });
    });
  });

  it('can be saved as it is, and converted, after the business has another currency', async () => {
    const { owner: ada, customerId: marta } = await ownerWithCustomer(test);
    const made: Record<string, number> = {};
    for (const of of KINDS) {
      const form = documentForm(of, marta, { taxRate: '20', status: 'sent' });
      made[of.kind] = (await ada.call('POST', `/api/${of.kind}`, form)).body.id;
    }
    const euro = { ...TAXED, exchangeRate: RATE, status: 'sent' };
    const abroad = await ada.call('POST', '/api/estimates', documentForm(ESTIMATES, marta, euro));
    const moved = await saveProfile(ada, { businessName: 'Quill', currency: 'GBP' });
    expect(moved.body.currency).toBe('GBP');
    for (const of of KINDS) {
      const path = `/api/${of.kind}/${made[of.kind]}`;
      const stored = (await ada.call('GET', path)).body;
      const saved = await ada.call('PUT', path, { ...stored, notes: 'Thank you' });
      expect(saved).toMatchObject({ status: 200, body: { total: stored.total, currency: 'USD' } });
    }
    const { body } = await ada.call('POST', `/api/estimates/${abroad.body.id}/convert`);
    expect(body).toMatchObject({
      exchangeRate: abroad.body.exchangeRate,
      total: abroad.body.total,
      currency: 'EUR',
    });
  });

  it('is rounded as it was when it is converted, whatever the profile says since', async () => {
    const { owner: ada, customerId: marta } = await ownerWithCustomer(test);
    const swiss = { businessName: 'Quill', currency: 'CHF' };
    const form = (values: object) => documentForm(ESTIMATES, marta, { taxRate: '7.7', ...values });
    await saveProfile(ada, { ...swiss, roundedTotals: [{ currency: 'CHF', increment: '0.05' }] });
    const rounded = (await ada.call('POST', '/api/estimates', form({}))).body;
    await saveProfile(ada, { ...swiss, roundedTotals: [] });
    const exact = (await ada.call('POST', '/api/estimates', form({}))).body;
    expect([rounded.total, exact.total]).toEqual(['259.55', '259.56']);
    const convert = async ({ id }: { id: number }) =>
      (await ada.call('POST', `/api/estimates/${id}/convert`)).body;
    expect(await convert(rounded)).toMatchObject({ total: '259.55', rounding: '-0.01' });
    await saveProfile(ada, { ...swiss, roundedTotals: [{ currency: 'CHF', increment: '0.05' }] });
    expect(await convert(exact)).toMatchObject({ total: '259.56', rounding: '0.00' });
  });
});
