import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECONCILIATION_LINES } from '../../src/shared/reports/reconciliation-lines.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const FORMULA = '=HYPERLINK("https://evil.example")';
const VAT = { name: 'VAT', rate: '19', category: 'S' };
const REDUCED = { name: 'VAT', rate: '7', category: 'S' };
const ZERO = { name: 'VAT', rate: '0', category: 'Z' };

describeOnDatabase('reports on accounts over HTTP', (db) => {
  let test: TestApp;
  let eve: Caller;
  beforeAll(async () => {
    test = await openTestApp(db);
    eve = await test.signUp();
  });
  afterAll(() => test.close());

  let n = 0;
  /** An owner with a customer, and what a test does with them. */
  async function business(customer: object = { name: FORMULA, company: 'Harbor & Pine' }) {
    test.time.now = new Date('2026-11-20T12:00:00Z');
    const ada = await test.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active' where id = $1`, [
      ada.businessId,
    ]);
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await ada.call(method, `/api/${path}`, body);
      expect([answer.status, answer.body]).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        answer.body,
      ]);
      return answer.body;
    };
    const customerId: number = (await ask('POST', 'customers', customer)).id;
    const invoice = async (values: object = {}): Promise<number> => {
      n += 1;
      const made = await ask('POST', 'invoices', {
        customerId,
        invoiceNumber: `ACC-${n}`,
        status: 'sent',
        issueDate: '2026-08-01',
        dueDate: '2026-11-20',
        ...values,
      });
      return made.id;
    };
    const of = (unitPrice: string, ...taxes: object[]) => ({
      lineItems: [{ description: 'Work', quantity: '1', unitPrice, taxes }],
    });
    const pay = (amount: string, paymentDate: string, invoiceId: number) =>
      ask('POST', 'payments', {
        customerId,
        currency: 'USD',
        amount,
        paymentDate,
        paymentMethod: 'bank_transfer',
        allocations: [{ invoiceId, amount }],
      });
    const report = (path: string) => ask('GET', `reports/${path}`);
    const csv = (path: string) => report(path) as Promise<string>;
    return { ada, ask, customerId, invoice, of, pay, report, csv };
  }

  it('tell what is due by age, on the day itself and on one before', async () => {
    const { invoice, of, report, csv, pay, ask, customerId } = await business();
    const due = ['11-20', '11-19', '10-21', '10-20', '09-21', '09-20', '08-22', '08-21'];
    const ids: number[] = [];
    for (const [place, day] of due.entries()) {
      ids.push(await invoice({ dueDate: `2026-${day}`, ...of(String(2 ** place)) }));
    }
    const ages = {
      notDue: '1.00',
      days1To30: '6.00',
      days31To60: '24.00',
      days61To90: '96.00',
      over90Days: '128.00',
      open: '255.00',
      credit: '0.00',
      balance: '255.00',
    };
    const today = await report('receivables');
    expect(today).toEqual({
      asOf: '2026-11-20',
      today: '2026-11-20',
      currencies: [{ currency: 'USD', ...ages }],
      customers: [
        { customerId, name: FORMULA, company: 'Harbor & Pine', currency: 'USD', ...ages },
      ],
      customerCount: 1,
    });
    expect((await report('receivables?asOf=2026-11-19')).currencies).toMatchObject([
      {
        notDue: '3.00',
        days1To30: '12.00',
        days31To60: '48.00',
        days61To90: '192.00',
        over90Days: '0.00',
      },
    ]);
    expect(await csv('receivables/export')).toBe(
      '\uFEFFCustomer,Company,Not due,1–30 days,31–60 days,61–90 days,Over 90 days,Open,Credit,Balance,Currency\r\n' +
        `"'=HYPERLINK(""https://evil.example"")",Harbor & Pine,1.00,6.00,24.00,96.00,128.00,255.00,0.00,255.00,USD\r\n`,
    );
    // What is paid, and recorded, and given up afterwards does not change the days before it.
    await pay('100.00', '2026-11-20', ids[7] ?? 0);
    await pay('16.00', '2026-11-10', ids[4] ?? 0);
    await ask('DELETE', `invoices/${ids[0]}`);
    await ask('POST', `invoices/${ids[5]}/write-off`, { reason: 'Gone' });
    expect((await report('receivables?asOf=2026-11-19')).currencies).toMatchObject([
      { open: '239.00', days31To60: '32.00' },
    ]);
    expect((await report('receivables?asOf=2026-11-09')).currencies).toMatchObject([
      { open: '255.00', credit: '0.00' },
    ]);
    expect((await report('receivables')).currencies).toMatchObject([
      { notDue: '0.00', days61To90: '64.00', over90Days: '28.00', open: '106.00' },
    ]);
    // By what they owe, and not by its first digit.
    const other = await ask('POST', 'customers', { name: 'Owen Castell' });
    await invoice({ customerId: other.id, ...of('1000') });
    const names = (await report('receivables')).customers.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Owen Castell', FORMULA]);
  });

  it('tell the taxes of a period by the tax point, changes on their own day, each once', async () => {
    const { ada, ask, invoice, of, report, csv } = await business();
    const early = await invoice({
      issueDate: '2026-10-30',
      supplyDate: '2026-11-02',
      ...of('99.99', VAT),
    });
    const later = await invoice({
      issueDate: '2026-11-05',
      servicePeriod: { from: '2026-11-01', to: '2026-12-15' },
      ...of('100', REDUCED),
    });
    await invoice({ issueDate: '2026-11-06', dueDate: '2026-12-06', ...of('10', ZERO) });
    await invoice({ issueDate: '2026-11-06', dueDate: '2026-12-06', ...of('5') });
    const foreign = {
      issueDate: '2026-11-03',
      currency: 'EUR',
      exchangeRate: { rate: '1.1', date: '2026-11-03' },
      lineItems: [
        { description: 'Work', quantity: '1', unitPrice: '100.25', taxes: [VAT] },
        { description: 'Books', quantity: '1', unitPrice: '50.75', taxes: [REDUCED] },
      ],
    };
    const credited = await invoice(foreign);
    const taxes = async (period: string, basis = 'accrual') =>
      (await report(`taxes?basis=${basis}&${period}`)).currencies;
    const row = (rate: string, base: string, amount: string, category: string | null = 'S') => ({
      name: 'VAT',
      rate,
      category,
      country: null,
      base,
      amount,
    });
    const all = (amount: string) => ({ countries: [{ country: null, amount }], amount });
    expect(await taxes('from=2026-10-01&to=2026-10-31')).toEqual([]);
    // 19.05 + 3.55 EUR are 24.86 USD on the invoice, and 100.25 + 50.75 are 166.10: so are the rows together.
    expect(await taxes('from=2026-11-01&to=2026-11-30')).toEqual([
      {
        currency: 'USD',
        rows: [
          row('19.00', '210.27', '39.96'),
          row('7.00', '55.82', '3.90'),
          row('0.00', '10.00', '0.00', 'Z'),
          { ...row('0.00', '5.00', '0.00', null), name: '' },
        ],
        ...all('43.86'),
      },
    ]);
    expect(await taxes('from=2026-12-01&to=2026-12-31')).toEqual([
      { currency: 'USD', rows: [row('7.00', '100.00', '7.00')], ...all('7.00') },
    ]);

    test.time.now = new Date('2026-12-01T12:00:00Z');
    await ask('DELETE', `invoices/${early}`);
    await ask('DELETE', `invoices/${later}`);
    await ask('POST', 'credit-notes', {
      creditNoteNumber: `CN-${credited}`,
      correctsInvoiceId: credited,
      issueDate: '2026-12-01',
      status: 'issued',
    });
    expect((await taxes('from=2026-11-01&to=2026-11-30'))[0].amount).toBe('43.86');
    // The one was never due; the other, and the credit, lower the month in which they happened.
    expect(await taxes('from=2026-12-01&to=2026-12-31')).toEqual([
      {
        currency: 'USD',
        rows: [row('19.00', '-210.27', '-39.96'), row('7.00', '-55.82', '-3.90')],
        ...all('-43.86'),
      },
    ]);
    expect(await csv('taxes/export?from=2026-11-01&to=2026-12-31')).toBe(
      '\uFEFFTax,Rate %,Category,Country,Base,Tax amount,Currency\r\n' +
        'VAT,0.0,Z,,10.00,0.00,USD\r\nNo tax,0.0,,,5.00,0.00,USD\r\n',
    );
    expect((await ada.call('GET', '/api/reports/taxes')).body.from).toBe('2026-01-01');
  });

  it('add up the taxes of each country by themselves, as they were when they were booked', async () => {
    const { ada, ask, invoice, pay, report, csv } = await business();
    await db.pool.query(`update business_profiles set country = 'Germany' where business_id = $1`, [
      ada.businessId,
    ]);
    const swiss = await ask('POST', 'tax-rates', {
      name: 'VAT',
      rate: '8.1',
      category: 'S',
      country: 'Switzerland',
    });
    expect(swiss.country).toBe('CH');
    const line = (unitPrice: string, tax: object) => ({
      description: 'Work',
      quantity: '1',
      unitPrice,
      taxes: [tax],
    });
    const lineItems = [
      line('100', VAT),
      // Named or not, the business's country is one.
      line('10', { ...VAT, name: 'MwSt', country: 'Deutschland' }),
      line('200', { taxRateId: swiss.id }),
    ];
    const november = { issueDate: '2026-11-05', dueDate: '2026-12-05', lineItems };
    const [kept, deleted] = [await invoice(november), await invoice(november)];
    const { taxTotals } = await ask('GET', `invoices/${kept}`);
    expect(taxTotals.map(({ country }: { country?: string }) => country)).toEqual([
      undefined,
      'DE',
      'CH',
    ]);
    const taxes = (period: string, basis = 'accrual') =>
      report(`taxes?basis=${basis}&from=2026-${period}-01&to=2026-${period}-30`);
    const atFull = (of: string, base: string, tax: string) => `${of} 19.00 ${base} ${tax}`;
    const read = async (period: string, basis?: string) => {
      const { country, currencies } = await taxes(period, basis);
      expect(country).toBe('DE');
      return currencies.map(
        ({ rows, countries, amount }: Record<string, Record<string, string>[]>) => [
          rows?.map((row) => `${row['country']} ${row['rate']} ${row['base']} ${row['amount']}`),
          countries,
          amount,
        ],
      );
    };
    const sums = (de: string, ch: string) => [
      { country: 'DE', amount: de },
      { country: 'CH', amount: ch },
    ];
    const issued = [
      [
        [atFull('DE', '20.00', '3.80'), atFull('DE', '200.00', '38.00'), 'CH 8.10 400.00 32.40'],
        sums('41.80', '32.40'),
        '74.20',
      ],
    ];
    expect(await read('11')).toEqual(issued);

    // The rate is another country's from now on: what is booked, taken back and credited of it is not.
    await ask('PUT', `tax-rates/${swiss.id}`, { rate: '20', country: 'AT' });
    await ask('PUT', `invoices/${kept}`, { notes: 'Thank you' });
    test.time.now = new Date('2026-12-01T12:00:00Z');
    await ask('DELETE', `invoices/${deleted}`);
    await ask('POST', 'credit-notes', {
      creditNoteNumber: `CN-${kept}`,
      correctsInvoiceId: kept,
      issueDate: '2026-12-01',
      status: 'issued',
      credit: { lines: [{ line: 3, percent: '50' }] },
    });
    expect(await read('11')).toEqual(issued);
    expect(await read('12')).toEqual([
      [
        [
          atFull('DE', '-10.00', '-1.90'),
          atFull('DE', '-100.00', '-19.00'),
          'CH 8.10 -300.00 -24.30',
        ],
        sums('-20.90', '-24.30'),
        '-45.20',
      ],
    ]);
    // What is left of the invoice, 239.00, is paid in full.
    await pay('239.00', '2026-12-02', kept);
    expect(await read('12', 'cash')).toEqual([
      [
        [atFull('DE', '10.00', '1.90'), atFull('DE', '100.00', '19.00'), 'CH 8.10 100.00 8.10'],
        sums('20.90', '8.10'),
        '29.00',
      ],
    ]);
    expect(await csv('taxes/export?from=2026-11-01&to=2026-11-30')).toBe(
      '\uFEFFTax,Rate %,Category,Country,Base,Tax amount,Currency\r\n' +
        'MwSt,19.0,S,Germany,20.00,3.80,USD\r\nVAT,19.0,S,Germany,200.00,38.00,USD\r\n' +
        'VAT,8.1,S,Switzerland,400.00,32.40,USD\r\n',
    );
    // Another business neither reads nor uses them.
    const other = await business();
    expect((await other.report('taxes?from=2026-11-01&to=2026-12-31')).currencies).toEqual([]);
    const attempt = { taxRateId: swiss.id };
    expect(
      await other.ada.call('POST', '/api/invoices', {
        ...november,
        customerId: other.customerId,
        invoiceNumber: 'ACC-OTHER',
        lineItems: [line('1', attempt)],
      }),
    ).toMatchObject({ status: 404 });
    expect(
      await other.ada.call('PUT', `/api/tax-rates/${swiss.id}`, { country: 'FR' }),
    ).toMatchObject({ status: 404 });
  });

  it('tell what of a tax was paid, part by part, so that the parts are the tax', async () => {
    const { ask, invoice, of, pay, report } = await business();
    const id = await invoice({ issueDate: '2026-10-30', ...of('99.99', VAT) });
    await pay('50.00', '2026-11-05', id);
    const rest = await pay('68.99', '2026-11-12', id);
    const received = async (period: string) => {
      const { currencies } = await report(`taxes?basis=cash&${period}`);
      return currencies[0]?.rows.map((row: Record<string, string>) => [row['base'], row['amount']]);
    };
    expect(await received('from=2026-10-01&to=2026-10-31')).toBeUndefined();
    expect(await received('from=2026-11-01&to=2026-11-10')).toEqual([['42.02', '7.98']]);
    expect(await received('from=2026-11-11&to=2026-11-30')).toEqual([['57.97', '11.02']]);
    expect(await received('from=2026-11-01&to=2026-11-30')).toEqual([['99.99', '19.00']]);
    test.time.now = new Date('2026-12-01T12:00:00Z');
    await ask('POST', `payments/${rest.id}/reverse`);
    expect(await received('from=2026-11-01&to=2026-11-30')).toEqual([['99.99', '19.00']]);
    expect(await received('from=2026-12-01&to=2026-12-31')).toEqual([['-57.97', '-11.02']]);
    expect(await received('from=2026-11-01&to=2026-12-31')).toEqual([['42.02', '7.98']]);
  });

  it('lead from one balance to the next, line by line and entry by entry', async () => {
    const { ada, ask, customerId, invoice, of, pay, report, csv } = await business();
    const first = await invoice({ issueDate: '2026-10-10', ...of('119') });
    const second = await invoice({ issueDate: '2026-11-02', ...of('200', VAT) });
    const gone = await invoice({ issueDate: '2026-11-03', ...of('7') });
    await invoice({ issueDate: '2026-11-25', dueDate: '2026-12-20', ...of('40') });
    await pay('100.00', '2026-10-20', first);
    await ask('POST', `invoices/${first}/write-off`, { reason: 'Bankrupt;=1+1' });
    await ask('DELETE', `invoices/${gone}`);
    const payment = await pay('238.00', '2026-11-05', second);
    await ask('POST', `payments/${payment.id}/reverse`);
    await pay('38.00', '2026-11-06', second);

    const lines = (amounts: Record<string, string>) =>
      RECONCILIATION_LINES.map((line) => ({ line, amount: amounts[line] ?? '0.00' }));
    const body = await report('reconciliation?from=2026-11-01&to=2026-11-20');
    expect(body.currencies).toEqual([
      {
        currency: 'USD',
        opening: '19.00',
        lines: lines({
          issued: '245.00',
          changed: '-7.00',
          received: '-276.00',
          reversed: '238.00',
          written_off: '-19.00',
        }),
        closing: '200.00',
        months: [{ from: '2026-11-01', to: '2026-11-20', closing: '200.00' }],
        today: { openInvoices: '240.00', credit: '0.00', datedLater: '40.00' },
      },
    ]);
    const before = await report('reconciliation?from=2026-10-01&to=2026-10-31');
    expect(before.currencies).toMatchObject([{ closing: '19.00', today: null }]);

    const query = 'from=2026-11-01&to=2026-11-20&line=issued&currency=usd';
    const page = await report(`entries?${query}&limit=1`);
    expect(page.entries).toMatchObject([{ type: 'issued', date: '2026-11-03', amount: '7.00' }]);
    const next = await report(`entries?${query}&limit=1&cursor=${page.nextCursor}`);
    expect(next).toMatchObject({
      entries: [{ invoiceId: second, amount: '238.00', customerId }],
      nextCursor: null,
    });
    expect((await report('entries?line=losses')).entries).toMatchObject([
      { line: 'reversed', amount: '238.00', reason: 'The payment was undone' },
      { line: 'written_off', amount: '-19.00', reason: 'Bankrupt;=1+1', invoiceId: first },
    ]);
    expect((await report('write-offs?from=2026-10-01')).currencies).toEqual([
      {
        currency: 'USD',
        written_off: '19.00',
        refunded: '0.00',
        reversed: '238.00',
        adjusted: '0.00',
        months: [
          expect.objectContaining({ from: '2026-10-01', to: '2026-10-31', reversed: '0.00' }),
          {
            from: '2026-11-01',
            to: '2026-11-20',
            written_off: '19.00',
            refunded: '0.00',
            reversed: '238.00',
            adjusted: '0.00',
          },
        ],
      },
    ]);
    const file = await csv('write-offs/export?from=2026-10-01');
    expect(file).toContain(`"Bankrupt;'=1+1",19.00,USD\r\n`);
    expect(file).toContain('Payment undone');

    const revenue = async (query: string) => (await report(`revenue?${query}`)).currencies[0];
    expect(await revenue('from=2026-10-01&to=2026-11-20&by=quarter')).toMatchObject({
      gross: '357.00',
      tax: '38.00',
      net: '319.00',
      lines: [
        { line: 'issued', amount: '364.00' },
        { line: 'changed', amount: '-7.00' },
        { line: 'credited', amount: '0.00' },
      ],
      periods: [{ from: '2026-10-01', to: '2026-11-20', gross: '357.00' }],
    });
    expect(await revenue('from=2026-10-01&to=2026-11-20&basis=cash')).toMatchObject({
      gross: '138.00',
      tax: null,
      periods: [{ gross: '100.00' }, { gross: '38.00' }],
    });
    expect(await csv('revenue/export?from=2026-10-01&to=2026-11-20&basis=cash')).toBe(
      '\uFEFFFrom,To,Payments received,Payments refunded,Payments undone,With tax,Currency\r\n' +
        '10/01/2026,10/31/2026,100.00,0.00,0.00,100.00,USD\r\n' +
        '11/01/2026,11/20/2026,276.00,0.00,-238.00,38.00,USD\r\n',
    );
    expect(await csv('revenue/export?from=2026-10-01&to=2026-11-20&rows=customers')).toBe(
      '\uFEFFCustomer,Company,Invoices issued,Invoices revised or deleted,Credited,With tax,Tax,Net,Currency\r\n' +
        `"'=HYPERLINK(""https://evil.example"")",Harbor & Pine,364.00,-7.00,0.00,357.00,38.00,319.00,USD\r\n`,
    );
    expect(await csv('reconciliation/export?from=2026-11-01')).toContain(
      'Opening balance,19.00,USD\r\nInvoices issued,245.00,USD\r\n',
    );
    expect(await csv('entries/export?line=written_off')).toContain('-19.00,USD\r\n');
    expect(ada.businessId).not.toBe(eve.businessId);
  });

  it('tell nothing of another business', async () => {
    const { invoice, of } = await business();
    await invoice(of('10'));
    for (const path of ['receivables', 'revenue', 'taxes', 'write-offs', 'reconciliation']) {
      const { status, body } = await eve.call('GET', `/api/reports/${path}`);
      expect([status, body.currencies]).toEqual([200, []]);
      const file = await eve.call('GET', `/api/reports/${path}/export`);
      expect(file.body.trim().split('\r\n')).toHaveLength(1);
      expect((await test.visitor.call('GET', `/api/reports/${path}`)).status).toBe(401);
      expect((await test.visitor.call('GET', `/api/reports/${path}/export`)).status).toBe(401);
    }
    expect((await eve.call('GET', '/api/reports/entries')).body.entries).toEqual([]);
  });

  it.each([
    ['receivables?asOf=soon', 'asOf', 'As of must be a date such as 2026-01-31'],
    ['receivables?asOf=2026-11-21', 'asOf', 'As of must not be in the future'],
    ['receivables/export?asOf=2026-11-21', 'asOf', 'As of must not be in the future'],
    ['revenue/export?rows=all', 'rows', 'Rows must be periods or customers'],
    ['taxes/export?to=2026-1-1', 'to', 'To must be a date such as 2026-01-31'],
  ])('%s is refused by name', async (path, field, message) => {
    test.time.now = new Date('2026-11-20T12:00:00Z');
    const answer = await eve.call('GET', `/api/reports/${path}`);
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'VALIDATION', message, fields: [{ path: field, message }] },
    ]);
  });

  it('refuse places that they have not given, and take a period that is told by half', async () => {
    expect((await eve.call('GET', '/api/reports/entries?cursor=x')).status).toBe(400);
    const range = async (query: string) => {
      const { body } = await eve.call('GET', `/api/reports/reconciliation?${query}`);
      return [body.from, body.to];
    };
    expect(await range('')).toEqual(['2026-01-01', '2026-11-20']);
    expect(await range('from=2026-03-01')).toEqual(['2026-03-01', '2026-11-20']);
    expect(await range('from=2027-03-01')).toEqual(['2027-03-01', '2027-12-31']);
    expect(await range('from=2001-01-01')).toEqual(['2001-01-01', '2010-12-31']);
    expect(await range('from=2099-06-01')).toEqual(['2099-06-01', '2099-12-31']);
    expect(await range('to=2025-03-31')).toEqual(['2025-01-01', '2025-03-31']);
  });
});
