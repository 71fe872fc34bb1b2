import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const PATH = '/api/recurring';
const MISSING = { code: 'NOT_FOUND', message: 'Recurring invoice not found' };
const schedule = { startDate: '2026-12-01', unit: 'month' };

describeOnDatabase('the calls of recurring invoices over HTTP', { owned: true }, (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly'`,
    );
    const values = { name: 'Marta Lindqvist', email: 'marta@harbor.example' };
    customerId = (await ada.call('POST', '/api/customers', values)).body.id;
  });
  afterAll(() => test.close());

  const post = (values: object = {}, headers: object = {}) =>
    ada.call('POST', PATH, aRecurringBody(customerId, values), headers);
  const create = async (values: object = {}) => (await post(values)).body;

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', '/summary'],
    ['GET', '/1'],
    ['PUT', '/1'],
    ['DELETE', '/1'],
    ['POST', '/1/restore'],
    ['POST', '/1/pause'],
    ['POST', '/1/resume'],
    ['POST', '/1/skip'],
    ['POST', '/1/run'],
  ])('%s /recurring%s needs a session, and is of one business', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    const visit = await test.visitor.call(method, `${PATH}${path}`, body);
    expect(visit.status).toBe(401);
    if (!path.startsWith('/1')) return;
    const { id } = await create();
    const theirs = await eve.call(method, `${PATH}${path.replace('1', String(id))}`, body);
    expect([theirs.status, theirs.body]).toEqual([404, MISSING]);
    expect((await ada.call('GET', `${PATH}/${id}`)).body).toMatchObject({ version: 1, runs: [] });
  });

  it('refuses a schedule that there is not, naming its field, new and in a save', async () => {
    const values = { schedule: { ...schedule, unit: 'moon' } };
    const message = 'Unit must be day, week, month, quarter or year';
    const { status, body } = await post(values);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.fields).toEqual([{ path: 'schedule.unit', message }]);
    const made = await create();
    const saved = await ada.call('PUT', `${PATH}/${made.id}`, values);
    expect([saved.status, saved.body.fields]).toEqual([400, body.fields]);
    expect((await ada.call('GET', `${PATH}/${made.id}`)).body).toEqual(made);
  });

  it('is walked in pages, and refuses a cursor that it has not given', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id);
    const walked: number[] = [];
    let path = `${PATH}?limit=2`;
    for (;;) {
      const { body, headers } = await ada.call('GET', path);
      walked.push(...body.map(({ id }: { id: number }) => id));
      const next = headers['x-next-cursor'];
      if (next === undefined) break;
      path = `${PATH}?limit=2&cursor=${next as string}`;
    }
    expect(walked.filter((id) => made.includes(id))).toEqual(made);
    expect(new Set(walked).size).toBe(walked.length);
    for (const key of ['Marta', '2026-02-30', '']) {
      const cursor = Buffer.from(JSON.stringify([key, 1])).toString('base64url');
      const refused = await ada.call('GET', `${PATH}?limit=2&cursor=${cursor}`);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'cursor is not one that a list has given',
      ]);
    }
  });

  it('refuses a customer of another business', async () => {
    const values = { name: 'Theirs' };
    const theirs = (await eve.call('POST', '/api/customers', values)).body.id;
    expect(await post({ customerId: theirs })).toMatchObject({
      status: 404,
      body: { message: 'Customer not found', fields: [{ path: 'customerId' }] },
    });
  });

  it('makes one of a request that is sent twice, and an answer is a form again', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([post({}, key), post({}, key)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const { id, version } = first.body;
    const saved = await ada.call('PUT', `${PATH}/${id}`, first.body);
    expect(saved).toMatchObject({ status: 200, body: { version: version + 1 } });
    const { updatedAt: _updated, version: _version, ...same } = first.body;
    expect(saved.body).toMatchObject(same);
    const stale = await ada.call('PUT', `${PATH}/${id}`, { ...first.body, name: 'Lost' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: { id } } });
  });

  it('keeps all that an invoice can say, and makes just that', async () => {
    const rate = (
      await ada.call('POST', '/api/tax-rates', {
        name: 'VAT',
        rate: '20',
        category: 'S',
      })
    ).body;
    const taxes = [{ taxRateId: rate.id }];
    const content = {
      poNumber: 'PO {year}',
      buyerReference: '{month}',
      pricesIncludeTax: true,
      discounts: [{ reason: 'Loyal', percent: '5' }],
      charges: [{ amount: '9', taxes }],
      deliveryAddress: 'Pier 4',
      terms: 'Thank you',
      taxRate: 0,
      installments: [
        { percent: '50', event: 'issue' },
        { event: 'issue', days: 14 },
      ],
      lineItems: [
        { description: 'Care', quantity: 2, unitPrice: '80', unit: 'hour', taxes },
        { description: 'Hosting', quantity: 1, unitPrice: '9.5', discountPercent: '10', taxes },
      ],
    };
    const made = await create(content);
    expect(made.lineItems[0].taxes).toEqual(taxes);
    // A rate that is changed is that of the invoices which follow.
    await ada.call('PUT', `/api/tax-rates/${rate.id}`, { rate: '19' });
    const run = await ada.call('POST', `${PATH}/${made.id}/run`, {});
    expect(run.status).toBe(200);
    const invoiceId = run.body.runs[0].invoice.id;
    const { body: invoice } = await ada.call('GET', `/api/invoices/${invoiceId}`);
    expect(invoice).toMatchObject({
      recurringId: made.id,
      poNumber: 'PO 2026',
      buyerReference: 'December',
      pricesIncludeTax: true,
      deliveryAddress: 'Pier 4',
      terms: 'Thank you',
      discounts: [{ reason: 'Loyal', percent: '5.00' }],
      taxTotals: [{ name: 'VAT', rate: '19.00' }],
      dueDate: '2026-12-04',
      installments: [{ percent: '50.00' }, { days: 14 }],
      total: made.total,
    });
  });

  it('tells the owner what the job made, with what it leads to', async () => {
    const { id } = await create({ name: 'Told', delivery: 'send' });
    test.time.now = new Date('2026-12-01T08:00:00Z');
    await test.services.jobs.prepare();
    expect(await makeRecurringInvoices(test.services)).toBeGreaterThan(0);
    await test.services.jobs.drain();
    const { body } = await ada.call('GET', `${PATH}/${id}`);
    const [run] = body.runs;
    expect(run).toMatchObject({ date: '2026-12-01', outcome: 'made', invoice: { status: 'sent' } });
    const invoice = await ada.call('GET', `/api/invoices/${run.invoice.id}`);
    expect(invoice.body.emails).toMatchObject([{ status: 'sent' }]);
    const news = await ada.call('GET', '/api/notifications');
    expect(news.body).toContainEqual(
      expect.objectContaining({
        type: 'recurring.made',
        recurringId: id,
        invoiceId: run.invoice.id,
        message: `Told: ${run.invoice.invoiceNumber} to Marta Lindqvist was issued and queued for sending.`,
      }),
    );
  });

  it('stands in the OpenAPI document', async () => {
    const { body } = await test.visitor.call('GET', '/api/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/recurring'))).toHaveLength(9);
  });
});
