import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { agreementText } from '../../src/shared/payments/automatic-payment.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { openOffering } from './automatic-payments.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;
const LATER_DECLINED = '4000 0000 0000 0341';
const NEEDS_OWNER = '4000 0027 6000 3184';

describeOnDatabase('automatic payment', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = await openOffering(world);
  });

  const visitor = (method: string, invoice: { publicId: string }, path: string, body?: object) =>
    world.test.visitor.call(method, `/api/invoices/${invoice.publicId}/${path}`, body);
  const offer = async (invoice: { publicId: string }) =>
    (await visitor('GET', invoice, 'automatic-payment')).body;
  const agree = async (card?: string) => {
    const invoice = await ada.invoice();
    const made = await visitor('POST', invoice, 'create-payment', { automatic: true });
    expect(made.status).toBe(200);
    const page = await world.payByCard(made.body.paymentUrl, card);
    if (page.location?.includes('/3ds/')) await world.answerChallenge(page.location, 'complete');
    await world.delivered();
    await world.confirm(invoice);
    // What is made after the agreement follows it.
    await world.wait(HOUR);
    return ada.read(invoice);
  };
  /** Due on the next day. */
  const next = (values: object = {}) => ada.invoice({ dueDate: '2026-11-21', ...values });
  const run = () => chargeSavedCards(world.test.services);
  const types = ({ history }: InvoiceDetail) => history.map(({ type }) => type);
  const charges = async (invoice: { id: number }) => {
    const { rows } = await db.pool.query<{ attempt: number; status: string; next: Date | null }>(
      `select attempt, status, next_attempt_at as next from automatic_charges
       where invoice_id = $1 and business_id = $2 order by attempt`,
      [invoice.id, ada.businessId],
    );
    return rows;
  };
  /** What the provider's own books say of an account: amounts that were taken, in hundredths. */
  const taken = async () => {
    const { data } = await world.sandbox.stripe(ada.secretKey).paymentIntents.list({ limit: 100 });
    return data
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount_received: amount }) => amount);
  };

  it('is agreed to with a payment, word for word, and kept with where it came from', async () => {
    const before = await ada.invoice();
    expect(await offer(before)).toEqual({
      offered: true,
      text: agreementText('Northwind Studio'),
      card: null,
      chargedOn: null,
    });
    const paid = await agree();
    expect(paid.status).toBe('paid');
    expect(types(paid)).toContain('payment.agreed');
    const { rows } = await db.pool.query('select * from payment_mandates where business_id = $1', [
      ada.businessId,
    ]);
    expect(rows).toEqual([
      expect.objectContaining({
        brand: 'Visa',
        last4: '4242',
        expires_month: 12,
        expires_year: 2034,
        ended_at: null,
        agreement: {
          text: agreementText('Northwind Studio'),
          agreedAt: '2026-11-20T12:00:00.000Z',
          ipAddress: '127.0.0.1',
          userAgent: expect.anything(),
        },
      }),
    ]);
    expect((await offer(before)).card).toMatchObject({ brand: 'Visa', last4: '4242' });
  });

  it('charges what is due on its day, once, however many look', async () => {
    await agree();
    const invoice = await next();
    expect((await offer(invoice)).chargedOn).toBe('2026-11-21');
    expect(await run()).toBe(0);
    await world.wait(DAY);
    await Promise.all([run(), run(), run()]);
    expect(await run()).toBe(0);
    const paid = await ada.read(invoice);
    expect(paid).toMatchObject({
      status: 'paid',
      payments: [{ provider: 'stripe', amount: '107.00', methodDetail: 'Visa ending 4242' }],
    });
    const [received] = paid.history.filter(({ type }) => type === 'payment.received');
    expect(received?.data).toMatchObject({ automatic: true });
    expect(await charges(invoice)).toEqual([{ attempt: 1, status: 'paid', next: null }]);
    expect(await taken()).toEqual([10_700, 10_700]);
    expect(paid.emails.map(({ kind }) => kind)).toContain('receipt');
  });

  it('leaves alone what was there before, what is paid, a draft, and other customers', async () => {
    const old = await next();
    await agree();
    const [paid, draft] = [await next(), await next({ status: 'draft' })];
    await ada.call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' });
    const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
    const foreign = await next({ customerId: other.body.id });
    await world.wait(DAY);
    expect(await run()).toBe(0);
    for (const each of [old, paid, draft, foreign]) expect(await charges(each)).toEqual([]);
    expect(await taken()).toEqual([10_700]);
  });

  it('charges each installment on its own day', async () => {
    await agree();
    const invoice = await ada.invoice({
      dueDate: '2026-12-21',
      installments: [
        { percent: '40', dueDate: '2026-11-21' },
        { percent: '60', dueDate: '2026-12-21' },
      ],
    });
    await world.wait(DAY);
    expect(await run()).toBe(1);
    expect(await ada.read(invoice)).toMatchObject({ amountDue: '64.20', status: 'sent' });
    expect(await run()).toBe(0);
    await world.wait(30 * DAY);
    expect(await run()).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
    expect(await taken()).toEqual(expect.arrayContaining([4_280, 6_420]));
  });

  it('tries a refused card again after 3, 5 and 7 days, and no more', async () => {
    await agree(LATER_DECLINED);
    const invoice = await next();
    await world.wait(DAY);
    for (const days of [3, 5, 7]) {
      expect(await run()).toBe(0);
      await world.wait(days * DAY - 1);
      expect(await run()).toBe(0);
      await world.wait(1);
    }
    await run();
    await world.wait(10 * DAY);
    await run();
    const known = `/api/customers/${ada.customerId}/automatic-payment`;
    const lastDecline = async () => (await ada.call('GET', known)).body.lastDecline;
    expect(await lastDecline()).toMatchObject({
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      amount: '107.00',
      currency: 'USD',
      retryOn: null,
    });
    const tried = await charges(invoice);
    expect(tried.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'failed'],
    ]);
    expect(tried[3]?.next).toBeNull();
    const read = await ada.read(invoice);
    expect(read.payments).toEqual([]);
    const [failed] = read.history.filter(({ type }) => type === 'payment.failed');
    expect(failed?.data).toMatchObject({
      amount: '107.00',
      card: 'Visa •••• 0341',
      reason: 'Your card was declined.',
      retryAt: null,
    });
    const told = read.emails.filter(({ kind }) => kind === 'declined');
    expect(told.map(({ subject }) => subject)).toEqual(
      Array(4).fill(
        `Your card was declined for invoice ${invoice.invoiceNumber} from Northwind Studio`,
      ),
    );
    expect(told.map(({ message }) => message.split('\n\n').slice(1)).toReversed()).toEqual(
      [
        'The payment is due on Nov 21, 2026. The card is charged again on Nov 24, 2026. You can also pay online before that, by another card.',
        'The payment was due on Nov 21, 2026. The card is charged again on Nov 29, 2026. You can also pay online before that, by another card.',
        'The payment was due on Nov 21, 2026. The card is charged again on Dec 06, 2026. You can also pay online before that, by another card.',
        'The payment was due on Nov 21, 2026. The card is not charged again automatically: please pay online, where you can also agree to another card.',
      ].map((what) => [
        `$107.00 for invoice ${invoice.invoiceNumber} could not be charged to Visa •••• 0341. Your card was declined.`,
        what,
      ]),
    );
    // By hand it is paid as always.
    await world.payByCard(await ada.link(invoice));
    await world.delivered();
    expect((await ada.read(invoice)).status).toBe('paid');
    expect(await lastDecline()).toBeNull();
  });

  it('does not try again a card that wants its owner, until there is another', async () => {
    await ada.profile({ email: 'ada@northwind.example' });
    const kept = await ada.call('PUT', '/api/email-settings', { copyToSelf: true });
    expect(kept.status).toBe(200);
    await agree(NEEDS_OWNER);
    const invoice = await next();
    await world.wait(DAY);
    expect(await run()).toBe(0);
    await world.wait(30 * DAY);
    expect(await run()).toBe(0);
    expect(await charges(invoice)).toEqual([{ attempt: 1, status: 'failed', next: null }]);
    expect((await offer(invoice)).card).toMatchObject({ last4: '3184', isRefused: true });
    // Whoever wants a copy of each message has one of this, too.
    const { emails } = await ada.read(invoice);
    expect(emails.filter(({ kind }) => kind === 'declined')).toMatchObject([
      { bcc: ['ada@northwind.example'] },
    ]);
    const again = await visitor('POST', invoice, 'create-payment', { automatic: true });
    await world.payByCard(again.body.paymentUrl);
    await world.delivered();
    expect((await offer(invoice)).card).toMatchObject({ last4: '4242', isRefused: false });
    await world.wait(HOUR);
    const following = await ada.invoice({ dueDate: '2026-12-21' });
    await world.wait(DAY);
    expect(await run()).toBe(1);
    expect((await ada.read(following)).status).toBe('paid');
  });

  it('ends by the customer, twice over, and by the owner; nothing is charged then', async () => {
    await agree();
    const invoice = await next();
    for (const _ of [1, 2]) {
      const ended = await visitor('POST', invoice, 'automatic-payment/end', {});
      expect([ended.status, ended.body.card]).toEqual([200, null]);
    }
    const ends = (await ada.read(invoice)).history.filter(
      ({ type }) => type === 'payment.agreement_ended',
    );
    expect(ends).toMatchObject([{ data: { by: 'customer', card: 'Visa •••• 4242' } }]);
    await world.wait(DAY);
    expect(await run()).toBe(0);
    await agree();
    const path = `/api/customers/${ada.customerId}/automatic-payment`;
    expect((await ada.call('GET', path)).body).toMatchObject({
      card: { last4: '4242' },
      text: agreementText('Northwind Studio'),
    });
    expect((await ada.call('POST', `${path}/end`, {})).body.card).toBeNull();
    const another = await ada.invoice({ dueDate: '2026-11-22' });
    await world.wait(2 * DAY);
    expect(await run()).toBe(0);
    expect((await ada.read(another)).payments).toEqual([]);
  });

  it('is nobody else’s to see or to end', async () => {
    await agree();
    const eve = await world.business();
    const path = `/api/customers/${ada.customerId}/automatic-payment`;
    expect((await eve.call('GET', path)).status).toBe(404);
    expect((await eve.call('POST', `${path}/end`, {})).status).toBe(404);
    const unknown = { publicId: 'f'.repeat(32) };
    expect((await visitor('GET', unknown, 'automatic-payment')).status).toBe(404);
    expect((await visitor('POST', unknown, 'automatic-payment/end', {})).status).toBe(404);
    expect((await world.test.visitor.call('GET', path)).status).toBe(401);
    expect((await ada.call('GET', path)).body.card).toMatchObject({ last4: '4242' });
  });

  it('is not agreed to where it is not offered', async () => {
    await ada.profile({ offerAutomaticPayment: false });
    const invoice = await ada.invoice();
    expect((await offer(invoice)).offered).toBe(false);
    const made = await visitor('POST', invoice, 'create-payment', { automatic: true });
    expect([made.status, made.body.message]).toEqual([
      409,
      'This business does not offer automatic payment.',
    ]);
  });

  it('is not the business’s to agree to', async () => {
    const { id } = await ada.invoice();
    expect((await ada.call('GET', `/api/invoices/${id}/automatic-payment`)).body.offered).toBe(
      false,
    );
    const made = await ada.call('POST', `/api/invoices/${id}/create-payment`, { automatic: true });
    expect([made.status, made.body.message]).toEqual([
      409,
      'Only your customer can agree to automatic payment, on the page of an invoice.',
    ]);
  });

  it('makes another checkout of one that was opened without it', async () => {
    const invoice = await ada.invoice();
    const plain = await ada.link(invoice);
    const made = await visitor('POST', invoice, 'create-payment', { automatic: true });
    expect(made.body.paymentUrl).not.toBe(plain);
    const refused = await world.payByCard(plain);
    expect(refused.status).not.toBe(303);
    await world.payByCard(made.body.paymentUrl);
    await world.delivered();
    expect((await offer(invoice)).card).toMatchObject({ last4: '4242' });
  });

  describe('when the provider', () => {
    const path = '/v1/payment_intents';

    it('is silent before it has charged, asks again with the same key', async () => {
      await agree();
      const invoice = await next();
      await world.wait(DAY);
      await world.control('fail', { path, times: 2, status: 500 });
      await run();
      expect((await charges(invoice))[0]).toMatchObject({ status: 'charging' });
      // Meanwhile nobody can pay besides.
      const beside = await visitor('POST', invoice, 'create-payment', {});
      expect(beside.body.message).toMatch(/being confirmed/);
      await world.wait(2 * 60_000);
      await world.reconcile();
      expect((await ada.read(invoice)).status).toBe('paid');
      expect(await taken()).toEqual([10_700, 10_700]);
    });

    it('has charged and its answer was lost, finds what it has made', async () => {
      await agree();
      const invoice = await next();
      await world.wait(DAY);
      await world.control('fail', { path, times: 2, kind: 'reset-after' });
      await run();
      await world.wait(2 * 60_000);
      await world.reconcile();
      expect(await ada.read(invoice)).toMatchObject({
        status: 'paid',
        payments: [{ amount: '107.00' }],
      });
      await world.wait(DAY);
      expect(await run()).toBe(0);
      expect(await taken()).toEqual([10_700, 10_700]);
    });

    it('is another account by then, charges in neither', async () => {
      await agree();
      const invoice = await next();
      await world.wait(DAY);
      await world.control('fail', { path, method: 'POST', times: 2, status: 500 });
      await run();
      const other = await world.business();
      await ada.profile({
        stripeSecretKey: other.secretKey,
        stripePublishableKey: other.secretKey.replace('sk_', 'pk_'),
      });
      await world.wait(2 * 60_000);
      await world.reconcile();
      expect((await charges(invoice))[0]).toMatchObject({ status: 'dropped' });
      await world.wait(2 * HOUR);
      expect(await run()).toBe(0);
      expect((await offer(invoice)).card).toMatchObject({ isRefused: true });
      expect(await taken()).toEqual([10_700]);
    });

    it('is silent for a day, is asked what it has made, and charges once after that', async () => {
      await agree();
      const invoice = await next();
      await world.wait(DAY);
      await world.control('fail', { path, times: 10_000, status: 500 });
      await run();
      for (let hours = 0; hours < 21; hours += 3) {
        await world.wait(3 * HOUR);
        await world.reconcile();
      }
      expect((await charges(invoice)).map(({ status }) => status)).toEqual(['dropped']);
      await world.control('fail/clear');
      await world.wait(HOUR);
      expect(await run()).toBe(1);
      expect((await ada.read(invoice)).status).toBe('paid');
      expect(await taken()).toEqual([10_700, 10_700]);
    });

    it('does not know the keys any more, charges nothing and tries the next hour', async () => {
      await agree();
      const invoice = await next();
      await world.wait(DAY);
      await world.control('revoke-key', { key: ada.secretKey });
      expect(await run()).toBe(0);
      expect((await charges(invoice))[0]).toMatchObject({ status: 'dropped' });
      await world.control('revoke-key', { key: ada.secretKey, revoked: false });
      await world.wait(HOUR);
      const key = ada.secretKey;
      await ada.profile({
        stripeSecretKey: key,
        stripePublishableKey: key.replace('sk_', 'pk_'),
      });
      expect(await run()).toBe(1);
      expect((await ada.read(invoice)).status).toBe('paid');
    });
  });

  it('does not charge what is paid by hand while it ends an open checkout', async () => {
    await agree();
    const invoice = await next();
    await world.wait(DAY);
    await ada.link(invoice);
    await world.control('fail', { path: '/v1/checkout/sessions', method: 'POST', kind: 'held' });
    const running = run();
    await world.control('fail/until-held');
    await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
    await world.control('fail/release');
    expect(await running).toBe(0);
    expect(await ada.read(invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
    expect((await charges(invoice))[0]).toMatchObject({ status: 'dropped' });
    expect(await taken()).toEqual([10_700]);
  });

  it('shows both where it is paid by hand while the card is being charged', async () => {
    await agree();
    const invoice = await next();
    await world.wait(DAY);
    await world.control('fail', { path: '/v1/payment_intents', method: 'POST', kind: 'held' });
    const running = run();
    await world.control('fail/until-held');
    await ada.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
    await world.control('fail/release');
    expect(await running).toBe(1);
    const both = await ada.read(invoice);
    expect(both).toMatchObject({ status: 'paid', overpaid: '107.00' });
    expect(both.payments).toHaveLength(2);
  });

  it('charges each at most once though 32 pay meanwhile, and what is taken is what is booked', async () => {
    await agree();
    const invoices = [];
    for (let n = 0; n < 32; n += 1) invoices.push(await next());
    await world.wait(DAY);
    const paying = invoices.map(async ({ id }, place) => {
      await new Promise((resolve) => setTimeout(resolve, place * 5));
      return ada.call('POST', `/api/invoices/${id}/mark-paid`, { paymentMethod: 'cash' });
    });
    await Promise.all([run(), run(), ...paying]);
    await run();
    let online = 0;
    for (const { id } of invoices) {
      const { status, payments } = await ada.read({ id });
      const charged = payments.filter(({ provider }) => provider === 'stripe').length;
      expect(status).toBe('paid');
      expect(charged).toBeLessThanOrEqual(1);
      online += charged;
    }
    expect((await taken()).length).toBe(1 + online);
  });

  it('refunds a charge like any other payment', async () => {
    await agree();
    const invoice = await next();
    await world.wait(DAY);
    await run();
    const [payment] = (await ada.read(invoice)).payments;
    const refunded = await ada.call(
      'POST',
      `/api/invoices/${invoice.id}/payments/${payment?.id}/refund`,
      {},
    );
    expect(refunded.status).toBe(200);
    await world.delivered();
    expect((await ada.read(invoice)).payments[0]).toMatchObject({ refundedAmount: '107.00' });
  });
});
