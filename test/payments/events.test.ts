import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

const SECRET = 'whsec_made_by_hand';

/** Groups 1, 2, 3, 4 and 16 of what a suite of payments must survive: the events of providers. */
describeOnDatabase('events of a provider', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  let path: string;

  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business();
    // An endpoint made by hand: the test knows its secret, and no other delivery comes here.
    await world.control('webhooks', { mode: 'drop' });
    const saved = await ada.profile({ stripeWebhookSecret: SECRET });
    expect(saved.body.stripeWebhookActive).toBe(true);
    path = new URL(saved.body.stripeWebhookUrl).pathname;
  });
  afterAll(() => world.close());

  const payment = async (business = ada) => {
    const invoice = await business.invoice();
    const url = await business.link(invoice);
    const session = /cs_test_\w+/.exec(url)?.[0] ?? '';
    return { invoice, url, session };
  };
  const paid = async (business = ada) => {
    const made = await payment(business);
    await world.payByCard(made.url);
    return made;
  };
  const event = (session: string, values: object = {}) =>
    JSON.stringify(
      {
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'checkout.session.completed',
        api_version: '2026-10-28.endive',
        created: Math.floor(world.test.time.now.getTime() / 1000),
        livemode: false,
        data: { object: { id: session, object: 'checkout.session', payment_intent: null } },
        ...values,
      },
      null,
      2,
    );
  const signed = (body: string, { secret = SECRET, age = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(world.test.time.now.getTime() / 1000) - age,
    });
  const deliver = async (body: string, signature: string | undefined, to = path) => {
    const answer = await fetch(world.address + to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const readStatus = async (invoice: InvoiceDetail) => (await ada.read(invoice)).status;

  describe('that nobody signed', () => {
    it('are refused, whatever is wrong with them', async () => {
      const { invoice, session } = await paid();
      const body = event(session);
      const refusals: [string, string | undefined][] = [
        [body, undefined],
        [body, ''],
        [body, 'nonsense'],
        [body, signed(body, { secret: 'whsec_of_someone_else' })],
        // A byte altered; the same content written anew; too old.
        [body.replace('completed', 'Completed'), signed(body)],
        [JSON.stringify(JSON.parse(body)), signed(body)],
        [body, signed(body, { age: 301 })],
        ['', signed('')],
      ];
      for (const [sent, signature] of refusals) {
        const { status, text } = await deliver(sent, signature);
        expect([status, JSON.parse(text)]).toEqual([
          400,
          { code: 'BAD_REQUEST', message: 'The signature of this event is not valid' },
        ]);
      }
      expect(await readStatus(invoice)).toBe('sent');
      expect((await deliver(body, signed(body, { age: 299 }))).status).toBe(200);
      expect(await readStatus(invoice)).toBe('paid');
    });

    it('and those of another business are refused here', async () => {
      const eve = await world.business();
      const hers = await eve.profile({ stripeWebhookSecret: 'whsec_of_eve' });
      const evesPath = new URL(hers.body.stripeWebhookUrl).pathname;
      const { invoice, session } = await paid();
      const body = event(session);
      const bySecretOfEve = signed(body, { secret: 'whsec_of_eve' });
      expect((await deliver(body, bySecretOfEve)).status).toBe(400);
      // Well signed for Eve's own endpoint, and about a checkout that is not hers: nothing happens.
      expect((await deliver(body, bySecretOfEve, evesPath)).status).toBe(200);
      expect(await readStatus(invoice)).toBe('sent');
      const missing = path.replace(/[0-9a-f]{32}$/, 'f'.repeat(32));
      expect((await deliver(body, signed(body), missing)).status).toBe(404);
      expect((await deliver(body, signed(body), '/api/webhooks/square/x')).status).toBe(404);
    });

    it('a rotated secret signs beside the old one', async () => {
      const { invoice, session } = await paid();
      const body = event(session);
      const [old, current] = [signed(body, { secret: 'whsec_old' }), signed(body)];
      const both = `${old},${current.split(',')[1]}`;
      expect((await deliver(body, both)).status).toBe(200);
      expect(await readStatus(invoice)).toBe('paid');
    });
  });

  describe('that come again, or in another order', () => {
    it('have their effect once, one after another and at once', async () => {
      const { invoice, session } = await paid();
      const body = event(session);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => deliver(body, signed(body))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect((await deliver(body, signed(body))).status).toBe(200);
      const { payments, history } = await ada.read(invoice);
      expect(payments).toHaveLength(1);
      expect(history.filter(({ type }) => type === 'payment.received')).toHaveLength(1);
    });

    it('two kinds of event for one payment are one payment', async () => {
      const { invoice, session } = await paid();
      const kinds = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
      const bodies = kinds.map((type) => event(session, { type }));
      await Promise.all(bodies.map((body) => deliver(body, signed(body))));
      expect((await ada.read(invoice)).payments).toHaveLength(1);
    });

    it('an expiry that is told late takes nothing back', async () => {
      const { invoice, session } = await paid();
      for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
        const body = event(session, { type });
        expect((await deliver(body, signed(body))).status).toBe(200);
      }
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', amountReceived: '107.00' });
    });

    it('a success that is told before it happened makes nothing paid', async () => {
      const { invoice, session, url } = await payment();
      const early = event(session);
      expect((await deliver(early, signed(early))).status).toBe(200);
      expect(await readStatus(invoice)).toBe('sent');
      await world.payByCard(url);
      const later = event(session);
      await deliver(later, signed(later));
      expect(await readStatus(invoice)).toBe('paid');
    });
  });

  describe('that are not about a payment of this business', () => {
    it('are taken and let go', async () => {
      const { invoice, session } = await paid();
      const others = [
        event('cs_test_nobody_knows_this_one'),
        event(session, { type: 'customer.created', data: { object: { object: 'customer' } } }),
        event(session, { type: 'something.new', data: { object: null } }),
        event(session, { livemode: true }),
      ];
      for (const body of others) expect((await deliver(body, signed(body))).status).toBe(200);
      expect(await readStatus(invoice)).toBe('sent');
    });

    it('metadata that names a foreign invoice moves nothing', async () => {
      const eve = await world.business();
      const theirs = await eve.invoice();
      const { invoice, session } = await paid();
      const body = event(session, {
        data: {
          object: {
            id: session,
            object: 'checkout.session',
            client_reference_id: theirs.publicId,
            metadata: { remit_invoice: theirs.publicId },
          },
        },
      });
      expect((await deliver(body, signed(body))).status).toBe(200);
      expect((await eve.read(theirs)).status).toBe('sent');
      expect(await readStatus(invoice)).toBe('paid');
    });

    it('a session that names another invoice is recorded for review, and pays nothing', async () => {
      const other = await ada.invoice();
      const { invoice, session } = await paid();
      await world.control('set-session', { id: session, client_reference_id: other.publicId });
      const body = event(session);
      await deliver(body, signed(body));
      expect(await ada.read(invoice)).toMatchObject({
        status: 'sent',
        amountReceived: '0.00',
        payments: [{ status: 'review', notes: 'The payment names another invoice.' }],
      });
      expect(await readStatus(other)).toBe('sent');
    });
  });

  describe('when something breaks', () => {
    it('before the commit: nothing is written, and the next delivery does it', async () => {
      const { invoice, session } = await paid();
      await db.pool.query(`
        create function break_payments() returns trigger language plpgsql as
          $$ begin raise exception 'the disk is full'; end $$;
        create trigger break_payments before insert on payments
          for each row execute function break_payments()`);
      const body = event(session);
      const broken = await deliver(body, signed(body));
      await db.pool.query('drop trigger break_payments on payments; drop function break_payments');
      expect(broken.status).toBe(500);
      expect(broken.text).not.toContain('disk');
      expect(await readStatus(invoice)).toBe('sent');
      expect((await deliver(body, signed(body))).status).toBe(200);
      expect(await readStatus(invoice)).toBe('paid');
    });

    it('the provider cannot be asked: it is to send the event again', async () => {
      const { invoice, session } = await paid();
      await world.control('fail', { path: '/v1/checkout/sessions', times: 4, status: 500 });
      const body = event(session);
      expect((await deliver(body, signed(body))).status).toBe(503);
      expect(await readStatus(invoice)).toBe('sent');
      await world.control('fail/clear');
      expect((await deliver(body, signed(body))).status).toBe(200);
      expect(await readStatus(invoice)).toBe('paid');
    });
  });
});
