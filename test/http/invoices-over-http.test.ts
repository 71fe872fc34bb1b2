import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoices } from '../../src/server/db/tables/invoices.table.ts';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const MISSING = { code: 'NOT_FOUND', message: 'Invoice not found' };

describeOnDatabase('the invoice calls over HTTP', (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ada = await test.signUp();
    eve = await test.signUp();
    const customer = await ada.call('POST', '/api/customers', {
      name: 'Marta Lindqvist',
      company: 'Harbor & Pine Coffee',
      email: 'marta@harborandpine.example',
    });
    customerId = customer.body.id;
  });
  afterAll(() => test.close());

  let n = 0;
  const form = (values: object = {}) => ({
    customerId,
    invoiceNumber: `INV-HTTP-${(n += 1)}`,
    status: 'draft',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    taxRate: '7.00',
    lineItems: [{ description: 'Design', quantity: '2', unitPrice: '120.50' }],
    ...values,
  });
  const create = async (values: object = {}) =>
    (await ada.call('POST', '/api/invoices', form(values))).body;

  it.each([
    ['GET', '/api/invoices'],
    ['POST', '/api/invoices'],
    ['GET', '/api/invoices/summary'],
    ['GET', '/api/invoices/next-number'],
    ['GET', '/api/invoices/1'],
    ['PUT', '/api/invoices/1'],
    ['DELETE', '/api/invoices/1'],
    ['POST', '/api/invoices/1/restore'],
    ['POST', '/api/invoices/preview'],
    ['GET', '/api/invoices/1/pdf'],
    ['GET', '/api/customers'],
    ['POST', '/api/customers'],
    ['GET', '/api/items'],
    ['PUT', '/api/items/1'],
    ['GET', '/api/business-profile'],
    ['GET', '/api/auth/user'],
    ['GET', '/api/user/status'],
  ])('%s %s needs a session, whatever the body', async (method, path) => {
    const answer = await test.visitor.call(method, path, method === 'GET' ? undefined : {});
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in to continue' });
  });

  it.each([
    [{ invoiceNumber: '  ' }, 'invoiceNumber', 'Invoice number is required'],
    [{ invoiceNumber: '\u200b' }, 'invoiceNumber', 'Invoice number is required'],
  ])('refuses %j naming the field', async (values, path, message) => {
    const answer = await ada.call('POST', '/api/invoices', form(values));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION', message, fields: [{ path, message }] });
  });

  it.each([
    [{ description: ' ' }, 'description', 'Description is required'],
    [{ unitPrice: '100000000' }, 'unitPrice', 'Unit price must be at most $99,999,999.99'],
  ])('refuses a line with %j naming the field', async (values, field, message) => {
    const line = { description: 'Design', quantity: '1', unitPrice: '1', ...values };
    const answer = await ada.call('POST', '/api/invoices', form({ lineItems: [line] }));
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toContainEqual({ path: `lineItems.0.${field}`, message });
  });

  it('creates, reads, edits, pays and deletes', async () => {
    const made = await ada.call('POST', '/api/invoices', form({ status: 'sent', total: '9' }));
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({ total: '257.87', userId: ada.userId });
    const edited = await ada.call('PUT', `/api/invoices/${id}`, {
      ...form({ invoiceNumber: made.body.invoiceNumber, notes: 'Danke' }),
      status: 'sent',
      version: made.body.version,
    });
    expect(edited.body).toMatchObject({ notes: 'Danke', version: 2 });
    const stale = await ada.call('PUT', `/api/invoices/${id}`, { ...form(), version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'STALE', current: { id, version: 2 } });
    for (const [paymentDate, message] of [
      ['1999-12-31', 'Payment date must be in the years 2000 to 2099'],
      ['2099-12-31', 'Payment date must not be in the future'],
    ]) {
      const body = { paymentMethod: 'check', paymentDate };
      const refused = await ada.call('POST', `/api/invoices/${id}/mark-paid`, body);
      expect(refused.status).toBe(400);
      const fields = [{ path: 'paymentDate', message }];
      expect(refused.body).toMatchObject({ code: 'VALIDATION', fields });
    }
    const byCheck = { paymentMethod: 'check' };
    const key = { 'Idempotency-Key': `paid ${id}` };
    for (const paid of await Promise.all([
      ada.call('POST', `/api/invoices/${id}/mark-paid`, byCheck, key),
      ada.call('POST', `/api/invoices/${id}/mark-paid`, byCheck, key),
    ])) {
      expect(paid.body).toMatchObject({ status: 'paid', payments: [byCheck] });
    }
    const again = await ada.call('POST', `/api/invoices/${id}/mark-paid`, {
      paymentMethod: 'cash',
    });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This invoice has already been paid.');
    expect((await ada.call('DELETE', `/api/invoices/${id}`)).body).toEqual({ id });
    expect((await ada.call('GET', `/api/invoices/${id}`)).body).toEqual(MISSING);
    const restored = await ada.call('POST', `/api/invoices/${id}/restore`);
    expect(restored.body).toMatchObject({ id, status: 'paid' });
  });

  it('lists and searches records of years that are refused now', async () => {
    const owner = await test.signUp();
    const { id: theirs } = (await owner.call('POST', '/api/customers', { name: 'Kobo' })).body;
    const years = ['9999-12-31', '2026-11-20', '1999-12-31', '1900-01-01'];
    for (const issueDate of years) {
      const made = await owner.call('POST', '/api/invoices', form({ customerId: theirs }));
      await db.orm
        .update(invoices)
        .set({ issueDate, dueDate: issueDate, nextDueDate: issueDate })
        .where(and(eq(invoices.businessId, owner.businessId), eq(invoices.id, made.body.id)));
    }
    const listed: string[] = [];
    for (let cursor = ''; listed.length < years.length;) {
      const page = await owner.call('GET', `/api/invoices?limit=1&search=INV-HTTP${cursor}`);
      expect(page.status).toBe(200);
      listed.push(...page.body.map((one: { issueDate: string }) => one.issueDate));
      const next = page.headers['x-next-cursor'];
      if (typeof next !== 'string') break;
      cursor = `&cursor=${next}`;
    }
    expect(listed).toEqual(years);
    const report = await owner.call('GET', '/api/reports?reportType=invoices&dateRange=365');
    expect(report.status).toBe(200);
  });

  it('answers another owner 404 everywhere, and changes nothing', async () => {
    const { id } = await create();
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { ...form() }],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['POST', '/mark-paid', { paymentMethod: 'cash' }],
      ['POST', '/mark-paid', {}],
      ['POST', '/create-payment'],
      ['GET', '/pdf'],
    ] as const) {
      const answer = await eve.call(method, `/api/invoices/${id}${path}`, body);
      expect([answer.status, answer.body]).toEqual([404, MISSING]);
    }
    const theft = await eve.call('POST', '/api/invoices', form());
    expect([theft.status, theft.body.message]).toEqual([404, 'Customer not found']);
    const preview = await eve.call('POST', '/api/invoices/preview', { id, lineItems: [] });
    expect(preview.status).toBe(404);
    expect((await eve.call('GET', '/api/invoices')).body).toEqual([]);
    expect((await ada.call('GET', `/api/invoices/${id}`)).body.version).toBe(1);
  });

  it('lists whole without parameters, and in pages with a cursor in the header', async () => {
    const whole = await ada.call('GET', '/api/invoices');
    expect(whole.body.length).toBeGreaterThan(1);
    expect(whole.body[0].lineItems).toHaveLength(1);
    expect(whole.headers['x-next-cursor']).toBeUndefined();
    const first = await ada.call('GET', '/api/invoices?limit=1');
    const cursor = String(first.headers['x-next-cursor']);
    const second = await ada.call('GET', `/api/invoices?limit=1&cursor=${cursor}`);
    expect([first.body[0].id, second.body[0].id]).toEqual([whole.body[0].id, whole.body[1].id]);
    for (const bad of ['limit=0', 'cursor=zzz&limit=1']) {
      const answer = await ada.call('GET', `/api/invoices?${bad}`);
      expect([answer.status, answer.body.code]).toEqual([400, expect.any(String)]);
    }
    const found = await ada.call('GET', '/api/invoices?limit=5&search=harbor');
    expect(found.body.length).toBeGreaterThan(1);
  });

  it('shows a public page by its id alone, never a draft, and the same 404 for all else', async () => {
    const sent = await create({ status: 'sent' });
    const draft = await create();
    const page = await test.visitor.call('GET', `/api/public/invoice/${sent.publicId}`);
    expect(page.status).toBe(200);
    expect(page.body).toMatchObject({
      invoice: { id: sent.publicId, total: '257.87', status: 'sent', daysUntilDue: 30 },
      lineItems: [
        { description: 'Design', quantity: '2.00', unitPrice: '120.50', total: '241.00' },
      ],
      businessProfile: { businessName: 'Ada Quill' },
      paymentConfig: { hasStripe: false, hasPayPal: false, testMode: false },
    });
    expect(JSON.stringify(page.body)).not.toContain('harborandpine');
    const pdf = await test.visitor.call('GET', `/api/public/invoice/${sent.publicId}/pdf`);
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    const refused = [
      String(sent.id),
      draft.publicId,
      'f'.repeat(32),
      'nonsense',
      '%00',
      "' or 1=1",
    ];
    for (const id of refused) {
      const path = `/api/public/invoice/${encodeURIComponent(id)}`;
      for (const caller of [test.visitor, eve]) {
        for (const suffix of ['', '/pdf']) {
          const answer = await caller.call('GET', path + suffix);
          expect([id, answer.status, answer.body]).toEqual([id, 404, MISSING]);
        }
      }
    }
    expect((await ada.call('GET', `/api/public/invoice/${draft.publicId}`)).status).toBe(200);
    expect((await ada.call('GET', `/api/public/invoice/${sent.id}`)).status).toBe(200);
    await ada.call('DELETE', `/api/invoices/${sent.id}`);
    const gone = await test.visitor.call('GET', `/api/public/invoice/${sent.publicId}`);
    expect(gone.body).toEqual(MISSING);
  });

  it('sends the PDF inline with a good name, or as an attachment', async () => {
    const { id, invoiceNumber } = await create();
    const inline = await ada.call('GET', `/api/invoices/${id}/pdf`);
    expect(inline.headers['content-type']).toBe('application/pdf');
    expect(inline.headers['content-disposition']).toContain(
      `inline; filename="${invoiceNumber} Ada Quill.pdf"`,
    );
    const download = await ada.call('GET', `/api/invoices/${id}/pdf?download=1`);
    expect(download.headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('draws the stored logo, and does without one that is no picture', async () => {
    const owner = await test.signUp();
    const customer = (await owner.call('POST', '/api/customers', { name: 'C' })).body;
    const invoice = await owner.call('POST', '/api/invoices', form({ customerId: customer.id }));
    const imagesWith = async (key: string, bytes: Buffer) => {
      await test.files.write(key, bytes);
      await db.orm
        .update(businessProfiles)
        .set({ logoUrl: `/objects/${key}` })
        .where(eq(businessProfiles.businessId, owner.businessId));
      const { status, raw } = await owner.call('GET', `/api/invoices/${invoice.body.id}/pdf`);
      expect(status).toBe(200);
      return raw.toString('latin1').split(/\/Subtype ?\/Image/).length - 1;
    };
    const background = { r: 220, g: 80, b: 10 };
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    const none = await imagesWith('logos/broken.png', Buffer.from('<script>alert(1)</script>'));
    expect(await imagesWith('logos/studio.png', png)).toBe(none + 1);
  });

  it('draws a half-typed form', async () => {
    const answer = await ada.call('POST', '/api/invoices/preview', {
      customerId,
      invoiceNumber: '<script>alert(1)</script>',
      issueDate: '2026-1',
      taxRate: 'abc',
      lineItems: [{ description: 'მ', quantity: '', unitPrice: '1,2' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.pageCount).toBe(1);
    expect(answer.body.undrawn).toEqual([
      { place: 'the description of line 1', characters: ['მ'] },
    ]);
    expect(answer.body.pages[0].svg).toMatch(/^<svg/);
    expect(answer.body.pages[0].svg).not.toContain('<script');
  });

  it('tries a look on a sample customer, unless it is told that there is none', async () => {
    const style = { pdfTheme: 'elegant', pdfPrimaryColor: '#1e40af', pdfAccentColor: '#3b82f6' };
    const glyphs = async (body: object) => {
      const drawn = await ada.call('POST', '/api/invoices/preview', { lineItems: [], ...body });
      expect(drawn.status).toBe(200);
      return String(drawn.body.pages[0].svg).split('<use ').length;
    };
    const none = await glyphs({ style, customerId: null });
    expect(await glyphs({ style })).toBeGreaterThan(none + 50);
    expect(await glyphs({})).toBe(await glyphs({ customerId: null }));
  });

  it('gives the same answer to the same key, and one invoice', async () => {
    const body = form();
    const headers = { 'idempotency-key': 'abc' };
    const [one, two] = await Promise.all([
      ada.call('POST', '/api/invoices', body, headers),
      ada.call('POST', '/api/invoices', body, headers),
    ]);
    expect(one.body).toEqual(two.body);
    const other = await ada.call('POST', '/api/invoices', form(), headers);
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
    const long = await ada.call('POST', '/api/invoices', form(), {
      'idempotency-key': 'x'.repeat(201),
    });
    expect(long.status).toBe(400);
  });

  it('never answers bad input with 5xx or with its internals', async () => {
    const bodies = ['{bad', '[]', 'null', '"x"', '{"__proto__":{"a":1}}', '{"lineItems":{"0":{}}}'];
    for (const payload of bodies) {
      const answer = await ada.call('POST', '/api/invoices', payload, {
        'content-type': 'application/json',
      });
      expect([payload, answer.status]).toEqual([payload, 400]);
      expect(answer.body.code).toMatch(/VALIDATION|BAD_REQUEST/);
      expect(JSON.stringify(answer.body.message)).not.toMatch(
        /at |node_modules|select |Zod|^.Invalid/,
      );
    }
    for (const id of ['0', '-1', '1.5', 'abc', '9999999999999999999999']) {
      const answer = await ada.call('GET', `/api/invoices/${id}`);
      expect([id, answer.status]).toEqual([id, 400]);
      expect((await ada.call('GET', `/api/invoices/${id}/pdf`)).status).toBe(404);
    }
    const form2 = await ada.call('POST', '/api/invoices', 'a=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([form2.status, form2.body.message]).toEqual([
      415,
      'Send the request as application/json, not compressed',
    ]);
    const broken = await ada.call(
      'POST',
      '/api/invoices',
      form({ invoiceNumber: 'A\n \u200bB\u2069' }),
    );
    expect(broken.body.invoiceNumber).toBe('A B');
  });

  it('searches for anything that can be typed, and refuses a made-up cursor', async () => {
    for (const path of ['invoices', 'customers', 'items', 'invoices/summary', 'customers/count']) {
      const answer = await ada.call('GET', `/api/${path}?search=%00a%01`);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const cursor = Buffer.from('["2026-02-30",1]').toString('base64url');
    expect((await ada.call('GET', `/api/invoices?limit=1&cursor=${cursor}`)).status).toBe(400);
    const bad = await ada.call('GET', '/api/invoices/%');
    expect([bad.status, bad.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('reads JSON numbers to the cent', async () => {
    const priced = async (unitPrice: unknown) =>
      ada.call(
        'POST',
        '/api/invoices',
        form({
          taxRate: 0,
          lineItems: [{ description: 'x', quantity: 1, unitPrice }],
        }),
      );
    expect((await priced(99999999.99)).body.total).toBe('99999999.99');
    expect((await priced(0.1 + 0.2)).body.total).toBe('0.30');
  });

  it('refuses a change that another site asks for', async () => {
    const { id } = await create();
    const answer = await ada.call('DELETE', `/api/invoices/${id}`, undefined, {
      origin: 'https://evil.example',
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await ada.call('GET', `/api/invoices/${id}`)).status).toBe(200);
  });

  it('ends the trial with a body that says so', async () => {
    const owner = await test.signUp();
    const customer = await owner.call('POST', '/api/customers', { name: 'C' });
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      const answer = await owner.call('POST', '/api/invoices', {
        ...form({ invoiceNumber: `T-${i}` }),
        customerId: customer.body.id,
      });
      statuses.push(answer.status);
      if (i === 10) {
        expect(answer.body).toMatchObject({
          requiresSubscription: true,
          message:
            'Your free trial has expired, please choose a plan to continue using the product',
        });
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 403]);
    expect((await owner.call('GET', '/api/user/status')).body).toEqual({
      trialInvoicesUsed: 10,
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
    });
  });
});
