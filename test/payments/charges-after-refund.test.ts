/** Saved cards and what was given back, or declined for good: nobody is charged for it again by itself. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
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
import { payingTogether } from './combined-world.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;
const LATER_DECLINED = '4000 0000 0000 0341';

describeOnDatabase('saved cards after money went back', { owned: true }, (db) => {
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
  const planOf = (invoice: { id: number }) => readPlan(ada, invoice);
  const inCalendar = () => listCalendarCharges(ada);
  const payOnline = async (invoice: InvoiceDetail, values: object = {}) => {
    const path = `/api/invoices/${invoice.publicId}/create-payment`;
    const made = await world.test.visitor.call('POST', path, values);
    await world.payByCard(made.body.paymentUrl);
    await world.delivered();
    return ada.read(invoice);
  };
  const refund = async ({ id, payments: [payment] }: InvoiceDetail, values: object = {}) => {
    const path = `/api/invoices/${id}/payments/${payment?.id}/refund`;
    expect((await ada.call('POST', path, values)).status).toBe(200);
    await world.delivered();
  };
  /** Nobody is charged, whatever day it is due on, and everybody is told so. */
  const expectHeld = async (invoice: InvoiceDetail) => {
    const taken = await takenBy(world, ada);
    expect(await planOf(invoice)).toMatchObject({ date: null, without: 'charged', now: null });
    expect(await inCalendar()).toEqual([]);
    const page = `/api/invoices/${invoice.publicId}/automatic-payment`;
    expect((await world.test.visitor.call('GET', page)).body.chargedOn).toBeNull();
    await world.wait(2 * DAY);
    expect(await run()).toBe(0);
    const { mandateId, amount } = await planOf(invoice);
    const asked = { mandateId, amount, attempt: 1 };
    expect(
      await ada.call('POST', `/api/invoices/${invoice.id}/card-charge/now`, asked),
    ).toMatchObject({
      status: 409,
      body: {
        message:
          'This invoice was paid before, and the money given back: the card is not charged for it again. Ask your customer to pay it.',
      },
    });
    expect(await takenBy(world, ada)).toEqual(taken);
  };

  it('are not charged for an invoice that was paid on its page and given back', async () => {
    await agreeToCharges(world, ada);
    const invoice = await ada.invoice({ dueDate: '2026-11-21' });
    await refund(await payOnline(invoice));
    expect(await ada.read(invoice)).toMatchObject({ status: 'sent', amountDue: '107.00' });
    await expectHeld(invoice);
  });

  it('are not charged again where the due date of what was given back is edited', async () => {
    await agreeToCharges(world, ada);
    const invoice = await ada.invoice({ dueDate: '2026-11-21' });
    await world.wait(DAY);
    expect(await run()).toBe(1);
    await refund(await ada.read(invoice));
    expect((await ada.edit(invoice, { dueDate: '2026-11-23' })).status).toBe(200);
    await expectHeld(invoice);
  });

  it('go on with a plan once what was given back of it is paid', async () => {
    await agreeToCharges(world, ada);
    const invoice = await ada.invoice({
      taxRate: '0',
      dueDate: '2026-11-30',
      installments: [
        { percent: '50', dueDate: '2026-11-21' },
        { percent: '50', dueDate: '2026-11-30' },
      ],
    });
    const paid = await payOnline(invoice, { amount: '50.00' });
    expect(await planOf(invoice)).toMatchObject({ date: '2026-11-30', amount: '50.00' });
    await refund(paid);
    await expectHeld(invoice);
    const recorded = await ada.call('POST', '/api/payments', {
      customerId: ada.customerId,
      amount: '50',
      allocations: [{ invoiceId: invoice.id, amount: '50' }],
    });
    expect(recorded.status).toBe(201);
    expect(await planOf(invoice)).toMatchObject({ date: '2026-11-30', without: null });
    await world.wait(8 * DAY);
    expect(await run()).toBe(1);
    expect((await ada.read(invoice)).status).toBe('paid');
  });

  it('are not charged for what is given back of a payment of several', async () => {
    await agreeToCharges(world, ada);
    const together = payingTogether(db, world, ada);
    const [first, last] = [
      await ada.invoice({ dueDate: '2026-11-21' }),
      await ada.invoice({ dueDate: '2026-11-21' }),
    ];
    await world.payByCard(await together.link([first, last]));
    await world.delivered();
    await refund(await ada.read(last), { amount: '7.00' });
    expect((await ada.read(first)).status).toBe('paid');
    expect(await ada.read(last)).toMatchObject({ status: 'sent', amountDue: '7.00' });
    await expectHeld(last);
  });

  /** From its first due day, the next, until it is not tried again. */
  const declineForGood = async (invoice: InvoiceDetail) => {
    for (const days of [1, 3, 5, 7]) {
      await world.wait(days * DAY);
      await run();
    }
    expect(await readAttempts(db, ada, invoice)).toHaveLength(4);
  };

  it('that were declined for good are not tried again because the due date is edited', async () => {
    await agreeToCharges(world, ada, LATER_DECLINED);
    const invoice = await ada.invoice({ dueDate: '2026-11-21' });
    await declineForGood(invoice);
    expect((await ada.edit(invoice, { dueDate: '2026-12-10' })).status).toBe(200);
    expect(await planOf(invoice)).toMatchObject({ date: null, without: 'declined' });
    expect(await inCalendar()).toEqual([]);
    await world.wait(5 * DAY);
    await run();
    expect(await readAttempts(db, ada, invoice)).toHaveLength(4);
    // Its owner can still ask.
    const { mandateId, now } = await planOf(invoice);
    const path = `/api/invoices/${invoice.id}/card-charge/now`;
    expect((await ada.call('POST', path, { mandateId, ...now })).body).toMatchObject({
      outcome: 'declined',
      retryOn: null,
    });
  });

  it('that were declined for good for a part of a plan wait for what pays it, whenever it is due', async () => {
    await agreeToCharges(world, ada, LATER_DECLINED);
    const plan = (first: string) => ({
      taxRate: '0',
      dueDate: '2026-12-30',
      installments: [
        { percent: '50', dueDate: first },
        { percent: '50', dueDate: '2026-12-30' },
      ],
    });
    const invoice = await ada.invoice(plan('2026-11-21'));
    await declineForGood(invoice);
    expect((await ada.edit(invoice, plan('2026-12-20'))).status).toBe(200);
    expect(await planOf(invoice)).toMatchObject({ date: null, without: 'declined' });
    expect(await inCalendar()).toEqual([]);
    await world.wait(15 * DAY);
    expect(await run()).toBe(0);
    // Its owner can ask: the attempts go on where they were.
    expect((await planOf(invoice)).now).toMatchObject({ amount: '50.00', attempt: 5 });
    const recorded = await ada.call('POST', '/api/payments', {
      customerId: ada.customerId,
      amount: '50',
      allocations: [{ invoiceId: invoice.id, amount: '50' }],
    });
    expect(recorded.status).toBe(201);
    expect(await planOf(invoice)).toMatchObject({ date: '2026-12-30', without: null });
  });
});
