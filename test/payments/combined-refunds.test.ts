import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { payingTogether, sessionOf, types } from './combined-world.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

type Three = [InvoiceDetail, InvoiceDetail, InvoiceDetail];

/** Money of several invoices that goes back, is disputed, or is not what was asked for. */
describeOnDatabase('a payment for several invoices goes back', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  let marta: ReturnType<typeof payingTogether>;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.control('webhooks', { mode: 'deliver' });
    ada = await world.business(['stripe', 'paypal']);
    marta = payingTogether(db, world, ada);
  });
  afterEach(() => marta.check());

  const three = async () => (await marta.invoices('10', '20', '30')) as Three;
  const states = async (invoices: InvoiceDetail[]) => {
    await marta.check();
    return (await marta.read(invoices)).map(({ status, amountDue }) => `${status} ${amountDue}`);
  };
  const PAID = ['paid 0.00', 'paid 0.00', 'paid 0.00'];
  const paid = async (method?: 'paypal') => {
    const made = await three();
    const url = await marta.link(made, { method });
    await (method ? world.payByPayPal(url) : world.payByCard(url));
    await marta.confirm();
    await world.delivered();
    expect(await states(made)).toEqual(PAID);
    const [payment] = (await ada.read(made[0])).payments;
    const { rows } = await db.pool.query<{ name: string }>(
      'select provider_payment_id as name from payments where business_id = $1 and id = $2',
      [ada.businessId, payment?.id],
    );
    return { made, id: payment?.id ?? 0, name: rows[0]?.name ?? '' };
  };
  const refund = (invoice: InvoiceDetail, id: number, body: object = {}) =>
    ada.call('POST', `/api/invoices/${invoice.id}/payments/${id}/refund`, body);

  it.each(['stripe', 'paypal'] as const)(
    'in part at %s: the last opens again first; a second refund, and the rest',
    async (method) => {
      const { made, id } = await paid(method === 'paypal' ? method : undefined);
      const [a, b, c] = made;
      const message = 'Sorry for the delay';
      expect((await refund(b, id, { amount: '5', message })).status).toBe(200);
      await world.delivered();
      expect(await states(made)).toEqual(['paid 0.00', 'paid 0.00', 'sent 5.00']);
      expect((await refund(a, id, { amount: '30' })).status).toBe(200);
      await world.delivered();
      expect(await states(made)).toEqual(['paid 0.00', 'sent 5.00', 'sent 30.00']);
      const more = await refund(c, id, { amount: '25.01' });
      expect([more.status, more.body.message]).toEqual([400, 'Amount must be at most $25.00']);
      expect((await refund(c, id)).status).toBe(200);
      await world.delivered();
      await world.reconcile();
      expect(await states(made)).toEqual(['sent 10.00', 'sent 20.00', 'sent 30.00']);
      for (const one of await marta.read(made)) {
        expect(types(one).filter((type) => type === 'payment.refunded')).toHaveLength(3);
        expect(one.payments).toMatchObject([{ status: 'refunded', refundedAmount: '60.00' }]);
      }
      const { rows } = await db.pool.query(
        `select subject from emails where business_id = $1 and kind = 'refund'`,
        [ada.businessId],
      );
      const numbers = made.map(({ invoiceNumber }) => invoiceNumber);
      expect(rows).toEqual([
        {
          subject: `Refund of $5.00 for invoices ${numbers[0]}, ${numbers[1]}, and ${numbers[2]} from Northwind Studio`,
        },
      ]);
      expect((await marta.confirm()).state).toBe('unpaid');
      // What is open can be paid together once more.
      expect((await world.payByCard(await marta.link(made))).status).toBe(303);
      await world.delivered();
      expect(await states(made)).toEqual(PAID);
    },
  );

  it('at the provider, before anything was heard of the payment: the same', async () => {
    const made = await three();
    await world.control('webhooks', { mode: 'drop' });
    const url = await marta.link(made);
    await world.payByCard(url);
    const account = world.sandbox.stripe(ada.secretKey);
    const session = await account.checkout.sessions.retrieve(sessionOf(url));
    await account.refunds.create({
      payment_intent: session.payment_intent as string,
      amount: 3_500,
    });
    await Promise.all([marta.confirm(), world.confirm(made[1])]);
    expect(await states(made)).toEqual(['paid 0.00', 'sent 5.00', 'sent 30.00']);
    await world.control('webhooks', { mode: 'deliver' });
  });

  it('in full, and the bank does not take it: all are paid again', async () => {
    const { made, name } = await paid();
    const account = world.sandbox.stripe(ada.secretKey);
    const given = await account.refunds.create({ payment_intent: name, amount: 4_500 });
    await world.delivered();
    expect(await states(made)).toEqual(['paid 0.00', 'sent 15.00', 'sent 30.00']);
    // Meanwhile the last was paid in cash: what returns of its part is credit.
    await ada.call('POST', `/api/invoices/${made[2].id}/mark-paid`, { paymentMethod: 'cash' });
    await world.wait(2 * 60_000);
    await world.control('fail-refund', { refund: given.id });
    await world.delivered();
    expect(await states(made)).toEqual(PAID);
    const account2 = await ada.call('GET', `/api/customers/${ada.customerId}/account`);
    expect(account2.body.accounts[0]).toMatchObject({ unappliedCredit: '30.00' });
  });

  it('answer lost: given back once, whoever asks on whichever page', async () => {
    const { made, id } = await paid();
    await world.control('fail', {
      path: '/v1/refunds',
      method: 'POST',
      times: 2,
      kind: 'reset-after',
    });
    const lost = await refund(made[0], id, { amount: '15' });
    expect(lost.status).toBe(503);
    await world.control('fail/clear');
    const again = await refund(made[2], id, { amount: '15' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'A refund of $15.00 is still being confirmed. Wait until it is.',
    ]);
    const gone = await ada.call('DELETE', `/api/invoices/${made[1].id}`);
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'A refund of this invoice is still being confirmed. Wait until it is.',
    ]);
    await world.wait(2 * 60_000);
    await world.reconcile();
    expect(await states(made)).toEqual(['paid 0.00', 'paid 0.00', 'sent 15.00']);
  });

  it('disputed: lost opens all, and nobody is reminded; won leaves them paid', async () => {
    const hours = { sendFrom: 9, sendUntil: 17, businessDaysOnly: true };
    const settings = { enabled: true, ...hours, steps: usualSteps() };
    const saved = await ada.call('PUT', '/api/reminders/settings', settings);
    expect([saved.status, saved.body.message]).toEqual([200, undefined]);
    for (const outcome of ['won', 'lost'] as const) {
      const { made, name } = await paid();
      await world.control('dispute', { payment_intent: name, outcome: 'open' });
      await world.delivered();
      expect(await states(made)).toEqual(PAID);
      await world.wait(2 * 60_000);
      await world.control('dispute', { payment_intent: name, outcome });
      await world.delivered();
      const open = ['sent 10.00', 'sent 20.00', 'sent 30.00'];
      expect(await states(made)).toEqual(outcome === 'won' ? PAID : open);
      for (const one of await marta.read(made)) {
        expect(types(one)).toContain('payment.disputed');
        expect(one.payments).toMatchObject([{ dispute: outcome }]);
      }
      if (outcome === 'won') continue;
      const reminders = await ada.call('GET', `/api/invoices/${made[1].id}/reminders`);
      expect(reminders.body).toMatchObject({ next: null, without: 'disputed' });
    }
    const { rows } = await db.pool.query<{ title: string }>(
      `select title from notifications where business_id = $1 and title = 'Payment disputed'`,
      [ada.businessId],
    );
    expect(rows).toHaveLength(2);
  });

  it('the status of one cannot be set back while its part is there', async () => {
    const { made, id } = await paid();
    const refused = await ada.edit(made[1], { status: 'sent' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This invoice was paid online. Refund the payment to open it again.',
    ]);
    // By hand it cannot be undone either; but its owner may say anew what it settles.
    const undone = await ada.call('POST', `/api/payments/${id}/reverse`);
    expect(undone.body.message).toBe('This payment came online. Refund it on its invoice instead.');
    const divided = await ada.call('POST', `/api/payments/${id}/allocate`, {
      allocations: [{ invoiceId: made[0].id, amount: '10' }],
    });
    expect(divided.status).toBe(200);
    expect(await states(made)).toEqual(['paid 0.00', 'sent 20.00', 'sent 30.00']);
    // What the owner has said stays, however often the provider is asked.
    await world.wait(26 * 3_600_000);
    await world.reconcile();
    expect(await states(made)).toEqual(
      ['paid 0.00', 'overdue 20.00', 'overdue 30.00'].map((one) => one.replace('overdue', 'sent')),
    );
  });

  it('one is deleted after it was paid, and restored: its part is credit, and settles it again', async () => {
    const { made } = await paid();
    expect((await ada.call('DELETE', `/api/invoices/${made[1].id}`)).status).toBe(200);
    expect(await states([made[0], made[2]])).toEqual(['paid 0.00', 'paid 0.00']);
    await world.wait(26 * 3_600_000);
    await world.reconcile();
    await ada.call('POST', `/api/invoices/${made[1].id}/restore`);
    expect(await states(made)).toEqual(PAID);
  });

  describe('what is not what was asked for', () => {
    const review = async (change: object) => {
      const made = await three();
      const url = await marta.link(made);
      await world.control('set-session', { id: sessionOf(url), ...change });
      await world.payByCard(url);
      await world.delivered();
      expect((await marta.confirm()).state).toBe('review');
      expect(await states(made)).toEqual(['sent 10.00', 'sent 20.00', 'sent 30.00']);
      const payments = (await marta.read(made)).map((one) => one.payments);
      expect(new Set(payments.map(([payment]) => payment?.id)).size).toBe(1);
      const path = (invoice: InvoiceDetail) =>
        `/api/invoices/${invoice.id}/payments/${payments[0]?.[0]?.id}`;
      return { made, path, payment: payments[0]?.[0] };
    };

    it('waits on the page of each, and is taken once', async () => {
      const { made, path, payment } = await review({ amount_total: 2_500 });
      const [a, b, c] = made;
      expect(payment?.notes).toBe(
        `Paid 25.00 instead of 60.00. Invoices ${a.invoiceNumber}, ${b.invoiceNumber}, and ${c.invoiceNumber}.`,
      );
      const { rows } = await db.pool.query<{ message: string }>(
        'select message from notifications where business_id = $1',
        [ada.businessId],
      );
      expect(rows).toEqual([
        { message: expect.stringContaining(`paid $25.00 for ${a.invoiceNumber} and 2 more.`) },
      ]);
      const answers = await Promise.all([
        ada.call('POST', `${path(b)}/accept`),
        ada.call('POST', `${path(c)}/accept`),
      ]);
      expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 409]);
      expect(await states(made)).toEqual(['paid 0.00', 'sent 5.00', 'sent 30.00']);
      expect((await marta.confirm()).state).toBe('paid');
    });

    it('is taken where it is more: the rest is credit', async () => {
      const { made, path } = await review({ amount_total: 7_000 });
      expect((await ada.call('POST', `${path(made[0])}/accept`)).status).toBe(200);
      expect(await states(made)).toEqual(PAID);
      const account = await ada.call('GET', `/api/customers/${ada.customerId}/account`);
      expect(account.body.accounts[0]).toMatchObject({ unappliedCredit: '10.00' });
    });

    it('goes back once, whole, from any page', async () => {
      const { made, path } = await review({ currency: 'eur' });
      const taken = await ada.call('POST', `${path(made[1])}/accept`);
      expect([taken.status, taken.body.message]).toEqual([
        409,
        'This payment is in EUR and the invoice in USD. Refund it instead.',
      ]);
      const eve = await world.business();
      expect((await eve.call('POST', `${path(made[1])}/refund`, {})).status).toBe(404);
      const back = await Promise.all([
        ada.call('POST', `${path(made[1])}/refund`, {}),
        ada.call('POST', `${path(made[2])}/refund`, {}),
      ]);
      expect(back.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 409]);
      expect(await states(made)).toEqual(['sent 10.00', 'sent 20.00', 'sent 30.00']);
    });

    it('names another checkout, or another mode', async () => {
      const { payment } = await review({ client_reference_id: 'somebody-else' });
      expect(payment?.notes).toContain('The payment names another checkout.');
      const other = await ada.invoice();
      const second = await review({ client_reference_id: other.publicId });
      expect(second.payment?.notes).toContain('The payment names another checkout.');
    });
  });
});
