import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordCheckout } from '../../src/server/features/payments/record-checkout.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;

/** Group 13: money that goes back. */
describeOnDatabase('money that goes back', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  const refund = (invoiceId: number, paymentId: number, body: object = {}, headers = {}) =>
    ada.call('POST', `/api/invoices/${invoiceId}/payments/${paymentId}/refund`, body, headers);
  const findIntent = async (account: Stripe, session: string | undefined) => {
    const { payment_intent: intent } = await account.checkout.sessions.retrieve(session ?? '');
    return typeof intent === 'string' ? intent : '';
  };
  it('in part: stays paid; whole: opens again', async () => {
    const paid = await ada.paidInvoice();
    const [payment] = paid.payments;
    const part = await refund(paid.id, payment?.id ?? 0, { amount: '7.00' });
    expect(part.body).toMatchObject({
      status: 'paid',
      amountReceived: '100.00',
      amountDue: '0.00',
      payments: [{ status: 'completed', refundedAmount: '7.00' }],
    });
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${paid.publicId}`);
    expect(page.body.invoice).toMatchObject({
      status: 'paid',
      amountDue: '0.00',
      refunded: '7.00',
      adjusted: '7.00',
    });
    const rest = await refund(paid.id, payment?.id ?? 0);
    expect(rest.body).toMatchObject({
      status: 'sent',
      amountReceived: '0.00',
      // The part that went back before is not owed any more.
      amountAdjusted: '7.00',
      amountDue: '100.00',
      payments: [{ status: 'refunded', refundedAmount: '107.00', stillOwedAmount: '100.00' }],
    });
    const opened = await world.test.visitor.call('GET', `/api/public/invoice/${paid.publicId}`);
    expect(opened.body.invoice).toMatchObject({
      amountDue: '100.00',
      refunded: '107.00',
      adjusted: '7.00',
    });
    await world.delivered();
    const types = (await ada.read(paid)).history.map(({ type }) => type);
    expect(types.filter((type) => type === 'payment.refunded')).toHaveLength(2);
    expect(types[0]).toBe('invoice.reopened');
  });

  it('in part, before anything was heard of it: told, and not asked for again', async () => {
    const invoice = await ada.invoice();
    const url = await ada.link(invoice, 'stripe');
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(url);
    const [session] = /cs_test_\w+/.exec(url) ?? [];
    const account = world.sandbox.stripe(ada.secretKey);
    const intent = await findIntent(account, session);
    await account.refunds.create({ payment_intent: intent, amount: 2_500 });
    await world.control('webhooks', { mode: 'deliver' });
    await world.confirm(invoice);
    const paid = await ada.read(invoice);
    expect(paid).toMatchObject({ status: 'paid', amountReceived: '82.00', amountDue: '0.00' });
    expect(paid.history.slice(0, 4).map(({ type }) => type)).toEqual([
      'email.queued',
      'invoice.paid',
      'payment.refunded',
      'payment.received',
    ]);
  });

  it('in part, and its owner says that it is still owed: open until it comes again', async () => {
    const paid = await ada.paidInvoice();
    await refund(paid.id, paid.payments[0]?.id ?? 0, { amount: '7.00' });
    const open = await ada.edit(await ada.read(paid), { status: 'sent' });
    expect(open.body).toMatchObject({
      status: 'sent',
      amountReceived: '100.00',
      amountDue: '7.00',
      payments: [{ stillOwedAmount: '7.00' }],
    });
    // Another look at the provider changes nothing of what the owner said.
    await world.wait(2 * DAY);
    await world.reconcile();
    expect(await ada.read(paid)).toMatchObject({ status: 'sent', amountDue: '7.00' });
    await world.payByCard(await ada.link(paid, 'stripe'));
    await world.delivered();
    const again = await ada.read(paid);
    expect(again).toMatchObject({ status: 'paid', amountReceived: '107.00', overpaid: '0.00' });
    // All of the first goes back: only what came after it is left.
    const back = await refund(paid.id, paid.payments[0]?.id ?? 0);
    expect(back.body).toMatchObject({ status: 'sent', amountDue: '100.00' });
  });

  /** A payment of a part by its customer, on the page that lets them choose. */
  const payPart = async (invoice: { publicId: string }, amount: string) => {
    const path = `/api/invoices/${invoice.publicId}/create-payment`;
    const made = await world.test.visitor.call('POST', path, { amount });
    await world.payByCard(made.body.paymentUrl);
    await world.delivered();
    await world.wait(1_000);
  };
  const partlyPaid = async (part: string) => {
    await ada.profile({ allowPartialPayments: true });
    const invoice = await ada.invoice({ taxRate: '0' });
    await payPart(invoice, part);
    const { payments } = await ada.read(invoice);
    return { invoice, payment: payments[0]?.id ?? 0 };
  };
  const byHand = (invoice: { id: number }, amount: string) =>
    ada.call('POST', '/api/payments', {
      customerId: ada.customerId,
      amount,
      paymentMethod: 'bank_transfer',
      allocations: [{ invoiceId: invoice.id, amount }],
    });

  it.each([
    ['the rest by hand', '50.00', '20.00', '50.00', '20.00'],
    ['all that is due by hand', '50.00', '20.00', '70.00', '0.00'],
    ['most of it', '50.00', '40.00', '49.99', '40.01'],
  ])('of a part payment is owed still, after %s', async (_name, part, back, then, due) => {
    const { invoice, payment } = await partlyPaid(part);
    const refunded = await refund(invoice.id, payment, { amount: back });
    expect(refunded.body).toMatchObject({ status: 'sent', amountAdjusted: '0.00' });
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
    expect(page.body.invoice).toMatchObject({ refunded: back, adjusted: null });
    await world.wait(1_000);
    expect((await byHand(invoice, then)).status).toBe(201);
    expect(await ada.read(invoice)).toMatchObject({
      status: due === '0.00' ? 'paid' : 'sent',
      amountAdjusted: '0.00',
      amountDue: due,
    });
  });

  it('of a part payment is owed still, after its customer pays the rest on the page', async () => {
    const { invoice, payment } = await partlyPaid('60.00');
    await refund(invoice.id, payment, { amount: '10.00' });
    await world.wait(1_000);
    await payPart(invoice, '40.00');
    expect(await ada.read(invoice)).toMatchObject({ status: 'sent', amountDue: '10.00' });
  });

  it('of a part payment is owed still, after a write-off or a credit note of the rest', async () => {
    for (const settle of ['write-off', 'credit'] as const) {
      const { invoice, payment } = await partlyPaid('50.00');
      await refund(invoice.id, payment, { amount: '20.00' });
      await world.wait(1_000);
      const answer =
        settle === 'write-off'
          ? await ada.call('POST', `/api/invoices/${invoice.id}/write-off`, {
              amount: '50.00',
              reason: 'Given up',
            })
          : await ada.call('POST', '/api/credit-notes', {
              correctsInvoiceId: invoice.id,
              credit: { amount: '50.00' },
              creditNoteNumber: `CN-${invoice.id}`,
              issueDate: world.test.time.now.toISOString().slice(0, 10),
              status: 'issued',
            });
      expect([200, 201]).toContain(answer.status);
      expect(await ada.read(invoice)).toMatchObject({ status: 'sent', amountDue: '20.00' });
    }
  });

  it('that is asked for here comes after all that was there, whatever the provider’s clock says', async () => {
    const { invoice, payment } = await partlyPaid('50.00');
    // In the same second as the refund, which its provider dates by the second.
    await world.wait(700);
    await byHand(invoice, '50.00');
    await world.wait(100);
    expect((await refund(invoice.id, payment, { amount: '20.00' })).body).toMatchObject({
      status: 'paid',
      amountAdjusted: '20.00',
      amountDue: '0.00',
    });
    await world.wait(2 * DAY);
    await world.reconcile();
    expect(await ada.read(invoice)).toMatchObject({ status: 'paid', amountDue: '0.00' });
  });

  it('leaves one end of a write-off, whenever the card is heard', async () => {
    const ends: unknown[] = [];
    for (const isLate of [false, true]) {
      await ada.profile({ allowPartialPayments: true });
      const invoice = await ada.invoice();
      if (isLate) await world.control('webhooks', { mode: 'drop' });
      const path = `/api/invoices/${invoice.publicId}/create-payment`;
      const made = await world.test.visitor.call('POST', path, { amount: '50.00' });
      await world.payByCard(made.body.paymentUrl);
      await world.delivered();
      await world.wait(2_000);
      const off = { amount: '2.00', reason: 'Rounding' };
      await ada.call('POST', `/api/invoices/${invoice.id}/write-off`, off);
      await world.wait(2_000);
      await byHand(invoice, '57.00');
      await world.wait(2_000);
      if (isLate) await world.control('webhooks', { mode: 'deliver' });
      await world.confirm(invoice);
      const [card] = (await ada.read(invoice)).payments.filter(({ provider }) => provider);
      await refund(invoice.id, card?.id ?? 0, { amount: '5.00' });
      const { status, amountDue, amountAdjusted, amountWrittenOff } = await ada.read(invoice);
      ends.push([status, amountDue, amountAdjusted, amountWrittenOff]);
    }
    expect(ends).toEqual(Array.from({ length: 2 }, () => ['paid', '0.00', '5.00', '0.00']));
  });

  it('is owed or not as its owner says', async () => {
    const paid = await ada.paidInvoice();
    const owed = { amount: '20.00', stillOwed: true };
    const open = await refund(paid.id, paid.payments[0]?.id ?? 0, owed);
    expect(open.body).toMatchObject({
      status: 'sent',
      amountDue: '20.00',
      payments: [{ stillOwedAmount: '20.00' }],
    });
    const { invoice, payment } = await partlyPaid('50.00');
    const goodwill = { amount: '20.00', stillOwed: false };
    expect((await refund(invoice.id, payment, goodwill)).body).toMatchObject({
      amountPaid: '30.00',
      amountAdjusted: '20.00',
      amountDue: '50.00',
    });
    // A reading of what the provider says changes nothing of it.
    await world.wait(2 * DAY);
    await world.reconcile();
    expect(await ada.read(paid)).toMatchObject({ amountDue: '20.00' });
    expect(await ada.read(invoice)).toMatchObject({ amountDue: '50.00' });
  });

  it('whole and not owed again leaves an invoice refunded, and nobody has paid it', async () => {
    const paid = await ada.paidInvoice();
    const all = { stillOwed: false };
    const back = await refund(paid.id, paid.payments[0]?.id ?? 0, all);
    expect(back.body).toMatchObject({
      status: 'paid',
      standing: 'refunded',
      settledBy: 'refund',
      amountPaid: '0.00',
      amountDue: '0.00',
    });
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${paid.publicId}`);
    expect(page.body.invoice).toMatchObject({ standing: 'refunded', refunded: '107.00' });
    expect((await world.confirm(paid)).body).toMatchObject({ state: 'refunded' });
    expect(
      (await ada.call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' }))
        .body,
    ).toEqual({
      code: 'ALREADY_PAID',
      message: 'This invoice was paid and refunded. Nothing is due on it.',
    });
  });

  it('is not owed where a part of its payment settles another invoice', async () => {
    const [one, other] = [await ada.invoice({ taxRate: '0' }), await ada.invoice({ taxRate: '0' })];
    const url = await ada.link(one, 'stripe');
    const [session] = /cs_test_\w+/.exec(url) ?? [];
    await world.control('set-session', { id: session, amount_total: 15_000 });
    await world.payByCard(url);
    await world.delivered();
    const id = (await ada.read(one)).payments[0]?.id ?? 0;
    await ada.call('POST', `/api/invoices/${one.id}/payments/${id}/accept`);
    const divided = await ada.call('POST', `/api/payments/${id}/allocate`, {
      allocations: [{ invoiceId: other.id, amount: '50.00' }],
    });
    expect(divided.status).toBe(200);
    await world.wait(1_000);
    expect((await refund(one.id, id, { amount: '50.00' })).body).toMatchObject({
      status: 'paid',
      amountPaid: '50.00',
      amountAdjusted: '50.00',
      payments: [{ stillOwedAmount: '0.00', adjustedAmount: '50.00' }],
    });
    expect(await ada.read(other)).toMatchObject({ amountDue: '50.00' });
  });

  it('was decided when it happened at the provider, whenever that is heard', async () => {
    const { invoice } = await partlyPaid('50.00');
    await world.control('webhooks', { mode: 'drop' });
    const { rows } = await db.pool.query<{ intent: string }>(
      'select provider_payment_id as intent from payments where invoice_id = $1',
      [invoice.id],
    );
    const account = world.sandbox.stripe(ada.secretKey);
    await account.refunds.create({ payment_intent: rows[0]?.intent ?? '', amount: 2_000 });
    await world.wait(60_000);
    await byHand(invoice, '50.00');
    expect(await ada.read(invoice)).toMatchObject({ status: 'paid' });
    await world.control('webhooks', { mode: 'deliver' });
    await world.wait(2 * DAY);
    await world.reconcile();
    expect(await ada.read(invoice)).toMatchObject({
      status: 'sent',
      amountAdjusted: '0.00',
      amountDue: '20.00',
    });
  });

  it('whole, then not taken by the bank: what awaited a look awaits it still', async () => {
    const invoice = await ada.invoice();
    const url = await ada.link(invoice, 'stripe');
    const [session] = /cs_test_\w+/.exec(url) ?? [];
    await world.control('set-session', { id: session, amount_total: 20_000 });
    await world.payByCard(url);
    await world.delivered();
    const { payments } = await ada.read(invoice);
    const account = world.sandbox.stripe(ada.secretKey);
    const intent = await findIntent(account, session);
    const made = await account.refunds.create({ payment_intent: intent });
    await world.delivered();
    expect(await ada.read(invoice)).toMatchObject({ payments: [{ status: 'refunded' }] });
    await world.wait(2 * 60_000);
    await world.control('fail-refund', { refund: made.id });
    await world.delivered();
    expect(await ada.read(invoice)).toMatchObject({
      status: 'sent',
      amountReceived: '0.00',
      payments: [{ status: 'review', refundedAmount: '0.00' }],
    });
    const taken = await ada.call(
      'POST',
      `/api/invoices/${invoice.id}/payments/${payments[0]?.id}/accept`,
    );
    expect(taken.body).toMatchObject({ status: 'paid', overpaid: '93.00' });
    expect(taken.body.history.map(({ type }: { type: string }) => type)).toContain(
      'payment.overpaid',
    );
  });

  it('once, however often it is asked for', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    const key = { 'idempotency-key': `refund-${paid.id}` };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => refund(paid.id, id, { amount: '20.00' }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ada.read(paid)).payments[0]).toMatchObject({ refundedAmount: '20.00' });
    const other = await refund(paid.id, id, { amount: '30.00' }, key);
    expect(other.status).toBe(422);
    const two = await Promise.all([refund(paid.id, id), refund(paid.id, id)]);
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await ada.read(paid)).payments[0]).toMatchObject({ refundedAmount: '107.00' });
  });

  it('and is counted although it could not be read afterwards', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    await world.control('webhooks', { mode: 'drop' });
    await world.control('fail', {
      path: '/v1/checkout/sessions',
      method: 'GET',
      times: 2,
      status: 500,
    });
    const first = await refund(paid.id, id, { amount: '40.00' });
    await world.control('fail/clear');
    await world.control('webhooks', { mode: 'deliver' });
    expect(first.body.payments[0]).toMatchObject({ refundedAmount: '40.00' });
    const tooMuch = await refund(paid.id, id, { amount: '67.01' });
    expect(tooMuch.body.message).toBe('Amount must be at most $67.00');
    const rest = await refund(paid.id, id);
    expect(rest.body).toMatchObject({ status: 'sent', payments: [{ status: 'refunded' }] });
    const refunds = rest.body.history.filter(
      ({ type }: { type: string }) => type === 'payment.refunded',
    );
    expect(refunds.map(({ data }: { data: { amount: string } }) => data.amount)).toEqual([
      '67.00',
      '40.00',
    ]);
    expect((await world.confirm(paid)).body).toMatchObject({ state: 'refunded' });
  });

  it('that the provider cannot give back after all is there again', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    await refund(paid.id, id, { amount: '25.00' });
    const made = world.asked.findLast(({ path }) => path === '/v1/refunds')?.answer as {
      id: string;
    };
    // Its events would be read late: what fails within a minute of that waits for the next look.
    await world.delivered();
    await world.wait(2 * 60_000);
    await world.control('fail-refund', { refund: made.id });
    await world.delivered();
    const again = await ada.read(paid);
    expect(again.payments[0]).toMatchObject({ refundedAmount: '0.00' });
    expect(again.history[0]).toMatchObject({
      type: 'payment.refund_failed',
      data: { amount: '25.00' },
    });
    expect((await refund(paid.id, id)).body.payments[0]).toMatchObject({ status: 'refunded' });
  });

  it('is not taken back by a reading that was made before it', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    const { rows } = await db.pool.query<{ id: string; provider_id: string }>(
      'select id, provider_id from checkouts where invoice_id = $1',
      [paid.id],
    );
    const account = world.test.services.payments.stripe(ada.secretKey);
    const old = await account.readCheckout(rows[0]?.provider_id ?? '');
    await refund(paid.id, id, { amount: '33.00' });
    const row = {
      businessId: ada.businessId,
      id: Number(rows[0]?.id),
      invoiceId: paid.id,
      pays: 'balance',
      amount: '107.00',
      currency: 'USD',
    } as const;
    if (!old) throw new Error('there is a session');
    await recordCheckout(world.test.services, row, old);
    const after = await ada.read(paid);
    expect(after.payments[0]).toMatchObject({ refundedAmount: '33.00' });
    expect(after.history.map(({ type }) => type)).not.toContain('payment.refund_failed');
  });

  it('is refused where it cannot be', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    const tooMuch = await refund(paid.id, id, { amount: '107.01' });
    expect([tooMuch.status, tooMuch.body]).toMatchObject([
      400,
      { message: 'Amount must be at most $107.00', fields: [{ path: 'amount' }] },
    ]);
    const zero = await refund(paid.id, id, { amount: '0' });
    expect([zero.status, zero.body.message]).toEqual([400, 'Amount must be positive']);
    const eve = await world.business();
    const theft = await eve.call('POST', `/api/invoices/${paid.id}/payments/${id}/refund`, {});
    expect(theft.status).toBe(404);
    expect((await refund(paid.id, 999_999)).body.message).toBe('Payment not found');
    const manual = await ada.invoice({ status: 'paid' });
    const byHand = await refund(manual.id, manual.payments[0]?.id ?? 0);
    expect([byHand.status, byHand.body.message]).toEqual([
      409,
      'This payment was recorded by hand. Return the money yourself, then change the status.',
    ]);
    const signedOut = await world.test.visitor.call(
      'POST',
      `/api/invoices/${paid.id}/payments/${id}/refund`,
      {},
    );
    expect(signedOut.status).toBe(401);
  });

  it('after the provider fell silent, exactly once', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    await world.control('fail', { path: '/v1/refunds', times: 1, kind: 'reset' });
    await world.control('fail', { path: '/v1/refunds', times: 1, kind: 'reset-after' });
    const silent = await refund(paid.id, id, { amount: '50.00' });
    expect([silent.status, silent.body.message]).toEqual([
      503,
      'Stripe is not responding right now. The refund continues automatically: there is no need to repeat it.',
    ]);
    expect((await ada.read(paid)).payments[0]).toMatchObject({
      pendingRefundAmount: '50.00',
    });
    const impatient = await refund(paid.id, id, { amount: '50.00' });
    expect([impatient.status, impatient.body.message]).toEqual([
      409,
      'A refund of $50.00 is still being confirmed. Wait until it is.',
    ]);
    await world.wait(10 * 60_000);
    await world.reconcile();
    expect((await ada.read(paid)).payments[0]).toMatchObject({
      refundedAmount: '50.00',
      pendingRefundAmount: '0.00',
    });
  });

  it('refused for the keys, is not carried out later', async () => {
    const eve = await world.business();
    const invoice = await eve.invoice();
    await world.payByCard(await eve.link(invoice));
    await world.delivered();
    const paid = await eve.read(invoice);
    await world.control('revoke-key', { key: eve.secretKey });
    const path = `/api/invoices/${paid.id}/payments/${paid.payments[0]?.id}/refund`;
    const refused = await eve.call('POST', path, { amount: '30.00' });
    expect(refused.status).toBe(409);
    await world.control('revoke-key', { key: eve.secretKey, revoked: false });
    await world.wait(10 * 60_000);
    await world.reconcile();
    expect((await eve.read(paid)).payments[0]).toMatchObject({
      refundedAmount: '0.00',
      pendingRefundAmount: '0.00',
    });
  });

  it('that happened although nobody ever confirmed it is no failure', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    await world.control('webhooks', { mode: 'drop' });
    await world.control('fail', { path: '/v1/refunds', times: 1, kind: 'reset-after' });
    await world.control('fail', { path: '/v1/refunds', times: 500, status: 500 });
    expect((await refund(paid.id, id, { amount: '10.00' })).status).toBe(503);
    await world.wait(21 * HOUR);
    await world.reconcile();
    await world.control('fail/clear');
    await world.control('webhooks', { mode: 'deliver' });
    const after = await ada.read(paid);
    expect(after.payments[0]).toMatchObject({
      refundedAmount: '10.00',
      pendingRefundAmount: '0.00',
    });
    const types = after.history.map(({ type }) => type);
    expect(types).toContain('payment.refunded');
    expect(types).not.toContain('payment.refund_failed');
  });

  it('that nobody ever confirms ends as what the provider reports', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    await world.control('fail', { path: '/v1/refunds', times: 500, status: 500 });
    expect((await refund(paid.id, id, { amount: '10.00' })).status).toBe(503);
    await world.wait(21 * HOUR);
    await world.reconcile();
    await world.control('fail/clear');
    const after = await ada.read(paid);
    expect(after.payments[0]).toMatchObject({
      refundedAmount: '0.00',
      pendingRefundAmount: '0.00',
    });
    expect(after.history[0]).toMatchObject({ type: 'payment.refund_failed' });
    expect((await refund(paid.id, id, { amount: '10.00' })).status).toBe(200);
  });

  it('at PayPal, and by its own dashboard', async () => {
    const invoice = await ada.invoice();
    await world.payByPayPal(await ada.link(invoice, 'paypal'));
    await world.confirm(invoice);
    const paid = await ada.read(invoice);
    const back = await refund(invoice.id, paid.payments[0]?.id ?? 0);
    expect(back.body).toMatchObject({
      status: 'sent',
      payments: [{ status: 'refunded', provider: 'paypal' }],
    });
  });

  it('by its dashboard, and the event is lost: found by looking again', async () => {
    const paid = await ada.paidInvoice();
    await world.control('webhooks', { mode: 'drop' });
    const account = world.sandbox.stripe(ada.secretKey);
    await account.refunds.create({ payment_intent: paid.stripePaymentIntentId ?? '' });
    await world.wait(DAY + HOUR);
    await world.reconcile();
    await world.control('webhooks', { mode: 'deliver' });
    expect(await ada.read(paid)).toMatchObject({
      status: 'sent',
      payments: [{ status: 'refunded' }],
    });
  });

  it('a dispute is told; a lost one takes the payment back', async () => {
    const paid = await ada.paidInvoice();
    const intent = paid.stripePaymentIntentId;
    await world.control('dispute', { payment_intent: intent });
    await world.delivered();
    const disputed = await ada.read(paid);
    expect(disputed).toMatchObject({ status: 'paid', payments: [{ dispute: 'open' }] });
    const refused = await refund(paid.id, disputed.payments[0]?.id ?? 0);
    expect(refused.body.message).toBe(
      'This payment is disputed: the provider decides the outcome.',
    );
    await world.control('dispute', { payment_intent: intent, outcome: 'lost' });
    await world.delivered();
    expect(await ada.read(paid)).toMatchObject({
      status: 'sent',
      amountReceived: '0.00',
      payments: [{ dispute: 'lost', status: 'reversed' }],
    });
  });
});
