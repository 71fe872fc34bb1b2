import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '../../src/shared/documents/document-content.ts';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const LINES = [
  { description: 'Design', quantity: '2', unitPrice: '120.50' },
  { description: 'Print', quantity: '1.50', unitPrice: '10.00' },
];

describeOnDatabase('fields that a save does not name', (db) => {
  let test: TestApp;
  let ada: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    customerId = (await ada.call('POST', '/api/customers', { name: 'Marta' })).body.id;
  });
  afterAll(() => test.close());

  const kinds = (['invoice', 'estimate'] as const).map((kind) => ({ kind }));
  let n = 0;
  const create = async (kind: 'invoice' | 'estimate', more: object = {}) => {
    const { number, endDate } = DOCUMENT_KINDS[kind];
    const made = await ada.call('POST', `/api/${kind}s`, {
      customerId,
      [number]: `ABSENT-${(n += 1)}`,
      issueDate: '2026-11-20',
      [endDate]: '2026-12-20',
      taxRate: '7.00',
      notes: 'Thank you',
      terms: 'Thirty days',
      lineItems: LINES,
      ...(kind === 'invoice' ? { poNumber: 'PO-7741' } : {}),
      ...more,
    });
    expect(made.status).toBe(201);
    return { path: `/api/${kind}s/${made.body.id}`, made: made.body };
  };
  /** What a save may change by itself. */
  const content = (answer: InvoiceDetail | EstimateDetail) => {
    const { version: _version, updatedAt: _at, revision: _sealed, lineItems, ...rest } = answer;
    return {
      ...rest,
      history: undefined,
      lineItems: lineItems.map(({ id: _id, ...line }) => line),
    };
  };

  it.each(kinds)('of $kind stay as they are stored, whichever is named', async ({ kind }) => {
    const { path, made } = await create(kind);
    let before = made;
    const { number, endDate } = DOCUMENT_KINDS[kind];
    for (const change of [
      {},
      { notes: null },
      { terms: 'Ten days' },
      { [number]: `RENAMED-${kind}` },
      { issueDate: '2026-11-21' },
      { [endDate]: '2026-12-21' },
      { customerId },
      { status: 'sent' },
    ]) {
      const saved = await ada.call('PUT', path, change);
      expect(saved.status).toBe(200);
      const next = {
        ...('dueDate' in change ? { nextDueDate: change.dueDate } : {}),
        // What an invoice is said to be follows from its status.
        ...('status' in change && 'standing' in before ? { standing: change.status } : {}),
      };
      expect(content(saved.body)).toEqual({ ...content(before), ...change, ...next });
      expect(saved.body.version).toBe(before.version + 1);
      before = saved.body;
    }
    expect((await ada.call('GET', `/api/${kind}s?search=renamed-${kind}`)).body).toHaveLength(1);
  });

  it.each(kinds)('of $kind count with those that are named', async ({ kind }) => {
    const { path, made } = await create(kind);
    expect(made).toMatchObject({ subtotal: '256.00', taxAmount: '17.92', total: '273.92' });
    const rated = await ada.call('PUT', path, { taxRate: '10' });
    expect(rated.body).toMatchObject({ taxAmount: '25.60', total: '281.60' });
    expect(rated.body.lineItems).toMatchObject(
      made.lineItems.map(({ id }: { id: number }) => ({ id })),
    );
    const one = await ada.call('PUT', path, { lineItems: LINES.slice(0, 1) });
    expect(one.body).toMatchObject({ taxRate: '10.00', taxAmount: '24.10', total: '265.10' });
    const flat = await ada.call('PUT', path, { taxRate: '0', taxAmount: '3.00' });
    expect(flat.body).toMatchObject({ taxAmount: '3.00', total: '244.00' });
    const kept = await ada.call('PUT', path, { lineItems: LINES });
    expect(kept.body).toMatchObject({ taxRate: '0.00', taxAmount: '3.00', total: '259.00' });
  });

  it.each(kinds)('of $kind are no edit: only what is another is told', async ({ kind }) => {
    const { path } = await create(kind);
    const types = async () =>
      (await ada.call('GET', path)).body.history.map((entry: { type: string }) => entry.type);
    await ada.call('PUT', path, {});
    await ada.call('PUT', path, { notes: 'Thank you', lineItems: LINES });
    expect(await types()).toEqual([`${kind}.created`]);
    await ada.call('PUT', path, { notes: 'Thanks' });
    expect(await types()).toEqual([`${kind}.edited`, `${kind}.created`]);
  });

  it.each(kinds)('of $kind are refused where they are named wrongly', async ({ kind }) => {
    const { path, made } = await create(kind);
    const { number } = DOCUMENT_KINDS[kind];
    const refused = await ada.call('PUT', path, { [number]: null });
    expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: number }]]);
    expect((await ada.call('GET', path)).body).toEqual(made);
  });

  it('keeps a paid invoice paid, and its amounts', async () => {
    const { path } = await create('invoice', { status: 'paid' });
    const noted = await ada.call('PUT', path, { notes: 'Paid, thank you' });
    expect(noted.body).toMatchObject({ status: 'paid', total: '273.92', amountDue: '0.00' });
    const refused = await ada.call('PUT', path, { taxRate: '9' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'This invoice is paid. Change its status before you change its amounts.',
    );
  });
});
