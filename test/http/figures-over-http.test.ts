import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const TYPES = ['revenue', 'expenses', 'customers', 'invoices'] as const;
const SATO = 'Satō, "Hana"';
const FORMULA = '=HYPERLINK("https://evil.example")';

describeOnDatabase('dashboard, reports and search over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  const id: Record<string, number> = {};

  const made = async (path: string, body: object) => {
    const answer = await ada.call('POST', path, body);
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    return answer.body.id as number;
  };
  const invoice = async (
    name: string,
    customer: string,
    [issueDate, dueDate, unitPrice]: [string, string, string],
    status: string,
    paid?: string,
  ) => {
    id[name] = await made('/api/invoices', {
      customerId: id[customer],
      invoiceNumber: name,
      status,
      issueDate,
      dueDate,
      lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
    });
    if (paid === undefined) return;
    const body = { paymentMethod: 'cash', paymentDate: paid };
    const answer = await ada.call('POST', `/api/invoices/${id[name]}/mark-paid`, body);
    expect(answer.status).toBe(200);
  };
  const expense = (description: string, expenseDate: string, amount: string, vendor?: string) =>
    made('/api/expenses', { category: 'Travel', description, expenseDate, amount, vendor });
  const get = (path: string, who = ada) => who.call('GET', path);
  const report = async (query: string, who = ada) => (await get(`/api/reports?${query}`, who)).body;

  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
    id['sato'] = await made('/api/customers', { name: SATO, company: 'Kobo Ceramics' });
    id['weber'] = await made('/api/customers', { name: FORMULA, email: 'weber@example.com' });
    await made('/api/customers', { name: 'Nobody yet' });
    await invoice('F-1', 'sato', ['2026-10-05', '2026-11-04', '107'], 'overdue');
    await invoice('F-2', 'sato', ['2026-11-14', '2026-12-04', '200.10'], 'sent');
    await invoice('F-3', 'weber', ['2026-11-12', '2026-12-05', '300'], 'sent');
    await invoice('F-4', 'weber', ['2026-11-13', '2026-12-31', '50'], 'sent', '2026-11-15');
    await invoice('F-5', 'sato', ['2025-11-01', '2025-12-01', '80'], 'sent', '2025-11-20');
    await invoice('F-6', 'sato', ['2026-10-01', '2026-10-31', '40'], 'sent', '2026-10-20');
    await invoice('F-7', 'sato', ['2026-11-18', '2026-12-18', '999'], 'draft');
    await invoice('GONE', 'weber', ['2026-11-16', '2026-12-16', '1000'], 'sent', '2026-11-17');
    await ada.call('DELETE', `/api/invoices/${id['GONE']}`);
    await expense('Train to "Kobe"', '2026-11-14', '30', '+81 Rail');
    await expense('Hotel', '2026-05-01', '20.01');
    await expense('Flight', '2025-06-01', '100', 'Kobo Air');
    const gone = await expense('Gone', '2026-11-15', '500');
    await ada.call('DELETE', `/api/expenses/${gone}`);
    await made('/api/items', { name: 'Kobo plate', unitPrice: '12' });
    id['estimate'] = await made('/api/estimates', {
      customerId: id['sato'],
      estimateNumber: 'EST-1',
      issueDate: '2026-11-01',
      expiryDate: '2026-12-01',
      lineItems: [{ description: 'Plates', quantity: 1, unitPrice: '75' }],
    });
  });
  afterAll(() => test.close());

  it('tells the business as of today, each figure by its definition', async () => {
    const { status, body } = await get('/api/dashboard');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      today: '2026-11-20',
      totalRevenue: '170.00',
      outstanding: '607.10',
      outstandingCount: 3,
      overdue: '107.00',
      overdueCount: 1,
      paidThisMonth: '50.00',
      totalExpenses: '150.01',
      trends: {
        totalRevenue: { percent: '12.5' },
        paidThisMonth: { percent: '25.0' },
        totalExpenses: { percent: '-50.0' },
      },
      comparedWith: { from: '2026-10-01', to: '2026-10-20' },
      due: { overdue: '107.00', next14Days: '200.10', later: '300.00' },
      firstSteps: { profile: false, customer: true, invoice: true, sent: true, payments: false },
    });
    expect(body.months.map((month: { month: string }) => month.month)).toEqual([
      '2025-12',
      ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`),
    ]);
    expect(body.months.slice(-2)).toEqual([
      { month: '2026-10', invoiced: '147.00', paid: '40.00', expenses: '0.00' },
      { month: '2026-11', invoiced: '550.10', paid: '50.00', expenses: '30.00' },
    ]);
    expect(body.due.invoices).toEqual([
      {
        id: id['F-1'],
        invoiceNumber: 'F-1',
        customerName: SATO,
        customerCompany: 'Kobo Ceramics',
        dueDate: '2026-11-04',
        amountDue: '107.00',
        amountOverdue: '107.00',
        currency: 'USD',
        overdue: true,
      },
      expect.objectContaining({ invoiceNumber: 'F-2', amountDue: '200.10', overdue: false }),
      expect.objectContaining({ invoiceNumber: 'F-3', amountDue: '300.00', overdue: false }),
    ]);
    expect(body.recentInvoices).toEqual((await get('/api/invoices?limit=8')).body);
  });

  it('tells what happened, newest first, of documents that are there, without repetitions', async () => {
    const { version: _any, ...draft } = (await get(`/api/invoices/${id['F-7']}`)).body;
    for (let n = 0; n < 12; n += 1) {
      await ada.call('PUT', `/api/invoices/${id['F-7']}`, { ...draft, notes: `Version ${n}` });
    }
    const { recentActivity } = (await get('/api/dashboard')).body;
    expect(recentActivity).toHaveLength(8);
    expect(recentActivity[0]).toMatchObject({
      type: 'invoice.edited',
      invoiceId: id['F-7'],
      estimateId: null,
      number: 'F-7',
      customerName: SATO,
      customerCompany: 'Kobo Ceramics',
      createdAt: '2026-11-20T12:00:00.000Z',
    });
    expect(recentActivity[1]).toMatchObject({
      type: 'estimate.created',
      estimateId: id['estimate'],
      invoiceId: null,
      number: 'EST-1',
    });
    expect(recentActivity.slice(2).map((entry: { type: string }) => entry.type)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.created',
      'invoice.paid',
      'invoice.created',
      'invoice.paid',
    ]);
    expect(JSON.stringify(recentActivity)).not.toContain('GONE');
  });

  it('reports money that came, by payment', async () => {
    const body = await report('dateRange=90');
    expect(body).toMatchObject({
      reportType: 'revenue',
      from: '2026-08-23',
      to: '2026-11-20',
      days: 90,
      totalRevenue: '90.00',
      totalExpenses: '30.00',
      netProfit: '60.00',
      itemCount: 2,
      paidInvoiceCount: 2,
      expenseCount: 1,
      averagePerDay: '0.33',
      totalCustomers: 3,
      activeCustomers: 2,
      totalInvoices: 7,
      createdInvoices: 6,
      createdTotal: '1696.10',
      nextCursor: null,
      items: [
        {
          invoiceId: id['F-4'],
          invoiceNumber: 'F-4',
          customerName: FORMULA,
          customerCompany: null,
          date: '2026-11-15',
          amount: '50.00',
          currency: 'USD',
          status: 'paid',
        },
        expect.objectContaining({ invoiceNumber: 'F-6', date: '2026-10-20', amount: '40.00' }),
      ],
    });
    // Weeks that end today; the first is short.
    expect(body.buckets).toHaveLength(13);
    expect(body.buckets[0]).toMatchObject({ from: '2026-08-23', to: '2026-08-28' });
    expect(body.buckets.at(-1)).toEqual({
      from: '2026-11-14',
      to: '2026-11-20',
      revenue: '50.00',
      expenses: '30.00',
      invoiced: '200.10',
    });
  });

  it('reports expenses, customers and invoices, drafts only where they belong', async () => {
    const spent = await report('reportType=expenses&dateRange=365');
    expect(spent).toMatchObject({ itemCount: 2, totalExpenses: '50.01', averagePerDay: '0.14' });
    expect(spent.items).toEqual([
      {
        expenseId: expect.any(Number),
        date: '2026-11-14',
        category: 'Travel',
        description: 'Train to "Kobe"',
        vendor: '+81 Rail',
        amount: '30.00',
        currency: 'USD',
      },
      expect.objectContaining({ description: 'Hotel', vendor: null }),
    ]);
    const months = spent.buckets.map((bucket: { from: string; to: string }) => bucket);
    expect(months).toHaveLength(13);
    expect([months[0].from, months[0].to, months[1].from, months[12].from]).toEqual([
      '2025-11-21',
      '2025-11-30',
      '2025-12-01',
      '2026-11-01',
    ]);
    const customers = await report('reportType=customers&dateRange=30');
    expect(customers).toMatchObject({ itemCount: 2, activeCustomers: 2 });
    expect(customers.buckets).toHaveLength(30);
    expect(customers.items).toEqual([
      {
        customerId: id['weber'],
        name: FORMULA,
        email: 'weber@example.com',
        company: null,
        totalInvoiced: '350.00',
        totalPaid: '50.00',
        currency: 'USD',
      },
      expect.objectContaining({ name: SATO, totalInvoiced: '200.10', totalPaid: '0.00' }),
    ]);
    const issued = await report('reportType=invoices&dateRange=7');
    expect(issued).toMatchObject({ itemCount: 2, createdInvoices: 2, createdTotal: '1199.10' });
    expect(issued.items[0]).toEqual({
      invoiceId: id['F-7'],
      invoiceNumber: 'F-7',
      customerName: SATO,
      customerCompany: 'Kobo Ceramics',
      issueDate: '2026-11-18',
      dueDate: '2026-12-18',
      amount: '999.00',
      net: '999.00',
      tax: '0.00',
      rounding: '0.00',
      currency: 'USD',
      status: 'draft',
      standing: 'draft',
    });
  });

  it.each(TYPES)('%s: pages hold the whole report, in its order', async (type) => {
    const whole = await report(`reportType=${type}&dateRange=365`);
    expect(whole.items.length).toBe(whole.itemCount);
    expect(whole.items.length).toBeGreaterThan(1);
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await report(`reportType=${type}&dateRange=365&limit=1${cursor}`);
      expect({ ...page, items: [], nextCursor: null }).toEqual({ ...whole, items: [] });
      seen.push(...page.items);
      cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
    } while (cursor);
    expect(seen).toEqual(whole.items);
  });

  it.each(TYPES)('%s: is of any days, as it is of the last so many', async (type) => {
    for (const dateRange of [7, 30, 90, 365]) {
      const last = await report(`reportType=${type}&dateRange=${dateRange}`);
      const { from, to } = last;
      expect(await report(`reportType=${type}&from=${from}&to=${to}`)).toEqual(last);
      const [file, same] = await Promise.all(
        [`dateRange=${dateRange}`, `from=${from}&to=${to}`].map((days) =>
          get(`/api/reports/export?reportType=${type}&${days}`),
        ),
      );
      expect(same?.body).toBe(file?.body);
      expect(same?.headers['content-disposition']).toContain(
        `filename="${type}-report-from-${from}-to-${to}.csv"`,
      );
    }
    expect(await report(`reportType=${type}&from=2026-11-18&to=2026-11-18`)).toMatchObject({
      from: '2026-11-18',
      to: '2026-11-18',
      days: 1,
      buckets: [{ from: '2026-11-18', to: '2026-11-18' }],
    });
    // What is told by half is made whole: to today, or from the first day of its year.
    expect(await report(`reportType=${type}&from=2026-11-02`)).toMatchObject({
      from: '2026-11-02',
      to: '2026-11-20',
      days: 19,
    });
    expect(await report(`reportType=${type}&to=2025-03-31`)).toMatchObject({
      from: '2025-01-01',
      to: '2025-03-31',
      days: 90,
    });
  });

  it('exports for any spreadsheet: quoted, no formulas, American dates, plain amounts', async () => {
    const answer = await get('/api/reports/export?reportType=revenue&dateRange=30');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="revenue-report-30days.csv"'),
      'cache-control': 'private, no-store',
    });
    expect([...answer.raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.body).toBe(
      '\uFEFFDate,Invoice,Customer,Company,Status,Amount,Currency\r\n' +
        `11/15/2026,F-4,"'=HYPERLINK(""https://evil.example"")",,Paid,50.00,USD\r\n`,
    );
    const csv = async (type: string, days: number) =>
      (await get(`/api/reports/export?reportType=${type}&dateRange=${days}`)).body.slice(1);
    expect(await csv('expenses', 30)).toBe(
      'Date,Category,Description,Vendor,Amount,Currency\r\n' +
        `11/14/2026,Travel,"Train to ""Kobe""",'+81 Rail,30.00,USD\r\n`,
    );
    expect(await csv('customers', 365)).toBe(
      'Customer,Company,Email,Total Invoiced,Total Paid,Currency\r\n' +
        `"'=HYPERLINK(""https://evil.example"")",,weber@example.com,350.00,50.00,USD\r\n` +
        '"Satō, ""Hana""",Kobo Ceramics,,347.10,40.00,USD\r\n',
    );
    expect(await csv('invoices', 7)).toBe(
      'Invoice,Customer,Company,Issue Date,Due Date,Status,Amount,Currency,Net,Tax,Rounding\r\n' +
        'F-7,"Satō, ""Hana""",Kobo Ceramics,11/18/2026,12/18/2026,Draft,999.00,USD,999.00,0.00,0.00\r\n' +
        'F-2,"Satō, ""Hana""",Kobo Ceramics,11/14/2026,12/04/2026,Sent,200.10,USD,200.10,0.00,0.00\r\n',
    );
  });

  it.each([
    [
      '/api/reports?reportType=profit',
      'reportType',
      'Report type must be revenue, expenses, customers or invoices',
    ],
    ['/api/reports/export?to=2026-02-30', 'to', expect.stringMatching(/^To must be a date/)],
    [
      '/api/reports/export?reportType=profit',
      'reportType',
      'Report type must be revenue, expenses, customers or invoices',
    ],
    ['/api/reports/export?dateRange=', 'dateRange', 'Date range must be 7, 30, 90 or 365'],
  ])('%s is refused by name', async (path, field, message) => {
    const answer = await get(path);
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'VALIDATION', message, fields: [{ path: field, message }] },
    ]);
  });

  it('refuses cursors that no report has given, and pages of no size', async () => {
    const dates = Buffer.from('["2026-11-20",1]').toString('base64url');
    const { nextCursor } = await report('reportType=revenue&dateRange=365&limit=1');
    for (const query of [
      'cursor=zzz',
      `cursor=${dates}`,
      `reportType=customers&cursor=${dates}`,
      // Of another report, whose order is another.
      `reportType=invoices&dateRange=365&cursor=${nextCursor}`,
    ]) {
      const { status, body } = await get(`/api/reports?${query}`);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await get('/api/reports?limit=0')).status).toBe(400);
    expect((await get(`/api/search?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it.each(['/api/dashboard', '/api/reports', '/api/reports/export', '/api/search?q=a'])(
    '%s needs a session',
    async (path) => {
      const answer = await get(path, test.visitor);
      expect([answer.status, answer.body]).toEqual([
        401,
        { code: 'UNAUTHORIZED', message: 'Sign in to continue' },
      ]);
    },
  );

  it('finds what the lists find, a few of each kind, and nothing for nothing', async () => {
    const search = async (q: string) => (await get(`/api/search?q=${encodeURIComponent(q)}`)).body;
    const found = await search('KOBO');
    expect(found.customers).toEqual([{ id: id['sato'], name: SATO, company: 'Kobo Ceramics' }]);
    expect(found.items).toMatchObject([{ name: 'Kobo plate', category: null, unitPrice: '12.00' }]);
    expect(found.expenses).toMatchObject([
      { description: 'Flight', vendor: 'Kobo Air', expenseDate: '2025-06-01', amount: '100.00' },
    ]);
    expect(found.estimates).toEqual([
      {
        id: id['estimate'],
        estimateNumber: 'EST-1',
        customerName: SATO,
        customerCompany: 'Kobo Ceramics',
        status: 'draft',
        total: '75.00',
        currency: 'USD',
        viewedAt: null,
      },
    ]);
    const listed = (await get('/api/invoices?search=KOBO')).body;
    const facts = (row: { amountDue: string; viewedAt: string | null }) => [
      row.amountDue,
      row.viewedAt,
    ];
    expect(found.invoices.map(facts)).toEqual(listed.slice(0, 5).map(facts));
    expect(found.invoices.map((row: { id: number }) => row.id)).toEqual(
      listed.map((row: { id: number }) => row.id).slice(0, 5),
    );
    expect(listed).toHaveLength(5);
    expect((await search('GONE')).invoices).toEqual([]);
    const nothing = {
      customers: [],
      invoices: [],
      estimates: [],
      creditNotes: [],
      recurring: [],
      items: [],
      expenses: [],
    };
    for (const q of ['', '  ', '%', 'nowhere at all']) expect(await search(q)).toEqual(nothing);
    expect((await get('/api/search')).body).toEqual(nothing);
  });

  it('shows nothing of it to another owner', async () => {
    const dashboard = (await get('/api/dashboard', eve)).body;
    expect(dashboard).toMatchObject({
      totalRevenue: '0.00',
      outstanding: '0.00',
      totalExpenses: '0.00',
      trends: { totalRevenue: null, paidThisMonth: null, totalExpenses: null },
      recentInvoices: [],
      recentActivity: [],
      due: { overdue: '0.00', next14Days: '0.00', later: '0.00', invoices: [] },
      firstSteps: { customer: false, invoice: false, sent: false },
    });
    for (const type of TYPES) {
      expect(await report(`reportType=${type}&dateRange=365`, eve)).toMatchObject({
        items: [],
        itemCount: 0,
        totalRevenue: '0.00',
        totalExpenses: '0.00',
        totalCustomers: 0,
        totalInvoices: 0,
      });
      const csv = await get(`/api/reports/export?reportType=${type}&dateRange=365`, eve);
      expect(csv.body.split('\r\n')).toHaveLength(2);
    }
    const found = (await get('/api/search?q=kobo', eve)).body;
    expect(Object.values(found).flat()).toEqual([]);
  });

  it('counts a deleted invoice again once it is back', async () => {
    await ada.call('POST', `/api/invoices/${id['GONE']}/restore`);
    expect((await get('/api/dashboard')).body).toMatchObject({
      totalRevenue: '1170.00',
      paidThisMonth: '1050.00',
    });
    expect(await report('dateRange=7')).toMatchObject({ totalRevenue: '1050.00', itemCount: 2 });
    await ada.call('DELETE', `/api/invoices/${id['GONE']}`);
    expect((await get('/api/dashboard')).body.totalRevenue).toBe('170.00');
    expect(await report('dateRange=7')).toMatchObject({ totalRevenue: '50.00', itemCount: 1 });
  });

  it('counts days where the business is', async () => {
    const { now } = test.time;
    test.time.now = new Date('2026-12-01T03:00:00Z');
    for (const [timeZone, today, paid] of [
      ['America/New_York', '2026-11-30', '50.00'],
      ['Asia/Tokyo', '2026-12-01', '0.00'],
    ] as const) {
      await db.orm
        .update(businessProfiles)
        .set({ timeZone })
        .where(eq(businessProfiles.businessId, ada.businessId));
      const { body } = await get('/api/dashboard');
      expect([body.today, body.months[11].month, body.paidThisMonth]).toEqual([
        today,
        today.slice(0, 7),
        paid,
      ]);
      expect((await report('dateRange=7')).to).toBe(today);
    }
    test.time.now = now;
  });
});
