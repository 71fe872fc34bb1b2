import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import type { CreditWorld } from './credit-world.ts';
import { openCreditWorld } from './credit-world.ts';
import type { Caller, TestApp } from './test-app.ts';

const MISSING = { code: 'NOT_FOUND', message: 'Credit note not found' };
const ISSUED_STAYS =
  'This credit note is issued and cannot be changed. If it credits too little, make another credit note; if it credits too much, make an invoice.';
const ISSUED_IS_KEPT =
  'This credit note is issued and cannot be deleted. To take it back, make an invoice of the same amount.';

describeOnDatabase('the credit note calls over HTTP', { owned: true }, (db) => {
  let world: CreditWorld;
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ test, ada, eve } = world);
  });
  afterAll(() => test.close());
  const free = (values: object = {}) => world.free(values);
  const form = (values: object) => world.form(values);
  const invoice = (values: object = {}) => world.invoice(values);
  const create = (values: object) => world.create(values);
  const issue = (id: number) => world.issue(id);
  const invoiceForm = (values: object) => world.invoiceForm(values);

  it.each([
    ['GET', '/api/credit-notes'],
    ['POST', '/api/credit-notes'],
    ['GET', '/api/credit-notes/summary'],
    ['GET', '/api/credit-notes/next-number'],
    ['GET', '/api/credit-notes/1'],
    ['PUT', '/api/credit-notes/1'],
    ['DELETE', '/api/credit-notes/1'],
    ['POST', '/api/credit-notes/1/restore'],
    ['POST', '/api/credit-notes/1/issue'],
    ['POST', '/api/credit-notes/1/send-email'],
    ['POST', '/api/credit-notes/preview'],
    ['GET', '/api/credit-notes/1/pdf'],
    ['GET', '/api/invoices/1/creditable'],
    ['POST', '/api/invoices/1/correct'],
  ])('%s %s needs a session, whatever the body', async (method, path) => {
    const answer = await test.visitor.call(method, path, method === 'GET' ? undefined : {});
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in to continue' });
  });

  it.each([
    [{ creditNoteNumber: ' ' }, 'creditNoteNumber', 'Credit note number is required'],
    [{ issueDate: '' }, 'issueDate', 'Issue date is required'],
    [{ credit: {} }, 'credit', 'credit needs the invoice in correctsInvoiceId'],
  ])('refuse %j, naming %s', async (values, path, message) => {
    const answer = await ada.call('POST', '/api/credit-notes', free(values));
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('VALIDATION');
    expect(answer.body.fields).toContainEqual({ path, message });
  });

  it('make, change, delete and bring back a free draft, by the arithmetic of documents', async () => {
    const draft = await create(free({ reason: 'Returned' }));
    expect(draft).toMatchObject({
      status: 'draft',
      subtotal: '160.00',
      taxAmount: '11.20',
      total: '171.20',
      reason: 'Returned',
      correctsInvoiceId: null,
      correctedInvoice: null,
      credit: null,
      revision: null,
      history: [{ type: 'credit_note.created', data: { status: 'draft' } }],
    });
    const path = `/api/credit-notes/${draft.id}`;
    const changed = await ada.call('PUT', path, {
      lineItems: [{ description: 'Chair, returned', quantity: '1', unitPrice: '80' }],
      version: draft.version,
    });
    expect(changed.body).toMatchObject({ total: '85.60', version: draft.version + 1 });
    const stale = await ada.call('PUT', path, { notes: 'x', version: draft.version });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'STALE',
      message: 'This credit note was changed elsewhere since you opened it',
      current: { id: draft.id },
    });
    expect((await ada.call('DELETE', path)).body).toEqual({ id: draft.id });
    expect((await ada.call('GET', path)).body).toEqual(MISSING);
    expect((await ada.call('POST', `${path}/restore`)).body).toMatchObject({ total: '85.60' });
  });

  it('give no two credit notes one number, and suggest the next', async () => {
    const { creditNoteNumber } = (await ada.call('GET', '/api/credit-notes/next-number')).body;
    expect(creditNoteNumber).toMatch(/^CN-2026-\d{4}$/);
    const first = await create(free());
    const clash = await ada.call('POST', '/api/credit-notes', {
      ...free(),
      creditNoteNumber: first.creditNoteNumber,
    });
    expect(clash.status).toBe(409);
    expect(clash.body).toMatchObject({
      code: 'NUMBER_TAKEN',
      message: `Credit note number ${first.creditNoteNumber} is already used`,
      suggestion: expect.stringMatching(/^CN-HTTP-\d+$/),
    });
  });

  it('make one credit note for one key', async () => {
    const body = free();
    const key = { 'idempotency-key': 'a credit note' };
    const [one, other] = await Promise.all([
      ada.call('POST', '/api/credit-notes', body, key),
      ada.call('POST', '/api/credit-notes', body, key),
    ]);
    expect(one.body.id).toBe(other.body.id);
  });

  it('answer 404 for what another business has', async () => {
    const { id } = await create(free());
    const theirs = await invoice();
    const path = `/api/credit-notes/${id}`;
    for (const [method, of] of [
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/restore`],
      ['POST', `${path}/issue`],
      ['POST', `${path}/send-email`],
      ['GET', `${path}/pdf`],
      ['GET', `${path}/revisions`],
    ]) {
      const answer = await eve.call(method ?? '', of ?? '', method === 'GET' ? undefined : {});
      expect([method, of, answer.status, answer.body]).toEqual([method, of, 404, MISSING]);
    }
    const foreign = await eve.call(
      'POST',
      '/api/credit-notes',
      form({ correctsInvoiceId: theirs.id }),
    );
    expect(foreign.status).toBe(404);
    expect(foreign.body).toMatchObject({
      message: 'Invoice not found',
      fields: [{ path: 'correctsInvoiceId', message: 'Invoice not found' }],
    });
    for (const verb of ['creditable', 'correct']) {
      const method = verb === 'correct' ? 'POST' : 'GET';
      const answer = await eve.call(method, `/api/invoices/${theirs.id}/${verb}`);
      expect(answer.status).toBe(404);
    }
    const customer = await eve.call('POST', '/api/credit-notes', free());
    expect(customer.body).toMatchObject({ code: 'NOT_FOUND', message: 'Customer not found' });
  });

  it('list, search, page and sum them', async () => {
    const own = await test.signUp();
    const customer = (await own.call('POST', '/api/customers', { name: 'Nils Holgersson' })).body;
    const make = (values: object = {}) =>
      own.call('POST', '/api/credit-notes', free({ customerId: customer.id, ...values }));
    await make({ creditNoteNumber: 'CN-A', issueDate: '2026-11-01' });
    await make({ creditNoteNumber: 'CN-B', issueDate: '2026-11-02', status: 'issued' });
    await make({ creditNoteNumber: 'CN-C', issueDate: '2026-11-03', status: 'issued' });
    const numbers = async (query: string) => {
      const { body } = await own.call('GET', `/api/credit-notes${query}`);
      return body.map((one: { creditNoteNumber: string }) => one.creditNoteNumber);
    };
    expect(await numbers('')).toEqual(['CN-C', 'CN-B', 'CN-A']);
    expect(await numbers('?status=draft')).toEqual(['CN-A']);
    expect(await numbers('?search=holger&limit=2')).toEqual(['CN-C', 'CN-B']);
    const { body } = await own.call('GET', '/api/credit-notes/summary?status=issued');
    expect(body).toMatchObject({
      count: 2,
      sums: [{ amount: '342.40', currency: 'USD' }],
      byStatus: { draft: { count: 1 }, issued: { count: 2 }, applied: { count: 0 } },
      unapplied: { count: 2, sums: [{ amount: '342.40', currency: 'USD' }] },
    });
    const found = (await own.call('GET', '/api/search?q=cn-b')).body;
    expect(found.creditNotes).toMatchObject([{ creditNoteNumber: 'CN-B', status: 'issued' }]);
    const dashboard = (await own.call('GET', '/api/dashboard')).body;
    expect(dashboard.recentActivity[0]).toMatchObject({
      type: 'credit_note.issued',
      number: 'CN-C',
      invoiceId: null,
    });
    const inUse = await own.call('DELETE', `/api/customers/${customer.id}`);
    expect(inUse.status).toBe(409);
    expect(inUse.body.message).toBe('Nils Holgersson cannot be deleted: there are 3 credit notes');
  });

  it('are of a day on which there was something to credit, and so is what is paid back', async () => {
    const invoice = await world.invoice();
    const on = (issueDate: string, values: object) =>
      ada.call('POST', '/api/credit-notes', world.form({ issueDate, status: 'issued', ...values }));
    const refused = async (issueDate: string, values: object) => {
      const { status, body } = await on(issueDate, values);
      return [status, body.fields];
    };
    const field = (path: string, message: string) => [400, [{ path, message }]];
    const future = 'Issue date of a credit note must not be in the future';
    const corrects = { correctsInvoiceId: invoice.id, credit: { amount: '10' } };
    expect(await refused('2026-11-02', corrects)).toEqual(
      field(
        'issueDate',
        `Issue date must not be before Nov 03, 2026, when invoice ${invoice.invoiceNumber} was issued`,
      ),
    );
    expect(await refused('2026-11-22', corrects)).toEqual(field('issueDate', future));
    expect(await refused('2026-11-22', free({ issueDate: '2026-11-22' }))).toEqual(
      field('issueDate', future),
    );
    expect((await on('2026-11-03', corrects)).status).toBe(201);
    const later = await world.invoice({ issueDate: '2026-12-24', dueDate: '2026-12-31' });
    expect((await on('2026-11-20', { correctsInvoiceId: later.id })).status).toBe(201);
    const note = (await on('2026-11-10', free({ issueDate: '2026-11-10' }))).body;
    const back = (paymentDate: string) =>
      ada.call('POST', `/api/credit-notes/${note.id}/refund`, { amount: '40', paymentDate });
    const early = await back('2026-11-09');
    expect([early.status, early.body.fields]).toEqual(
      field(
        'paymentDate',
        'Payment date must not be before Nov 10, 2026, when the credit note was issued',
      ),
    );
    expect((await back('2026-11-10')).status).toBe(200);
  });

  it('stay what they are once they are issued', async () => {
    const draft = await create(free());
    const issued = await issue(draft.id);
    expect(issued).toMatchObject({ status: 'issued', revision: 1 });
    expect(await issue(draft.id)).toEqual(issued);
    const path = `/api/credit-notes/${draft.id}`;
    const change = await ada.call('PUT', path, { notes: 'x' });
    expect([change.status, change.body.code, change.body.message]).toEqual([
      409,
      'CONFLICT',
      ISSUED_STAYS,
    ]);
    const deletion = await ada.call('DELETE', path);
    expect([deletion.status, deletion.body.message]).toEqual([409, ISSUED_IS_KEPT]);
    const nothing = await create(
      free({ lineItems: [{ description: 'Gift', quantity: '1', unitPrice: '0' }] }),
    );
    const refusal = await ada.call('POST', `/api/credit-notes/${nothing.id}/issue`);
    expect(refusal.body.fields).toEqual([
      { path: 'lineItems', message: 'This credit note comes to zero: add what it credits' },
    ]);
    const verified = (await ada.call('GET', '/api/revisions/verify?kind=credit_note')).body;
    expect(verified.documents).toBeGreaterThan(1);
    expect(verified.breaks).toEqual([]);
  });

  it('show the customer what was issued, and a draft to its owner alone', async () => {
    const made = await invoice();
    const draft = await create({ correctsInvoiceId: made.id, credit: { lines: [{ line: 1 }] } });
    const address = `/api/public/credit-note/${draft.publicId}`;
    expect((await test.visitor.call('GET', address)).status).toBe(404);
    expect((await ada.call('GET', address)).status).toBe(200);
    const issued = await issue(draft.id);
    const page = (await test.visitor.call('GET', address)).body;
    expect(page).toMatchObject({
      creditNote: {
        id: draft.publicId,
        creditNoteNumber: draft.creditNoteNumber,
        status: 'applied',
        total: issued.total,
        correctedInvoice: { invoiceNumber: made.invoiceNumber, issueDate: '2026-11-03' },
      },
      revision: { number: 1, replaces: null },
      lineItems: [{ description: 'Design work' }],
    });
    expect(JSON.stringify(page)).not.toContain('marta@');
    const pdf = await test.visitor.call('GET', `${address}/pdf`);
    const text = pdfText(pdf.raw);
    expect(text).toContain(`Credit for invoice ${made.invoiceNumber} of`);
    expect(text).toContain('Nov 03, 2026');
    expect(text).toContain('Amount credited');
    expect(text).not.toContain('Scan to');
    const again = await ada.call('GET', `/api/credit-notes/${draft.id}/revisions/1/pdf`);
    expect(again.raw.equals(pdf.raw)).toBe(true);
  });

  it('are issued by being sent, and bring their PDF', async () => {
    const draft = await create({ correctsInvoiceId: (await invoice()).id });
    const path = `/api/credit-notes/${draft.id}`;
    const sent = await ada.call('POST', `${path}/send-email`, {});
    expect(sent.body).toMatchObject({
      status: 'applied',
      revision: 1,
      emails: [{ kind: 'credit_note', status: 'queued', creditNoteId: draft.id }],
    });
    expect(sent.body.emails[0].subject).toMatch(`Credit note ${draft.creditNoteNumber} from`);
    expect(sent.body.emails[0].message).toContain(
      `Please find attached credit note ${draft.creditNoteNumber} for $${draft.total}, of Nov 20, 2026.`,
    );
    await test.services.jobs.drain();
    const after = (await ada.call('GET', path)).body;
    expect(after.emails[0].status).toBe('sent');
    const message = (await ada.call('GET', `/api/emails/${after.emails[0].id}`)).body;
    expect(message.text).toContain('Amount credited');
    expect(message.text).toContain(`/view-credit-note/${draft.publicId}`);
    expect(message.attachments).toHaveLength(1);
  });

  it('correct an invoice in one step, once, outside the trial', async () => {
    const own = await test.signUp();
    const customer = (await own.call('POST', '/api/customers', { name: 'Nils' })).body;
    const made = (await own.call('POST', '/api/invoices', invoiceForm({ customerId: customer.id })))
      .body;
    const used = async () => (await own.call('GET', '/api/account')).body?.trialInvoicesUsed;
    const before = await used();
    const path = `/api/invoices/${made.id}/correct`;
    const key = { 'idempotency-key': 'correct' };
    const [one, other] = await Promise.all([
      own.call('POST', path, {}, key),
      own.call('POST', path, {}, key),
    ]);
    expect(one.body).toEqual(other.body);
    expect(one.body).toMatchObject({
      creditNote: { status: 'applied', total: made.total, correctsInvoiceId: made.id },
      invoice: {
        status: 'draft',
        total: made.total,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        discounts: made.discounts,
      },
    });
    expect(one.body.creditNote.creditNoteNumber).toMatch(/^CN-2026-\d{4}$/);
    expect(await used()).toEqual(before);
    const again = await own.call('POST', path, {});
    expect(again.status).toBe(409);
    expect(again.body.message).toBe(
      `This invoice has been corrected already: invoice ${one.body.invoice.invoiceNumber} takes its place.`,
    );
    const drafts = (await own.call('GET', '/api/invoices?status=draft')).body;
    expect(drafts).toHaveLength(1);
  });

  it('correct an invoice once, whatever becomes of the correction; that one can be corrected in its turn', async () => {
    const made = await invoice();
    const correct = (id: number) => ada.call('POST', `/api/invoices/${id}/correct`, {});
    const first = (await correct(made.id)).body;
    const { id, invoiceNumber } = first.invoice;
    const read = async (of: number) => (await ada.call('GET', `/api/invoices/${of}`)).body;
    expect(await read(made.id)).toMatchObject({
      correction: { id, invoiceNumber, isDeleted: false },
      corrects: null,
    });
    expect(await read(id)).toMatchObject({
      correction: null,
      corrects: { id: made.id, invoiceNumber: made.invoiceNumber },
    });
    const refused = {
      status: 409,
      body: {
        code: 'CONFLICT',
        message: `This invoice has been corrected already: invoice ${invoiceNumber} takes its place.`,
        invoiceId: id,
        invoiceNumber,
      },
    };
    expect(await Promise.all([correct(made.id), correct(made.id)])).toMatchObject([
      refused,
      refused,
    ]);
    await ada.call('POST', `/api/invoices/${id}/issue`);
    const second = await correct(id);
    expect(second.body).toMatchObject({ invoice: { corrects: { id } } });
    const last = second.body.invoice;
    await ada.call('DELETE', `/api/invoices/${last.id}`);
    expect((await correct(id)).body.message).toBe(
      `This invoice has been corrected already, and its correction, invoice ${last.invoiceNumber}, was deleted. Duplicate this invoice to begin anew.`,
    );
    const { rows } = await db.pool.query(
      `select i.created_at = n.created_at as "isSame" from invoices i
       join credit_notes n on n.corrects_invoice_id = i.corrects_invoice_id where i.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ isSame: true }]);
  });

  it('are not stopped by a trial that has ended', async () => {
    const own = await test.signUp();
    const customer = (await own.call('POST', '/api/customers', { name: 'Nils' })).body;
    const first = (
      await own.call('POST', '/api/invoices', invoiceForm({ customerId: customer.id }))
    ).body;
    for (;;) {
      const next = await own.call(
        'POST',
        '/api/invoices',
        invoiceForm({ customerId: customer.id }),
      );
      if (next.status === 403) break;
      expect(next.status).toBe(201);
    }
    const credit = free({ customerId: customer.id, status: 'issued' });
    expect((await own.call('POST', '/api/credit-notes', credit)).status).toBe(201);
    expect((await own.call('POST', `/api/invoices/${first.id}/correct`, {})).status).toBe(200);
  });
});
