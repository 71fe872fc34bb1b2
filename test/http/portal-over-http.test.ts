/** What a customer sees in the portal, and proposes to change. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCorrection, aCreditNote } from '../factories/credit-note.ts';
import { anEstimate } from '../factories/estimate.ts';
import type { PortalWorld, Visitor } from './portal-world.ts';
import { openPortalWorld } from './portal-world.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const EMAIL = 'marta@harborandpine.example';

describeOnDatabase('a customer’s portal', { owned: true }, (db) => {
  let test: TestApp;
  let world: PortalWorld;
  let customerId: number;
  let visitor: Visitor;
  beforeAll(async () => {
    test = await openTestApp(db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await openPortalWorld(test);
    customerId = await world.customer();
    visitor = await world.visit(customerId, EMAIL);
  });

  const read = async (path: string) => {
    const answer = await visitor.call('GET', `/api/portal${path}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await world.owner.call(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const number = ({ number: shown }: { number: string }) => shown;
  const one = (unitPrice: string) => ({
    taxRate: '0',
    lineItems: [{ description: 'Design', quantity: '1', unitPrice }],
  });

  it('shows what is to be paid, by currency, with what is overdue of it', async () => {
    expect(await read('')).toMatchObject({
      business: { businessName: 'Northwind Studio', brand: { solid: expect.any(String) } },
      customer: { name: 'Marta Lindqvist', company: null },
      today: '2026-11-20',
      open: [],
      paysOnline: false,
      testMode: false,
    });
    await world.invoice(customerId, one('100'));
    await world.invoice(customerId, {
      ...one('40'),
      issueDate: '2026-10-01',
      dueDate: '2026-11-01',
    });
    await world.invoice(customerId, {
      ...one('7.5'),
      currency: 'EUR',
      exchangeRate: { rate: '1.1' },
    });
    await world.invoice(customerId, { ...one('999'), status: 'draft' });
    expect((await read('')).open).toEqual([
      { currency: 'USD', amount: '140.00', count: 2, overdue: '40.00' },
      { currency: 'EUR', amount: '7.50', count: 1, overdue: '0.00' },
    ]);
  });

  it('lists open invoices by due date, and those that are paid; no draft, nothing deleted', async () => {
    const later = await world.invoice(customerId, { ...one('100'), invoiceNumber: 'LATER' });
    await world.invoice(customerId, {
      ...one('40'),
      invoiceNumber: 'LATE',
      issueDate: '2026-10-01',
      dueDate: '2026-11-01',
    });
    const paid = await world.invoice(customerId, { ...one('8'), invoiceNumber: 'PAID' });
    await call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' });
    await world.invoice(customerId, { ...one('9'), invoiceNumber: 'DRAFT', status: 'draft' });
    const deleted = await world.invoice(customerId, { ...one('9'), invoiceNumber: 'DELETED' });
    await call('DELETE', `/api/invoices/${deleted.id}`);
    const open = await read('/invoices?status=open');
    expect(open).toEqual({
      next: null,
      items: [
        expect.objectContaining({ number: 'LATE', status: 'overdue', amountDue: '40.00' }),
        {
          id: later.id,
          publicId: later.publicId,
          number: 'LATER',
          issueDate: '2026-11-20',
          dueDate: '2026-12-20',
          nextDueDate: '2026-12-20',
          currency: 'USD',
          total: '100.00',
          amountDue: '100.00',
          amountOverdue: '0.00',
          status: 'sent',
          standing: 'sent',
          isBeingConfirmed: false,
          obstacle: null,
          charge: null,
          declinedCard: null,
        },
      ],
    });
    expect((await read('/invoices?status=paid')).items.map(number)).toEqual(['PAID']);
    const refused = await visitor.call('GET', '/api/portal/invoices?status=draft');
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'status must be open or paid' },
    });
  });

  it('lists an invoice of nothing as settled: it waits for nobody', async () => {
    await world.invoice(customerId, { ...one('0'), invoiceNumber: 'GIFT' });
    expect((await read('/invoices?status=open')).items).toEqual([]);
    expect((await read('/invoices?status=paid')).items).toEqual([
      expect.objectContaining({ number: 'GIFT', standing: 'nothing_due' }),
    ]);
  });

  it('lists pages of twenty, each of them once', async () => {
    for (let i = 0; i < 23; i += 1) {
      await world.invoice(customerId, { ...one('1'), invoiceNumber: `P-${i}` });
    }
    const first = await read('/invoices?status=open');
    expect(first.items).toHaveLength(20);
    const second = await read(`/invoices?status=open&cursor=${encodeURIComponent(first.next)}`);
    expect(second).toMatchObject({ next: null });
    expect(new Set([...first.items, ...second.items].map(number)).size).toBe(23);
    expect((await visitor.call('GET', '/api/portal/invoices?status=open&cursor=x')).status).toBe(
      400,
    );
    expect(
      (await visitor.call('GET', `/api/portal/payments?cursor=${'x'.repeat(301)}`)).status,
    ).toBe(400);
  });

  it('lists estimates, credit notes and payments', async () => {
    const waiting = await call(
      'POST',
      '/api/estimates',
      anEstimate(customerId, { status: 'sent' }),
    );
    const past = await call('POST', '/api/estimates', anEstimate(customerId, { status: 'sent' }));
    await call('POST', `/api/estimates/${past.id}/reject`);
    await call('POST', '/api/estimates', anEstimate(customerId));
    expect((await read('/estimates?status=waiting')).items).toEqual([
      expect.objectContaining({
        publicId: waiting.publicId,
        number: waiting.estimateNumber,
        status: 'sent',
        expiryDate: '2026-12-20',
      }),
    ]);
    expect((await read('/estimates?status=past')).items.map(number)).toEqual([past.estimateNumber]);

    const draft = await call('POST', '/api/credit-notes', aCreditNote(customerId));
    expect(await read('/credit-notes')).toEqual({ items: [], next: null });
    await call('POST', `/api/credit-notes/${draft.id}/issue`);
    const invoice = await world.invoice(customerId, one('100'));
    const allocations = [{ invoiceId: invoice.id, amount: '20' }];
    await call('POST', `/api/credit-notes/${draft.id}/apply`, { allocations });
    const { total } = await call('GET', `/api/credit-notes/${draft.id}`);
    expect((await read('/credit-notes')).items).toEqual([
      expect.objectContaining({
        number: draft.creditNoteNumber,
        total,
        unappliedAmount: (Number(total) - 20).toFixed(2),
      }),
    ]);

    await call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'bank_transfer' });
    const { items } = await read('/payments');
    expect(items).toEqual([
      {
        id: expect.any(Number),
        paymentDate: '2026-11-20',
        amount: '80.00',
        currency: 'USD',
        refundedAmount: '0.00',
        status: 'completed',
        method: 'Bank transfer',
        invoiceNumbers: [expect.any(String)],
      },
    ]);
    // What its owner has taken back is none.
    await call('POST', `/api/payments/${items[0].id}/reverse`);
    expect((await read('/payments')).items).toEqual([]);
  });

  it('gives the statement and receipts as files', async () => {
    const invoice = await world.invoice(customerId, one('100'));
    await call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
    const [{ id }] = (await read('/payments')).items;
    for (const path of [`/payments/${id}/receipt.pdf`, '/statement.pdf?from=2026-01-01']) {
      const file = await visitor.call('GET', `/api/portal${path}`);
      expect(file.status).toBe(200);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
    }
    for (const [path, status] of [
      ['/payments/0/receipt.pdf', 404],
      [`/payments/${id + 1_000}/receipt.pdf`, 404],
      ['/statement.pdf?from=nonsense', 400],
      ['/statement.pdf?from=2026-02-01&to=2026-01-01', 400],
    ] as const) {
      expect((await visitor.call('GET', `/api/portal${path}`)).status, path).toBe(status);
    }
  });

  it('shows nothing of another customer or business, and takes nothing of theirs', async () => {
    const stranger = await world.customer({ name: 'Stranger', email: 'stranger@example.com' });
    const foreign = await world.invoice(stranger, one('100'));
    await call('POST', '/api/estimates', anEstimate(stranger, { status: 'sent' }));
    await call('POST', '/api/credit-notes', aCorrection(foreign.id));
    const paid = await world.invoice(stranger, one('50'));
    await call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' });
    const [{ id: payment }] = await call('GET', `/api/payments?customerId=${stranger}`);
    const elsewhere = await openPortalWorld(test);
    const abroad = await elsewhere.invoice(await elsewhere.customer(), one('70'));
    for (const path of [
      '/invoices?status=open',
      '/invoices?status=paid',
      '/estimates?status=waiting',
      '/credit-notes',
      '/payments',
    ]) {
      expect(await read(path), path).toEqual({ items: [], next: null });
    }
    expect((await read('')).open).toEqual([]);
    expect((await read('/cards')).cards).toEqual([]);
    expect((await visitor.call('GET', `/api/portal/payments/${payment}/receipt.pdf`)).status).toBe(
      404,
    );
    const missing = { status: 404, body: { message: 'Invoice not found' } };
    for (const { id } of [foreign, abroad]) {
      expect(await visitor.call('POST', '/api/portal/pay', { invoiceIds: [id] })).toMatchObject(
        missing,
      );
    }
    expect(await visitor.call('POST', `/api/portal/cards/${stranger}/end`, {})).toMatchObject({
      status: 404,
      body: { message: 'Card not found' },
    });
  });

  it('shows what is of customers that were merged', async () => {
    const other = await world.customer({ name: 'Old record', email: 'old@example.com' });
    await world.invoice(other, { ...one('30'), invoiceNumber: 'OLD' });
    await world.invoice(customerId, { ...one('70'), invoiceNumber: 'OWN' });
    await call('POST', `/api/customers/${other}/merge`, { intoCustomerId: customerId });
    expect((await read('/invoices?status=open')).items.map(number).sort()).toEqual(['OLD', 'OWN']);
    expect((await read('')).open).toEqual([
      { currency: 'USD', amount: '100.00', count: 2, overdue: '0.00' },
    ]);
  });

  const details = { name: 'Marta Lindqvist', email: EMAIL };
  const propose = (values: object) =>
    visitor.call('POST', '/api/portal/contact', { ...details, ...values });
  const proposal = async () => (await world.portal(customerId)).proposal;
  const decide = (id: number | undefined, what: 'accept' | 'dismiss', body: object = {}) =>
    world.owner.call('POST', `/api/customers/${customerId}/portal/proposals/${id}/${what}`, body);
  const DECIDED = {
    status: 409,
    body: {
      code: 'CONFLICT',
      message:
        'These contact details were decided about, or the customer has proposed others since. Look at the customer again.',
    },
  };

  it('takes a proposal for the owner, who is told, and changes nothing before', async () => {
    const made = await propose({ phone: '+1 555 0100', city: 'Bergen', company: null });
    expect(made).toMatchObject({
      status: 200,
      body: {
        current: { name: 'Marta Lindqvist', phone: null, city: null },
        proposal: { changes: { phone: '+1 555 0100', city: 'Bergen' } },
      },
    });
    const before = await call('GET', `/api/customers/${customerId}`);
    expect(before).toMatchObject({ phone: null, city: null });
    expect(await proposal()).toMatchObject({ changes: { phone: '+1 555 0100', city: 'Bergen' } });
    const [news] = await call('GET', '/api/notifications');
    expect(news).toMatchObject({
      type: 'customer.proposed',
      title: 'New contact details',
      message:
        'Marta Lindqvist proposes other contact details. Nothing changes until you accept them.',
      customerId,
      isRead: false,
    });
    const accepted = await decide((await proposal())?.id, 'accept', { version: before.version });
    expect(accepted).toMatchObject({
      status: 200,
      body: { phone: '+1 555 0100', city: 'Bergen', email: EMAIL },
    });
    expect(await proposal()).toBeNull();
    // The visit goes on: the address is the same.
    expect((await read('/contact')).proposal).toBeNull();
  });

  it('keeps one proposal: a newer one takes its place, and none is left where nothing differs', async () => {
    await propose({ phone: '1' });
    const first = (await proposal())?.id;
    await Promise.all([propose({ phone: '2' }), propose({ phone: '3' }), propose({ phone: '4' })]);
    expect(await decide(first, 'accept')).toMatchObject(DECIDED);
    const { rows } = await db.pool.query('select 1 from contact_proposals where business_id = $1', [
      world.owner.businessId,
    ]);
    expect(rows).toHaveLength(1);
    const told = (await call('GET', '/api/notifications')).length;
    await propose({ phone: (await proposal())?.changes.phone ?? '' });
    expect((await call('GET', '/api/notifications')).length).toBe(told);
    await propose({});
    expect(await proposal()).toBeNull();
  });

  it('is decided once, by its owner alone', async () => {
    await propose({ phone: '+1 555 0100' });
    const id = (await proposal())?.id;
    const other = await openPortalWorld(test);
    for (const what of ['accept', 'dismiss']) {
      const path = `/api/customers/${customerId}/portal/proposals/${id}/${what}`;
      expect((await other.owner.call('POST', path, {})).status).toBeGreaterThanOrEqual(404);
      expect((await test.visitor.call('POST', path, {})).status).toBe(401);
    }
    const tries = await Promise.all([
      decide(id, 'accept'),
      decide(id, 'dismiss'),
      decide(id, 'accept'),
    ]);
    expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await decide(id, 'dismiss')).toMatchObject(DECIDED);
    const stays = await world.customer({ name: 'Stays', email: 'stays@example.com' });
    const dismissed = await world.visit(stays, 'stays@example.com');
    const asked = { name: 'Other', email: 'stays@example.com' };
    await dismissed.call('POST', '/api/portal/contact', asked);
    const portal = await world.portal(stays);
    const path = `/api/customers/${stays}/portal/proposals/${portal.proposal?.id}/dismiss`;
    expect((await world.owner.call('POST', path)).body).toMatchObject({ proposal: null });
    expect((await call('GET', `/api/customers/${stays}`)).name).toBe('Stays');
  });

  it('leaves no older proposal behind of customers who were merged', async () => {
    const other = await world.customer({ name: 'Marta of before', email: 'before@example.com' });
    const before = await world.visit(other, 'before@example.com');
    const old = { name: 'Marta of before', email: 'before@example.com', phone: '+1 555 0111' };
    expect((await before.call('POST', '/api/portal/contact', old)).status).toBe(200);
    await propose({ phone: '+1 555 0122' });
    await call('POST', `/api/customers/${other}/merge`, { intoCustomerId: customerId });
    expect(await proposal()).toMatchObject({ changes: { phone: '+1 555 0122' } });
    expect((await decide((await proposal())?.id, 'dismiss')).status).toBe(200);
    expect(await proposal()).toBeNull();
  });

  it('is refused where the customer was changed since its owner looked', async () => {
    await propose({ phone: '+1 555 0100' });
    const { version } = await call('GET', `/api/customers/${customerId}`);
    await call('PUT', `/api/customers/${customerId}`, { ...details, city: 'Oslo' });
    const stale = await decide((await proposal())?.id, 'accept', { version });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { city: 'Oslo', phone: null } },
    });
    expect(await proposal()).not.toBeNull();
    const accepted = await decide((await proposal())?.id, 'accept', { version: version + 1 });
    expect(accepted.body).toMatchObject({ city: 'Oslo', phone: '+1 555 0100' });
  });

  it('ends the visit where another address is accepted', async () => {
    await propose({ email: 'new@harborandpine.example' });
    expect((await decide((await proposal())?.id, 'accept')).status).toBe(200);
    expect((await visitor.call('GET', '/api/portal')).status).toBe(401);
    visitor = await world.visit(customerId, 'new@harborandpine.example');
    expect((await read('/contact')).current.email).toBe('new@harborandpine.example');
  });

  it('refuses details that are none, by field', async () => {
    expect(await propose({ email: '' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'email', message: 'Email is required' }] },
    });
    expect(await proposal()).toBeNull();
  });
});
