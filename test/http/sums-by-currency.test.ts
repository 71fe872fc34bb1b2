import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORT_TYPES } from '../../src/shared/reports/report.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('sums in several currencies over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  const customers: Record<string, number> = {};

  const made = async (who: Caller, path: string, body: object) => {
    const answer = await who.call('POST', path, body);
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    return answer.body;
  };
  const invoice = async (
    who: Caller,
    customerId: number | undefined,
    [invoiceNumber, currency, unitPrice, status]: [string, string, string, string],
    paid?: string,
  ) => {
    const { id } = await made(who, '/api/invoices', {
      customerId,
      invoiceNumber,
      currency,
      status,
      issueDate: '2026-11-10',
      dueDate: status === 'overdue' ? '2026-11-15' : '2026-12-10',
      lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
    });
    if (paid === undefined) return;
    const body = { paymentMethod: 'cash', paymentDate: paid };
    expect((await who.call('POST', `/api/invoices/${id}/mark-paid`, body)).status).toBe(200);
  };
  const expense = (who: Caller, amount: string, currency?: string) =>
    who.call('POST', '/api/expenses', {
      category: 'Travel',
      description: `Trip ${amount} ${currency}`,
      amount,
      currency,
      expenseDate: '2026-11-12',
    });
  const get = async (path: string, who = ada) => (await who.call('GET', path)).body;

  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
    for (const name of ['Harbor', 'Kobo', 'Weber']) {
      customers[name] = (await made(ada, '/api/customers', { name })).id;
    }
    const { Harbor, Kobo, Weber } = customers;
    await invoice(ada, Harbor, ['U-1', 'USD', '100.10', 'overdue']);
    await invoice(ada, Harbor, ['U-2', 'USD', '50', 'sent'], '2026-11-15');
    await invoice(ada, Harbor, ['E-1', 'EUR', '30.25', 'sent']);
    await invoice(ada, Kobo, ['J-1', 'JPY', '5000', 'sent'], '2026-11-16');
    await invoice(ada, Kobo, ['J-2', 'JPY', '1200', 'overdue']);
    await invoice(ada, Weber, ['E-2', 'EUR', '70', 'draft']);
    await invoice(ada, Weber, ['K-1', 'KWD', '1.25', 'draft']);
    for (const [amount, currency] of [
      ['20.50', undefined],
      ['12', 'EUR'],
      ['800', 'jpy'],
      ['0.125', 'KWD'],
    ] as const) {
      expect((await expense(ada, amount, currency)).status).toBe(201);
    }
    // Another business's sums in the same currencies.
    const foreign = await made(eve, '/api/customers', { name: 'Kobo' });
    await invoice(eve, foreign.id, ['X-1', 'EUR', '999', 'sent']);
    await invoice(eve, foreign.id, ['X-2', 'JPY', '9999', 'sent'], '2026-11-15');
    await expense(eve, '999', 'EUR');
  });
  afterAll(() => test.close());

  it('the dashboard has the business’s figures, and those of each other currency beside them', async () => {
    const body = await get('/api/dashboard');
    expect(body).toMatchObject({
      currency: 'USD',
      totalRevenue: '50.00',
      outstanding: '100.10',
      overdue: '100.10',
      paidThisMonth: '50.00',
      totalExpenses: '20.50',
      outstandingCount: 3,
      overdueCount: 2,
      converted: null,
      due: { overdue: '100.10', next14Days: '0.00', later: '0.00' },
    });
    expect(body.months.at(-1)).toEqual({
      month: '2026-11',
      invoiced: '150.10',
      paid: '50.00',
      expenses: '20.50',
    });
    const others = body.otherCurrencies.map(({ months, ...figures }: { months: object[] }) => ({
      ...figures,
      month: months.at(-1),
    }));
    expect(others).toEqual([
      {
        currency: 'EUR',
        totalRevenue: '0.00',
        outstanding: '30.25',
        overdue: '0.00',
        paidThisMonth: '0.00',
        totalExpenses: '12.00',
        due: { overdue: '0.00', next14Days: '0.00', later: '30.25' },
        month: { month: '2026-11', invoiced: '30.25', paid: '0.00', expenses: '12.00' },
      },
      {
        currency: 'JPY',
        totalRevenue: '5000',
        outstanding: '1200',
        overdue: '1200',
        paidThisMonth: '5000',
        totalExpenses: '800',
        due: { overdue: '1200', next14Days: '0', later: '0' },
        month: { month: '2026-11', invoiced: '6200', paid: '5000', expenses: '800' },
      },
      {
        currency: 'KWD',
        totalRevenue: '0.000',
        outstanding: '0.000',
        overdue: '0.000',
        paidThisMonth: '0.000',
        totalExpenses: '0.125',
        due: { overdue: '0.000', next14Days: '0.000', later: '0.000' },
        month: { month: '2026-11', invoiced: '0.000', paid: '0.000', expenses: '0.125' },
      },
    ]);
    expect(body.due.invoices).toMatchObject([
      { invoiceNumber: 'U-1', amountDue: '100.10', currency: 'USD' },
      { invoiceNumber: 'J-2', amountDue: '1200', currency: 'JPY' },
      { invoiceNumber: 'E-1', amountDue: '30.25', currency: 'EUR' },
    ]);
    const received = body.recentActivity.find(
      ({ number, type }: { number: string; type: string }) =>
        number === 'J-1' && type === 'invoice.paid',
    );
    expect(received).toMatchObject({ currency: 'JPY', data: { amount: '5000' } });
  });

  it('lists sum each currency, in alphabetical order', async () => {
    expect(await get('/api/invoices/summary')).toEqual({
      all: {
        count: 7,
        sums: [
          { amount: '100.25', currency: 'EUR' },
          { amount: '6200', currency: 'JPY' },
          { amount: '1.250', currency: 'KWD' },
          { amount: '150.10', currency: 'USD' },
        ],
      },
      draft: {
        count: 2,
        sums: [
          { amount: '70.00', currency: 'EUR' },
          { amount: '1.250', currency: 'KWD' },
        ],
      },
      sent: { count: 1, sums: [{ amount: '30.25', currency: 'EUR' }] },
      paid: {
        count: 2,
        sums: [
          { amount: '5000', currency: 'JPY' },
          { amount: '50.00', currency: 'USD' },
        ],
      },
      overdue: {
        count: 2,
        sums: [
          { amount: '1200', currency: 'JPY' },
          { amount: '100.10', currency: 'USD' },
        ],
      },
      unpaid: {
        count: 3,
        sums: [
          { amount: '30.25', currency: 'EUR' },
          { amount: '1200', currency: 'JPY' },
          { amount: '100.10', currency: 'USD' },
        ],
      },
      paid_or_credited: {
        count: 2,
        sums: [
          { amount: '5000', currency: 'JPY' },
          { amount: '50.00', currency: 'USD' },
        ],
      },
      written_off: { count: 0, sums: [] },
    });
    expect((await get('/api/invoices/summary?search=kobo')).all).toEqual({
      count: 2,
      sums: [{ amount: '6200', currency: 'JPY' }],
    });
    expect(await get('/api/expenses/summary')).toEqual({
      count: 4,
      sums: [
        { amount: '12.00', currency: 'EUR' },
        { amount: '800', currency: 'JPY' },
        { amount: '0.125', currency: 'KWD' },
        { amount: '20.50', currency: 'USD' },
      ],
    });
    const estimate = {
      customerId: customers['Kobo'],
      estimateNumber: 'EST-1',
      issueDate: '2026-11-01',
      expiryDate: '2026-12-01',
      currency: 'JPY',
      lineItems: [{ description: 'Plates', quantity: 1, unitPrice: '75' }],
    };
    await made(ada, '/api/estimates', estimate);
    const euros = { ...estimate, estimateNumber: 'EST-2', currency: 'EUR', status: 'sent' };
    await made(ada, '/api/estimates', euros);
    const none = { count: 0, sums: [] };
    const [yen, euro] = [
      { amount: '75', currency: 'JPY' },
      { amount: '75.00', currency: 'EUR' },
    ];
    expect(await get('/api/estimates/summary')).toEqual({
      count: 2,
      sums: [euro, yen],
      byStatus: {
        draft: { count: 1, sums: [yen] },
        sent: { count: 1, sums: [euro] },
        accepted: none,
        rejected: none,
        expired: none,
      },
    });
    expect(await get('/api/estimates/summary?status=sent')).toMatchObject({
      count: 1,
      sums: [euro],
    });
  });

  it('customers have a balance in their currency, and others beside it', async () => {
    const read = async (name: string) => {
      const { balance, otherBalances } = await get(`/api/customers/${customers[name]}`);
      return [balance, ...otherBalances];
    };
    expect(await read('Harbor')).toEqual([
      { currency: 'USD', invoiced: '150.10', outstanding: '100.10', overdue: '100.10' },
      { currency: 'EUR', invoiced: '30.25', outstanding: '30.25', overdue: '0.00' },
    ]);
    // All of Kobo's are in yen; Weber has nothing but drafts.
    expect(await read('Kobo')).toEqual([
      { currency: 'JPY', invoiced: '6200', outstanding: '1200', overdue: '1200' },
    ]);
    expect(await read('Weber')).toEqual([
      { currency: 'USD', invoiced: '0.00', outstanding: '0.00', overdue: '0.00' },
    ]);
    const listed = await get('/api/customers');
    expect(
      listed.map(({ otherBalances }: { otherBalances: object[] }) => otherBalances.length),
    ).toEqual([1, 0, 0]);
    // Late since midnight, and not marked yet.
    const { now } = test.time;
    test.time.now = new Date('2026-12-12T12:00:00Z');
    expect((await read('Harbor'))[1]).toMatchObject({ currency: 'EUR', overdue: '30.25' });
    expect((await get('/api/dashboard')).otherCurrencies[0]).toMatchObject({
      currency: 'EUR',
      overdue: '30.25',
      due: { overdue: '30.25', next14Days: '0.00', later: '0.00' },
    });
    test.time.now = now;
  });

  it('reports have figures and rows of each currency, and pages in their order', async () => {
    const revenue = await get('/api/reports?dateRange=30');
    expect(revenue).toMatchObject({
      currency: 'USD',
      totalRevenue: '50.00',
      totalExpenses: '20.50',
      netProfit: '29.50',
      averagePerDay: '0.68',
      itemCount: 2,
      paidInvoiceCount: 2,
      converted: null,
      items: [
        { invoiceNumber: 'J-1', amount: '5000', currency: 'JPY' },
        { invoiceNumber: 'U-2', amount: '50.00', currency: 'USD' },
      ],
    });
    expect(revenue.otherCurrencies).toMatchObject([
      {
        currency: 'EUR',
        totalRevenue: '0.00',
        totalExpenses: '12.00',
        netProfit: '-12.00',
        averagePerDay: '0.40',
        invoicedTotal: '30.25',
        createdTotal: '100.25',
      },
      {
        currency: 'JPY',
        totalRevenue: '5000',
        totalExpenses: '800',
        netProfit: '4200',
        averagePerDay: '27',
        invoicedTotal: '6200',
      },
      { currency: 'KWD', netProfit: '-0.125', averagePerDay: '0.004', createdTotal: '1.250' },
    ]);
    expect(revenue.otherCurrencies[1].buckets).toHaveLength(revenue.buckets.length);
    const whole = await get('/api/reports?reportType=customers&dateRange=30');
    const rows = whole.items.map(
      (item: { name: string; currency: string; totalInvoiced: string; totalPaid: string }) => [
        item.name,
        item.currency,
        item.totalInvoiced,
        item.totalPaid,
      ],
    );
    expect(rows).toEqual([
      ['Harbor', 'USD', '150.10', '50.00'],
      ['Harbor', 'EUR', '30.25', '0.00'],
      ['Kobo', 'JPY', '6200', '5000'],
    ]);
    expect(whole).toMatchObject({ itemCount: 3, activeCustomers: 2 });
    for (const type of REPORT_TYPES) {
      const query = `/api/reports?reportType=${type}&dateRange=30`;
      const { items } = await get(query);
      const seen: unknown[] = [];
      let cursor = '';
      do {
        const page = await get(`${query}&limit=1${cursor}`);
        seen.push(...page.items);
        cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
      } while (cursor);
      expect(seen).toEqual(items);
    }
    expect(await get('/api/reports/export?reportType=customers&dateRange=30')).toBe(
      '\uFEFFCustomer,Company,Email,Total Invoiced,Total Paid,Currency\r\n' +
        'Harbor,,,150.10,50.00,USD\r\nHarbor,,,30.25,0.00,EUR\r\nKobo,,,6200,5000,JPY\r\n',
    );
    expect(await get('/api/reports/export?reportType=expenses&dateRange=30')).toContain(
      ',Trip 0.125 KWD,,0.125,KWD\r\n',
    );
  });

  it('are converted, about, where the day’s rates are known', async () => {
    await db.pool.query(
      `insert into reference_rates (date, currency, per_euro)
       values ('2026-11-19', 'USD', 1.1), ('2026-11-19', 'JPY', 165), ('2026-11-19', 'GBP', 0.9)`,
    );
    // One of four is not known.
    expect((await get('/api/dashboard')).converted).toBeNull();
    await db.pool.query(
      `insert into reference_rates (date, currency, per_euro) values ('2026-11-19', 'KWD', 0.34)`,
    );
    expect((await get('/api/dashboard')).converted).toEqual({
      // 50 + 5000 × 1.1 ÷ 165
      totalRevenue: '83.33',
      outstanding: '141.38',
      overdue: '108.10',
      paidThisMonth: '83.33',
      // 20.50 + 13.20 + 5.33 + 0.40
      totalExpenses: '39.43',
      rateDate: '2026-11-19',
    });
    expect((await get('/api/reports?dateRange=30')).converted).toEqual({
      totalRevenue: '83.33',
      totalExpenses: '39.43',
      netProfit: '43.90',
      rateDate: '2026-11-19',
    });
    const rate = await ada.call('GET', '/api/exchange-rate?from=eur&to=USD&date=2026-11-20');
    expect([rate.status, rate.body]).toEqual([
      200,
      {
        from: 'EUR',
        to: 'USD',
        rate: '1.1000000000',
        date: '2026-11-19',
        source: 'European Central Bank',
      },
    ]);
  });

  it.each([
    ['from=EUR&to=CHF&date=2026-11-20', 404, 'Exchange rate not found', undefined],
    ['from=EUR&to=USD&date=2026-11-27', 404, 'Exchange rate not found', undefined],
    ['from=EUR&to=EUR&date=2026-11-20', 400, 'to must be another currency than from', 'to'],
    ['from=EUR&to=USD&date=soon', 400, 'date must be a date such as 2026-01-31', 'date'],
  ])('the exchange rate of %s is answered %i', async (query, status, message, path) => {
    const answer = await ada.call('GET', `/api/exchange-rate?${query}`);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    if (path) expect(answer.body.fields).toEqual([{ path, message }]);
    expect((await test.visitor.call('GET', `/api/exchange-rate?${query}`)).status).toBe(401);
  });

  it.each([
    [{ amount: '1.005' }, 'amount', 'Amount must be a number with at most two decimals'],
    [
      { amount: '1.005', currency: 'EUR' },
      'amount',
      'Amount must be a number with at most two decimals',
    ],
    [
      { amount: '0.5', currency: 'JPY' },
      'amount',
      'Amount must be a whole number: JPY has no decimals',
    ],
    [{ amount: '100000000' }, 'amount', 'Amount must be at most $99,999,999.99'],
    [{ amount: '100000000', currency: 'GBP' }, 'amount', 'Amount must be at most £99,999,999.99'],
  ])('an expense of %j is refused', async (values, path, message) => {
    const base = { category: 'Travel', description: 'Trip', expenseDate: '2026-11-12' };
    const answer = await eve.call('POST', '/api/expenses', { ...base, ...values });
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'VALIDATION', message, fields: [{ path, message }] },
    ]);
  });

  it('an expense keeps its currency, and is checked with it when only the amount changes', async () => {
    const owner = await test.signUp();
    const { body } = await expense(owner, '800', 'JPY');
    expect(body).toMatchObject({ amount: '800', currency: 'JPY' });
    const { category, description, expenseDate } = body;
    const put = (values: object) =>
      owner.call('PUT', `/api/expenses/${body.id}`, {
        category,
        description,
        expenseDate,
        ...values,
      });
    expect((await put({ amount: '1.5' })).body.message).toBe(
      'Amount must be a whole number: JPY has no decimals',
    );
    expect((await put({ amount: '900' })).body).toMatchObject({ amount: '900', currency: 'JPY' });
    expect((await put({ amount: '900', currency: 'USD' })).body).toMatchObject({
      amount: '900.00',
      currency: 'USD',
    });
  });

  it('what is found has its currency', async () => {
    const found = await get('/api/search?q=kobo');
    expect(found.invoices).toMatchObject([
      { invoiceNumber: 'J-2', total: '1200', currency: 'JPY' },
      { invoiceNumber: 'J-1', total: '5000', currency: 'JPY' },
    ]);
    expect((await get('/api/search?q=trip 0.125')).expenses).toMatchObject([
      { amount: '0.125', currency: 'KWD' },
    ]);
  });
});
