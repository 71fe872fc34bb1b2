import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCheckout } from '../../src/server/features/payments/record-checkout.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;

/** Groups 10 to 12: money that is not what was asked for, or takes its time. */
describeOnDatabase('odd and slow payments', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  const findSession = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? '';

  describe('what is not what was asked for', () => {
    it.each([
      [{ amount_total: 5000 }, 'Paid 50.00 instead of 107.00.'],
      [{ currency: 'eur' }, 'Paid in EUR instead of USD.'],
      [{ currency: 'jpy' }, 'Paid in JPY instead of USD.'],
      [{ currency: 'kwd', amount_total: 12_340 }, 'Paid in KWD instead of USD.'],
    ])('%j is recorded for review and pays nothing', async (change, reason) => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.control('set-session', { id: findSession(url), ...change });
      await world.payByCard(url);
      await world.delivered();
      const read = await ada.read(invoice);
      expect(read).toMatchObject({
        status: 'sent',
        amountReceived: '0.00',
        payments: [{ status: 'review', notes: reason }],
      });
      expect(read.history[0]).toMatchObject({ type: 'payment.review', data: { reason } });
      const currency = 'currency' in change ? change.currency.toUpperCase() : 'USD';
      expect(read.payments[0]?.currency).toBe(currency);
      expect(read.history[0]?.data).toMatchObject({ currency, expectedCurrency: 'USD' });
      expect((await world.confirm(invoice)).body.state).toBe('review');
    });

    it('counts once the owner takes it, or goes back', async () => {
      const review = async (change: object) => {
        const invoice = await ada.invoice();
        const url = await ada.link(invoice, 'stripe');
        await world.control('set-session', { id: findSession(url), ...change });
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
        'This payment is not waiting for review.',
      ]);
      const euro = await review({ currency: 'eur' });
      const refused = await ada.call('POST', `${euro.path}/accept`);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This payment is in EUR and the invoice in USD. Refund it instead.',
      ]);
      const back = await ada.call('POST', `${euro.path}/refund`, {});
      expect(back.body).toMatchObject({ status: 'sent', payments: [{ status: 'refunded' }] });
      const yen = await review({ currency: 'jpy' });
      const half = await ada.call('POST', `${yen.path}/refund`, { amount: '33.50' });
      expect([half.status, half.body.message]).toEqual([
        400,
        'Amount must be a whole number: JPY has no decimals',
      ]);
      const whole = await ada.call('POST', `${yen.path}/refund`, {});
      expect(whole.body).toMatchObject({ status: 'sent', payments: [{ status: 'refunded' }] });
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
      await world.control('pay', { session: findSession(url), bank: way });
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

  describe('what money says of the business that it is for', () => {
    const provenBy = async () =>
      (await ada.call('GET', '/api/sender')).body.provenBy as string | null;

    it('real money proves it as a sender, and test money does not', async () => {
      await ada.paidInvoice();
      expect(await provenBy()).toBeNull();
      const invoice = await ada.invoice();
      await ada.link(invoice, 'stripe');
      const { rows } = await db.pool.query<{ id: string }>(
        `update checkouts set livemode = true where business_id = $1 and invoice_id = $2
         returning id`,
        [ada.businessId, invoice.id],
      );
      const row = {
        businessId: ada.businessId,
        id: Number(rows[0]?.id),
        invoiceId: invoice.id,
        pays: 'balance',
        amount: '107.00',
        currency: 'USD',
      } as const;
      // The sandbox knows no real money, so this is what its reading would be.
      const { now } = world.test.time;
      const reading = {
        id: 'cs_live',
        state: 'paid',
        url: null,
        amount: '107.00',
        currency: 'USD',
        reference: invoice.publicId,
        livemode: true,
        expiresAt: now,
        payment: {
          id: 'pi_live',
          chargeId: 'ch_live',
          amount: '107.00',
          currency: 'USD',
          refunded: '0.00',
          refunds: [],
          dispute: 'none',
          paidAt: now,
          kind: 'card',
          method: 'Visa ending 4242',
          receiptUrl: null,
        },
      } as const;
      await recordCheckout(world.test.services, row, reading);
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid' });
      expect(await provenBy()).toBe('payment');
    });

    it('what was written off is settled, and the customer is told nowhere that it was paid', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      const path = `/api/invoices/${invoice.id}/write-off`;
      const off = await ada.call('POST', path, { reason: 'Insolvent' });
      expect(off.body).toMatchObject({ status: 'paid', settledBy: 'write_off', amountDue: '0.00' });
      const page = () => world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
      expect((await page()).body.invoice).toMatchObject({
        status: 'paid',
        paid: null,
        writtenOff: '107.00',
      });
      expect((await world.confirm(invoice)).body).toMatchObject({ state: 'unpaid' });
      expect((await world.payByCard(url)).status).toBe(410);
    });

    it('money that was on its way takes the place of what was written off meanwhile', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await world.control('webhooks', { mode: 'drop' });
      await world.payByCard(url);
      await world.control('webhooks', { mode: 'deliver' });
      const path = `/api/invoices/${invoice.id}/write-off`;
      await ada.call('POST', path, { amount: '100.00', reason: 'A complaint' });
      expect((await world.confirm(invoice)).body).toMatchObject({ state: 'paid' });
      expect(await ada.read(invoice)).toMatchObject({
        status: 'paid',
        settledBy: 'payment',
        amountPaid: '107.00',
        amountWrittenOff: '0.00',
      });
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
      expect(page.body.invoice.writtenOff).toBeNull();
    });

    it('while the business is suspended nothing begins, and what is open is ended', async () => {
      const invoice = await ada.invoice();
      await ada.link(invoice, 'stripe');
      const suspend = (at: Date | null) =>
        db.pool.query('update businesses set suspended_at = $2 where id = $1', [
          ada.businessId,
          at,
        ]);
      await suspend(world.test.time.now);
      try {
        const again = await ada.call(
          'POST',
          `/api/invoices/${invoice.publicId}/create-payment`,
          {},
        );
        expect(again).toMatchObject({ status: 410, body: { code: 'NOT_AVAILABLE' } });
        await world.wait(2 * 60_000);
        await world.reconcile();
        const { rows } = await db.pool.query(
          'select status from checkouts where business_id = $1 and invoice_id = $2',
          [ada.businessId, invoice.id],
        );
        expect(rows).toEqual([{ status: 'expired' }]);
      } finally {
        await suspend(null);
      }
    });
  });

  it('of which another invoice gives a part back: its own takes it', async () => {
    const paid = await ada.paidInvoice();
    const id = paid.payments[0]?.id ?? 0;
    const other = await ada.invoice();
    await ada.call('DELETE', `/api/invoices/${paid.id}`);
    const allocations = [{ invoiceId: other.id, amount: '40.00' }];
    await ada.call('POST', `/api/payments/${id}/allocate`, { allocations });
    await ada.call('POST', `/api/invoices/${paid.id}/restore`);
    expect(await ada.read(paid)).toMatchObject({ status: 'sent', amountDue: '40.00' });
    await ada.call('DELETE', `/api/invoices/${other.id}`);
    expect(await ada.read(paid)).toMatchObject({ status: 'paid', amountDue: '0.00' });
    // It is the first to have asked for it: what comes back finds nothing left.
    await ada.call('POST', `/api/invoices/${other.id}/restore`);
    expect(await ada.read(other)).toMatchObject({ status: 'sent', amountDue: '107.00' });
    expect(await ada.read(paid)).toMatchObject({ status: 'paid' });
  });
});
