import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Answer } from '../http/test-app.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** Groups 5 to 9: two payments of one invoice, and invoices that change. */
describeOnDatabase('money and what the invoice says', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());
  /** What a commit has sent, and a server takes up at once. The periodic job has no part in it. */
  const afterCommit = () => world.test.services.jobs.drain();

  const refund = (invoiceId: number, paymentId: number, body: object = {}, headers = {}) =>
    ada.call('POST', `/api/invoices/${invoiceId}/payments/${paymentId}/refund`, body, headers);

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
      const paid = await ada.paidInvoice();
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
      // The card's session is out of reach: nobody can end it before the order is taken.
      await world.control('revoke-key', { key: ada.secretKey });
      expect((await world.confirm(invoice)).body.state).toBe('paid');
      await world.control('revoke-key', { key: ada.secretKey, revoked: false });
      await world.payByCard(card);
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
      expect((await ada.call('GET', '/api/notifications')).body[0]).toMatchObject({
        type: 'payment.overpaid',
        invoiceId: invoice.id,
        message: `Marta Lindqvist overpaid ${invoice.invoiceNumber} by $107.00. Open the invoice to refund it.`,
      });
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

    it('a manual one ends what could be paid online', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'check' });
      await afterCommit();
      expect((await world.payByCard(url)).status).toBe(410);
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
    });

    it('a manual one and an online one add up', async () => {
      const invoice = await ada.invoice();
      const url = await ada.link(invoice, 'stripe');
      const marked = await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, {
        paymentMethod: 'check',
      });
      expect(marked.body.status).toBe('paid');
      const page = await world.payByCard(url);
      // The session would have been ended in a moment; the customer was faster.
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
      await afterCommit();
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

    const payment = (invoiceId: number) => ({
      customerId: ada.customerId,
      amount: '7',
      allocations: [{ invoiceId, amount: '7' }],
    });
    type Change = (invoice: InvoiceDetail) => Promise<Answer>;
    const changes: Record<string, Change> = {
      'set back to draft': (invoice) => ada.edit(invoice, { status: 'draft' }),
      deleted: ({ id }) => ada.call('DELETE', `/api/invoices/${id}`),
      lowered: (invoice) => ada.edit(invoice, { taxRate: '0' }),
      'written off': ({ id }) =>
        ada.call('POST', `/api/invoices/${id}/write-off`, { reason: 'Not collectable' }),
      'paid in part': ({ id }) => ada.call('POST', '/api/payments', payment(id)),
    };
    it.each(Object.entries(changes))('%s: the session ends at once', async (_, change) => {
      const invoice = await ada.invoice();
      const old = await ada.link(invoice, 'stripe');
      // It has been looked at often, and was always what is due.
      await db.pool.query('update checkouts set checks = 9 where invoice_id = $1', [invoice.id]);
      const path = `/v1/checkout/sessions/${/cs_test_\w+/.exec(old)?.[0]}/expire`;
      await world.control('fail', { path, times: 2, status: 500 });
      expect((await change(invoice)).status).toBeLessThan(300);
      await afterCommit();
      // The provider did not answer: it is asked again soon.
      await world.wait(31_000);
      await world.reconcile();
      expect((await world.payByCard(old)).status).toBe(410);
      const other = await ada.invoice();
      const open = await ada.link(other, 'stripe');
      await change(other);
      await afterCommit();
      expect((await world.payByCard(open)).status).toBe(410);
    });

    it('a payment taken back: the session for the rest ends at once', async () => {
      const invoice = await ada.invoice();
      const paid = await ada.call('POST', '/api/payments', payment(invoice.id));
      const rest = await ada.link(invoice, 'stripe');
      const undone = await ada.call('POST', `/api/payments/${paid.body.id}/reverse`);
      expect(undone.status).toBeLessThan(300);
      await afterCommit();
      expect((await world.payByCard(rest)).status).toBe(410);
    });

    it('no part of it is to be chosen any more: a session for a part ends at once', async () => {
      const eve = await world.business(['stripe']);
      await eve.profile({ allowPartialPayments: true });
      const invoice = await eve.invoice();
      const pay = `/api/invoices/${invoice.publicId}/create-payment`;
      const part = await world.test.visitor.call('POST', pay, { amount: '20' });
      await eve.profile({ allowPartialPayments: false });
      await afterCommit();
      expect((await world.payByCard(part.body.paymentUrl)).status).toBe(410);
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
      const paid = await ada.paidInvoice();
      const refused = await ada.edit(paid, { status: 'sent' });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This invoice was paid online. Refund the payment to open it again.',
      ]);
    });
  });
});
