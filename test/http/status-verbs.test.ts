import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** The calls that set a status, and the status each of them ends in. */
const VERBS = [
  { kind: 'invoice', verb: 'mark-sent', status: 'sent', event: 'invoice.sent' },
  { kind: 'estimate', verb: 'mark-sent', status: 'sent', event: 'estimate.sent' },
  { kind: 'estimate', verb: 'accept', status: 'accepted', event: 'estimate.accepted' },
  { kind: 'estimate', verb: 'reject', status: 'rejected', event: 'estimate.rejected' },
] as const;
type Kind = (typeof VERBS)[number]['kind'];

describeOnDatabase('the calls that set a status', (db) => {
  let app: TestApp;
  let ada: Caller;
  let eve: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
    ada = await subscriber();
    eve = await subscriber();
    customerId = await addCustomer(ada);
  });
  afterAll(() => app.close());

  /** Whom no trial stops. */
  async function subscriber(): Promise<Caller> {
    const caller = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active' where id = $1`, [
      caller.businessId,
    ]);
    return caller;
  }
  const addCustomer = async (caller: Caller): Promise<number> =>
    (await caller.call('POST', '/api/customers', { name: 'Marta Lindqvist' })).body.id;
  let n = 0;
  const make = async (kind: Kind, values: object = {}, who = ada, customer = customerId) => {
    // Out of the way of the numbers that accepted estimates give their invoices.
    const input =
      kind === 'invoice'
        ? anInvoice(customer, { invoiceNumber: `VERB-${(n += 1)}`, ...values })
        : anEstimate(customer, values);
    const { status, body } = await who.call('POST', `/api/${kind}s`, input);
    expect(status).toBe(201);
    return { ...body, path: `/api/${kind}s/${body.id}` };
  };
  const read = async (path: string) => (await ada.call('GET', path)).body;
  const told = (document: { history: { type: string }[] }, event: string) =>
    document.history.filter(({ type }) => type === event).length;

  it.each(VERBS)('$kind $verb: answers the whole document', async ({ kind, verb, ...expected }) => {
    const { path } = await make(kind);
    const done = await ada.call('POST', `${path}/${verb}`);
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: expected.status });
    expect(done.body.lineItems.length).toBeGreaterThan(0);
    expect(told(done.body, expected.event)).toBe(1);
    // Its link to the invoice is a step of its own.
    expect(done.body.version).toBe(verb === 'accept' ? 3 : 2);
    expect(await read(path)).toEqual(done.body);
  });

  it.each(VERBS)('$kind $verb: asked twice is asked once', async ({ kind, verb, event }) => {
    const { path } = await make(kind);
    const first = await ada.call('POST', `${path}/${verb}`);
    const second = await ada.call('POST', `${path}/${verb}`);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(told(second.body, event)).toBe(1);
  });

  it.each(VERBS)('$kind $verb: at once, it happens once', async ({ kind, verb, event }) => {
    const { path } = await make(kind);
    const invoices = async () => (await ada.call('GET', '/api/invoices/summary')).body.all.count;
    const before = await invoices();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ada.call('POST', `${path}/${verb}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(told(await read(path), event)).toBe(1);
    expect(await invoices()).toBe(before + (verb === 'accept' ? 1 : 0));
  });

  it.each(VERBS)('$kind $verb: of another business there is none', async ({ kind, verb }) => {
    const { path } = await make(kind);
    const before = await read(path);
    const answer = await eve.call('POST', `${path}/${verb}`);
    const missing = kind === 'invoice' ? 'Invoice not found' : 'Estimate not found';
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: missing } });
    expect((await app.visitor.call('POST', `${path}/${verb}`)).status).toBe(401);
    expect(await read(path)).toEqual(before);
  });

  it.each(VERBS)('$kind $verb: a deleted one is gone', async ({ kind, verb }) => {
    const { path } = await make(kind);
    await ada.call('DELETE', path);
    expect((await ada.call('POST', `${path}/${verb}`)).status).toBe(404);
    expect((await ada.call('POST', `${path}/restore`)).body.status).toBe('draft');
  });

  it.each(VERBS)('$kind $verb: refused while suspended', async ({ kind, verb }) => {
    const owner = await subscriber();
    const { path } = await make(kind, {}, owner, await addCustomer(owner));
    await db.pool.query('update businesses set suspended_at = now() where id = $1', [
      owner.businessId,
    ]);
    const answer = await owner.call('POST', `${path}/${verb}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } });
    expect((await owner.call('GET', path)).body).toMatchObject({ status: 'draft', version: 1 });
  });

  it('an invoice that is overdue stays so, and one that is paid is refused', async () => {
    const late = await make('invoice', {
      status: 'sent',
      issueDate: '2020-01-01',
      dueDate: '2020-01-02',
    });
    const asked = await ada.call('POST', `${late.path}/mark-sent`);
    expect(asked.body).toMatchObject({ status: 'overdue', version: 1 });
    expect(asked.body.history).toEqual(late.history);

    const paid = await make('invoice', { status: 'paid' });
    expect(await ada.call('POST', `${paid.path}/mark-sent`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_PAID', message: 'This invoice has already been paid.' },
    });
    expect(await read(paid.path)).toMatchObject({ status: 'paid', version: paid.version });
  });

  it('an estimate that became an invoice is not rejected any more', async () => {
    const { path } = await make('estimate');
    const { invoice } = (await ada.call('POST', `${path}/accept`)).body;
    for (const verb of ['reject', 'mark-sent']) {
      expect(await ada.call('POST', `${path}/${verb}`)).toMatchObject({
        status: 409,
        body: {
          code: 'CONFLICT',
          message: `This estimate became invoice ${invoice.invoiceNumber}. Change the invoice instead.`,
          invoiceId: invoice.id,
        },
      });
    }
    expect(await read(path)).toMatchObject({ status: 'accepted', version: 3 });
  });

  it('accepting stops at the trial’s end, and changes nothing', async () => {
    const owner = await app.signUp();
    const { path } = await make('estimate', {}, owner, await addCustomer(owner));
    await db.pool.query('update businesses set trial_invoices_used = 10 where id = $1', [
      owner.businessId,
    ]);
    expect(await owner.call('POST', `${path}/accept`)).toMatchObject({
      status: 403,
      body: { code: 'SUBSCRIPTION_REQUIRED', requiresSubscription: true },
    });
    const { body } = await owner.call('GET', path);
    expect(body).toMatchObject({ status: 'draft', version: 1, invoice: null });
    expect(body.history).toHaveLength(1);
    expect((await owner.call('GET', '/api/invoices')).body).toEqual([]);
    // Neither of the others makes an invoice.
    expect((await owner.call('POST', `${path}/mark-sent`)).body.status).toBe('sent');
    expect((await owner.call('POST', `${path}/reject`)).body.status).toBe('rejected');
  });

  it('whatever path makes an invoice paid, sent again or a draft ends in the same', async () => {
    const save = async (path: string, values: object) =>
      ada.call('PUT', path, { ...(await read(path)), ...values });
    const pay = { paymentMethod: 'cash', paymentDate: '2026-11-20' };
    const paths: Record<string, (path: string) => Promise<unknown>> = {
      'mark-paid': (path) => ada.call('POST', `${path}/mark-paid`, pay),
      'the status of a save': (path) => save(path, { status: 'paid', ...pay }),
      'an edit and the status at once': (path) =>
        save(path, { status: 'paid', notes: 'Thank you', ...pay }),
      'sent first': async (path) => {
        await ada.call('POST', `${path}/mark-sent`);
        await ada.call('POST', `${path}/mark-paid`, pay);
      },
      'set back and paid again': async (path) => {
        await ada.call('POST', `${path}/mark-paid`, pay);
        await save(path, { status: 'sent' });
        await save(path, { status: 'paid', ...pay });
      },
    };
    for (const [name, take] of Object.entries(paths)) {
      const { path, total } = await make('invoice', { dueDate: '2090-01-01' });
      await take(path);
      const paid = await read(path);
      expect(paid, name).toMatchObject({
        status: 'paid',
        amountReceived: total,
        amountDue: '0.00',
      });
      const counted = paid.payments.filter(
        ({ status }: { status: string }) => status === 'completed',
      );
      expect(counted, name).toMatchObject([{ amount: total, ...pay }]);
      for (const status of ['sent', 'draft']) {
        expect((await save(path, { status })).body, name).toMatchObject({
          status,
          amountReceived: '0.00',
          amountDue: total,
        });
      }
    }
  });
});
