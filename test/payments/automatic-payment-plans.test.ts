/** What an owner plans otherwise of charges of saved cards, and what holds them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import {
  agreeToCharges,
  endAgreements,
  listCalendarCharges,
  openOffering,
  readAttempts,
  readPlan,
  takenBy,
} from './automatic-payments.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;

describeOnDatabase('planned charges of saved cards', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  afterEach(() => endAgreements(db));
  beforeEach(async () => {
    ada = await openOffering(world);
    await agreeToCharges(world, ada);
  });

  /** Due on the next day. */
  const next = (values: object = {}) => ada.invoice({ dueDate: '2026-11-21', ...values });
  const run = () => chargeSavedCards(world.test.services);
  const planOf = (invoice: { id: number }) => readPlan(ada, invoice);
  const change = ({ id }: { id: number }, dueDate: string | null, to: string | null) =>
    ada.call('POST', `/api/invoices/${id}/card-charge/change`, { dueDate, to });
  const announced = async ({ publicId }: { publicId: string }) =>
    (await world.test.visitor.call('GET', `/api/invoices/${publicId}/automatic-payment`)).body
      .chargedOn;
  const inCalendar = () => listCalendarCharges(ada);
  const refusal = ({ status, body }: { status: number; body: { message: string } }) => [
    status,
    body.message,
  ];

  it('are left out of one invoice, and put back, whatever day it comes to be due on', async () => {
    const invoice = await next();
    expect(await planOf(invoice)).toMatchObject({
      card: 'Visa •••• 4242',
      date: '2026-11-21',
      plannedDate: '2026-11-21',
      without: null,
      amount: '107.00',
      now: null,
    });
    const left = await change(invoice, '2026-11-21', null);
    expect(left.body).toMatchObject({ date: null, without: 'skipped', isSkipped: true });
    expect(await announced(invoice)).toBeNull();
    expect(await inCalendar()).toMatchObject([
      { invoiceId: invoice.id, date: '2026-11-21', isSkipped: true, isMoved: false },
    ]);
    const edited = await ada.edit(invoice, { dueDate: '2026-11-22' });
    expect(edited.status).toBe(200);
    await world.wait(3 * DAY);
    expect(await run()).toBe(0);
    expect((await change(invoice, '2026-11-22', '2026-11-22')).body).toMatchObject({
      date: '2026-11-23',
      isSkipped: false,
    });
    // Twice is as once, and the history tells of what was done.
    await change(invoice, '2026-11-22', '2026-11-22');
    const { history } = await ada.read(invoice);
    expect(
      history.filter(({ type }) => type === 'payment.charge_changed').map(({ data }) => data),
    ).toEqual([
      { dueDate: '2026-11-22', to: '2026-11-22' },
      { dueDate: '2026-11-21', to: null },
    ]);
    expect(await run()).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
  });

  it('are moved to a later day, which the calendar, its feed and the customer’s page say', async () => {
    const invoice = await next();
    const moved = await change(invoice, '2026-11-21', '2026-11-25');
    expect(moved.body).toMatchObject({ date: '2026-11-25', isMoved: true, without: null });
    expect(await announced(invoice)).toBe('2026-11-25');
    expect(await inCalendar()).toMatchObject([
      { date: '2026-11-25', plannedDate: '2026-11-21', dueDate: '2026-11-21', isMoved: true },
    ]);
    const feed = (await ada.call('POST', '/api/calendar/feed')).body.url as string;
    const text = await (await fetch(new URL(new URL(feed).pathname, world.address))).text();
    expect(text).toMatch(/DTSTART;VALUE=DATE:20261125\r\n[^]*SUMMARY:Charge Visa/);
    await world.wait(4 * DAY);
    expect(await run()).toBe(0);
    // Again to another day; and a day that is past its own takes nothing back.
    expect((await change(invoice, '2026-11-21', '2026-11-26')).body.date).toBe('2026-11-26');
    await world.wait(2 * DAY);
    expect(await run()).toBe(1);
    expect(await takenBy(world, ada)).toEqual([10_700, 10_700]);
  });

  it('are moved of one installment alone; those that follow keep their days', async () => {
    const invoice = await ada.invoice({
      dueDate: '2026-12-21',
      installments: [
        { percent: '40', dueDate: '2026-11-21' },
        { percent: '60', dueDate: '2026-12-21' },
      ],
    });
    await change(invoice, '2026-11-21', '2026-11-24');
    expect(await planOf(invoice)).toMatchObject({ date: '2026-11-24', amount: '42.80' });
    await world.wait(4 * DAY);
    expect(await run()).toBe(1);
    expect(await planOf(invoice)).toMatchObject({
      dueDate: '2026-12-21',
      date: '2026-12-21',
      amount: '64.20',
      isMoved: false,
    });
    // Left out, it waits for a payment by hand; of the whole invoice, all of it does.
    expect((await change(invoice, '2026-12-21', null)).body.without).toBe('skipped');
    await change(invoice, '2026-12-21', '2026-12-21');
    expect((await change(invoice, null, null)).body.without).toBe('skipped');
    await world.wait(30 * DAY);
    expect(await run()).toBe(0);
  });

  it('are refused what the customer has not agreed to, with the reason', async () => {
    const invoice = await next();
    const to = async (day: string, dueDate = '2026-11-21') => {
      const { status, body } = await change(invoice, dueDate, day);
      return [status, body.fields?.[0]?.path, body.fields?.[0]?.message ?? body.message];
    };
    expect(await to('2026-11-20')).toEqual([
      400,
      'to',
      'Your customer agreed to be charged on the day it is due, Nov 21, 2026, and not before: choose that day or a later one',
    ]);
    expect(await to('2027-11-22')).toEqual([400, 'to', 'Choose a day up to Nov 21, 2027']);
    expect(await to('2026-11-25', '2026-11-20')).toEqual([
      409,
      undefined,
      'The invoice is due on Nov 21, 2026 by now',
    ]);
    expect((await to('soon'))[0]).toBe(400);
    expect((await change(invoice, null, '2026-11-25')).body.fields[0].path).toBe('dueDate');
    await world.wait(2 * DAY);
    expect(await to('2026-11-21')).toEqual([200, undefined, undefined]);
    await change(invoice, '2026-11-21', '2026-11-25');
    await world.wait(DAY);
    expect(await to('2026-11-22')).toEqual([
      400,
      'to',
      'Choose a day from today, Nov 23, 2026, on',
    ]);
    const draft = await next({ status: 'draft' });
    expect(refusal(await change(draft, '2026-11-21', null))).toEqual([
      409,
      'A draft cannot be charged. Mark it as sent first.',
    ]);
    const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
    const foreign = await next({ customerId: other.body.id });
    expect(refusal(await change(foreign, '2026-11-21', null))).toEqual([
      409,
      'This customer has not agreed to automatic payment.',
    ]);
  });

  it('are nobody else’s to see or change', async () => {
    const invoice = await next();
    const eve = await world.business();
    const path = `/api/invoices/${invoice.id}/card-charge`;
    const { mandateId } = await planOf(invoice);
    const confirmed = { amount: '107.00', mandateId, attempt: 1 };
    const missing = [404, 'Invoice not found'];
    expect(refusal(await eve.call('GET', path))).toEqual(missing);
    const skip = { dueDate: '2026-11-21', to: null };
    expect(refusal(await eve.call('POST', `${path}/change`, skip))).toEqual(missing);
    expect(refusal(await eve.call('POST', `${path}/now`, confirmed))).toEqual(missing);
    for (const [method, at] of [
      ['GET', path],
      ['POST', `${path}/change`],
      ['POST', `${path}/now`],
    ] as const) {
      expect((await world.test.visitor.call(method, at, {})).status).toBe(401);
    }
    expect((await planOf(invoice)).date).toBe('2026-11-21');
  });

  it('cover a draft of before that is issued after the agreement, and none issued before it', async () => {
    const bob = await world.business();
    await bob.profile({ offerAutomaticPayment: true });
    const draft = await bob.invoice({ status: 'draft', dueDate: '2026-11-21' });
    const sent = await bob.invoice({ dueDate: '2026-11-21' });
    await world.wait(HOUR);
    await agreeToCharges(world, bob);
    const issued = await bob.call('POST', `/api/invoices/${draft.id}/mark-sent`, {});
    expect(issued.status).toBe(200);
    expect(await announced(draft)).toBe('2026-11-21');
    expect(await announced(sent)).toBeNull();
    // Set back to a draft and issued anew, it was still issued before.
    await bob.edit(sent, { status: 'draft' });
    await bob.edit(sent, { status: 'sent' });
    const path = (invoice: { id: number }) => `/api/invoices/${invoice.id}/card-charge`;
    expect((await bob.call('GET', path(sent))).body.without).toBe('not_covered');
    await world.wait(DAY);
    expect(await run()).toBe(1);
    expect((await bob.read(draft)).status).toBe('paid');
    expect((await bob.read(sent)).status).not.toBe('paid');
  });

  describe('while its owner or customer', () => {
    const pause = ({ id }: { id: number }, reason: string, until: string | null = null) =>
      ada.call('POST', `/api/invoices/${id}/reminders/pause`, { reason, until });
    const resume = ({ id }: { id: number }) =>
      ada.call('POST', `/api/invoices/${id}/reminders/resume`, {});

    it('has paused its reminders, are held, and go on when they do', async () => {
      const [disputed, promised] = [await next(), await next()];
      await pause(disputed, 'disputed');
      await pause(promised, 'promised', '2026-11-24');
      expect(await planOf(disputed)).toMatchObject({ date: null, without: 'paused' });
      expect(await planOf(promised)).toMatchObject({ date: '2026-11-25', without: null });
      expect([await announced(disputed), await announced(promised)]).toEqual([null, '2026-11-25']);
      expect(await inCalendar()).toMatchObject([{ invoiceId: promised.id, date: '2026-11-25' }]);
      await world.wait(DAY);
      expect(await run()).toBe(0);
      await resume(disputed);
      expect(await run()).toBe(1);
      expect((await ada.read(disputed)).status).toBe('paid');
      await world.wait(4 * DAY);
      expect(await run()).toBe(1);
    });

    it('disputes a payment, are held', async () => {
      await ada.profile({ allowPartialPayments: true });
      const invoice = await ada.invoice({ dueDate: '2026-11-22' });
      const path = `/api/invoices/${invoice.publicId}/create-payment`;
      const part = await world.test.visitor.call('POST', path, { amount: '7.00' });
      await world.payByCard(part.body.paymentUrl);
      await world.delivered();
      const { rows } = await db.pool.query<{ id: string }>(
        `select stripe_payment_intent_id as id from payments
         where business_id = $1 and invoice_id = $2`,
        [ada.businessId, invoice.id],
      );
      await world.control('dispute', { payment_intent: rows[0]?.id });
      await world.delivered();
      expect(await planOf(invoice)).toMatchObject({ date: null, without: 'disputed', now: null });
      expect(await inCalendar()).toEqual([]);
      await world.wait(2 * DAY);
      expect(await run()).toBe(0);
      const { mandateId } = await planOf(invoice);
      const asked = { amount: '100.00', mandateId, attempt: 1 };
      const now = `/api/invoices/${invoice.id}/card-charge/now`;
      expect(refusal(await ada.call('POST', now, asked))).toEqual([
        409,
        'Your customer disputes a payment of this invoice: the card is not charged for it.',
      ]);
    });

    it('pauses it in the second of the charge, is told by what came first', async () => {
      const invoice = await next();
      await world.wait(DAY);
      await ada.link(invoice);
      await world.control('fail', { path: '/v1/checkout/sessions', method: 'POST', kind: 'held' });
      const running = run();
      await world.control('fail/until-held');
      await pause(invoice, 'disputed');
      await world.control('fail/release');
      expect(await running).toBe(0);
      expect((await readAttempts(db, ada, invoice))[0]).toMatchObject({ status: 'dropped' });
      expect(await takenBy(world, ada)).toEqual([10_700]);
    });
  });

  it('that have begun are not changed: each has one outcome, however many ask', async () => {
    const invoice = await next();
    await world.wait(DAY);
    await world.control('fail', { path: '/v1/payment_intents', method: 'POST', kind: 'held' });
    const running = run();
    await world.control('fail/until-held');
    expect(refusal(await change(invoice, '2026-11-21', '2026-11-30'))).toEqual([
      409,
      'The card is being charged for this invoice. Wait until that is confirmed.',
    ]);
    await world.control('fail/release');
    expect(await running).toBe(1);

    const raced = [];
    for (let n = 0; n < 16; n += 1) raced.push(await next());
    const changes = raced.map(async (one, place) => {
      await new Promise((resolve) => setTimeout(resolve, place * 4));
      return change(one, '2026-11-21', '2026-12-24');
    });
    const [, , ...answers] = await Promise.all([run(), run(), ...changes]);
    let moved = 0;
    for (const [place, one] of raced.entries()) {
      const isMoved = answers[place]?.status === 200;
      moved += isMoved ? 1 : 0;
      expect((await ada.read(one)).status).toBe(isMoved ? 'sent' : 'paid');
      expect(await readAttempts(db, ada, one)).toHaveLength(isMoved ? 0 : 1);
    }
    expect(await takenBy(world, ada)).toHaveLength(2 + 16 - moved);
  });
});
