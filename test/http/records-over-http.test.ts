import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('customers, items and the business profile over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    test = await openTestApp(db, { SUPPORT_EMAIL: 'help@remit.example' });
    ada = await test.signUp();
    eve = await test.signUp();
  });
  afterAll(() => test.close());

  const kinds = [
    { path: '/api/customers', name: 'Customer', more: {}, change: { company: 'Kobo Ceramics' } },
    {
      path: '/api/items',
      name: 'Item',
      more: { unitPrice: '12.5' },
      change: { category: 'Branding' },
    },
  ];

  it.each(kinds)('$path: makes, finds, edits, deletes and brings back', async (kind) => {
    const { path, more, change, name } = kind;
    const made = await ada.call('POST', path, { name: 'Hana Sato', ...more });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Hana Sato', version: 1, userId: ada.userId });
    const at = `${path}/${made.body.id}`;
    const body = { name: 'Hana Satō', ...more, ...change, version: 1 };
    const edited = await ada.call('PUT', at, body);
    expect(edited.body).toMatchObject({ name: 'Hana Satō', ...change, version: 2 });
    const stale = await ada.call('PUT', at, body);
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'STALE', 2]);
    expect((await ada.call('GET', `${path}?limit=5&search=SATŌ`)).body).toHaveLength(1);
    expect((await ada.call('GET', `${path}/count?search=sat`)).body).toEqual({ count: 1 });
    for (const [method, suffix] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const answer = await eve.call(method, at + suffix, method === 'PUT' ? body : undefined);
      expect([answer.status, answer.body]).toEqual([
        404,
        { code: 'NOT_FOUND', message: `${name} not found` },
      ]);
    }
    expect((await ada.call('DELETE', at)).body).toEqual({ id: made.body.id });
    expect((await ada.call('DELETE', at)).status).toBe(404);
    expect((await ada.call('GET', path)).body).toEqual([]);
    expect((await ada.call('POST', `${at}/restore`)).body.name).toBe('Hana Satō');
    expect((await ada.call('GET', path)).body).toHaveLength(1);
  });

  it.each(kinds)('$path: one record for a key, however many ask', async ({ path, more }) => {
    const owner = await test.signUp();
    const body = { name: 'Twice', ...more };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.call('POST', path, body, { 'idempotency-key': 'one' })),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await owner.call('GET', path)).body).toHaveLength(1);
  });

  it.each(kinds)('$path: pages by name without repeating or missing', async ({ path, more }) => {
    const owner = await test.signUp();
    for (const name of ['b', 'A', 'c', 'B', 'ä', 'a']) {
      await owner.call('POST', path, { name, ...more });
    }
    const whole = (await owner.call('GET', path)).body.map((row: { id: number }) => row.id);
    const seen: number[] = [];
    let query = 'limit=2';
    for (;;) {
      const page = await owner.call('GET', `${path}?${query}`);
      seen.push(...page.body.map((row: { id: number }) => row.id));
      const next = page.headers['x-next-cursor'];
      if (typeof next !== 'string') break;
      query = `limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(6);
  });

  it('refuses fields by name', async () => {
    const cases = [
      ['/api/customers', { name: ' ' }, 'name', 'Name is required'],
      ['/api/items', { name: 'x' }, 'unitPrice', 'Unit price is required'],
      ['/api/business-profile', { businessName: '' }, 'businessName', 'Business name is required'],
    ] as const;
    for (const [path, body, field, message] of cases) {
      const answer = await ada.call('POST', path, body);
      expect([answer.status, answer.body.fields]).toEqual([400, [{ path: field, message }]]);
    }
  });

  it('finds who has an address or a VAT ID already', async () => {
    const make = async (owner: Caller, body: object) => {
      const made = await owner.call('POST', '/api/customers', body);
      expect(made.status).toBe(201);
      return made.body as { id: number };
    };
    const same = async (owner: Caller, query: Record<string, string>) => {
      const answer = await owner.call('GET', `/api/customers/same?${new URLSearchParams(query)}`);
      return [answer.body.byEmail?.name ?? null, answer.body.byVatId?.name ?? null];
    };
    const body = { email: 'Info@bücher.example', vatId: 'de 136 695 976' };
    const shop = await make(ada, { ...body, name: 'Zur Seite' });
    expect(await same(ada, { email: 'info@BÜCHER.example', vatId: 'DE136695976' })).toEqual([
      'Zur Seite',
      'Zur Seite',
    ]);
    expect(await same(ada, { email: 'info@xn--bcher-kva.example' })).toEqual([null, null]);
    expect(await same(ada, {})).toEqual([null, null]);
    expect(await same(ada, { ...body, exceptId: String(shop.id) })).toEqual([null, null]);
    expect(await same(eve, body)).toEqual([null, null]);
    await make(ada, { ...body, name: 'Auf der Seite', vatId: '' });
    expect(await same(ada, body)).toEqual(['Auf der Seite', 'Zur Seite']);
    await ada.call('DELETE', `/api/customers/${shop.id}`);
    expect(await same(ada, body)).toEqual(['Auf der Seite', null]);
  });

  it('keeps a customer that invoices refer to, and says how many', async () => {
    const customer = (await ada.call('POST', '/api/customers', { name: 'Jonas Weber' })).body;
    const lineItems = [{ description: 'Work', quantity: 1, unitPrice: 100 }];
    for (const invoiceNumber of ['K-1', 'K-2']) {
      await ada.call('POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber,
        issueDate: '2026-11-20T10:00:00Z',
        dueDate: '2026-12-20',
        status: 'sent',
        lineItems,
      });
    }
    const refused = await ada.call('DELETE', `/api/customers/${customer.id}`);
    // The same before anybody asks for it; of another's customer nothing is said.
    const checked = await ada.call('GET', `/api/customers/${customer.id}/deletion`);
    expect([checked.status, checked.body]).toEqual([refused.status, refused.body]);
    expect((await eve.call('GET', `/api/customers/${customer.id}/deletion`)).status).toBe(404);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'IN_USE',
        message: 'Jonas Weber cannot be deleted: there are 2 invoices',
        invoices: 2,
        estimates: 0,
        creditNotes: 0,
        payments: 0,
      },
    ]);
    const { balance, otherBalances } = (await ada.call('GET', `/api/customers/${customer.id}`))
      .body;
    const sums = { invoiced: '200.00', outstanding: '200.00', overdue: '0.00' };
    expect([balance, otherBalances]).toEqual([{ currency: 'USD', ...sums }, []]);
  });

  it('keeps a customer whose money is kept, whichever of both comes first', async () => {
    const make = async () => (await ada.call('POST', '/api/customers', { name: 'Nils' })).body.id;
    const pay = (customerId: number) =>
      ada.call('POST', '/api/payments', { customerId, amount: '119' });
    const remove = (id: number) => ada.call('DELETE', `/api/customers/${id}`);
    const id = await make();
    const paid = (await pay(id)).body;
    const refused = await remove(id);
    expect([refused.status, refused.body.message, refused.body.payments]).toEqual([
      409,
      'Nils cannot be deleted: there is 1 payment',
      1,
    ]);
    await ada.call('POST', `/api/payments/${paid.id}/reverse`);
    expect((await remove(id)).status).toBe(200);
    const late = await pay(id);
    expect([late.status, late.body.fields]).toEqual([
      404,
      [{ path: 'customerId', message: 'Customer not found' }],
    ]);
    for (let round = 0; round < 8; round += 1) {
      const other = await make();
      const both = await Promise.all([pay(other), remove(other)]);
      expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });

  it('leaves the lines of a deleted item as they are', async () => {
    const owner = await test.signUp();
    const customer = (await owner.call('POST', '/api/customers', { name: 'C' })).body;
    const item = (await owner.call('POST', '/api/items', { name: 'Logo', unitPrice: 50 })).body;
    const invoice = await owner.call('POST', '/api/invoices', {
      customerId: customer.id,
      invoiceNumber: 'L-1',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      lineItems: [{ itemId: item.id, description: 'Logo', quantity: 1, unitPrice: 50 }],
    });
    await owner.call('DELETE', `/api/items/${item.id}`);
    const read = await owner.call('GET', `/api/invoices/${invoice.body.id}`);
    expect(read.body.lineItems).toEqual(invoice.body.lineItems);
  });

  it('has a profile prefilled at sign-up, which counts as one once it was saved', async () => {
    const owner = await test.signUp();
    const read = async () => (await owner.call('GET', '/api/business-profile')).body;
    const prefilled = await read();
    expect(prefilled).toMatchObject({
      userId: owner.userId,
      businessName: 'Ada Quill',
      contactName: 'Ada Quill',
      timeZone: 'UTC',
      version: 1,
    });
    expect(prefilled).not.toHaveProperty('id');
    expect(prefilled).not.toHaveProperty('savedAt');

    // What the browser of whoever signs up knows is no save.
    const adopt = (timeZone: string) =>
      owner.call('PUT', '/api/business-profile/time-zone', { timeZone });
    expect((await adopt('Asia/Tokyo')).body).toEqual({ timeZone: 'Asia/Tokyo' });
    expect((await adopt('Mars/Base')).body.message).toBe(
      'Time zone must be a name such as America/New_York',
    );
    expect((await adopt('US/Pacific-New')).status).toBe(400);
    expect((await test.visitor.call('PUT', '/api/business-profile/time-zone', {})).status).toBe(
      401,
    );
    const adopted = await read();
    expect(adopted).toMatchObject({ timeZone: 'Asia/Tokyo', version: 2 });
    expect(adopted).not.toHaveProperty('id');

    const save = (body: object, key?: string) =>
      owner.call('POST', '/api/business-profile', body, key ? { 'idempotency-key': key } : {});
    const stale = await save({ businessName: 'Late', version: 1 });
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([409, 'STALE', adopted]);
    expect((await save({ businessName: '' })).status).toBe(400);
    expect(await read()).toEqual(adopted);

    // Four at once: one of them saves it.
    const answers = await Promise.all(
      ['a', 'b', 'c', 'c'].map((name) => save({ businessName: `Studio ${name}` }, `key-${name}`)),
    );
    const [created] = answers.filter(({ status }) => status === 201);
    expect(created?.body).toMatchObject({
      id: expect.any(Number),
      contactName: 'Ada Quill',
      timeZone: 'Asia/Tokyo',
      version: 3,
    });
    expect(await read()).toEqual(created?.body);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await adopt('Europe/Paris')).body).toEqual({ timeZone: 'Asia/Tokyo' });
    const again = await save({ businessName: 'Late', version: 2 });
    expect([again.body.code, again.body.current]).toEqual(['STALE', created?.body]);
    const { rows } = await db.pool.query(
      'select id from business_profiles where business_id = $1',
      [owner.businessId],
    );
    expect(rows).toEqual([{ id: String(created?.body.id) }]);
  });

  it('serves documents, pages and the dashboard before the profile was saved', async () => {
    const owner = await test.signUp();
    const customer = (await owner.call('POST', '/api/customers', { name: 'Marta' })).body;
    const { id, publicId } = (
      await owner.call('POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber: 'B-1',
        status: 'sent',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        lineItems: [{ description: 'Logo', quantity: 1, unitPrice: 50 }],
      })
    ).body;
    const pdf = await owner.call('GET', `/api/invoices/${id}/pdf`);
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const page = await test.visitor.call('GET', `/api/public/invoice/${publicId}`);
    expect(page.body.businessProfile).toMatchObject({ businessName: 'Ada Quill' });
    expect((await owner.call('GET', '/api/dashboard')).status).toBe(200);
  });

  it('updates the profile, and guards it', async () => {
    const profile = (await ada.call('GET', '/api/business-profile')).body;
    expect(profile).toMatchObject({
      businessName: 'Ada Quill',
      pdfTheme: 'classic',
      pdfPrimaryColor: '#333333',
      pdfAccentColor: '#0079F2',
      preferredPaymentMethod: 'stripe',
    });
    expect(profile).toMatchObject({ stripeSecretKey: null, paypalClientSecret: null });
    const created = await ada.call('POST', '/api/business-profile', { businessName: 'Northwind' });
    const at = `/api/business-profile/${created.body.id}`;
    const body = { businessName: 'Northwind Studio', pdfTheme: 'elegant', version: 2 };
    const saved = await ada.call('PUT', at, body);
    expect(saved.body).toMatchObject({ businessName: 'Northwind Studio', pdfTheme: 'elegant' });
    expect((await ada.call('PUT', at, body)).body.code).toBe('STALE');
    expect((await eve.call('PUT', at, { businessName: 'Mine now' })).status).toBe(404);
    expect((await ada.call('POST', '/api/business-profile', { businessName: 'N' })).body).toEqual({
      code: 'CONFLICT',
      message: 'You already have a business profile: update it',
    });
    const cases = [
      [{ website: 'northwind.studio' }, 'Enter a full address, such as https://northwind.studio'],
      // Known to this process and not to the database, which computes with it.
      [{ timeZone: 'US/Pacific-New' }, 'Time zone must be a name such as America/New_York'],
    ] as const;
    for (const [values, message] of cases) {
      const answer = await ada.call('PUT', at, { businessName: 'N', ...values });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });

  it('describes itself, truly', async () => {
    const document = (await test.visitor.call('GET', '/api/openapi.json')).body;
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/invoices', '/invoices/{id}', '/invoices/{id}/pdf', '/customers']),
    );
    for (const [path, operations] of Object.entries<Record<string, unknown>>(document.paths)) {
      for (const method of Object.keys(operations)) {
        const url = `/api${path.replace(/\{\w+\}/g, '1')}`;
        const answer = await test.visitor.call(method.toUpperCase(), url);
        expect([path, method, answer.body?.message]).not.toEqual([
          path,
          method,
          'There is no such call',
        ]);
      }
    }
    type Told = Record<string, { parameters?: { name: string }[] }>;
    const keyed = Object.entries<Told>(document.paths).flatMap(([path, { post }]) =>
      post?.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path] : [],
    );
    expect(keyed).toEqual(
      expect.arrayContaining([
        '/invoices',
        '/invoices/{id}/mark-paid',
        '/invoices/{id}/correct',
        '/invoices/{id}/payments/{paymentId}/refund',
        '/credit-notes/{id}/refund',
        '/customers/{id}/send-statement',
      ]),
    );
    expect(new Set(keyed).size).toBe(keyed.length);
    const page = await test.visitor.call('GET', '/api/docs');
    expect(page.body).toContain('Remit API');
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      expect((await test.visitor.call('GET', `/api/docs/assets/${asset}`)).status).toBe(200);
    }
    expect((await test.visitor.call('GET', '/api/docs/assets/package.json')).status).toBe(404);
  });

  it('leads to the built-in pages: signing in, and signing up for a trial', async () => {
    const to = async (query: string) =>
      (await test.visitor.call('GET', `/api/login${query}`)).headers['location'];
    expect(await to('')).toBe('/sign-in?returnTo=%2F');
    expect(await to('?signUp=1')).toBe('/sign-up?returnTo=%2F');
    expect(await to('?returnTo=/invoices%3Fnew%3D1')).toBe(
      '/sign-in?returnTo=%2Finvoices%3Fnew%3D1',
    );
    for (const away of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil',
      '/.//evil.example',
      '/a/..//evil.example',
      '/%2e//evil.example',
    ]) {
      expect(await to(`?returnTo=${encodeURIComponent(away)}`)).toBe('/sign-in?returnTo=%2F');
    }
  });

  it('tells health, readiness and the installation', async () => {
    expect((await test.visitor.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await test.visitor.call('GET', '/readyz')).body).toEqual({ status: 'ready' });
    expect((await test.visitor.call('GET', '/api/installation')).body).toEqual({
      signIn: 'built-in',
      supportEmail: 'help@remit.example',
      testMode: false,
      sandbox: false,
      mail: 'outbox',
      mailUndoSeconds: 10,
    });
  });
});
