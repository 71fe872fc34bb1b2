import { afterAll, beforeAll, expect, it } from 'vitest';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import { AGES } from '../../src/shared/customers/ageing.ts';
import { money, sumMoneyIn } from '../../src/shared/money/money.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { PortalWorld } from './portal-world.ts';
import { openPortalWorld } from './portal-world.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const EMAIL = 'marta@harborandpine.example';

const work = (unitPrice: string, more: object = {}) => ({
  taxRate: '0',
  issueDate: '2026-10-01',
  lineItems: [{ description: 'Work', quantity: '1', unitPrice, ...more }],
});
const plan = (...days: string[]) =>
  days.map((dueDate, index) =>
    index === days.length - 1 ? { dueDate } : { percent: '40', dueDate },
  );

/** Everything that says how much of a customer's invoices is overdue, or how many are to be paid. */
async function readFigures({ owner, visit }: PortalWorld, customerId: number) {
  const get = async (path: string) => (await owner.call('GET', `/api${path}`)).body;
  const amount = (sums: { amount: string }[]) => sums.map((sum) => sum.amount);
  const [dashboard, summary, calendar, receivables, account, customers] = await Promise.all([
    get('/dashboard'),
    get('/invoices/summary'),
    get('/calendar'),
    get('/reports/receivables'),
    get(`/customers/${customerId}/account`),
    get('/customers'),
  ]);
  const narrowed = await get(`/invoices/summary?customerId=${customerId}`);
  const visitor = await visit(customerId, EMAIL);
  const portal = (await visitor.call('GET', '/api/portal')).body;
  const [aged] = receivables.currencies;
  const late = (ages: Record<string, string>) =>
    sumMoneyIn(
      'USD',
      AGES.filter((age) => age !== 'notDue').map((age) => money(ages[age] ?? '', 'USD')),
    ).amount;
  return {
    overdue: [
      dashboard.overdue,
      dashboard.due.overdue,
      ...amount(summary.overdue.sums),
      ...amount(narrowed.overdue.sums),
      ...amount(calendar.overdue.sums),
      late(aged),
      late(account.accounts[0].ageing),
      customers[0].balance.overdue,
      ...portal.open.map((one: { overdue: string }) => one.overdue),
    ],
    due: dashboard.due,
    counts: {
      open: [
        dashboard.outstandingCount,
        summary.unpaid.count,
        narrowed.unpaid.count,
        ...portal.open.map((one: { count: number }) => one.count),
      ],
      overdue: [dashboard.overdueCount, summary.overdue.count, narrowed.overdue.count],
    },
  };
}

describeOnDatabase('what is overdue', { owned: true }, (db) => {
  let test: TestApp;
  let world: PortalWorld;

  beforeAll(async () => {
    test = await openTestApp(db);
  });
  afterAll(() => test.close());
  const setUp = async () => {
    test.time.now = new Date('2026-11-20T12:00:00Z');
    world = await openPortalWorld(test);
    return world.customer({ email: EMAIL });
  };
  const everywhere = (amount: string) => Array.from({ length: 9 }, () => amount);

  it('is the part whose due date has passed, in every sum alike, before the job has marked it and after', async () => {
    const customerId = await setUp();
    const dates = ['2026-11-10', '2026-11-30', '2027-01-15'];
    // 932.00 of 2,330.00 was due on November 10, and 100.00 of it has come.
    const inParts = await world.invoice(customerId, {
      ...work('2330'),
      installments: plan(...dates),
    });
    await world.invoice(customerId, { ...work('70'), dueDate: '2026-11-19' });
    // Its owner says that it is late; its day says that nothing of it is yet.
    await world.invoice(customerId, { ...work('500'), dueDate: '2026-11-25', status: 'overdue' });
    await world.invoice(customerId, { ...work('40'), dueDate: '2026-12-31' });
    const paid = await world.owner.call('POST', '/api/payments', {
      customerId,
      currency: 'USD',
      amount: '100',
      paymentDate: '2026-11-11',
      paymentMethod: 'cash',
      allocations: [{ invoiceId: inParts.id, amount: '100' }],
    });
    expect(paid.status).toBe(201);

    const expected = {
      overdue: everywhere('902.00'),
      due: { overdue: '902.00', next14Days: '1432.00', later: '506.00' },
      counts: { open: [4, 4, 4, 4], overdue: [3, 3, 3] },
    };
    expect(await readFigures(world, customerId)).toMatchObject(expected);
    expect(await markOverdue(test.services)).toBe(2);
    expect(await readFigures(world, customerId)).toMatchObject(expected);

    const get = async (path: string) => (await world.owner.call('GET', `/api${path}`)).body;
    const detail = await get(`/invoices/${inParts.id}`);
    expect(detail).toMatchObject({ amountDue: '2230.00', amountOverdue: '832.00' });
    const listed = await get('/invoices?status=overdue&limit=10&sort=-total');
    expect(listed.map((one: { amountOverdue: string }) => one.amountOverdue)).toEqual([
      '832.00',
      '0.00',
      '70.00',
    ]);
    const { due } = await get('/dashboard');
    expect(due.invoices).toMatchObject([
      { id: inParts.id, amountDue: '2230.00', amountOverdue: '832.00' },
      { amountDue: '70.00', amountOverdue: '70.00' },
      { amountDue: '500.00', amountOverdue: '0.00' },
      { amountDue: '40.00', amountOverdue: '0.00' },
    ]);
    const visitor = await world.visit(customerId, EMAIL);
    const { items } = (await visitor.call('GET', '/api/portal/invoices?status=open')).body;
    expect(items[0]).toMatchObject({ amountDue: '2230.00', amountOverdue: '832.00' });

    // A day after the second part was due, that is late as well, and nothing was written meanwhile.
    test.time.now = new Date('2026-12-01T12:00:00Z');
    expect((await readFigures(world, customerId)).overdue).toEqual(everywhere('2334.00'));
  });

  it('is nothing of an invoice on which nothing is due: that is sent, and neither open nor late', async () => {
    const customerId = await setUp();
    const { owner } = world;
    const free = { ...work('100', { discountPercent: '100' }), dueDate: '2026-10-07' };
    const gift = await world.invoice(customerId, free);
    const said = await world.invoice(customerId, { ...free, status: 'overdue' });
    const open = await world.invoice(customerId, { ...work('70'), dueDate: '2026-12-19' });
    const get = async (path: string) => (await owner.call('GET', `/api${path}`)).body;
    const ids = async (filter: string) =>
      (await get(`/invoices?status=${filter}`)).map((one: { id: number }) => one.id).toSorted();

    for (const { id } of [gift, said]) {
      expect(await get(`/invoices/${id}`)).toMatchObject({
        status: 'sent',
        standing: 'nothing_due',
        amountDue: '0.00',
        amountOverdue: '0.00',
      });
      const set = await owner.call('PUT', `/api/invoices/${id}`, { status: 'overdue' });
      expect([set.status, set.body.status]).toEqual([200, 'sent']);
      const link = await owner.call('POST', `/api/invoices/${id}/create-payment`);
      expect([link.status, link.body.message]).toEqual([
        409,
        'There is nothing to pay on this invoice.',
      ]);
    }
    expect(await markOverdue(test.services)).toBe(0);
    expect(await ids('sent')).toEqual([gift.id, said.id, open.id]);
    expect(await ids('unpaid')).toEqual([open.id]);
    expect(await ids('overdue')).toEqual([]);
    expect(await readFigures(world, customerId)).toMatchObject({
      counts: { open: [1, 1, 1, 1], overdue: [0, 0, 0] },
      due: { overdue: '0.00', next14Days: '0.00', later: '70.00' },
    });
    const visitor = await world.visit(customerId, EMAIL);
    const { items } = (await visitor.call('GET', '/api/portal/invoices?status=open')).body;
    expect(items.map((one: { id: number }) => one.id)).toEqual([open.id]);
    const page = await test.visitor.call('GET', `/api/public/invoice/${gift.publicId}`);
    expect(page.body.invoice).toMatchObject({ status: 'sent', standing: 'nothing_due' });

    // Nothing is to be paid where that is all that there is.
    const other = await world.customer({ name: 'Only gifts', email: 'gifts@harbor.example' });
    await world.invoice(other, free);
    const guest = await world.visit(other, 'gifts@harbor.example');
    expect((await guest.call('GET', '/api/portal')).body.open).toEqual([]);

    // It becomes paid by hand alone, and not overdue when that is taken back.
    const paid = await owner.call('POST', `/api/invoices/${gift.id}/mark-paid`, {
      paymentMethod: 'cash',
    });
    expect(paid.body).toMatchObject({ status: 'paid', standing: 'paid', settledBy: 'payment' });
    const back = await owner.call('PUT', `/api/invoices/${gift.id}`, { status: 'overdue' });
    expect([back.status, back.body.status]).toEqual([200, 'sent']);

    // With something to pay it is late as any other; edited to nothing it is late no more.
    const edit = (unitPrice: string) =>
      owner.call('PUT', `/api/invoices/${gift.id}`, {
        lineItems: [{ description: 'Work', quantity: '1', unitPrice, discountPercent: null }],
      });
    expect((await edit('25')).body).toMatchObject({ status: 'overdue', amountOverdue: '25.00' });
    expect(await markOverdue(test.services)).toBe(1);
    expect((await edit('0')).body).toMatchObject({ status: 'sent', standing: 'nothing_due' });
    expect(await ids('overdue')).toEqual([]);
  });
});
