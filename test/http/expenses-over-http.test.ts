import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const LUNCH = {
  category: 'Meals & Entertainment',
  description: 'Lunch with Kobo',
  amount: '38.5',
  expenseDate: '2026-11-18',
  vendor: 'Café Émile',
};

describeOnDatabase('expenses over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
  });
  afterAll(() => test.close());

  const add = async (owner: Caller, values: object = {}) =>
    (await owner.call('POST', '/api/expenses', { ...LUNCH, ...values })).body;

  it('makes, reads, edits, deletes and brings back, for the owner alone', async () => {
    const owner = await test.signUp();
    const customer = (await owner.call('POST', '/api/customers', { name: 'Kobo', company: 'KC' }))
      .body;
    const made = await owner.call('POST', '/api/expenses', { ...LUNCH, customerId: customer.id });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...LUNCH,
      amount: '38.50',
      currency: 'USD',
      customer: { id: customer.id, name: 'Kobo', company: 'KC' },
      receiptUrl: null,
      receipt: null,
      version: 1,
      userId: owner.userId,
    });
    const at = `/api/expenses/${made.body.id}`;
    expect((await owner.call('GET', at)).body).toEqual(made.body);

    // Optional fields that are not sent stay as they are; a time stamp is read as its date.
    const change = {
      category: 'Travel',
      description: 'Train',
      amount: 12,
      expenseDate: '2026-11-19T23:30:00Z',
      version: 1,
    };
    const edited = await owner.call('PUT', at, change);
    expect(edited.body).toMatchObject({
      category: 'Travel',
      amount: '12.00',
      expenseDate: '2026-11-19',
      vendor: 'Café Émile',
      customerId: customer.id,
      version: 2,
    });
    const stale = await owner.call('PUT', at, change);
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([
      409,
      'STALE',
      edited.body,
    ]);
    const cleared = await owner.call('PUT', at, {
      ...change,
      version: 2,
      customerId: null,
      vendor: '',
    });
    expect(cleared.body).toMatchObject({ customerId: null, customer: null, vendor: null });

    for (const [method, suffix] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const body = method === 'PUT' ? change : undefined;
      const foreign = await eve.call(method, at + suffix, body);
      expect([foreign.status, foreign.body]).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'Expense not found' },
      ]);
      expect((await test.visitor.call(method, at + suffix, body)).status).toBe(401);
    }

    const removals = await Promise.all([owner.call('DELETE', at), owner.call('DELETE', at)]);
    expect(removals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await owner.call('GET', '/api/expenses')).body).toEqual([]);
    expect((await owner.call('GET', '/api/expenses/summary')).body).toEqual({
      count: 0,
      sums: [],
    });
    expect((await owner.call('PUT', at, change)).status).toBe(404);
    const back = await Promise.all([
      owner.call('POST', `${at}/restore`),
      owner.call('POST', `${at}/restore`),
    ]);
    expect(back.map(({ body }) => body.description)).toEqual(['Train', 'Train']);
    expect((await owner.call('GET', '/api/expenses')).body).toHaveLength(1);

    await owner.call('DELETE', at);
    const { now } = test.time;
    test.time.now = new Date(now.getTime() + 30 * 86_400_000 + 1);
    expect((await owner.call('POST', `${at}/restore`)).status).toBe(404);
    test.time.now = now;
    expect((await owner.call('POST', `${at}/restore`)).status).toBe(200);
  });

  it('makes one for a key, however many ask; saves one of two on the same version', async () => {
    const owner = await test.signUp();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        owner.call('POST', '/api/expenses', LUNCH, { 'idempotency-key': 'one' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const made = answers[0]?.body;
    expect((await owner.call('GET', '/api/expenses')).body).toHaveLength(1);
    const other = { ...LUNCH, amount: '1' };
    const reused = await owner.call('POST', '/api/expenses', other, { 'idempotency-key': 'one' });
    expect(reused.body.code).toBe('KEY_REUSED');

    const saves = await Promise.all(
      ['1.00', '2.00'].map((amount) =>
        owner.call('PUT', `/api/expenses/${made.id}`, { ...LUNCH, amount, version: 1 }),
      ),
    );
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('narrows list and sums by category, days and customer, and by all of them', async () => {
    const owner = await test.signUp();
    const kobo = (await owner.call('POST', '/api/customers', { name: 'Kobo' })).body.id;
    const made: { id: number; category: string; expenseDate: string; customerId: number | null }[] =
      [];
    for (let n = 0; n < 12; n += 1) {
      made.push(
        await add(owner, {
          category: n % 3 ? 'Travel' : 'Equipment',
          expenseDate: `2026-11-0${1 + (n % 4)}`,
          customerId: n % 2 ? kobo : null,
          amount: '10',
        }),
      );
    }
    await add(eve, { category: 'Travel', expenseDate: '2026-11-02', customerId: null });
    const newestFirst = made.toSorted((a, b) =>
      a.expenseDate === b.expenseDate ? b.id - a.id : a.expenseDate < b.expenseDate ? 1 : -1,
    );
    for (const filter of [
      { category: 'Travel' },
      { from: '2026-11-02' },
      { to: '2026-11-02' },
      { from: '2026-11-02', to: '2026-11-03', category: 'Travel', customerId: kobo },
      { category: 'Insurance' },
    ]) {
      const {
        category,
        from = '2026',
        to = '2027',
        customerId,
      } = filter as Partial<(typeof made)[0]> & {
        from?: string;
        to?: string;
      };
      const expected = newestFirst.filter(
        (one) =>
          (category === undefined || one.category === category) &&
          one.expenseDate >= from &&
          one.expenseDate <= to &&
          (customerId === undefined || one.customerId === customerId),
      );
      const asked = new URLSearchParams(filter as Record<string, string>);
      const seen: number[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        const page = await owner.call(
          'GET',
          `/api/expenses?${asked}&limit=2${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...page.body.map(({ id }: { id: number }) => id));
        cursor = page.headers['x-next-cursor'];
      }
      expect(seen).toEqual(expected.map(({ id }) => id));
      expect((await owner.call('GET', `/api/expenses/summary?${asked}`)).body).toEqual({
        count: expected.length,
        sums: expected.length ? [{ amount: `${expected.length * 10}.00`, currency: 'USD' }] : [],
      });
    }
    const fields = [{ path: 'to', message: 'to must not be before from' }];
    const refused = await owner.call('GET', '/api/expenses?from=2026-11-02&to=2026-11-01');
    expect([refused.status, refused.body.fields]).toEqual([400, fields]);
  });

  it('refuses fields by name', async () => {
    const cases = [
      [{ expenseDate: '' }, 'expenseDate', 'Expense date is required'],
      [{ amount: '100000000' }, 'amount', 'Amount must be at most $99,999,999.99'],
    ] as const;
    for (const [values, field, message] of cases) {
      const answer = await ada.call('POST', '/api/expenses', { ...LUNCH, ...values });
      expect([answer.status, answer.body.fields]).toEqual([400, [{ path: field, message }]]);
    }
    const foreign = (await eve.call('POST', '/api/customers', { name: 'Hers' })).body;
    const gone = (await ada.call('POST', '/api/customers', { name: 'Gone' })).body;
    const kept = await add(ada, { customerId: gone.id });
    await ada.call('DELETE', `/api/customers/${gone.id}`);
    for (const customerId of [foreign.id, gone.id, 999_999]) {
      const answer = await ada.call('POST', '/api/expenses', { ...LUNCH, customerId });
      expect([answer.status, answer.body.message]).toEqual([404, 'Customer not found']);
    }
    // What stands there may stay.
    const same = { ...LUNCH, customerId: gone.id, amount: '9' };
    expect((await ada.call('PUT', `/api/expenses/${kept.id}`, same)).status).toBe(200);
    const address = 'https://shop.example/receipts/7?x=<y>';
    const linked = await add(ada, { receiptUrl: address });
    expect(linked).toMatchObject({ receiptUrl: address, receipt: null });
  });

  it('lists by date, in pages, by search, and says how many and how much', async () => {
    const owner = await test.signUp();
    const dates = ['2026-11-02', '2026-11-05', '2026-11-02', '2026-10-31', '2026-11-05'];
    for (const [index, expenseDate] of dates.entries()) {
      await add(owner, { expenseDate, amount: `${index + 1}.10`, description: `No. ${index}` });
    }
    await add(owner, {
      category: 'Internet & Phone',
      description: '50 % für Šablona',
      vendor: null,
      expenseDate: '2026-09-01',
      amount: '0.45',
    });
    await add(eve, { description: 'No. 9' });
    const whole = (await owner.call('GET', '/api/expenses')).body;
    expect(whole.map((row: { description: string }) => row.description)).toEqual([
      'No. 4',
      'No. 1',
      'No. 2',
      'No. 0',
      'No. 3',
      '50 % für Šablona',
    ]);
    const seen: unknown[] = [];
    let query = 'limit=2';
    for (;;) {
      const page = await owner.call('GET', `/api/expenses?${query}`);
      seen.push(...page.body);
      const next = page.headers['x-next-cursor'];
      if (typeof next !== 'string') break;
      query = `limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(whole);

    const searches = [
      ['', 6, '15.95'],
      ['no.', 5, '15.50'],
      ['ÉMILE no. 3', 1, '4.10'],
      ['phone', 1, '0.45'],
      ['50 %', 1, '0.45'],
      ['šABLONA', 1, '0.45'],
      ['nothing', 0, '0.00'],
      // Cents are found by themselves, and with the whole amount alone.
      ['4', 2, '9.20'],
      ['$4', 1, '4.10'],
      ['4.10', 1, '4.10'],
      ['4.1', 1, '4.10'],
      ['4.11', 0, '0.00'],
      ['5', 2, '5.55'],
    ] as const;
    for (const [search, count, total] of searches) {
      const asked = `search=${encodeURIComponent(search)}`;
      expect((await owner.call('GET', `/api/expenses?${asked}`)).body).toHaveLength(count);
      expect((await owner.call('GET', `/api/expenses/summary?${asked}`)).body).toEqual({
        count,
        sums: count === 0 ? [] : [{ amount: total, currency: 'USD' }],
      });
    }
    for (const cursor of ['x', 'WyJhIiwxXQ', 'WyIyMDI2LTAyLTMxIiwxXQ']) {
      const answer = await owner.call('GET', `/api/expenses?limit=2&cursor=${cursor}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});
