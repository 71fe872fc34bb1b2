/** Saved cards that their owner charges at once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import {
  agreeToCharges,
  endAgreements,
  openOffering,
  readAttempts,
  takenBy,
} from './automatic-payments.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;
const LATER_DECLINED = '4000 0000 0000 0341';
const NEEDS_OWNER = '4000 0027 6000 3184';

describeOnDatabase('charging a saved card at once', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  afterEach(() => endAgreements(db));
  beforeEach(async () => {
    ada = await openOffering(world);
  });

  const run = () => chargeSavedCards(world.test.services);
  const at = ({ id }: { id: number }, what = '') => `/api/invoices/${id}/card-charge${what}`;
  const confirmed = async (invoice: { id: number }) => {
    const { mandateId, now } = (await ada.call('GET', at(invoice))).body;
    return { mandateId, ...now };
  };
  const charge = async (invoice: { id: number }, values: object = {}) =>
    ada.call('POST', at(invoice, '/now'), { ...(await confirmed(invoice)), ...values });
  const refusal = ({ status, body }: { status: number; body: { message: string } }) => [
    status,
    body.message,
  ];
  /** Due, and left out by its owner: the job leaves it alone. */
  const leftOut = async (card?: string) => {
    await agreeToCharges(world, ada, card);
    const invoice = await ada.invoice({ dueDate: '2026-11-21' });
    await ada.call('POST', at(invoice, '/change'), { dueDate: null, to: null });
    await world.wait(DAY);
    return invoice;
  };

  it('takes what is due, tells the customer as of any payment, and the history who asked', async () => {
    const invoice = await leftOut();
    expect(await run()).toBe(0);
    const answer = await charge(invoice);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { outcome: 'paid', reason: null, retryOn: null, charge: { without: 'nothing_due' } },
    ]);
    const paid = await ada.read(invoice);
    expect(paid).toMatchObject({
      status: 'paid',
      payments: [{ amount: '107.00', methodDetail: 'Visa ending 4242' }],
    });
    const [asked] = paid.history.filter(({ type }) => type === 'payment.charge_asked');
    expect(asked?.data).toMatchObject({ amount: '107.00', card: 'Visa •••• 4242' });
    const [received] = paid.history.filter(({ type }) => type === 'payment.received');
    expect(received?.data).not.toHaveProperty('automatic');
    expect(paid.emails.map(({ kind }) => kind)).toContain('receipt');
    expect(await readAttempts(db, ada, invoice)).toMatchObject([{ status: 'paid', by_hand: true }]);
    expect(refusal(await charge(invoice, { amount: '107.00', attempt: 2 }))).toEqual([
      409,
      'This invoice has already been paid.',
    ]);
    expect(await takenBy(world, ada)).toEqual([10_700, 10_700]);
  });

  it('says that the card was declined, and when it is tried again', async () => {
    await agreeToCharges(world, ada, LATER_DECLINED);
    const invoice = await ada.invoice({ dueDate: '2026-11-21' });
    await world.wait(DAY);
    const declined = await charge(invoice);
    expect(declined.body).toMatchObject({
      outcome: 'declined',
      reason: 'Your card was declined.',
      retryOn: '2026-11-24',
      charge: { date: '2026-11-24', plannedDate: '2026-11-24', now: { attempt: 2 } },
    });
    // The second of two tabs has confirmed what was tried already.
    expect(refusal(await charge(invoice, { attempt: 1 }))).toEqual([
      409,
      'The card was charged for this invoice meanwhile',
    ]);
    // The retry is put off, but not brought forward.
    const to = (day: string) =>
      ada.call('POST', at(invoice, '/change'), { dueDate: '2026-11-21', to: day });
    expect((await to('2026-11-22')).body.fields[0]).toEqual({
      path: 'to',
      message:
        'The card is tried again on Nov 24, 2026: choose that day or a later one, or charge it now',
    });
    expect((await to('2026-11-28')).body.date).toBe('2026-11-28');
    await world.wait(4 * DAY);
    expect(await run()).toBe(0);
    expect(await readAttempts(db, ada, invoice)).toHaveLength(1);
    expect((await charge(invoice)).body.retryOn).toBe('2026-11-30');
  });

  it('of what its owner leaves out is not tried again, and the customer is told so', async () => {
    const invoice = await leftOut(LATER_DECLINED);
    expect((await charge(invoice)).body).toMatchObject({ outcome: 'declined', retryOn: null });
    const { emails } = await ada.read(invoice);
    const [told] = emails.filter(({ kind }) => kind === 'declined');
    expect(told?.message).toMatch(/The card is not charged again automatically/);
    await ada.call('POST', at(invoice, '/change'), { dueDate: null, to: null });
    await world.wait(30 * DAY);
    expect(await run()).toBe(0);
    for (let n = 2; n <= 10; n += 1) {
      await world.wait(2 * HOUR);
      expect((await charge(invoice)).body.outcome).toBe('declined');
    }
    await world.wait(2 * HOUR);
    const more = await charge(invoice, { amount: '107.00', attempt: 11 });
    expect(refusal(more)).toEqual([
      409,
      'The card was declined 10 times for this invoice. Ask your customer for another one.',
    ]);
  });

  it('is not done before the day that was agreed to, nor for what was not', async () => {
    const before = await ada.invoice({ dueDate: '2026-11-20' });
    await agreeToCharges(world, ada);
    const early = await ada.invoice({ dueDate: '2026-11-21' });
    const asked = { amount: '107.00', attempt: 1 };
    expect(refusal(await charge(early, asked))).toEqual([
      409,
      'This invoice is due on Nov 21, 2026. Your customer agreed to be charged on the day it is due, and not before.',
    ]);
    expect(refusal(await charge(before, asked))).toEqual([
      409,
      'Your customer agreed on Nov 20, 2026 to be charged for invoices issued from then on: this one was issued before.',
    ]);
    const draft = await ada.invoice({ dueDate: '2026-11-20', status: 'draft' });
    expect(refusal(await charge(draft, asked))).toEqual([
      409,
      'A draft cannot be charged. Mark it as sent first.',
    ]);
    const due = await ada.invoice({ dueDate: '2026-11-20' });
    await ada.call('POST', `/api/invoices/${due.id}/reminders/pause`, { reason: 'replied' });
    expect(refusal(await charge(due, asked))).toEqual([
      409,
      'The reminders of this invoice are paused, and the card is not charged meanwhile. Resume them first.',
    ]);
    await ada.call('POST', `/api/invoices/${due.id}/reminders/resume`, {});
    expect(refusal(await charge(due, { amount: '50.00' }))).toEqual([
      409,
      'The amount has changed: $107.00 by Nov 20, 2026 is due now',
    ]);
    expect(refusal(await charge(due, { mandateId: 1 }))).toEqual([
      409,
      'Your customer has agreed to another card by now',
    ]);
    for (const [values, path, message] of [
      [{ amount: '' }, 'amount', 'Amount is required'],
      [{ attempt: 0 }, 'attempt', 'Attempt must be a whole number from 1'],
      [{ mandateId: 'x'.repeat(200) }, 'mandateId', 'id must be the number of a record'],
    ] as const) {
      const { status, body } = await charge(due, values);
      expect([status, body.fields?.[0]]).toEqual([400, { path, message }]);
    }
    await ada.call('POST', `/api/customers/${ada.customerId}/automatic-payment/end`, {});
    expect(refusal(await charge(due, { ...asked, mandateId: 1 }))).toEqual([
      409,
      'This customer has not agreed to automatic payment.',
    ]);
    expect(await takenBy(world, ada)).toEqual([10_700]);
  });

  it('is not done with a card that wants its owner', async () => {
    const invoice = await ada.invoice();
    const made = await world.test.visitor.call(
      'POST',
      `/api/invoices/${invoice.publicId}/create-payment`,
      { automatic: true },
    );
    const page = await world.payByCard(made.body.paymentUrl, NEEDS_OWNER);
    await world.answerChallenge(page.location ?? '', 'complete');
    await world.delivered();
    await world.wait(HOUR);
    const due = await ada.invoice({ dueDate: '2026-11-20' });
    expect((await charge(due)).body).toMatchObject({ outcome: 'declined', retryOn: null });
    expect(refusal(await charge(due, { amount: '107.00', attempt: 2 }))).toEqual([
      409,
      'Visa •••• 3184 was refused. Your customer can agree to another card on the page of the invoice.',
    ]);
  });

  it('charges once though 16 ask, while the job looks and others change it', async () => {
    await agreeToCharges(world, ada);
    const invoice = await ada.invoice({ dueDate: '2026-11-20' });
    const asked = await confirmed(invoice);
    const all = Array.from({ length: 16 }, (_, n) =>
      n % 4 === 3
        ? ada.call('POST', at(invoice, '/change'), { dueDate: '2026-11-20', to: null })
        : ada.call('POST', at(invoice, '/now'), asked),
    );
    const answers = await Promise.all([...all, run(), run()]);
    expect(answers.every((one) => typeof one === 'number' || one.status < 500)).toBe(true);
    const after = await ada.read(invoice);
    expect(after.status).toBe('paid');
    expect(after.payments).toHaveLength(1);
    expect(await readAttempts(db, ada, invoice)).toMatchObject([{ attempt: 1, status: 'paid' }]);
    expect(await takenBy(world, ada)).toEqual([10_700, 10_700]);
  });

  it('is still being confirmed where the provider is silent, and is finished by the job, once', async () => {
    const invoice = await leftOut();
    const asked = await confirmed(invoice);
    const path = '/v1/payment_intents';
    await world.control('fail', { path, times: 2, kind: 'reset-after' });
    const silent = await ada.call('POST', at(invoice, '/now'), asked);
    expect(silent.body).toMatchObject({
      outcome: 'confirming',
      charge: { without: 'charging', now: null },
    });
    expect(refusal(await ada.call('POST', at(invoice, '/now'), asked))).toEqual([
      409,
      'The card is being charged for this invoice. Wait until that is confirmed.',
    ]);
    await world.control('fail/clear');
    await world.wait(2 * 60_000);
    await world.reconcile();
    expect((await ada.read(invoice)).status).toBe('paid');
    expect(await takenBy(world, ada)).toEqual([10_700, 10_700]);
  });

  it('charges nothing with keys that Stripe refuses, or that are not there', async () => {
    const invoice = await leftOut();
    await world.control('revoke-key', { key: ada.secretKey });
    const refused = await charge(invoice);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/Check the payment settings in your business profile\.$/);
    expect((await readAttempts(db, ada, invoice))[0]).toMatchObject({ status: 'dropped' });
    await ada.profile({ stripeSecretKey: null, stripePublishableKey: null });
    expect(refusal(await charge(invoice, { amount: '107.00', attempt: 2 }))).toEqual([
      409,
      'Stripe is not connected. Check the payment settings in your business profile.',
    ]);
  });
});
