import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCheckout } from '../../src/server/features/payments/record-checkout.ts';
import { describeOnEachDatabase } from '../database/describe-on-each-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;

/** Groups 5 to 13: what the money did, and what the invoice then says. */
describeOnEachDatabase('money and what the invoice says', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  const sessionOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? '';
  const refund = (invoiceId: number, paymentId: number, body: object = {}, headers = {}) =>
    ada.call('POST', `/api/invoices/${invoiceId}/payments/${paymentId}/refund`, body, headers);
  const payCard = async (values: object = {}) => {
    const invoice = await ada.invoice(values);
    await world.payByCard(await ada.link(invoice, 'stripe'));
    await world.delivered();
    return ada.read(invoice);
  };

  describe('the return page', () => {
    it('opened without a payment says so, and makes nothing paid', async () => {
      const invoice = await ada.invoice();
      expect((await world.confirm(invoice)).body).toMatchObject({
        state: 'unpaid',
        amount: '107.00',
        paidDate: null,
      });
      await ada.link(invoice);
      expect((await world.confirm(invoice)).body.state).toBe('unpaid');
      // The owner's own visit, by number, is no payment either.
      const own = await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`);
      expect(own.body.state).toBe('unpaid');
      expect((await ada.read(invoice)).status).toBe('sent');
    });

    it('with the session of another invoice or business tells of its own invoice alone', async () => {
      const eve = await world.business();
      const paid = await payCard();
      const [mine, hers] = [await ada.invoice(), await eve.invoice()];
      for (const { publicId } of [mine, hers]) {
        const answer = await world.test.visitor.call(
          'POST',
          `/api/invoices/${publicId}/mark-paid?session_id=${paid.stripePaymentIntentId}&token=X`,
          { session_id: 'cs_test_other', paypal: 'x' },
        );
        expect(answer.body.state).toBe('unpaid');
      }
      expect((await eve.read(hers)).status).toBe('sent');
    });

    it('with a payment method asks for a session', async () => {
      const invoice = await ada.invoice();
      const path = `/api/invoices/${invoice.publicId}/mark-paid`;
      const answer = await world.test.visitor.call('POST', path, { paymentMethod: 'cash' });
      expect([answer.status, answer.body.message]).toEqual([401, 'Sign in to continue']);
      const eve = await world.business();
      const theft = await eve.call('POST', `/api/invoices/${invoice.id}/mark-paid`, {
        paymentMethod: 'cash',
      });
      expect([theft.status, theft.body.message]).toEqual([404, 'Invoice not found']);
      expect((await world.confirm({ publicId: 'f'.repeat(32) })).status).toBe(404);
      expect((await ada.read(invoice)).status).toBe('sent');
    });

    it('and the event at the same instant are one payment', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.payByCard(url);
      await Promise.all([
        world.confirm(invoice),
        world.confirm(invoice),
        world.delivered(),
        world.reconcile(),
      ]);
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
      expect((await ada.read(invoice)).payments).toHaveLength(1);
    });
  });

  describe('two payments for one invoice', () => {
    it('by card and PayPal are both recorded, and what is too much goes back', async () => {
      const invoice = await ada.invoice();
      const card = await ada.link(invoice, 'stripe');
      const wallet = await ada.link(invoice, 'paypal');
      await world.control('webhooks', { mode: 'hold' });
      await world.payByPayPal(wallet);
      // Taken at PayPal in the moment in which the card is charged.
      await Promise.all([world.confirm(invoice), world.payByCard(card)]);
      await world.control('webhooks', { mode: 'deliver' });
      await world.control('webhooks/release');
      await world.delivered();
      const both = await ada.read(invoice);
      expect(both).toMatchObject({
        status: 'paid',
        amountReceived: '214.00',
        amountDue: '0.00',
        overpaid: '107.00',
      });
      expect(new Set(both.payments.map(({ provider }) => provider))).toEqual(
        new Set(['paypal', 'stripe']),
      );
      const extra = both.payments.find(({ provider }) => provider === 'stripe');
      const back = await refund(invoice.id, extra?.id ?? 0);
      expect(back.body).toMatchObject({
        status: 'paid',
        amountReceived: '107.00',
        overpaid: '0.00',
      });
    });

    it('an approved order is not taken once the invoice is paid', async () => {
      const invoice = await ada.invoice();
      const wallet = await ada.link(invoice, 'paypal');
      await world.control('webhooks', { mode: 'drop' });
      await world.payByPayPal(wallet);
      await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
      await world.reconcile();
      expect((await world.confirm(invoice)).body).toMatchObject({
        state: 'paid',
        alreadyPaid: true,
      });
      await world.control('webhooks', { mode: 'deliver' });
      expect(await ada.read(invoice)).toMatchObject({
        status: 'paid',
        amountReceived: '107.00',
        overpaid: '0.00',
        payments: [{ provider: null, paymentMethod: 'cash' }],
      });
    });

    it('a manual one and an online one add up', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'check' });
      const page = await world.payByCard(url);
      // The job would have ended the session in a moment; the customer was faster.
      expect(page.status).toBe(303);
      await world.delivered();
      expect(await ada.read(invoice)).toMatchObject({
        status: 'paid',
        amountReceived: '214.00',
        overpaid: '107.00',
      });
    });
  });

  describe('an invoice that changed after its checkout was made', () => {
    it('edited: the old session ends, a new one asks for what is due', async () => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      const edited = await ada.edit(invoice, {
        lineItems: [{ description: 'Garden plan', quantity: '2', unitPrice: '100' }],
      });
      expect(edited.body).toMatchObject({ total: '214.00', paymentUrl: null });
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
      expect(page.body.invoice).toMatchObject({ paymentUrl: null, amountDue: '214.00' });
      await world.reconcile();
      expect((await world.payByCard(old)).status).toBe(410);
      await world.payByCard(await ada.link(invoice, 'stripe'));
      await world.delivered();
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', amountReceived: '214.00' });
    });

    it('edited and paid at the old amount: partly paid, then the rest', async () => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      await ada.edit(invoice, {
        lineItems: [{ description: 'Garden plan', quantity: '2', unitPrice: '100' }],
      });
      await world.payByCard(old);
      await world.delivered();
      expect(await ada.read(invoice)).toMatchObject({
        status: 'sent',
        amountReceived: '107.00',
        amountDue: '107.00',
      });
      expect((await world.confirm(invoice)).body).toMatchObject({
        state: 'paid',
        amount: '107.00',
      });
      await world.payByCard(await ada.link(invoice, 'stripe'));
      await world.delivered();
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
    });

    it('lowered to what has come: paid', async () => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      await ada.edit(invoice, {
        lineItems: [{ description: 'Garden plan', quantity: '2', unitPrice: '100' }],
      });
      await world.payByCard(old);
      await world.delivered();
      const lowered = await ada.edit(await ada.read(invoice), {
        lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
      });
      expect(lowered.body).toMatchObject({ status: 'paid', amountDue: '0.00' });
    });

    it.each(['draft', 'deleted'] as const)('set to %s: the session ends', async (change) => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      if (change === 'draft') await ada.edit(invoice, { status: 'draft' });
      else await ada.call('DELETE', `/api/invoices/${invoice.id}`);
      await world.reconcile();
      expect((await world.payByCard(old)).status).toBe(410);
    });

    it('deleted, and paid in the last moment: it comes back with its payment', async () => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      await ada.call('DELETE', `/api/invoices/${invoice.id}`);
      expect((await world.payByCard(old)).status).toBe(303);
      await world.delivered();
      const back = await ada.read(invoice);
      expect(back).toMatchObject({ status: 'paid', amountReceived: '107.00' });
      expect(back.history.map(({ type }) => type)).toContain('invoice.restored');
    });

    it('paid online cannot be set back to unpaid by hand', async () => {
      const paid = await payCard();
      const refused = await ada.edit(paid, { status: 'sent' });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This invoice was paid online. Refund the payment to open it again.',
      ]);
    });
  });

  describe('what is not what was asked for', () => {
    it.each([
      [{ amount_total: 5000 }, 'Paid 50.00 instead of 107.00.'],
      [{ currency: 'eur' }, 'Paid in EUR instead of USD.'],
      [{ currency: 'jpy' }, 'Paid in JPY instead of USD.'],
      [{ currency: 'kwd', amount_total: 12_340 }, 'Paid in KWD instead of USD.'],
    ])('%j is recorded for review and pays nothing', async (change, reason) => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.control('set-session', { id: sessionOf(url), ...change });
      await world.payByCard(url);
      await world.delivered();
      const read = await ada.read(invoice);
      expect(read).toMatchObject({
        status: 'sent',
        amountReceived: '0.00',
        payments: [{ status: 'review', notes: reason }],
      });
      expect(read.history[0]).toMatchObject({ type: 'payment.review', data: { reason } });
      expect((await world.confirm(invoice)).body.state).toBe('review');
    });

    it('counts once the owner takes it, or goes back', async () => {
      const review = async (change: object) => {
        const invoice = await ada.invoice();
        const url = await ada.link(invoice, 'stripe');
        await world.control('set-session', { id: sessionOf(url), ...change });
        await world.payByCard(url);
        await world.delivered();
        const { payments } = await ada.read(invoice);
        return { invoice, path: `/api/invoices/${invoice.id}/payments/${payments[0]?.id}` };
      };
      const less = await review({ amount_total: 10_000 });
      const accepted = await ada.call('POST', `${less.path}/accept`);
      expect(accepted.body).toMatchObject({
        status: 'sent',
        amountReceived: '100.00',
        amountDue: '7.00',
        payments: [{ status: 'completed' }],
      });
      const twice = await ada.call('POST', `${less.path}/accept`);
      expect([twice.status, twice.body.message]).toEqual([
        409,
        'This payment is not waiting for a look.',
      ]);
      const euro = await review({ currency: 'eur' });
      const refused = await ada.call('POST', `${euro.path}/accept`);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This payment is in EUR and the invoice in USD. Give it back instead.',
      ]);
      const back = await ada.call('POST', `${euro.path}/refund`, {});
      expect(back.body).toMatchObject({ status: 'sent', payments: [{ status: 'refunded' }] });
      const eve = await world.business();
      expect((await eve.call('POST', `${less.path}/accept`)).status).toBe(404);
      expect((await world.test.visitor.call('POST', `${less.path}/accept`)).status).toBe(401);
    });
  });

  describe('money that takes its time', () => {
    it.each([
      ['succeeds', 'paid', 'paid'],
      ['fails', 'failed', 'sent'],
    ] as const)('a bank debit that %s', async (way, state, status) => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.control('pay', { session: sessionOf(url), bank: way });
      await world.delivered();
      expect((await ada.read(invoice)).status).toBe('sent');
      expect((await world.confirm(invoice)).body.state).toBe('confirming');
      expect((await ada.read(invoice)).paymentProcessing).toBe(true);
      const again = await world.test.visitor.call(
        'POST',
        `/api/invoices/${invoice.publicId}/create-payment`,
      );
      expect([again.status, again.body.message]).toEqual([
        409,
        'A payment for this invoice is being confirmed. There is no need to pay again.',
      ]);
      await world.wait(2 * 60_000);
      await world.delivered();
      expect((await world.confirm(invoice)).body.state).toBe(state);
      expect(await ada.read(invoice)).toMatchObject({
        status,
        paymentProcessing: false,
        payments: state === 'paid' ? [{ paymentMethod: 'bank_transfer' }] : [],
      });
    });

    it('a pending capture at PayPal', async () => {
      const invoice = await ada.invoice();
      await world.payByPayPal(await ada.link(invoice, 'paypal'), 'pends');
      await world.delivered();
      expect((await world.confirm(invoice)).body.state).toBe('confirming');
      await world.wait(3 * 60_000);
      await world.delivered();
      await world.reconcile();
      expect((await world.confirm(invoice)).body.state).toBe('paid');
    });

    it('a session that nobody pays expires, and the next link is a new one', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.wait(DAY + HOUR);
      await world.delivered();
      await world.reconcile();
      expect((await ada.read(invoice)).paymentUrl).toBeNull();
      expect(await ada.link(invoice, 'stripe')).not.toBe(url);
    });
  });

  describe('money that goes back', () => {
    it('in part: stays paid; whole: opens again', async () => {
      const paid = await payCard();
      const [payment] = paid.payments;
      const part = await refund(paid.id, payment?.id ?? 0, { amount: '7.00' });
      expect(part.body).toMatchObject({
        status: 'paid',
        amountReceived: '100.00',
        payments: [{ status: 'completed', refundedAmount: '7.00' }],
      });
      const rest = await refund(paid.id, payment?.id ?? 0);
      expect(rest.body).toMatchObject({
        status: 'sent',
        amountReceived: '0.00',
        amountDue: '107.00',
        payments: [{ status: 'refunded', refundedAmount: '107.00' }],
      });
      await world.delivered();
      const types = (await ada.read(paid)).history.map(({ type }) => type);
      expect(types.filter((type) => type === 'payment.refunded')).toHaveLength(2);
      expect(types[0]).toBe('invoice.reopened');
    });

    it('once, however often it is asked for', async () => {
      const paid = await payCard();
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
      const paid = await payCard();
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
      const paid = await payCard();
      const id = paid.payments[0]?.id ?? 0;
      await refund(paid.id, id, { amount: '25.00' });
      const made = world.asked.findLast(({ path }) => path === '/v1/refunds')?.answer as {
        id: string;
      };
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
      const paid = await payCard();
      const id = paid.payments[0]?.id ?? 0;
      const { rows } = await db.pool.query<{ id: string; provider_id: string }>(
        'select id, provider_id from checkouts where invoice_id = $1',
        [paid.id],
      );
      const account = world.test.services.payments.stripe(ada.secretKey);
      const old = await account.readCheckout(rows[0]?.provider_id ?? '');
      await refund(paid.id, id, { amount: '33.00' });
      const row = { userId: ada.userId, id: Number(rows[0]?.id), invoiceId: paid.id };
      if (!old) throw new Error('there is a session');
      await recordCheckout(world.test.services, row, old);
      const after = await ada.read(paid);
      expect(after.payments[0]).toMatchObject({ refundedAmount: '33.00' });
      expect(after.history.map(({ type }) => type)).not.toContain('payment.refund_failed');
    });

    it('is refused where it cannot be', async () => {
      const paid = await payCard();
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
        'This payment was recorded by hand. Give the money back yourself, then change the status.',
      ]);
      const signedOut = await world.test.visitor.call(
        'POST',
        `/api/invoices/${paid.id}/payments/${id}/refund`,
        {},
      );
      expect(signedOut.status).toBe(401);
    });

    it('after the provider fell silent, exactly once', async () => {
      const paid = await payCard();
      const id = paid.payments[0]?.id ?? 0;
      await world.control('fail', { path: '/v1/refunds', times: 1, kind: 'reset' });
      await world.control('fail', { path: '/v1/refunds', times: 1, kind: 'timeout-after' });
      const silent = await refund(paid.id, id, { amount: '50.00' });
      expect([silent.status, silent.body.message]).toEqual([
        503,
        'Stripe does not answer just now. The refund goes on by itself: there is no need to ask for it again.',
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

    it('that nobody ever confirms ends as what the provider reports', async () => {
      const paid = await payCard();
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
      const paid = await payCard();
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
      const paid = await payCard();
      const intent = paid.stripePaymentIntentId;
      await world.control('dispute', { payment_intent: intent });
      await world.delivered();
      const disputed = await ada.read(paid);
      expect(disputed).toMatchObject({ status: 'paid', payments: [{ dispute: 'open' }] });
      const refused = await refund(paid.id, disputed.payments[0]?.id ?? 0);
      expect(refused.body.message).toBe('This payment is disputed: the provider decides about it.');
      await world.control('dispute', { payment_intent: intent, outcome: 'lost' });
      await world.delivered();
      expect(await ada.read(paid)).toMatchObject({
        status: 'sent',
        amountReceived: '0.00',
        payments: [{ dispute: 'lost', status: 'reversed' }],
      });
    });
  });
});
