import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { PortalWorld } from './portal-world.ts';
import { openPortalWorld } from './portal-world.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const EMAIL = 'marta@harborandpine.example';

const work = (invoiceNumber: string, unitPrice: string) => ({
  invoiceNumber,
  taxRate: '0',
  issueDate: '2026-11-10',
  lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
});

describeOnDatabase('an invoice that was written off or credited', { owned: true }, (db) => {
  let test: TestApp;
  let world: PortalWorld;
  let customerId: number;
  const numbers: Record<string, number> = {};

  const get = async (path: string) => (await world.owner.call('GET', `/api${path}`)).body;
  const post = async (path: string, body: object, status = 200) => {
    const answer = await world.owner.call('POST', `/api${path}`, body);
    expect([answer.status, answer.body.message]).toEqual([status, undefined]);
    return answer.body;
  };

  beforeAll(async () => {
    test = await openTestApp(db);
    test.time.now = new Date('2026-11-20T12:00:00Z');
    world = await openPortalWorld(test);
    customerId = await world.customer({ email: EMAIL });
    for (const [number, amount] of [
      ['PAID', '100'],
      ['GIVEN-UP', '80'],
      ['PARTLY', '60'],
      ['CREDITED', '40'],
      ['OPEN', '20'],
    ] as const) {
      numbers[number] = (await world.invoice(customerId, work(number, amount))).id;
    }
    await post(`/invoices/${numbers['PAID']}/mark-paid`, { paymentMethod: 'cash' });
    await post(`/invoices/${numbers['GIVEN-UP']}/write-off`, { reason: 'Bankrupt' });
    await post(
      '/payments',
      {
        customerId,
        currency: 'USD',
        amount: '45',
        paymentDate: '2026-11-11',
        paymentMethod: 'cash',
        allocations: [{ invoiceId: numbers['PARTLY'], amount: '45' }],
      },
      201,
    );
    await post(`/invoices/${numbers['PARTLY']}/write-off`, { reason: 'A small rest' });
    await post(
      '/credit-notes',
      {
        creditNoteNumber: 'CN-1',
        issueDate: '2026-11-12',
        status: 'issued',
        correctsInvoiceId: numbers['CREDITED'],
      },
      201,
    );
  });
  afterAll(() => test.close());

  const STANDINGS = {
    PAID: 'paid',
    'GIVEN-UP': 'written_off',
    PARTLY: 'written_off',
    CREDITED: 'credited',
    OPEN: 'sent',
  };

  it('says so wherever its status stands', async () => {
    const byNumber = (rows: Record<string, string>[], number = 'invoiceNumber') =>
      Object.fromEntries(rows.map((row) => [row[number], row['standing']]));
    expect(byNumber(await get('/invoices'))).toEqual(STANDINGS);
    expect(byNumber(await get('/invoices?limit=10'))).toEqual(STANDINGS);
    expect(byNumber((await get('/dashboard')).recentInvoices)).toEqual(STANDINGS);
    expect(byNumber((await get('/search?q=marta')).invoices)).toEqual(STANDINGS);
    const report = await get('/reports?reportType=invoices&dateRange=30');
    expect(byNumber(report.items)).toEqual(STANDINGS);
    const revenue = await get('/reports?reportType=revenue&dateRange=30');
    expect(byNumber(revenue.items)).toEqual({ PAID: 'paid', PARTLY: 'written_off' });
    const visitor = await world.visit(customerId, EMAIL);
    const { items } = (await visitor.call('GET', '/api/portal/invoices?status=paid')).body;
    const { OPEN: _open, ...settled } = STANDINGS;
    expect(byNumber(items, 'number')).toEqual(settled);
    const { publicId } = await get(`/invoices/${numbers['PARTLY']}`);
    const page = await test.visitor.call('GET', `/api/public/invoice/${publicId}`);
    expect(page.body.invoice).toMatchObject({ status: 'paid', standing: 'written_off' });
    const text = await get('/reports/export?reportType=invoices&dateRange=30');
    expect(text).toMatch(/GIVEN-UP,[^\n]*Written off/);
    expect(text).toMatch(/CREDITED,[^\n]*Credited/);
  });

  it('has a filter of its own, and stays among what is paid for callers of the specification', async () => {
    const listed = async (filter: string) =>
      (await get(`/invoices?status=${filter}`))
        .map((one: { invoiceNumber: string }) => one.invoiceNumber)
        .toSorted();
    expect(await listed('paid')).toEqual(['CREDITED', 'GIVEN-UP', 'PAID', 'PARTLY']);
    expect(await listed('paid_or_credited')).toEqual(['CREDITED', 'PAID']);
    expect(await listed('written_off')).toEqual(['GIVEN-UP', 'PARTLY']);
    const usd = (amount: string) => [{ amount, currency: 'USD' }];
    for (const query of ['', `?customerId=${customerId}`]) {
      expect(await get(`/invoices/summary${query}`)).toMatchObject({
        paid: { count: 4, sums: usd('280.00') },
        paid_or_credited: { count: 2, sums: usd('140.00') },
        written_off: { count: 2, sums: usd('95.00') },
      });
    }
  });
});
