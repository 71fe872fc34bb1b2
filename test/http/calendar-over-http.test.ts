import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findProfile } from '../../src/server/features/profile/index.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { listPlannedReminders, sendReminders } from '../../src/server/features/reminders/index.ts';
import type {
  Calendar,
  CalendarEvent,
  CalendarKind,
  EventOf,
} from '../../src/shared/calendar/calendar.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { RecurringDetail } from '../../src/shared/recurring/recurring.contract.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** Steps 3 days before, on the day, and 7, 14 and 30 days after. */
const REMINDERS = {
  enabled: true,
  sendFrom: 9,
  sendUntil: 17,
  businessDaysOnly: true,
  steps: usualSteps(),
};

describeOnDatabase('the calendar over HTTP', { owned: true }, (db) => {
  let test: TestApp;
  let ada: Caller;
  let eve: Caller;
  let customerId: number;

  beforeAll(async () => {
    test = await openTestApp(db);
    eve = await test.signUp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    // A Friday.
    on('2026-11-20');
    ada = await test.signUp();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly'`,
    );
    await db.pool.query(`update reminder_settings set enabled = false`);
    const customer = aCustomer({ email: 'marta@harbor.example' });
    customerId = (await ada.call('POST', '/api/customers', customer)).body.id;
  });

  const on = (day: string) => {
    test.time.now = new Date(`${day}T12:00:00Z`);
  };
  const read = async (who = ada): Promise<Calendar> => {
    const { status, body } = await who.call('GET', '/api/calendar');
    expect(status).toBe(200);
    return body;
  };
  const events = async <Kind extends CalendarKind>(kind: Kind): Promise<EventOf<Kind>[]> =>
    (await read()).weeks
      .flatMap((week): CalendarEvent[] => week.events)
      .filter((event): event is EventOf<Kind> => event.kind === kind);
  const post = async (path: string, body: object, status = 200) => {
    const answer = await ada.call('POST', `/api/${path}`, body);
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    return answer.body;
  };
  const addInvoice = (values: object = {}): Promise<InvoiceDetail> =>
    post(
      'invoices',
      anInvoice(customerId, {
        status: 'sent',
        issueDate: '2026-11-20',
        dueDate: '2026-12-10',
        taxRate: '0',
        lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
        ...values,
      }),
      201,
    );
  const addRecurring = (values: object = {}): Promise<RecurringDetail> =>
    post('recurring', aRecurringBody(customerId, values), 201);
  const remind = async (values: object = {}) => {
    const saved = await ada.call('PUT', '/api/reminders/settings', { ...REMINDERS, ...values });
    expect(saved.status).toBe(200);
  };
  const invalid = (path: string, message: string) => ({
    status: 400,
    body: { code: 'VALIDATION', fields: [{ path, message }] },
  });

  it('is of the rest of this week and the weeks after it, sixty days in all', async () => {
    const { today, until, overdue, weeks, cut } = await read();
    expect([today, until, overdue, cut]).toEqual([
      '2026-11-20',
      '2027-01-18',
      { count: 0, sums: [] },
      [],
    ]);
    expect(weeks.map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2026-11-20 2026-11-22',
      '2026-11-23 2026-11-29',
      '2026-11-30 2026-12-06',
      '2026-12-07 2026-12-13',
      '2026-12-14 2026-12-20',
      '2026-12-21 2026-12-27',
      '2026-12-28 2027-01-03',
      '2027-01-04 2027-01-10',
      '2027-01-11 2027-01-17',
      '2027-01-18 2027-01-18',
    ]);
    expect((await test.visitor.call('GET', '/api/calendar')).status).toBe(401);
  });

  it('adds up what is due by week and currency: overdue, issued, and what is still to be made', async () => {
    await addInvoice({ dueDate: '2026-11-20' });
    await addInvoice({ dueDate: '2026-12-10' });
    await addInvoice({ dueDate: '2026-12-11', currency: 'EUR' });
    await addInvoice({ dueDate: '2026-12-10', status: 'draft' });
    const parts = await addInvoice({
      installments: [
        { dueDate: '2026-12-01', percent: '30' },
        { dueDate: '2027-02-01', percent: '70' },
      ],
    });
    // Monthly, 1,070 each, due after 30 days: on Dec 31, and in January after the calendar's end.
    const recurring = await addRecurring({ dueDays: 30 });
    await addRecurring({
      schedule: { startDate: '2026-12-02', unit: 'week', maxOccurrences: 1 },
      dueDays: 5,
      installments: [
        { event: 'issue', days: 0, percent: '50' },
        { event: 'issue', days: 10, percent: '50' },
      ],
    });
    on('2026-11-21');
    const calendar = await read();
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    expect(calendar.overdue).toEqual({ count: 1, sums: [usd('100.00')] });
    const sums = calendar.weeks.map(({ from, expected, planned }) => [
      from,
      expected.sums.map(({ amount, currency }) => `${amount} ${currency}`).join(),
      planned.sums.map(({ amount }) => amount).join(),
    ]);
    expect(sums.filter(([, expected, planned]) => expected || planned)).toEqual([
      ['2026-11-30', '30.00 USD', '535.00'],
      ['2026-12-07', '100.00 EUR,100.00 USD', '535.00'],
      ['2026-12-28', '', '1070.00'],
    ]);
    expect(await events('due')).toEqual([
      expect.objectContaining({
        date: '2026-12-01',
        invoiceId: parts.id,
        amount: '30.00',
        installment: 1,
      }),
      expect.objectContaining({ date: '2026-12-10', amount: '100.00', installment: null }),
      expect.objectContaining({ date: '2026-12-11', currency: 'EUR' }),
    ]);
    // What is skipped brings nothing.
    await post(`recurring/${recurring.id}/skip`, { date: '2026-12-01' });
    const after = await read();
    expect(after.weeks.find(({ from }) => from === '2026-12-28')?.planned.count).toBe(0);
    // A payment covers what is due first.
    await post(`invoices/${parts.id}/mark-paid`, { paymentMethod: 'cash' });
    expect((await events('due')).map(({ date }) => date)).toEqual(['2026-12-10', '2026-12-11']);
  });

  it('lists the first 300 invoices that are to be made, and adds up all of them', async () => {
    for (let each = 0; each < 6; each += 1) {
      await addRecurring({ dueDays: 0, schedule: { startDate: '2026-11-21', unit: 'day' } });
    }
    const { weeks, cut } = await read();
    expect(cut).toEqual(['recurring']);
    const made = weeks.flatMap((week) => week.events).filter(({ kind }) => kind === 'recurring');
    expect([made.length, made.at(-1)?.date]).toEqual([300, '2027-01-09']);
    // 59 days, six of 1,070 on each.
    expect(weeks.reduce((sum, { planned }) => sum + planned.count, 0)).toBe(354);
    expect(weeks[1]?.planned).toEqual({
      count: 42,
      sums: [{ amount: '44940.00', currency: 'USD' }],
    });
  });

  it('has what expires, what is scheduled, and nothing of another business', async () => {
    const estimate = await post(
      'estimates',
      { ...anEstimate(customerId), status: 'sent', expiryDate: '2026-12-05' },
      201,
    );
    const invoice = await addInvoice();
    await ada.call('POST', `/api/invoices/${invoice.id}/send-email`, {
      to: 'marta@harbor.example',
      sendAt: '2026-12-03T09:00',
    });
    expect(await events('expiry')).toEqual([
      expect.objectContaining({ date: '2026-12-05', estimateId: estimate.id, amount: '3333.05' }),
    ]);
    expect(await events('email')).toEqual([
      expect.objectContaining({
        date: '2026-12-03',
        at: '2026-12-03T09:00:00.000Z',
        invoiceId: invoice.id,
        emailKind: 'invoice',
      }),
    ]);
    expect((await read(eve)).weeks.flatMap((week) => week.events)).toEqual([]);
  });

  describe('a reminder', () => {
    const change = (id: number, body: object, who = ada) =>
      who.call('POST', `/api/invoices/${id}/reminders/change`, body);
    const plan = async () =>
      (await events('reminder')).map(({ date, days, isMoved, isSkipped }) =>
        [date, days, ...(isMoved ? ['moved'] : []), ...(isSkipped ? ['skipped'] : [])].join(' '),
      );

    it('is on the day on which it goes out, weekends left out', async () => {
      await remind();
      await addInvoice();
      expect(await plan()).toEqual([
        '2026-12-07 -3',
        '2026-12-10 0',
        '2026-12-17 7',
        '2026-12-24 14',
        '2027-01-11 30',
      ]);
    });

    it('is moved, left out and put back, and then goes out so', async () => {
      await remind();
      const { id } = await addInvoice();
      const dueDate = '2026-12-10';
      const moved = await change(id, { dueDate, days: -3, to: '2026-12-01' });
      expect([moved.status, moved.body.next]).toEqual([200, { date: '2026-12-01', days: -3 }]);
      await change(id, { dueDate, days: 0, to: null });
      await change(id, { dueDate, days: 7, to: '2026-12-21' });
      expect(await plan()).toEqual([
        '2026-12-01 -3 moved',
        '2026-12-10 0 skipped',
        '2026-12-21 7 moved',
        '2026-12-24 14',
        '2027-01-11 30',
      ]);
      const sent: string[] = [];
      for (let day = '2026-11-20'; day <= '2026-12-31'; day = addDays(day, 1)) {
        on(day);
        const before = await sentOf(id);
        await sendReminders(test.services);
        if ((await sentOf(id)) > before) sent.push(day);
      }
      expect(sent).toEqual(['2026-12-01', '2026-12-21', '2026-12-24']);
    });

    const sentOf = async (id: number): Promise<number> =>
      (await ada.call('GET', `/api/invoices/${id}/reminders`)).body.sent.length;

    it('goes out today where it is moved to today, after the job has looked', async () => {
      await remind();
      const { id } = await addInvoice();
      on('2026-11-23');
      await sendReminders(test.services);
      await change(id, { dueDate: '2026-12-10', days: -3, to: '2026-11-23' });
      await sendReminders(test.services);
      await sendReminders(test.services);
      expect(await sentOf(id)).toBe(1);
      expect((await plan())[0]).toBe('2026-12-10 0');
    });

    it('is refused with what is wrong', async () => {
      const { id } = await addInvoice();
      const own = { dueDate: '2026-12-10', days: 0 };
      expect(await change(id, { ...own, to: null })).toMatchObject({
        status: 409,
        body: {
          code: 'CONFLICT',
          message: 'Reminders are off. Switch them on in your business profile.',
        },
      });
      await remind();
      expect(await change(id, { ...own, to: '2026-12-17' })).toMatchObject(
        invalid('to', 'Choose a day from Dec 08, 2026 to Dec 16, 2026: reminders keep their order'),
      );
      expect(await change(id, { ...own, days: -3, to: '2026-11-19' })).toMatchObject(
        invalid('to', 'Choose a day from Nov 20, 2026 to Dec 09, 2026: reminders keep their order'),
      );
      expect(await change(id, { ...own, days: 1, to: null })).toMatchObject({
        status: 409,
        body: { code: 'STALE', message: 'That reminder is not to come any more' },
      });
      expect(await change(id, { ...own, dueDate: '2026-12-11', to: null })).toMatchObject({
        status: 409,
        body: { code: 'STALE', message: 'The invoice is due on Dec 10, 2026 by now' },
      });
      expect(await change(id, { ...own, to: '2026-02-30' })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: [{ path: 'to' }] },
      });
      expect((await change(id, { ...own, to: null }, eve)).status).toBe(404);
      await post(`invoices/${id}/mark-paid`, { paymentMethod: 'cash' });
      expect(await change(id, { ...own, to: null })).toMatchObject({
        status: 409,
        body: { message: 'No reminder is sent for this invoice: nothing is due on it.' },
      });
      expect(await plan()).toEqual([]);
    });

    it('is planned however many were due before reminders began', async () => {
      await addInvoice({ issueDate: '2026-08-01', dueDate: '2026-09-01' });
      await addInvoice({ issueDate: '2026-08-01', dueDate: '2026-09-02' });
      const { id } = await addInvoice();
      await remind();
      const profile = await findProfile(db.orm, ada.businessId);
      const asked = { until: '2027-01-18', now: test.time.now, most: 1 };
      const { reminders, more } = await listPlannedReminders(
        db.orm,
        ada.businessId,
        profile,
        asked,
      );
      expect([more, new Set(reminders.map(({ invoiceId }) => invoiceId))]).toEqual([
        false,
        new Set([id]),
      ]);
    });

    it('is not planned where nobody is reminded', async () => {
      await remind();
      const { id } = await addInvoice();
      await post(`invoices/${id}/reminders/pause`, { reason: 'promised', until: '2026-12-20' });
      expect(await plan()).toEqual(['2026-12-21 7', '2026-12-24 14', '2027-01-11 30']);
      await post(`invoices/${id}/reminders/pause`, { reason: 'other' });
      expect(await plan()).toEqual([]);
      await post(`invoices/${id}/reminders/resume`, {});
      const edited = await ada.call(
        'PUT',
        `/api/customers/${customerId}`,
        aCustomer({ email: 'marta@harbor.example', neverRemind: true }),
      );
      expect(edited.status).toBe(200);
      expect(await plan()).toEqual([]);
    });
  });

  it('has late fees on the day on which they are charged, unless what is late is paid or taken back', async () => {
    const fees = async () =>
      (await events('fee')).map(({ date, amount, month, delivery, invoiceId }) =>
        [date, amount, month, delivery, invoiceId].join(' '),
      );
    const parts = [
      { dueDate: '2026-11-30', percent: '40' },
      { dueDate: '2026-12-30', percent: '60' },
    ];
    const { id } = await addInvoice({ installments: parts });
    expect(await fees()).toEqual([]);
    const interest = { kind: 'percent', percent: '1.5', months: 3, delivery: 'send' };
    await remind({ enabled: false, lateFee: { ...interest, months: 1 } });
    expect(await fees()).toEqual([`2026-12-30 0.60 1 send ${id}`]);
    // Drafts of a fixed fee, in the business's currency alone; the 26th is a Saturday.
    const fixed = { kind: 'fixed', amount: '15', afterDays: 26, delivery: 'draft' };
    await remind({ enabled: false, lateFee: fixed });
    await addInvoice({ dueDate: '2026-11-30', currency: 'EUR' });
    expect(await fees()).toEqual([`2026-12-28 15.00  draft ${id}`]);
    await post(`invoices/${id}/reminders/pause`, { reason: 'other' });
    expect(await fees()).toEqual([]);
  });

  it('says what then happens, day by day', async () => {
    await remind({ lateFee: { kind: 'percent', percent: '1', months: 2, delivery: 'draft' } });
    const due = ['2026-11-10', '2026-11-25', '2026-12-10', '2026-12-28', '2026-11-20'];
    const invoices: InvoiceDetail[] = [];
    for (const dueDate of due) {
      invoices.push(await addInvoice({ issueDate: '2026-11-01', dueDate }));
    }
    const ids = invoices.map(({ id }) => id);
    const schedules = [
      { startDate: '2026-11-30', unit: 'month' },
      { startDate: '2026-11-20', unit: 'week' },
      { startDate: '2026-11-22', unit: 'day', every: 9 },
      { startDate: '2026-12-31', unit: 'month', dayOfMonth: 31 },
    ];
    const [first, second] = await Promise.all(
      schedules.map((schedule) => addRecurring({ schedule })),
    );
    await post(`recurring/${first?.id}/move`, { date: '2026-11-30', to: '2026-12-07' });
    await post(`recurring/${second?.id}/skip`, { date: '2026-12-04' });
    await post(`recurring/${second?.id}/move`, { date: '2026-12-11', to: '2026-12-08' });
    await post(`invoices/${ids[2]}/reminders/change`, {
      dueDate: '2026-12-10',
      days: 7,
      to: '2026-12-19',
    });
    await post(`invoices/${ids[3]}/reminders/change`, { dueDate: '2026-12-28', days: 0, to: null });
    // It is not charged for while its reminders are paused.
    await post(`invoices/${ids[4]}/reminders/pause`, { reason: 'promised', until: '2027-01-13' });
    const planned = await read();
    const ahead = planned.weeks.flatMap((week) => week.events);
    const expected = ahead.flatMap((event) =>
      (event.kind === 'recurring' || event.kind === 'reminder') && !event.isSkipped
        ? [
            event.kind === 'recurring'
              ? `${event.date} invoice of ${event.recurringId} for ${event.plannedDate}`
              : `${event.date} reminder of ${event.invoiceId} ${event.days}`,
          ]
        : [],
    );
    const fees = ahead.flatMap((event) =>
      event.kind === 'fee' ? [`${event.date} fee of ${event.invoiceId} ${event.month}`] : [],
    );
    expect([expected.length > 30, fees.length]).toEqual([true, 3]);

    const happened: string[] = [];
    for (let day = planned.today; day <= planned.until; day = addDays(day, 1)) {
      on(day);
      const before = await dealtWith(ids);
      await makeRecurringInvoices(test.services);
      await sendReminders(test.services);
      for (const one of await dealtWith(ids)) {
        if (!before.includes(one)) happened.push(`${day} ${one}`);
      }
    }
    expect(happened.toSorted()).toEqual([...expected, ...fees].toSorted());
  });

  /** What was made and sent so far; reminders of those invoices alone, as others are made meanwhile. */
  const dealtWith = async (ids: readonly number[]): Promise<string[]> => {
    const { rows } = await db.pool.query<{ one: string }>(
      `select 'invoice of ' || recurring_id || ' for ' || date as one from recurring_runs
        where business_id = $1 and outcome = 'made'
      union all
      select 'reminder of ' || invoice_id || ' ' || days from invoice_reminders
        where business_id = $1 and email_id is not null and invoice_id = any($2)
      union all
      select 'fee of ' || invoice_id || ' ' || nth from late_fees
        where business_id = $1 and fee_invoice_id is not null`,
      [ada.businessId, ids],
    );
    return rows.map(({ one }) => one);
  };

  describe('its address for calendar programs', () => {
    const create = async (): Promise<string> => {
      const { body } = await ada.call('POST', '/api/calendar/feed');
      return new URL(body.url).pathname;
    };
    const fetch = (path: string) => test.visitor.call('GET', path);

    it('brings what is to come, as a calendar program reads it', async () => {
      await remind();
      const invoice = await addInvoice({ dueDate: '2026-12-28' });
      await ada.call(
        'PUT',
        `/api/customers/${customerId}`,
        aCustomer({
          email: 'marta@harbor.example',
          name: 'Höger; "Söhne", & Partner \\nDTSTART:19990101',
        }),
      );
      const recurring = await addRecurring();
      await post(`recurring/${recurring.id}/skip`, { date: '2027-01-01' });
      const { status, headers, raw } = await fetch(await create());
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/calendar; charset=utf-8',
        'private, no-store',
      ]);
      const root = new ICAL.Component(ICAL.parse(raw.toString('utf8')));
      const found = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
      const told = found.map(({ startDate, endDate, summary, uid }) => ({
        from: startDate.toString(),
        to: endDate.toString(),
        summary: summary.split(' – ')[0],
        amount: summary.split(', ').at(-1),
        uid: uid.split('@')[0],
      }));
      expect(told).toContainEqual({
        from: '2026-12-28',
        to: '2026-12-29',
        summary: `${invoice.invoiceNumber} is due`,
        amount: '$100.00',
        uid: `due-${invoice.id}-all`,
      });
      expect(told).toContainEqual(
        expect.objectContaining({ from: '2026-12-01', summary: 'Draft an invoice' }),
      );
      expect(told.filter(({ from }) => from === '2027-01-01')).toEqual([]);
      expect(
        found.some(({ summary }) => summary.includes('Höger; "Söhne", & Partner \\nDTSTART')),
      ).toBe(true);
      expect(new Set(told.map(({ uid }) => uid)).size).toBe(told.length);
      const calendar = await read();
      const shown = calendar.weeks
        .flatMap((week) => week.events)
        .filter((event) => !('isSkipped' in event && event.isSkipped));
      expect(told).toHaveLength(shown.length);
      expect((await ada.call('GET', '/api/calendar/feed')).body.lastReadAt).toBe(
        '2026-11-20T12:00:00.000Z',
      );
    });

    it('is revoked, and replaced by a new one', async () => {
      const { body: none } = await ada.call('GET', '/api/calendar/feed');
      expect(none).toEqual({ createdAt: null, lastReadAt: null });
      const first = await create();
      const second = await create();
      expect((await fetch(first)).status).toBe(404);
      expect((await fetch(second)).status).toBe(200);
      const { body: left } = await ada.call('DELETE', '/api/calendar/feed');
      expect(left).toEqual({ createdAt: null, lastReadAt: null });
      expect(await fetch(second)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it('opens nothing for whoever guesses, and not of a business that is suspended', async () => {
      const path = await create();
      const [, , token = ''] = path.split('/');
      const wrong = [
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        token.slice(0, -1),
        `${token}A`,
        `${token.slice(0, 22)}${'A'.repeat(token.length - 22)}`,
        'A'.repeat(token.length),
        '%00',
        '..',
      ];
      for (const one of wrong) {
        expect((await fetch(`/calendar-feed/${one}/remit.ics`)).status, one).toBe(404);
      }
      await db.pool.query('update businesses set suspended_at = now() where id = $1', [
        ada.businessId,
      ]);
      expect((await fetch(path)).status).toBe(404);
      await db.pool.query('update businesses set suspended_at = null');
    });
  });
});
