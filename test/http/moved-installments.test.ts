import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Calendar, EventOf } from '../../src/shared/calendar/calendar.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const types = ({ history }: InvoiceDetail) => history.map(({ type }) => type);

const LINES = [{ description: 'Work', quantity: '1', unitPrice: '100' }];
/** Of 100: 30 on Dec 1, 50 on Dec 15, 20 on Jan 10. */
const PLAN = [
  { dueDate: '2026-12-01', percent: '30' },
  { event: 'issue', days: 25, percent: '50' },
  { dueDate: '2027-01-10', percent: '20' },
];

describeOnDatabase('the days of installments over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let customerId: number;

  beforeAll(async () => {
    test = await openTestApp(db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    test.time.now = new Date('2026-11-20T12:00:00Z');
    ada = await test.signUp();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly'`,
    );
    const customer = aCustomer({ email: 'marta@harbor.example' });
    customerId = (await ada.call('POST', '/api/customers', customer)).body.id;
  });

  const create = (values: object = {}) =>
    ada.call('POST', '/api/invoices', {
      ...anInvoice(customerId, { taxRate: '0', lineItems: LINES, status: 'sent' }),
      ...values,
    });
  const planned = async (values: object = {}): Promise<InvoiceDetail> => {
    const { body, status } = await create({ installments: PLAN, ...values });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const move = (id: number, body: object, who = ada) =>
    who.call('POST', `/api/invoices/${id}/move-installment`, body);
  const read = async (id: number): Promise<InvoiceDetail> =>
    (await ada.call('GET', `/api/invoices/${id}`)).body;
  const update = async (id: number, body: object) => {
    const { version } = await read(id);
    return ada.call('PUT', `/api/invoices/${id}`, { version, ...body });
  };
  const dueEvents = async () => {
    const { body } = await ada.call('GET', '/api/calendar');
    return (body as Calendar).weeks
      .flatMap(({ events }) => events)
      .filter((event): event is EventOf<'due'> => event.kind === 'due')
      .map(({ date, installment, amount }) => [date, installment, amount]);
  };
  const refused = (path: string, message: string) => ({
    status: 400,
    body: { message, code: 'VALIDATION', fields: [{ path, message }] },
  });

  it('move as an edit moves them: a version, its history, and what is due next', async () => {
    const invoice = await planned();
    expect(await dueEvents()).toEqual([
      ['2026-12-01', 1, '30.00'],
      ['2026-12-15', 2, '50.00'],
      ['2027-01-10', 3, '20.00'],
    ]);
    const { body, status } = await move(invoice.id, {
      number: 2,
      dueDate: '2026-12-15',
      to: '2026-12-20',
    });
    expect(status).toBe(200);
    expect(body.version).toBe(invoice.version + 1);
    expect(body.installments[1]).toMatchObject({ dueDate: '2026-12-20', event: null, days: null });
    expect(types(body)).toEqual(['invoice.edited', ...types(invoice)]);
    const { body: revisions } = await ada.call('GET', `/api/invoices/${invoice.id}/revisions`);
    expect(revisions).toHaveLength(2);
    await move(invoice.id, { number: 3, dueDate: '2027-01-10', to: '2027-01-15' });
    expect(await read(invoice.id)).toMatchObject({
      dueDate: '2027-01-15',
      nextDueDate: '2026-12-01',
    });
    await move(invoice.id, { number: 1, dueDate: '2026-12-01', to: '2026-11-21' });
    expect(await read(invoice.id)).toMatchObject({ nextDueDate: '2026-11-21' });
    expect(await dueEvents()).toEqual([
      ['2026-11-21', 1, '30.00'],
      ['2026-12-20', 2, '50.00'],
      ['2027-01-15', 3, '20.00'],
    ]);
    // To where it is, nothing changes.
    const { version } = await read(invoice.id);
    const same = await move(invoice.id, { number: 2, dueDate: '2026-12-20', to: '2026-12-20' });
    expect(same.body.version).toBe(version);
  });

  it('are refused out of their order, before the issue date, and where they are paid, by name', async () => {
    const { id } = await planned();
    const rule = 'not before the issue date, and in the order of the installments';
    const second = { number: 2, dueDate: '2026-12-15' };
    for (const to of ['2026-12-01', '2027-01-10']) {
      expect(await move(id, { ...second, to })).toMatchObject(
        refused('to', `Choose a day from Dec 02, 2026 to Jan 09, 2027: ${rule}`),
      );
    }
    expect(await move(id, { number: 1, dueDate: '2026-12-01', to: '2026-11-19' })).toMatchObject(
      refused('to', `Choose a day from Nov 20, 2026 to Dec 14, 2026: ${rule}`),
    );
    expect(await move(id, { number: 3, dueDate: '2027-01-10', to: '2100-01-01' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'to' }] },
    });
    expect(await move(id, { number: 3, dueDate: '2027-01-10', to: '2026-12-15' })).toMatchObject(
      refused('to', `Choose a day from Dec 16, 2026 on: ${rule}`),
    );
    await ada.call('POST', '/api/payments', {
      customerId,
      amount: '30',
      currency: 'USD',
      paymentDate: '2026-11-20',
      paymentMethod: 'cash',
      allocations: [{ invoiceId: id, amount: '30' }],
    });
    expect((await read(id)).amountDue).toBe('70.00');
    expect(await move(id, { number: 1, dueDate: '2026-12-01', to: '2026-12-02' })).toMatchObject(
      refused('number', 'Installment 1 is paid: its due date stays'),
    );
    const moved = await move(id, { ...second, to: '2026-12-02' });
    expect(moved.body).toMatchObject({ nextDueDate: '2026-12-02', amountDue: '70.00' });

    const close = await planned({
      installments: ['2026-12-01', '2026-12-02', '2026-12-03'].map((dueDate, index) => ({
        dueDate,
        ...(index < 2 ? { percent: '30' } : {}),
      })),
    });
    expect(
      await move(close.id, { number: 2, dueDate: '2026-12-02', to: '2026-12-05' }),
    ).toMatchObject(refused('to', `Choose a day from Dec 02, 2026 to Dec 02, 2026: ${rule}`));
    expect(await move(id, { number: 25, dueDate: '2026-12-01', to: '2026-12-02' })).toMatchObject(
      refused('number', 'number must be a whole number from 1 to 24'),
    );
    expect(await move(id, { number: 1, dueDate: 'soon', to: '2026-12-02' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'dueDate' }] },
    });
  });

  it('are refused to another business, of what has no such part, twice, and at once', async () => {
    const { id } = await planned();
    const plain = (await create()).body;
    const body = { number: 2, dueDate: '2026-12-15', to: '2026-12-20' };
    const eve = await test.signUp();
    expect(await move(id, body, eve)).toMatchObject({
      status: 404,
      body: { message: 'Invoice not found' },
    });
    expect((await move(id, body, test.visitor)).status).toBe(401);
    expect(await move(plain.id, body)).toMatchObject({
      status: 409,
      body: {
        code: 'STALE',
        message: 'No installment 2 of this invoice is due on Dec 15, 2026 by now',
        current: { id: plain.id },
      },
    });
    const answers = await Promise.all([
      move(id, body),
      move(id, body),
      move(id, { ...body, to: '2026-12-21' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await move(id, body)).status).toBe(409);
    const { body: revisions } = await ada.call('GET', `/api/invoices/${id}/revisions`);
    expect(revisions).toHaveLength(2);
  });

  it('stay on what is issued for good', async () => {
    const fix = { issuedInvoices: 'fixed' };
    await ada.call('PUT', '/api/business-profile/issued-invoices', fix);
    const { id } = await planned();
    const { status, body } = await move(id, {
      number: 2,
      dueDate: '2026-12-15',
      to: '2026-12-20',
    });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect((await read(id)).installments[1]).toMatchObject({ event: 'issue', days: 25 });
  });

  it('and due dates are not before the issue date, where they are given anew', async () => {
    const due = refused('dueDate', 'Due date must not be before the issue date');
    const part = (place: number) =>
      refused(
        `installments.${place}.dueDate`,
        'Installment due date must not be before the issue date',
      );
    expect(await create({ dueDate: '2026-11-19' })).toMatchObject(due);
    const early = [{ dueDate: '2026-11-19', percent: '30' }, { dueDate: '2026-12-31' }];
    expect(await create({ installments: early })).toMatchObject(part(0));
    const invoice = (await create()).body;
    expect(await update(invoice.id, { dueDate: '2026-11-19' })).toMatchObject(due);
    expect(await update(invoice.id, { issueDate: '2026-12-21' })).toMatchObject(due);
    expect(await update(invoice.id, { installments: early.toReversed() })).toMatchObject({
      status: 400,
    });
    expect(await update(invoice.id, { installments: early })).toMatchObject(part(0));
    expect((await update(invoice.id, { dueDate: '2026-11-20' })).status).toBe(200);
    // What is stored so is read, saved and issued as it is.
    await db.pool.query(
      `update invoices set due_date = '2026-11-01', next_due_date = '2026-11-01' where id = $1`,
      [invoice.id],
    );
    const kept = await read(invoice.id);
    const { dueDate, issueDate } = kept;
    const saved = await update(invoice.id, { dueDate, issueDate, notes: 'Thank you' });
    expect([saved.status, saved.body.dueDate]).toEqual([200, '2026-11-01']);
    expect(await update(invoice.id, { dueDate: '2026-11-02' })).toMatchObject(due);
  });

  it('keep what an estimate agreed, though its days have passed', async () => {
    const { body: estimate } = await ada.call('POST', '/api/estimates', {
      ...anEstimate(customerId),
      status: 'sent',
      installments: [{ dueDate: '2026-11-25', percent: '30' }, { dueDate: '2026-12-31' }],
    });
    test.time.now = new Date('2026-11-30T12:00:00Z');
    const { body, status } = await ada.call('POST', `/api/estimates/${estimate.id}/convert`);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const { id } = body as InvoiceDetail;
    const { installments, issueDate } = await read(id);
    expect([installments[0]?.dueDate, issueDate > '2026-11-25']).toEqual(['2026-11-25', true]);
    const again = await update(id, { installments, notes: 'As agreed' });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
  });
});
