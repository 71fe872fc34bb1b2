import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmtpMailer } from '../../src/server/platform/mail/smtp-mailer.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { openSmtpPeer } from '../mail/smtp-peer.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { CARDS, HOUR, openPaymentWorld } from './payment-world.ts';

describeOnDatabase('paying an invoice', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business();
  });
  afterAll(() => world.close());

  it('by card: link, page, event, receipt', async () => {
    const invoice = await ada.invoice();
    const url = await ada.link(invoice);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checkout\/pay\/cs_test_/);
    const page = await world.payByCard(url);
    expect(page).toMatchObject({
      status: 303,
      location: `${world.address}/payment-success?invoice=${invoice.publicId}`,
    });
    await world.delivered();
    const paid = await ada.read(invoice);
    expect(paid).toMatchObject({
      status: 'paid',
      amountReceived: '107.00',
      amountDue: '0.00',
      overpaid: '0.00',
      paymentUrl: null,
      payments: [
        {
          amount: '107.00',
          status: 'completed',
          provider: 'stripe',
          paymentMethod: 'card',
          methodDetail: 'Visa ending 4242',
          paymentDate: '2026-11-20',
          refundedAmount: '0.00',
          dispute: 'none',
        },
      ],
    });
    expect(paid.history.map(({ type }) => type)).toEqual([
      'email.queued',
      'invoice.paid',
      'payment.received',
      'payment.link',
      'email.queued',
      'invoice.created',
    ]);
    expect((await world.confirm(invoice)).body).toEqual({
      state: 'paid',
      invoiceNumber: invoice.invoiceNumber,
      businessName: 'Northwind Studio',
      amount: '107.00',
      currency: 'USD',
      dueDate: '2026-12-20',
      amountDue: '0.00',
      nextDueDate: '2026-12-20',
      paidDate: '2026-11-20',
      method: 'Visa ending 4242',
      alreadyPaid: false,
      receiptEmailed: false,
    });
  });

  it('by PayPal: approved is not paid, coming back takes it once', async () => {
    const eve = await world.business(['paypal']);
    const invoice = await eve.invoice();
    await world.control('webhooks', { mode: 'drop' });
    const url = await eve.link(invoice);
    const page = await world.payByPayPal(url);
    expect(page.location).toMatch(
      `${world.address}/payment-success?invoice=${invoice.publicId}&token=`,
    );
    expect((await eve.read(invoice)).status).toBe('sent');
    const answers = await Promise.all([world.confirm(invoice), world.confirm(invoice)]);
    expect(answers.map(({ body }) => body.state)).toEqual(['paid', 'paid']);
    const paid = await eve.read(invoice);
    expect(paid.payments).toMatchObject([
      { amount: '107.00', provider: 'paypal', paymentMethod: 'other', status: 'completed' },
    ]);
    await world.control('webhooks', { mode: 'deliver' });
  });

  it('gives the same link while it lives and fits, for everybody who asks at once', async () => {
    const invoice = await ada.invoice();
    const links = await Promise.all(Array.from({ length: 6 }, () => ada.link(invoice)));
    expect(new Set(links).size).toBe(1);
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
    expect(page.body).toMatchObject({
      invoice: { paymentUrl: links[0], amountDue: '107.00' },
      paymentConfig: { hasStripe: true, hasPayPal: false, testMode: true },
    });
    const { rows } = await db.pool.query('select status from checkouts where invoice_id = $1', [
      invoice.id,
    ]);
    expect(rows).toEqual([{ status: 'open' }]);
    await world.wait(25 * HOUR);
    const later = await ada.link(invoice);
    expect(later).not.toBe(links[0]);
    await world.payByCard(later);
    await world.delivered();
    expect((await ada.read(invoice)).status).toBe('paid');
  });

  it('refuses what cannot be paid, with a reason', async () => {
    const ask = (id: string, caller = world.test.visitor, body: object = {}) =>
      caller.call('POST', `/api/invoices/${id}/create-payment`, body);
    const draft = await ada.invoice({ status: 'draft' });
    expect(await ask(draft.publicId)).toMatchObject({
      status: 404,
      body: { message: 'Invoice not found' },
    });
    expect(await ask(String(draft.id), ada)).toMatchObject({
      status: 409,
      body: { message: 'A draft cannot be paid. Mark it as sent first.' },
    });
    const paid = await ada.invoice({ status: 'paid' });
    expect(await ask(paid.publicId)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_PAID', message: 'This invoice has already been paid.' },
    });
    const gone = await ada.invoice();
    await ada.call('DELETE', `/api/invoices/${gone.id}`);
    expect((await ask(gone.publicId)).status).toBe(404);
    const nothing = await ada.invoice({
      taxRate: '0',
      lineItems: [{ description: 'Gift', quantity: '1', unitPrice: '0' }],
    });
    expect(await ask(nothing.publicId)).toMatchObject({
      status: 409,
      body: { message: 'There is nothing to pay on this invoice.' },
    });
    const sent = await ada.invoice();
    expect((await ask(String(sent.id))).status).toBe(404);
    expect((await ask(String(sent.id), ada)).status).toBe(200);
    const eve = await world.business([]);
    expect((await ask(String(sent.id), eve)).status).toBe(404);
    expect((await ask('f'.repeat(32))).status).toBe(404);
    expect((await ask('nonsense')).status).toBe(404);
    expect(await ask(sent.publicId, undefined, { method: 'paypal' })).toMatchObject({
      status: 409,
      body: {
        message:
          'This business does not take this kind of online payment. Contact the business directly.',
      },
    });
    expect(await ask(sent.publicId, undefined, { method: 'cash' })).toMatchObject({
      status: 400,
      body: { message: 'Payment method must be stripe or paypal' },
    });
    const without = await eve.invoice();
    expect(await ask(String(without.id), eve)).toMatchObject({
      status: 409,
      body: {
        message: 'No payment provider is set up. Complete payment setup in your business profile.',
      },
    });
    // What converts to less than half a dollar only the provider knows.
    const tiny = await ada.invoice({
      currency: 'KRW',
      taxRate: '0',
      lineItems: [{ description: 'Stamp', quantity: '1', unitPrice: '300' }],
    });
    const before = world.asked.length;
    const refused = await ask(tiny.publicId);
    expect(refused.body.message).toBe(
      'A card cannot be used for so small an amount. Contact the business directly.',
    );
    for (let n = 0; n < 5; n += 1) expect((await ask(tiny.publicId)).body).toEqual(refused.body);
    const tries = world.asked.slice(before).filter(({ path }) => path === '/v1/checkout/sessions');
    expect(tries).toHaveLength(1);
    expect(refused.status).toBe(409);
    const told = await ask(String(tiny.id), ada);
    expect(told.body.message).toMatch(/^Stripe refused: .*50 cents/);
    const both = await world.business(['stripe', 'paypal']);
    const huge = await both.invoice({
      lineItems: [{ description: 'Bridge', quantity: '1', unitPrice: '4000000' }],
    });
    expect((await ask(huge.publicId, undefined, { method: 'stripe' })).body.message).toBe(
      'A card cannot be used for payments above $999,999.99. Pay with PayPal instead.',
    );
    expect((await ask(huge.publicId)).body.method).toBe('paypal');
    expect((await ask(huge.publicId, undefined, { method: 'paypal' })).status).toBe(200);
  });

  it('declines, then pays; asks the bank, fails, then pays', async () => {
    const invoice = await ada.invoice();
    const url = await ada.link(invoice);
    const declined = await world.payByCard(url, CARDS.declined);
    expect([declined.status, declined.text]).toEqual([402, expect.stringContaining('declined')]);
    expect((await world.confirm(invoice)).body.state).toBe('unpaid');
    const challenge = await world.payByCard(url, CARDS.threeDSecure);
    expect(challenge.location).toContain('/3ds/');
    expect((await world.confirm(invoice)).body.state).toBe('unpaid');
    await world.answerChallenge(challenge.location ?? '', 'fail');
    expect((await world.confirm(invoice)).body.state).toBe('unpaid');
    const again = await world.payByCard(url, CARDS.threeDSecure);
    const done = await world.answerChallenge(again.location ?? '', 'complete');
    expect(done.location).toContain(`/payment-success?invoice=${invoice.publicId}`);
    expect((await world.confirm(invoice)).body.state).toBe('paid');
    expect((await ada.read(invoice)).payments).toHaveLength(1);
  });

  it.each(['paid', 'edited', 'deleted'] as const)(
    'is %s while the provider makes the checkout: nobody is given its address',
    async (change) => {
      const invoice = await ada.invoice();
      await world.control('fail', {
        path: '/v1/checkout/sessions',
        method: 'POST',
        times: 1,
        kind: 'held',
      });
      const asked = world.test.visitor.call(
        'POST',
        `/api/invoices/${invoice.publicId}/create-payment`,
      );
      // It is claimed before the provider is asked for it.
      await world.control('fail/until-held');
      const claims = 'select 1 from checkouts where invoice_id = $1';
      expect((await db.pool.query(claims, [invoice.id])).rowCount).toBe(1);
      if (change === 'paid') {
        await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
      } else if (change === 'deleted') {
        await ada.call('DELETE', `/api/invoices/${invoice.id}`);
      } else {
        await ada.edit(invoice, {
          lineItems: [{ description: 'Garden plan', quantity: '2', unitPrice: '100' }],
        });
      }
      await world.control('fail/release');
      const answer = await asked;
      const first = world.asked.findLast(
        ({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST',
      )?.answer as { url: string; amount_total: number };
      if (change === 'edited') {
        expect(answer.status).toBe(200);
        expect(first.amount_total).toBe(21_400);
        expect(answer.body.paymentUrl).toBe(first.url);
      } else {
        expect(answer.status).toBe(change === 'paid' ? 409 : 404);
        await world.reconcile();
        expect((await world.payByCard(first.url)).status).toBe(410);
      }
    },
  );

  it('is asked about a hundred times: the provider is asked a few times', async () => {
    const invoice = await ada.invoice();
    await ada.link(invoice);
    const before = world.asked.length;
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.confirm(invoice)));
    const seconds = (performance.now() - began) / 1000;
    expect(new Set(answers.map(({ body }) => body.state))).toEqual(new Set(['unpaid']));
    // Four times a second, however long the hundred take on a busy machine.
    expect(world.asked.length - before).toBeLessThanOrEqual(2 + Math.floor(4 * seconds));
  });

  it('the customer never comes back and no event comes: the job finds out', async () => {
    const invoice = await ada.invoice();
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(await ada.link(invoice));
    await world.wait(2 * 60_000);
    const runs = await Promise.all([world.reconcile(), world.reconcile()]);
    expect(runs[0] + runs[1]).toBeGreaterThan(0);
    expect(await ada.read(invoice)).toMatchObject({
      status: 'paid',
      payments: [{ amount: '107.00' }],
    });
    await world.control('webhooks', { mode: 'deliver' });
  });

  it('the customer gets one receipt, and it is claimed only where it goes out', async () => {
    const { services } = world.test;
    await services.jobs.drain();
    const peer = await openSmtpPeer();
    const outbox = services.mailer;
    const pay = async () => {
      const invoice = await ada.invoice();
      await services.jobs.drain();
      await world.payByCard(await ada.link(invoice));
      await world.delivered();
      return invoice;
    };
    const claimed = async (invoice: { publicId: string }) =>
      (await world.confirm(invoice)).body.receiptEmailed;
    const receipts = async (invoice: { id: number }) =>
      (await ada.read(invoice)).emails.filter(({ kind }) => kind === 'receipt');
    try {
      const first = await pay();
      expect(await claimed(first)).toBe(false);
      const from = 'billing@remit.example';
      services.mailer = openSmtpMailer({ url: peer.url, from }, services.log);
      expect(await claimed(first)).toBe(true);
      await services.jobs.drain();
      expect(await receipts(first)).toMatchObject([
        {
          status: 'sent',
          subject: `Receipt for invoice ${first.invoiceNumber} from Northwind Studio`,
        },
      ]);
      const { text, attachments } = await peer.read(-1);
      for (const words of ['Test payment. No real money moved.', '$107.00', 'Visa ending 4242']) {
        expect(text).toContain(words);
      }
      expect(attachments).toHaveLength(1);
      await world.wait(2 * 24 * HOUR);
      await world.reconcile();
      expect(await receipts(first)).toHaveLength(1);
      expect(await claimed(first)).toBe(true);
      const second = await pay();
      peer.be('refuse');
      await services.jobs.drain();
      expect(await receipts(second)).toMatchObject([{ status: 'failed' }]);
      expect(await claimed(second)).toBe(false);
    } finally {
      services.mailer = outbox;
      await peer.close();
    }
  });
});
