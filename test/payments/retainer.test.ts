import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInvoice } from '../../src/server/features/invoices/index.ts';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { readRecurring } from '../../src/server/features/recurring/read-recurring.ts';
import { sendReminders } from '../../src/server/features/reminders/index.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aRecurring } from '../factories/recurring.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** A card that pays once, and is declined whenever it is charged again. */
const PAYS_ONCE = '4000 0000 0000 0341';

describeOnDatabase('a monthly retainer', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business();
    await ada.profile({ offerAutomaticPayment: true, timeZone: 'America/New_York' });
  });
  afterAll(() => world.close());

  /** Goes to noon of a day, and does what has become due by then, twice. */
  const on = async (day: string) => {
    world.test.time.now = new Date(`${day}T17:00:00Z`);
    await world.control('clock');
    const { services } = world.test;
    for (const _ of [1, 2]) {
      await makeRecurringInvoices(services);
      await chargeSavedCards(services);
      await sendReminders(services);
      await services.jobs.drain();
    }
  };
  /** By verbs: a session lasts for days, and this takes months. */
  const made = async () => {
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from invoices where business_id = $1 order by issue_date',
      [ada.businessId],
    );
    const read = ({ id }: { id: string }) =>
      readInvoice(db.orm, ada.businessId, Number(id), world.test.time.now);
    return Promise.all(rows.map(read));
  };
  const nth = async (place: number) => {
    const found = (await made())[place];
    if (!found) throw new Error(`there is no invoice ${place}`);
    return found;
  };
  const payByLink = async (publicId: string, card: string | undefined, automatic: boolean) => {
    const path = `/api/invoices/${publicId}/create-payment`;
    const { body } = await world.test.visitor.call('POST', path, automatic ? { automatic } : {});
    const page = await world.payByCard(body.paymentUrl, card);
    expect(page.status).toBe(303);
    await world.delivered();
  };

  it('is sent and charged by itself; a declined card is reminded of and paid by hand', async () => {
    await on('2026-11-20');
    const saved = await ada.call('PUT', '/api/reminders/settings', {
      enabled: true,
      sendFrom: 9,
      sendUntil: 17,
      businessDaysOnly: false,
      steps: usualSteps(),
    });
    expect(saved.status).toBe(200);
    const { body: retainer } = await ada.call(
      'POST',
      '/api/recurring',
      aRecurring(ada.customerId, {
        name: 'Retainer',
        delivery: 'send',
        dueDays: 7,
        schedule: { startDate: '2026-11-30', unit: 'month', dayOfMonth: 31 },
        taxRate: '0',
        lineItems: [{ description: 'Retainer, {month} {year}', quantity: '1', unitPrice: '1000' }],
      }),
    );
    expect(retainer.upcoming.map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);

    // The first is paid by its customer, who agrees to the following ones.
    await on('2026-11-30');
    const first = await nth(0);
    expect(first).toMatchObject({ status: 'sent', total: '1000.00', dueDate: '2026-12-07' });
    expect(first.lineItems[0]?.description).toBe('Retainer, November 2026');
    expect(first.emails).toMatchObject([{ kind: 'invoice', status: 'sent' }]);
    await payByLink(first.publicId, undefined, true);

    // The second is charged on the day it is due, and nobody is reminded of it.
    await on('2026-12-31');
    await on('2027-01-06');
    expect(await nth(1)).toMatchObject({ status: 'sent', dueDate: '2027-01-07' });
    await on('2027-01-07');
    const second = await nth(1);
    expect(second).toMatchObject({
      status: 'paid',
      payments: [{ amount: '1000.00', methodDetail: 'Visa ending 4242' }],
    });

    // Its customer has another card by then, which is declined.
    await on('2027-01-31');
    await payByLink((await nth(2)).publicId, PAYS_ONCE, true);
    await on('2027-02-28');
    await on('2027-03-07');
    const declined = await nth(3);
    expect(declined).toMatchObject({ dueDate: '2027-03-07', payments: [] });
    expect(declined.emails.map(({ kind }) => kind)).toContain('declined');
    // Tried again after three, five and seven days; each message that it was declined asks for the payment.
    await on('2027-03-10');
    await on('2027-03-15');
    const late = await nth(3);
    expect(late.status).toBe('overdue');
    expect(late.emails.filter(({ kind }) => kind === 'declined')).toHaveLength(3);
    expect(late.emails.map(({ kind }) => kind)).not.toContain('reminder');
    await payByLink(late.publicId, undefined, false);

    // Paid by hand, it is neither charged nor reminded of again.
    await on('2027-03-22');
    await on('2027-04-06');
    const settled = await nth(3);
    expect(settled).toMatchObject({ status: 'paid', overpaid: '0.00' });
    expect(settled.payments).toHaveLength(1);
    const after = settled.emails.filter(({ kind }) => kind !== 'receipt');
    expect(after).toHaveLength(late.emails.filter(({ kind }) => kind !== 'receipt').length);
    // One page tells all of it: each day of the retainer, with its invoice.
    const told = await readRecurring(db.orm, ada.businessId, retainer.id, world.test.time.now);
    expect(told.runs.map(({ date, outcome, invoice }) => [date, outcome, invoice?.status])).toEqual(
      [
        ['2027-03-31', 'made', 'sent'],
        ['2027-02-28', 'made', 'paid'],
        ['2027-01-31', 'made', 'paid'],
        ['2026-12-31', 'made', 'paid'],
        ['2026-11-30', 'made', 'paid'],
      ],
    );
  });
});
