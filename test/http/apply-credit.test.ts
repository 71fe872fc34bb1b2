import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { ONE_HUNDRED, openCreditWorld } from './credit-world.ts';
import type { Caller } from './test-app.ts';

describeOnDatabase('what becomes of credit', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  let eve: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ ada, eve } = world);
  });
  afterAll(async () => {
    await checkLedger(db, ada.businessId);
    await world.test.close();
  });
  const post = async (path: string, body: object = {}, headers?: Record<string, string>) =>
    (await ada.call('POST', path, body, headers)).body;
  /** Of 100.00, issued. */
  const invoice = (values: object = {}) => world.invoice({ ...ONE_HUNDRED, ...values });
  const read = async (id: number) => (await ada.call('GET', `/api/invoices/${id}`)).body;
  const credit = (unitPrice = '50') => world.credit(unitPrice);
  const apply = (...given: Parameters<CreditWorld['apply']>) => world.apply(...given);
  const entries = async (id: number) =>
    (
      await db.pool.query(
        `select type, amount::text, entry_date::text as date, invoice_id::int as invoice
         from ledger_entries where business_id = $1 and credit_note_id = $2 order by id`,
        [ada.businessId, id],
      )
    ).rows;

  it('a credit note for an invoice settles it by itself, and says so', async () => {
    const made = await invoice();
    const draft = await world.create({ correctsInvoiceId: made.id, credit: { amount: '30' } });
    expect(await read(made.id)).toMatchObject({ amountDue: '100.00', amountCredited: '0.00' });
    expect(draft).toMatchObject({ appliedAmount: '0.00', unappliedAmount: '0.00' });
    expect(await entries(draft.id)).toEqual([]);
    const issued = await world.issue(draft.id);
    expect(issued).toMatchObject({
      status: 'applied',
      appliedAmount: '30.00',
      refundedAmount: '0.00',
      unappliedAmount: '0.00',
      allocations: [{ invoiceId: made.id, invoiceNumber: made.invoiceNumber, amount: '30.00' }],
      refunds: [],
    });
    expect(await entries(draft.id)).toEqual([
      { type: 'credited', amount: '-30.00', date: '2026-11-20', invoice: made.id },
    ]);
    const open = await read(made.id);
    expect(open).toMatchObject({
      status: 'sent',
      amountPaid: '0.00',
      amountCredited: '30.00',
      amountDue: '70.00',
      settledBy: null,
      credits: [{ id: draft.id, amount: '30.00', currency: 'USD', isCorrection: true }],
    });
    const types = open.history.map((one: { type: string }) => one.type);
    expect(types).toContain('invoice.credited');
    await world.create({ correctsInvoiceId: made.id, status: 'issued' });
    expect(await read(made.id)).toMatchObject({
      status: 'paid',
      amountCredited: '100.00',
      amountDue: '0.00',
      settledBy: 'credit',
    });
  });

  it('money that was paid is released, goes elsewhere or back, and nothing is adjusted', async () => {
    const [paid, other] = [await invoice(), await invoice()];
    await post(`/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'card' });
    await world.create({ correctsInvoiceId: paid.id, status: 'issued', credit: { amount: '30' } });
    const after = await read(paid.id);
    expect(after).toMatchObject({
      status: 'paid',
      settledBy: 'payment',
      amountPaid: '70.00',
      amountCredited: '30.00',
      amountAdjusted: '0.00',
      overpaid: '30.00',
      payments: [{ allocatedAmount: '70.00', unappliedAmount: '30.00' }],
    });
    const [payment] = after.payments;
    await post(`/api/payments/${payment.id}/allocate`, {
      allocations: [{ invoiceId: other.id, amount: '30' }],
    });
    expect(await read(other.id)).toMatchObject({ amountPaid: '30.00', amountDue: '70.00' });
    expect(await read(paid.id)).toMatchObject({ status: 'paid', overpaid: '0.00' });
  });

  it('a part payment gives way to a credit note for more than is left', async () => {
    const made = await invoice();
    await post('/api/payments', {
      customerId: world.customerId,
      amount: '50',
      allocations: [{ invoiceId: made.id, amount: '50' }],
    });
    await world.create({ correctsInvoiceId: made.id, status: 'issued', credit: { amount: '80' } });
    expect(await read(made.id)).toMatchObject({
      status: 'paid',
      amountPaid: '20.00',
      amountCredited: '80.00',
      amountDue: '0.00',
    });
    const { body } = await ada.call('GET', `/api/payments?customerId=${world.customerId}`);
    expect(body[0]).toMatchObject({ allocatedAmount: '20.00', unappliedAmount: '30.00' });
  });

  it('one that is credited whole is not opened again by hand', async () => {
    const made = await invoice();
    await world.create({ correctsInvoiceId: made.id, status: 'issued' });
    const answer = await ada.call('PUT', `/api/invoices/${made.id}`, { status: 'sent' });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This invoice was credited: nothing is left to pay.',
    ]);
    const paid = await ada.call('POST', `/api/invoices/${made.id}/mark-paid`, {
      paymentMethod: 'cash',
    });
    expect(paid.body.code).toBe('ALREADY_PAID');
  });

  it('a free one is applied, withdrawn and paid back, once for one key', async () => {
    const [one, other] = [await invoice(), await invoice()];
    const note = await credit('150');
    expect(note).toMatchObject({ status: 'issued', unappliedAmount: '150.00', allocations: [] });
    const key = { 'idempotency-key': `apply ${note.id}` };
    const parts: [number, string][] = [
      [one.id, '100'],
      [other.id, '20'],
    ];
    const [first, again] = await Promise.all([
      apply(note.id, parts, key),
      apply(note.id, parts, key),
    ]);
    expect(first.body).toEqual(again.body);
    expect(first.body).toMatchObject({
      status: 'issued',
      appliedAmount: '120.00',
      unappliedAmount: '30.00',
      allocations: [
        { invoiceId: one.id, amount: '100.00' },
        { invoiceId: other.id, amount: '20.00' },
      ],
    });
    expect(await read(one.id)).toMatchObject({ status: 'paid', settledBy: 'credit' });
    expect(await read(other.id)).toMatchObject({
      amountDue: '80.00',
      credits: [{ id: note.id, amount: '20.00', isCorrection: false }],
    });
    // What is not named stays; what is named is all of it there.
    expect((await apply(note.id, [[other.id, '50']])).body).toMatchObject({
      status: 'applied',
      unappliedAmount: '0.00',
    });
    expect((await apply(note.id, [[one.id, '0']])).body).toMatchObject({
      status: 'issued',
      appliedAmount: '50.00',
      unappliedAmount: '100.00',
    });
    expect(await read(one.id)).toMatchObject({ status: 'sent', amountDue: '100.00' });

    const paidBack = {
      amount: '60',
      paymentDate: '2026-11-20',
      paymentMethod: 'bank_transfer',
      reference: 'RF-77',
    };
    const refundKey = { 'idempotency-key': `refund ${note.id}` };
    const path = `/api/credit-notes/${note.id}/refund`;
    const refunded = await post(path, paidBack, refundKey);
    expect(await post(path, paidBack, refundKey)).toEqual(refunded);
    expect(refunded).toMatchObject({
      status: 'issued',
      refundedAmount: '60.00',
      unappliedAmount: '40.00',
      refunds: [{ amount: '60.00', paymentDate: '2026-11-20', reference: 'RF-77', undone: false }],
    });
    expect((await post(path, { amount: '40' })).status).toBe('applied');
    const undo = `/api/credit-notes/${note.id}/refunds/${refunded.refunds[0].id}/undo`;
    const undone = await post(undo);
    expect(undone).toMatchObject({
      status: 'issued',
      refundedAmount: '40.00',
      unappliedAmount: '60.00',
      refunds: [{ undone: true }, { undone: false }],
    });
    const { version: _version, updatedAt: _at, ...same } = undone;
    expect(await post(undo)).toMatchObject(same);
    const posted = (await entries(note.id)).map(({ type, amount }) => `${type} ${amount}`);
    expect(posted).toEqual([
      'credited -150.00',
      'refunded 60.00',
      'refunded 40.00',
      'refunded -60.00',
    ]);
    expect((await entries(note.id))[1].date).toBe('2026-11-20');
  });

  it('an invoice keeps customer and currency while credit is applied, and loses it when deleted', async () => {
    const made = await invoice();
    const note = await credit('40');
    await apply(note.id, [[made.id, '40']]);
    const someone = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
    const moved = await ada.call('PUT', `/api/invoices/${made.id}`, {
      customerId: someone.body.id,
    });
    expect([moved.status, moved.body.fields]).toEqual([
      409,
      [
        {
          path: 'customerId',
          message: `${note.creditNoteNumber} is applied to this invoice: its customer cannot change.`,
        },
      ],
    ]);
    await ada.call('DELETE', `/api/invoices/${made.id}`);
    const released = (await ada.call('GET', `/api/credit-notes/${note.id}`)).body;
    expect(released).toMatchObject({ status: 'issued', unappliedAmount: '40.00', allocations: [] });
    await post(`/api/invoices/${made.id}/restore`);
    expect(await read(made.id)).toMatchObject({ amountCredited: '40.00', amountDue: '60.00' });
  });

  it('refuses what cannot be, naming the field, and stores nothing', async () => {
    const note = await credit('50');
    const made = await invoice();
    const euros = await invoice({ currency: 'EUR' });
    const draft = await invoice({ status: 'draft' });
    const gone = await invoice();
    await ada.call('DELETE', `/api/invoices/${gone.id}`);
    const someone = (await ada.call('POST', '/api/customers', { name: 'Nils' })).body;
    const theirs = await invoice({ customerId: someone.id });
    const paid = await invoice({ status: 'paid' });
    const small = await invoice({
      lineItems: [{ description: 'Call', quantity: '1', unitPrice: '10' }],
    });
    const eves = (await eve.call('POST', '/api/customers', { name: 'Iris' })).body;
    const foreign = (
      await eve.call('POST', '/api/invoices', world.invoiceForm({ customerId: eves.id }))
    ).body;
    const at = 'allocations.0';
    const cases: [[number, string][], number, string, string][] = [
      [[], 400, 'allocations', 'Choose at least one invoice'],
      [
        [[made.id, '1.005']],
        400,
        `${at}.amount`,
        'Amount must be a number with at most two decimals',
      ],
      [
        [[made.id, '50.01']],
        400,
        'allocations',
        'The invoices take $50.01, but only $50.00 is available',
      ],
      [
        [[small.id, '10.01']],
        400,
        `${at}.amount`,
        `Amount must be at most $10.00, which is due on ${small.invoiceNumber}`,
      ],
      [[[paid.id, '1']], 400, `${at}.invoiceId`, `${paid.invoiceNumber} has nothing due`],
      [
        [[euros.id, '1']],
        400,
        `${at}.invoiceId`,
        `${euros.invoiceNumber} is in EUR, but the credit note is in USD`,
      ],
      [
        [[theirs.id, '1']],
        400,
        `${at}.invoiceId`,
        `${theirs.invoiceNumber} belongs to another customer`,
      ],
      [
        [[draft.id, '1']],
        400,
        `${at}.invoiceId`,
        `${draft.invoiceNumber} is a draft. Send it first`,
      ],
      [[[gone.id, '1']], 404, `${at}.invoiceId`, 'Invoice not found'],
      [[[foreign.id, '1']], 404, `${at}.invoiceId`, 'Invoice not found'],
    ];
    for (const [parts, status, path, message] of cases) {
      const answer = await apply(note.id, parts);
      expect([answer.status, answer.body.fields]).toEqual([status, [{ path, message }]]);
    }
    const own = await world.create({ correctsInvoiceId: made.id, credit: { amount: '1' } });
    const early = await apply(own.id, [[made.id, '1']]);
    const isDraft = 'This credit note is a draft: issue it first';
    expect([early.status, early.body.fields]).toEqual([409, [{ path: 'id', message: isDraft }]]);
    await world.issue(own.id);
    const itself = await apply(own.id, [[made.id, '1']]);
    expect(itself.body.fields).toEqual([
      {
        path: `${at}.invoiceId`,
        message: `This credit note corrects ${made.invoiceNumber} and is applied to it automatically`,
      },
    ]);

    const path = `/api/credit-notes/${note.id}/refund`;
    for (const [body, field, message] of [
      [{}, 'amount', 'Amount is required'],
      [{ amount: '0' }, 'amount', 'Amount must be positive'],
      [{ amount: '50.01' }, 'amount', 'Amount must be at most $50.00, which is left'],
      [
        { amount: '1', paymentDate: '2099-01-01' },
        'paymentDate',
        'Payment date must not be in the future',
      ],
    ] as const) {
      const answer = await ada.call('POST', path, body);
      expect([answer.status, answer.body.fields]).toEqual([400, [{ path: field, message }]]);
    }
    const nothing = await ada.call('POST', `/api/credit-notes/${own.id}/refund`, { amount: '1' });
    expect([nothing.status, nothing.body.message]).toEqual([
      409,
      'Nothing is left of this credit note to pay back.',
    ]);
    const missing = await ada.call('POST', `/api/credit-notes/${note.id}/refunds/999999/undo`);
    expect([missing.status, missing.body.fields]).toEqual([
      404,
      [{ path: 'refundId', message: 'Refund not found' }],
    ]);
    for (const verb of ['apply', 'refund', 'refunds/1/undo']) {
      const body =
        verb === 'apply' ? { allocations: [{ invoiceId: made.id, amount: '1' }] } : { amount: '1' };
      const answer = await eve.call('POST', `/api/credit-notes/${note.id}/${verb}`, body);
      expect([answer.status, answer.body.message]).toEqual([404, 'Credit note not found']);
      const visitor = await world.test.visitor.call(
        'POST',
        `/api/credit-notes/${note.id}/${verb}`,
        body,
      );
      expect(visitor.status).toBe(401);
    }
    expect((await ada.call('GET', `/api/credit-notes/${note.id}`)).body).toMatchObject({
      appliedAmount: '0.00',
      refundedAmount: '0.00',
    });
  });
});
