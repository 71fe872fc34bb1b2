import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { Kind } from './documents-over-http.ts';
import { countDocuments, documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

const [INVOICES, ESTIMATES] = KINDS;
const REVERSE = { name: 'VAT', rate: '0', category: 'AE', exemptionReason: 'Reverse charge' };
const LINE = { description: 'Design', quantity: '2', unitPrice: '120.50', taxes: [REVERSE] };
const BUYER = 'Reverse charge needs the customer’s VAT ID. Add it to the customer.';
const SELLER = 'Reverse charge needs the VAT ID of your business. Add it to the business profile.';

const refused = (path: string, message: string) => ({
  status: 400,
  body: { code: 'VALIDATION', message, fields: [{ path, message }] },
});

describeOnDatabase('a document that the customer accounts for the tax of', (db) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp(db);
  });
  afterAll(() => test.close());

  /** Both sides have their VAT IDs, until they are taken away. */
  const setUp = async (of: Kind, status: string) => {
    const { owner, customerId } = await ownerWithCustomer(test, { vatId: 'DE123456789' });
    await saveProfile(owner, { businessName: 'Quill', vatId: 'FR12345678901' });
    const form = documentForm(of, customerId, { status, lineItems: [LINE, LINE] });
    const made = await owner.call('POST', `/api/${of.kind}`, form);
    expect(made.status).toBe(201);
    const path = `/api/${of.kind}/${made.body.id}`;
    const setBuyer = async (vatId: string | null) => {
      const { body } = await owner.call('GET', `/api/customers/${customerId}`);
      const saved = await owner.call('PUT', `/api/customers/${customerId}`, { ...body, vatId });
      expect(saved.body.vatId).toBe(vatId);
    };
    const setSeller = async (vatId: string | null) => {
      const saved = await saveProfile(owner, { businessName: 'Quill', vatId });
      expect(saved.body.vatId).toBe(vatId);
    };
    const read = async () => (await owner.call('GET', path)).body;
    return { owner, customerId, path, setBuyer, setSeller, read };
  };

  /** Every call that issues a draft, and what it is by then. */
  const WAYS: [string, Kind, string, (path: string) => [string, string, object]][] = [
    ['marked as sent', INVOICES, 'sent', (path) => ['POST', `${path}/mark-sent`, {}]],
    [
      'marked as paid',
      INVOICES,
      'paid',
      (path) => ['POST', `${path}/mark-paid`, { paymentMethod: 'cash' }],
    ],
    ['sent by e-mail', INVOICES, 'draft', (path) => ['POST', `${path}/send-email`, {}]],
    ['marked as sent', ESTIMATES, 'sent', (path) => ['POST', `${path}/mark-sent`, {}]],
    ['converted', ESTIMATES, 'accepted', (path) => ['POST', `${path}/convert`, {}]],
    ['sent by e-mail', ESTIMATES, 'draft', (path) => ['POST', `${path}/send-email`, {}]],
  ];

  it.each(WAYS)('needs the VAT IDs of both when it is %s (%o)', async (_, of, status, call) => {
    const { owner, path, setBuyer, setSeller, read } = await setUp(of, 'draft');
    const [method, url, body] = call(path);
    const draft = await read();
    const before = await countDocuments(test, owner);
    await setBuyer(null);
    expect(await owner.call(method, url, body)).toMatchObject(refused('lineItems', BUYER));
    await setSeller(null);
    expect(await owner.call(method, url, body)).toMatchObject(refused('lineItems', SELLER));
    expect(await countDocuments(test, owner)).toEqual(before);
    // The document names its customer as that is now.
    expect({ ...(await read()), customer: null }).toEqual({ ...draft, customer: null });
    await setSeller('FR12345678901');
    await setBuyer('DE123456789');
    expect((await owner.call(method, url, body)).status).toBeLessThan(300);
    expect(await read()).toMatchObject({ status });
  });

  describe.each(KINDS)('of $kind', (of) => {
    it('is edited once it is out, as long as it asks for nothing anew', async () => {
      const { owner, customerId, path, setBuyer, read } = await setUp(of, 'sent');
      await setBuyer(null);
      const noted = await owner.call('PUT', path, { notes: 'Thank you' });
      expect(noted).toMatchObject({ status: 200, body: { notes: 'Thank you', revision: 2 } });
      const whole = await owner.call('PUT', path, { ...noted.body, terms: 'Net 30' });
      expect(whole).toMatchObject({ status: 200, body: { terms: 'Net 30', revision: 3 } });
      const stored = await read();
      const line = { ...LINE, quantity: '3' };
      const other = await owner.call('POST', '/api/customers', { name: 'Bo' });
      for (const values of [
        { lineItems: [line, LINE] },
        { lineItems: [LINE] },
        { discounts: [{ percent: '10' }] },
        { charges: [{ amount: '5', taxes: [REVERSE] }] },
        { customerId: other.body.id },
      ]) {
        expect(await owner.call('PUT', path, values)).toMatchObject(
          refused('lineItems.0.taxes.0', BUYER),
        );
      }
      expect(await read()).toEqual(stored);
      await setBuyer('DE123456789');
      expect((await owner.call('PUT', path, { lineItems: [line, LINE] })).status).toBe(200);
      expect(customerId).toBe((await read()).customerId);
    });

    it('is not edited while it is a draft that could not be issued', async () => {
      const { owner, path, setBuyer, read } = await setUp(of, 'draft');
      await setBuyer(null);
      const stored = await read();
      expect(await owner.call('PUT', path, { notes: 'Thank you' })).toMatchObject(
        refused('lineItems.0.taxes.0', BUYER),
      );
      expect(await read()).toEqual(stored);
    });
  });
});
