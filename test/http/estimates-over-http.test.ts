import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const MISSING = { code: 'NOT_FOUND', message: 'Estimate not found' };

describeOnDatabase('the estimate calls over HTTP', (db) => {
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
    estimateNumber: `EST-HTTP-${(n += 1)}`,
    status: 'draft',
    issueDate: '2026-11-20',
    expiryDate: '2026-12-20',
    taxRate: '7.00',
    terms: 'This estimate is valid for 30 days from the issue date.',
    lineItems: [{ description: 'Design', quantity: '2', unitPrice: '120.50' }],
    ...values,
  });
  const create = async (values: object = {}) =>
    (await ada.call('POST', '/api/estimates', form(values))).body;

  it.each([
    ['GET', '/api/estimates'],
    ['POST', '/api/estimates'],
    ['GET', '/api/estimates/summary'],
    ['GET', '/api/estimates/next-number'],
    ['GET', '/api/estimates/1'],
    ['PUT', '/api/estimates/1'],
    ['DELETE', '/api/estimates/1'],
    ['POST', '/api/estimates/1/restore'],
    ['POST', '/api/estimates/1/convert'],
    ['POST', '/api/estimates/preview'],
    ['GET', '/api/estimates/1/pdf'],
  ])('%s %s needs a session, whatever the body', async (method, path) => {
    const answer = await test.visitor.call(method, path, method === 'GET' ? undefined : {});
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in to continue' });
  });

  it.each([
    [{ customerId: null }, 'customerId', 'Customer is required'],
    [{ estimateNumber: ' ' }, 'estimateNumber', 'Estimate number is required'],
  ])('refuses %j naming the field, at both forms', async (values, path, message) => {
    const { id } = await create();
    for (const [method, address] of [
      ['POST', '/api/estimates'],
      ['PUT', `/api/estimates/${id}`],
    ] as const) {
      const answer = await ada.call(method, address, form(values));
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toContainEqual({ path, message });
    }
  });

  it('creates, reads, saves, lists, sums, deletes and restores', async () => {
    const made = await ada.call('POST', '/api/estimates', form({ subtotal: '1', total: '9' }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ total: '257.87', invoice: null, status: 'draft' });
    const { id, estimateNumber } = made.body;
    const path = `/api/estimates/${id}`;
    expect((await ada.call('GET', path)).body).toEqual(made.body);
    const saved = await ada.call('PUT', path, form({ estimateNumber, status: 'rejected' }));
    expect(saved.body).toMatchObject({ status: 'rejected', version: 2 });
    const stale = await ada.call('PUT', path, form({ estimateNumber, version: 1 }));
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'STALE', current: { id, version: 2 } });
    const taken = await ada.call('POST', '/api/estimates', form({ estimateNumber }));
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ code: 'NUMBER_TAKEN', suggestion: expect.any(String) });

    const rejected = await ada.call('GET', '/api/estimates?status=rejected');
    expect(rejected.body).toMatchObject([{ id, lineItems: [{ total: '241.00' }] }]);
    const page = await ada.call('GET', '/api/estimates?limit=1');
    const next = page.headers['x-next-cursor'];
    expect(page.body).toHaveLength(1);
    const after = await ada.call('GET', `/api/estimates?limit=1&cursor=${String(next)}`);
    expect(after.body[0].id).not.toBe(page.body[0].id);
    expect((await ada.call('GET', '/api/estimates?status=paid')).status).toBe(400);
    const sum = await ada.call('GET', '/api/estimates/summary?status=rejected');
    expect(sum.body).toMatchObject({
      count: 1,
      sums: [{ amount: '257.87', currency: 'USD' }],
      byStatus: { rejected: { count: 1, sums: [{ amount: '257.87', currency: 'USD' }] } },
    });

    expect((await ada.call('DELETE', path)).body).toEqual({ id });
    expect((await ada.call('DELETE', path)).body).toEqual(MISSING);
    expect((await ada.call('GET', path)).body).toEqual(MISSING);
    expect((await ada.call('POST', `${path}/restore`)).body.id).toBe(id);
  });

  it('makes one of the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'estimate-1' };
    const body = form();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.call('POST', '/api/estimates', body, key)),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });

  it('offers EST-{year}-{last 4 digits of the time stamp}, moved on to a free one', async () => {
    const digits = String(test.time.now.getTime()).slice(-4);
    const offered = async () =>
      (await ada.call('GET', '/api/estimates/next-number')).body.estimateNumber;
    expect(await offered()).toBe(`EST-2026-${digits}`);
    await create({ estimateNumber: `EST-2026-${digits}` });
    expect(await offered()).toBe(`EST-2026-${String(Number(digits) + 1).padStart(4, '0')}`);
  });

  it('converts once, answers with the same invoice, and then only deletes', async () => {
    const { id, estimateNumber } = await create({ notes: 'Thanks' });
    const path = `/api/estimates/${id}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => ada.call('POST', `${path}/convert`)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const [first] = answers;
    for (const answer of answers) expect(answer.body.id).toBe(first?.body.id);
    expect(first?.body).toMatchObject({
      status: 'draft',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      total: '257.87',
      notes: 'Thanks',
      terms: null,
      estimate: { id, estimateNumber },
    });
    const { invoiceNumber } = first?.body ?? {};
    const again = await ada.call('PUT', path, form({ estimateNumber }));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'CONFLICT',
      message: `This estimate became invoice ${invoiceNumber}. Change the invoice instead.`,
    });
    await ada.call('DELETE', `/api/invoices/${first?.body.id}`);
    const deleted = await ada.call('POST', `${path}/convert`);
    expect(deleted.status).toBe(409);
    expect(deleted.body.message).toContain(`became invoice ${invoiceNumber}, which was deleted`);
    expect((await ada.call('DELETE', path)).status).toBe(200);
  });

  it('is another owner’s nothing, at every call', async () => {
    const { id } = await create();
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', form()],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/convert', undefined],
      ['GET', '/pdf', undefined],
    ] as const) {
      const answer = await eve.call(method, `/api/estimates/${id}${rest}`, body);
      expect([answer.status, answer.body]).toEqual([404, MISSING]);
    }
    expect((await eve.call('GET', '/api/estimates')).body).toEqual([]);
    const foreign = await eve.call('POST', '/api/estimates', form());
    const message = 'Customer not found';
    const fields = [{ path: 'customerId', message }];
    expect(foreign.body).toEqual({ code: 'NOT_FOUND', message, fields });
    expect((await ada.call('GET', '/api/estimates/x/pdf')).body).toEqual(MISSING);
  });

  it('draws the document, to be seen, to be kept and while it is typed', async () => {
    const { id, estimateNumber } = await create({ status: 'rejected' });
    const seen = await ada.call('GET', `/api/estimates/${id}/pdf`);
    expect(seen.headers['content-type']).toBe('application/pdf');
    const name = `filename="${estimateNumber} Ada Quill.pdf"`;
    expect(seen.headers['content-disposition']).toContain(`inline; ${name}`);
    expect(seen.headers['cache-control']).toBe('private, no-store');
    const words = pdfText(seen.raw);
    for (const part of [
      'Estimate',
      estimateNumber,
      'Estimated total',
      '$257.87',
      'Expires',
      'Dec 20, 2026',
      'Prepared for',
      'Harbor & Pine Coffee',
      'This estimate is valid for 30 days from the issue date.',
    ]) {
      expect(words).toContain(part);
    }
    // The stamp stands at an angle: its letters are read in two parts.
    expect(words).toContain('REJECT');
    expect(words).not.toMatch(/Amount due|Scan to|Invoice/);
    const kept = await ada.call('GET', `/api/estimates/${id}/pdf?download=1`);
    expect(kept.headers['content-disposition']).toContain(`attachment; ${name}`);

    const typed = await ada.call('POST', '/api/estimates/preview', {
      estimateNumber: 'EST-1',
      expiryDate: '2026-1',
      taxRate: 'x',
      lineItems: [{ description: 'Design', quantity: '2', unitPrice: '' }],
    });
    expect(typed.body).toMatchObject({ pageCount: 1, pages: [{ page: 1 }] });
    expect(typed.body.pages[0].svg).toContain('<svg');
  });

  it('stops at the trial’s end with the body that the dialog needs', async () => {
    const trial = await test.signUp();
    const customer = await trial.call('POST', '/api/customers', { name: 'Otto Reiter' });
    const own = (values: object = {}) => form({ customerId: customer.body.id, ...values });
    for (let used = 0; used < 10; used += 1) {
      const { body } = await trial.call('POST', '/api/estimates', own());
      expect((await trial.call('POST', `/api/estimates/${body.id}/convert`)).status).toBe(200);
    }
    const last = await trial.call('POST', '/api/estimates', own());
    expect(last.status).toBe(201);
    const path = `/api/estimates/${last.body.id}`;
    for (const refused of [
      await trial.call('POST', `${path}/convert`),
      await trial.call('PUT', path, own({ status: 'accepted' })),
      await trial.call('POST', '/api/estimates', own({ status: 'accepted' })),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        requiresSubscription: true,
        message: 'Your free trial has expired, please choose a plan to continue using the product',
      });
    }
    expect((await trial.call('GET', path)).body).toMatchObject({ status: 'draft', version: 1 });
  });
});
