import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('bodies', (db) => {
  let test: TestApp;
  let ada: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly' where id = $1`,
      [ada.businessId],
    );
    customerId = (await ada.call('POST', '/api/customers', { name: 'Marta' })).body.id;
  });
  afterAll(() => test.close());

  let n = 0;
  const create = async () =>
    (
      await ada.call('POST', '/api/invoices', {
        customerId,
        invoiceNumber: `BODY-${(n += 1)}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        lineItems: [{ description: 'Design', quantity: '1', unitPrice: '100' }],
      })
    ).body;

  it.each([
    ['an array', ['1.00'], {}],
    ['an array of the body', [{ amount: '1.00' }], {}],
    ['a text', '"1.00"', { 'content-type': 'application/json' }],
    ['a number', '1', { 'content-type': 'application/json' }],
    ['nothing of JSON', '{"amount":"1.00"}', { 'content-type': 'text/plain' }],
    ['null', 'null', { 'content-type': 'application/json' }],
  ])('that are %s change nothing', async (_what, body, headers) => {
    const invoice = await create();
    for (const [method, path] of [
      ['PUT', `/api/invoices/${invoice.id}`],
      ['POST', `/api/invoices/${invoice.id}/mark-paid`],
      ['POST', `/api/invoices/${invoice.id}/payments/1/refund`],
      ['POST', '/api/invoices'],
    ] as const) {
      const answer = await ada.call(method, path, body, headers);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.message).toBe('The body must be a JSON object');
    }
    expect((await ada.call('GET', `/api/invoices/${invoice.id}`)).body).toEqual(invoice);
  });

  it('of a save are not left out, of a verb they are', async () => {
    const { id, version } = await create();
    expect((await ada.call('PUT', `/api/invoices/${id}`)).status).toBe(400);
    expect((await ada.call('GET', `/api/invoices/${id}`)).body.version).toBe(version);
    expect((await ada.call('POST', `/api/invoices/${id}/mark-sent`)).status).toBe(200);
  });

  it('that are empty are none, whatever their type', async () => {
    const typed = { 'content-type': 'application/json', 'content-length': '0' };
    const [plain, named] = [await create(), await create()];
    for (const [method, path] of [
      ['POST', '/invoices/{id}/create-payment'],
      ['POST', '/invoices/{id}/mark-paid'],
      ['POST', '/objects/upload'],
      ['POST', '/verify-subscription'],
      ['POST', '/create-customer-portal'],
      ['POST', '/notifications/read-all'],
      ['POST', '/estimates/{id}/convert'],
      ['PUT', '/invoices/{id}'],
      ['DELETE', '/invoices/{id}'],
    ] as const) {
      const ask = async ({ id }: { id: number }, headers = {}) => {
        const to = `/api${path.replace('{id}', String(id))}`;
        const { status, body } = await ada.call(method, to, undefined, headers);
        return [path, status, body.code, body.message];
      };
      expect(await ask(named, typed)).toEqual(await ask(plain));
    }
  });

  it('of a refund name its amount or nothing', async () => {
    const { id } = await create();
    const answer = await ada.call('POST', `/api/invoices/${id}/payments/1/refund`, { Amount: '1' });
    const message = 'Amount is not a field of this call';
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', message, fields: [{ path: 'Amount', message }] },
    });
  });

  it('that tell the day of a payment tell its method', async () => {
    const { id } = await create();
    const answer = await ada.call('POST', `/api/invoices/${id}/mark-paid`, {
      paymentDate: '2026-11-20',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual([
      { path: 'paymentMethod', message: 'Payment method is required' },
    ]);
  });

  it('a customer renamed while its documents are saved keeps nobody waiting', async () => {
    const invoice = await create();
    // Other suites have had the same database, and may have had deadlocks.
    const countDeadlocks = async () =>
      (
        await db.pool.query(
          'select deadlocks from pg_stat_database where datname = current_database()',
        )
      ).rows;
    const before = await countDeadlocks();
    const renames = Array.from({ length: 12 }, (_, turn) =>
      ada.call('PUT', `/api/customers/${customerId}`, { name: `Marta ${turn}` }),
    );
    const saves = Array.from({ length: 12 }, (_, turn) =>
      ada.call('PUT', `/api/invoices/${invoice.id}`, { customerId, notes: `Note ${turn}` }),
    );
    const answers = await Promise.all([...renames, ...saves]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countDeadlocks()).toEqual(before);
  });
});
