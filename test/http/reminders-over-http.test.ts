import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { sendReminders } from '../../src/server/features/reminders/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import type {
  InvoiceReminders,
  ReminderSettings,
} from '../../src/shared/reminders/reminder.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { SmtpPeer } from '../mail/smtp-peer.ts';
import { openSmtpPeer } from '../mail/smtp-peer.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const TO = 'marta@harbor.example';
const SETTINGS = {
  enabled: true,
  sendFrom: 9,
  sendUntil: 17,
  businessDaysOnly: true,
  steps: usualSteps(),
};

describeOnDatabase('reminders over HTTP', { owned: true }, (db) => {
  let test: TestApp;
  let peer: SmtpPeer;
  let ada: Caller;
  let eve: Caller;
  let customerId: number;

  beforeAll(async () => {
    test = await openTestApp(db);
    peer = await openSmtpPeer();
    test.services.mailer = peer.openMailer();
    at('2026-11-20T12:00:00Z');
    eve = await test.signUp();
  });
  afterAll(async () => {
    await test.close();
    await peer.close();
  });
  beforeEach(async () => {
    at('2026-11-20T12:00:00Z');
    peer.be('accept');
    peer.accepted.length = 0;
    ada = await test.signUp();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly'`,
    );
    await db.pool.query(`update reminder_settings set enabled = false, late_fee = null`);
    customerId = await addCustomer();
  });

  const at = (instant: string) => {
    test.time.now = new Date(instant);
  };
  /** Noon of a day, within the hours of reminders. */
  const on = (day: string) => at(`${day}T12:00:00Z`);
  const addCustomer = async (values: object = {}): Promise<number> => {
    const input = aCustomer({ email: TO, ...values });
    return (await ada.call('POST', '/api/customers', input)).body.id;
  };
  const addInvoice = async (values: object = {}): Promise<InvoiceDetail> => {
    const input = anInvoice(customerId, {
      status: 'sent',
      issueDate: '2026-11-20',
      dueDate: '2026-12-10',
      taxRate: '0',
      lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
      ...values,
    });
    const answer = await ada.call('POST', '/api/invoices', input);
    expect(answer.status).toBe(201);
    await test.services.jobs.drain();
    peer.accepted.length = 0;
    return answer.body;
  };
  const save = (values: object = {}, who = ada) =>
    who.call('PUT', '/api/reminders/settings', { ...SETTINGS, ...values });
  const remindersOf = async (id: number): Promise<InvoiceReminders> =>
    (await ada.call('GET', `/api/invoices/${id}/reminders`)).body;
  const read = async (id: number): Promise<InvoiceDetail> =>
    (await ada.call('GET', `/api/invoices/${id}`)).body;
  const run = () => sendReminders(test.services);
  /** Runs the job and delivers what it queued. @returns the subjects that arrived */
  const runAndDeliver = async (): Promise<string[]> => {
    await run();
    await test.services.jobs.drain();
    const mails = await Promise.all(peer.accepted.map((_, place) => peer.read(place)));
    peer.accepted.length = 0;
    return mails.map(({ subject = '' }) => subject);
  };
  const pay = (id: number) =>
    ada.call('POST', `/api/invoices/${id}/mark-paid`, { paymentMethod: 'cash' });
  const invalid = (path: string, message: string) => ({
    status: 400,
    body: { code: 'VALIDATION', fields: [{ path, message }] },
  });

  describe('the settings', () => {
    it('begin switched off, with a schedule to start from', async () => {
      const { body } = await ada.call('GET', '/api/reminders/settings');
      expect(body).toEqual({
        ...SETTINGS,
        enabled: false,
        enabledSince: null,
        lateFee: null,
        version: 1,
      } satisfies ReminderSettings);
      await addInvoice();
      on('2027-01-20');
      expect(await run()).toBe(0);
    });

    it('are saved in the order of their days, and refuse a stale save', async () => {
      const steps = usualSteps().toReversed();
      const saved = await save({ steps, version: 1 });
      expect([saved.status, saved.body.version, saved.body.enabledSince]).toEqual([
        200,
        2,
        '2026-11-20',
      ]);
      expect(saved.body.steps).toEqual(usualSteps());
      on('2026-11-23');
      expect((await save({ sendFrom: 8, version: 2 })).body.enabledSince).toBe('2026-11-20');
      const stale = await save({ version: 2 });
      expect([stale.status, stale.body.code, stale.body.current.sendFrom]).toEqual([
        409,
        'STALE',
        8,
      ]);
      expect((await save({ enabled: false })).body.enabledSince).toBeNull();
      expect((await eve.call('GET', '/api/reminders/settings')).body.version).toBe(1);
    });

    it.each([
      [{ sendFrom: -1 }, 'sendFrom', 'The first hour must be an hour from 0 to 23'],
      ...(
        [
          ['1.005', 'Amount must be a number with at most two decimals'],
          ['999999999999', 'Amount must be at most $99,999,999.99'],
        ] as const
      ).map(([amount, message]): [object, string, string] => [
        { lateFee: { kind: 'fixed', amount, afterDays: 1, delivery: 'send' } },
        'lateFee.amount',
        message,
      ]),
    ])('refuse %j', async (values, path, message) => {
      expect(await save(values)).toMatchObject(invalid(path, message));
    });
  });

  describe('the job', () => {
    it('sends each step once, on its day, in its hours, with what is due', async () => {
      await save();
      const { id, invoiceNumber: number } = await addInvoice();
      at('2026-12-07T08:59:00Z');
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-07', days: -3 });
      at('2026-12-07T09:00:00Z');
      const sent = await Promise.all([run(), run(), run()]);
      expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
      await test.services.jobs.drain();
      expect(peer.accepted).toHaveLength(1);
      const mail = await peer.read(0);
      expect(mail.subject).toBe(`Invoice ${number} is due on Dec 10, 2026`);
      expect(mail.to?.[0]?.address).toBe(TO);
      expect(mail.text).toContain('$100.00');
      expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);
      peer.accepted.length = 0;
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-10', days: 0 });
      on('2026-12-10');
      expect(await runAndDeliver()).toEqual([`Invoice ${number} is due today`]);
      on('2026-12-17');
      expect(await runAndDeliver()).toEqual([
        `Reminder: invoice ${number} was due on Dec 10, 2026`,
      ]);
      expect(await read(id)).toMatchObject({
        status: 'overdue',
        history: expect.arrayContaining([
          expect.objectContaining({ type: 'email.sent', data: { kind: 'reminder', to: TO } }),
        ]),
      });
      // A Saturday: on the Monday after it.
      on('2027-01-09');
      expect(await runAndDeliver()).toEqual([]);
      at('2027-01-11T09:05:00Z');
      expect(await runAndDeliver()).toEqual([
        `Final reminder: invoice ${number} is 32 days overdue`,
      ]);
      expect(await remindersOf(id)).toMatchObject({
        next: null,
        without: 'none_left',
        sent: [{ days: 30 }, { days: 7 }, { days: 0 }, { days: -3 }],
      });
      on('2027-03-01');
      expect(await runAndDeliver()).toEqual([]);
    });

    it('before a due date comes before the weekend that it falls on, and is planned so', async () => {
      await save();
      // Three days before is Saturday, December 5.
      const { id, invoiceNumber: number } = await addInvoice({ dueDate: '2026-12-08' });
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-04', days: -3 });
      on('2026-12-03');
      expect(await runAndDeliver()).toEqual([]);
      on('2026-12-04');
      expect(await runAndDeliver()).toEqual([`Invoice ${number} is due on Dec 08, 2026`]);
      on('2026-12-07');
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-08', days: 0 });
    });

    it('is silent on the day on which an invoice comes', async () => {
      await save({ businessDaysOnly: false });
      const { id } = await addInvoice({ dueDate: '2026-11-20' });
      const draft = await addInvoice({ dueDate: '2026-11-23', status: 'draft' });
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(id)).next).toEqual({ date: '2026-11-27', days: 7 });
      on('2026-11-23');
      await ada.call('PUT', `/api/invoices/${draft.id}`, {
        issueDate: '2026-11-23',
        status: 'sent',
      });
      await test.services.jobs.drain();
      peer.accepted.length = 0;
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(draft.id)).next).toEqual({ date: '2026-11-30', days: 7 });
    });

    it('makes up for nothing from before it was switched on, and for one step after days of rest', async () => {
      const { id, invoiceNumber: number } = await addInvoice({ dueDate: '2026-11-30' });
      on('2026-12-10');
      await save();
      expect(await runAndDeliver()).toEqual([]);
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-14', days: 14 });
      on('2027-01-20');
      expect(await runAndDeliver()).toEqual([
        `Final reminder: invoice ${number} is 51 days overdue`,
      ]);
    });

    it.each([
      ['a draft', { status: 'draft' }, 'draft'],
      ['one that is paid', { status: 'paid' }, 'paid'],
    ])('leaves %s alone', async (_what, values, without) => {
      await save();
      const { id } = await addInvoice(values);
      on('2026-12-10');
      expect(await runAndDeliver()).toEqual([]);
      expect(await remindersOf(id)).toMatchObject({ next: null, without });
    });

    it('leaves customers alone who are never to be reminded, and those they were merged into', async () => {
      await save();
      const { id } = await addInvoice();
      const kept = await addCustomer({ name: 'Harbor GmbH', neverRemind: true });
      await ada.call('POST', `/api/customers/${customerId}/merge`, { intoCustomerId: kept });
      on('2026-12-10');
      expect(await runAndDeliver()).toEqual([]);
      expect(await remindersOf(id)).toMatchObject({ next: null, without: 'never' });
    });

    it('says that it was due where the due date fell on a weekend', async () => {
      await save();
      const { invoiceNumber } = await addInvoice({ dueDate: '2026-12-12' });
      on('2026-12-14');
      expect(await runAndDeliver()).toEqual([`Invoice ${invoiceNumber} was due on Dec 12, 2026`]);
    });

    it('plans none for a customer who has blocked the business', async () => {
      await save();
      const { id } = await addInvoice();
      await db.pool.query(
        `insert into mail_recipients (business_id, address, blocked_at)
         select business_id, $2, now() from invoices where id = $1
         on conflict (business_id, address) do update set blocked_at = excluded.blocked_at`,
        [id, TO],
      );
      expect(await remindersOf(id)).toMatchObject({ next: null, without: 'blocked' });
      on('2026-12-10');
      expect(await runAndDeliver()).toEqual([]);
    });

    it('tells the owner once where there is no address', async () => {
      await save();
      customerId = await addCustomer({ email: null });
      const { id, invoiceNumber } = await addInvoice();
      on('2026-12-10');
      for (let n = 0; n < 3; n += 1) expect(await runAndDeliver()).toEqual([]);
      const { body } = await ada.call('GET', '/api/notifications?limit=20');
      expect(
        body.filter(({ type }: { type: string }) => type === 'reminder.refused'),
      ).toMatchObject([
        {
          title: 'No reminder sent',
          message: `Harbor & Pine Coffee has no email address to be reminded at of ${invoiceNumber}.`,
        },
      ]);
      expect(await remindersOf(id)).toMatchObject({ next: null, without: 'no_address', sent: [] });
    });

    it('asks for the installment that is due, and not for the next when that is paid on the way', async () => {
      await save();
      const { id } = await addInvoice({
        installments: [
          { percent: '40', dueDate: '2026-12-01' },
          { percent: '60', dueDate: '2026-12-10' },
        ],
      });
      on('2026-12-01');
      expect(await run()).toBe(1);
      const { body } = await ada.call('POST', '/api/payments', {
        customerId,
        currency: 'USD',
        amount: '40',
        paymentDate: '2026-12-01',
        paymentMethod: 'cash',
        allocations: [{ invoiceId: id, amount: '40' }],
      });
      expect(body.id).toBeGreaterThan(0);
      await test.services.jobs.drain();
      expect(peer.accepted).toHaveLength(0);
      expect((await read(id)).emails[0]).toMatchObject({
        kind: 'reminder',
        withdrawn: true,
        lastError: 'The invoice was paid in the meantime.',
      });
      expect((await remindersOf(id)).next).toEqual({ date: '2026-12-07', days: -3 });
    });

    it('says at its second attempt what is due by then', async () => {
      await save();
      const { id } = await addInvoice();
      on('2026-12-17');
      await run();
      const [email] = (await read(id)).emails;
      if (!email) throw new Error('no message');
      const deliver = () =>
        deliverEmail(test.services, { businessId: ada.businessId, emailId: email.id });
      peer.be('later');
      await expect(deliver()).rejects.toThrow();
      await ada.call('POST', '/api/payments', {
        customerId,
        currency: 'USD',
        amount: '30',
        paymentDate: '2026-12-17',
        paymentMethod: 'cash',
        allocations: [{ invoiceId: id, amount: '30' }],
      });
      peer.be('accept');
      on('2026-12-18');
      expect(await deliver()).toBe(1);
      expect((await peer.read(0)).text).toContain('$70.00 of invoice');
      expect((await read(id)).emails[0]?.message).toContain('$70.00 of invoice');
    });

    it('reminds nobody who has paid, though 64 pay while it runs', async () => {
      await save();
      const invoices = await Promise.all(Array.from({ length: 64 }, () => addInvoice()));
      on('2026-12-17');
      const racing = invoices.map(async ({ id }, place) => {
        await new Promise((resolve) => setTimeout(resolve, place * 3));
        expect((await pay(id)).status).toBe(200);
      });
      const ids = new Set<number>();
      const delivering = (async () => {
        for (let rounds = 0; rounds < 3; rounds += 1) {
          await Promise.all([run(), run()]);
          await test.services.jobs.drain();
        }
      })();
      await Promise.all([...racing, delivering]);
      await test.services.jobs.drain();
      for (const { id } of invoices) {
        const { emails, history, status } = await read(id);
        expect(status).toBe('paid');
        const [reminder, ...more] = emails.filter(({ kind }) => kind === 'reminder');
        expect(more).toEqual([]);
        if (reminder?.status === 'sent') ids.add(id);
        else if (reminder) expect(reminder).toMatchObject({ status: 'failed', withdrawn: true });
        // Newest first: what was queued was queued before the payment.
        const types = history.map(({ type }) => type);
        const queued = history.findIndex(
          ({ type, data }) => type === 'email.queued' && data['kind'] === 'reminder',
        );
        if (queued !== -1) expect(queued).toBeGreaterThan(types.indexOf('invoice.paid'));
      }
      expect(peer.accepted).toHaveLength(ids.size);
      // From then on nobody is.
      on('2027-02-01');
      peer.accepted.length = 0;
      expect(await runAndDeliver()).toEqual([]);
    });
  });

  describe('a pause', () => {
    const pause = (id: number, values: object = {}, who = ada) =>
      who.call('POST', `/api/invoices/${id}/reminders/pause`, { reason: 'replied', ...values });
    const resume = (id: number, who = ada) =>
      who.call('POST', `/api/invoices/${id}/reminders/resume`, {});

    it('takes back what waits, and holds until it is resumed', async () => {
      await save();
      const { id, invoiceNumber: number } = await addInvoice();
      on('2026-12-10');
      expect(await run()).toBe(1);
      const paused = await pause(id, { note: 'Wrote that the check is in the mail' });
      expect(paused.body).toMatchObject({
        next: null,
        without: 'paused',
        pause: { reason: 'replied', until: null, note: 'Wrote that the check is in the mail' },
      });
      await test.services.jobs.drain();
      expect(peer.accepted).toHaveLength(0);
      expect((await read(id)).emails[0]?.lastError).toBe('Reminders were paused in the meantime.');
      on('2026-12-17');
      expect(await runAndDeliver()).toEqual([]);
      const resumed = await resume(id);
      expect(resumed.body).toMatchObject({ pause: null, next: { days: 7 } });
      expect((await resume(id)).body).toMatchObject({ pause: null });
      on('2026-12-18');
      expect(await runAndDeliver()).toEqual([
        `Reminder: invoice ${number} was due on Dec 10, 2026`,
      ]);
      const types = (await read(id)).history.map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('reminders.'))).toEqual([
        'reminders.resumed',
        'reminders.paused',
      ]);
    });

    it('ends by itself behind the day of a promise', async () => {
      await save();
      const { id } = await addInvoice();
      on('2026-12-15');
      const { body } = await pause(id, { reason: 'promised', until: '2026-12-18' });
      // The 19th is a Saturday.
      expect(body).toMatchObject({ next: { date: '2026-12-21', days: 7 }, without: null });
      on('2026-12-18');
      expect(await runAndDeliver()).toEqual([]);
      on('2026-12-21');
      expect(await runAndDeliver()).toHaveLength(1);
    });

    it.each([
      [{ reason: 'tired' }, 'reason', 'Reason must be promised, replied, disputed or other'],
      [{ until: '2026-11-19' }, 'until', 'Choose a day from today, Nov 20, 2026, on'],
    ])('refuses %j', async (values, path, message) => {
      const { id } = await addInvoice();
      expect(await pause(id, values)).toMatchObject(invalid(path, message));
    });

    it('is of one business, and of an invoice on which something is due', async () => {
      const { id } = await addInvoice();
      const missing = { status: 404, body: { code: 'NOT_FOUND', message: 'Invoice not found' } };
      expect(await pause(id, {}, eve)).toMatchObject(missing);
      expect(await resume(id, eve)).toMatchObject(missing);
      expect(await eve.call('GET', `/api/invoices/${id}/reminders`)).toMatchObject(missing);
      for (const path of [`invoices/${id}/reminders`, 'reminders/settings']) {
        expect((await test.visitor.call('GET', `/api/${path}`)).status).toBe(401);
      }
      await pay(id);
      expect(await pause(id)).toMatchObject({
        status: 409,
        body: { message: 'No reminder is sent for this invoice: nothing is due on it.' },
      });
    });
  });

  describe('late fees', () => {
    const fixed = { kind: 'fixed', amount: '15', afterDays: 10, delivery: 'draft' };
    const monthly = { kind: 'percent', percent: '1.5', months: 3, delivery: 'send' };
    /** Sessions last 30 days. */
    const asOnFirstDay = async <T>(ask: () => Promise<T>): Promise<T> => {
      const { now } = test.time;
      on('2026-11-20');
      const answer = await ask();
      test.time.now = now;
      return answer;
    };
    const charged = async (id: number) => {
      const { lateFees } = await asOnFirstDay(() => remindersOf(id));
      return asOnFirstDay(() => Promise.all(lateFees.map((fee) => read(fee.id))));
    };

    it('are charged once by a draft of its own, and the invoice stays as it is', async () => {
      await save({ enabled: false, lateFee: fixed });
      const { id, invoiceNumber } = await addInvoice();
      const before = await read(id);
      on('2026-12-18');
      await run();
      expect(await charged(id)).toEqual([]);
      on('2026-12-21');
      await Promise.all([run(), run(), run()]);
      on('2027-03-01');
      await run();
      const [fee, ...more] = await charged(id);
      expect(more).toEqual([]);
      expect(fee).toMatchObject({
        status: 'draft',
        total: '15.00',
        taxAmount: '0.00',
        issueDate: '2026-12-21',
        customerId,
        lineItems: [{ description: `Late fee for invoice ${invoiceNumber}, due on Dec 10, 2026` }],
      });
      on('2026-12-18');
      expect((await remindersOf(fee?.id ?? 0)).lateFeeFor).toEqual({ id, invoiceNumber });
      expect(await read(id)).toMatchObject({
        revision: before.revision,
        total: before.total,
        amountDue: '100.00',
        lineItems: before.lineItems,
      });
      const { body } = await ada.call('GET', '/api/notifications?limit=20');
      expect(body.filter(({ type }: { type: string }) => type === 'late_fee.made')).toMatchObject([
        {
          title: 'Late fee drafted',
          message: `$15.00 for ${invoiceNumber} to Harbor & Pine Coffee`,
        },
      ]);
    });

    it('are interest for each whole month of what is overdue, sent, and not on a fee itself', async () => {
      await save({ enabled: false, lateFee: monthly });
      const { id, invoiceNumber } = await addInvoice();
      on('2026-12-15');
      await ada.call('POST', '/api/payments', {
        customerId,
        currency: 'USD',
        amount: '33.30',
        paymentDate: '2026-12-15',
        paymentMethod: 'cash',
        allocations: [{ invoiceId: id, amount: '33.30' }],
      });
      on('2027-01-08');
      await run();
      expect(await charged(id)).toEqual([]);
      for (const day of [
        '2027-01-11',
        '2027-02-10',
        '2027-03-10',
        '2027-04-12',
        '2027-05-10',
        '2027-09-10',
      ]) {
        on(day);
        await run();
      }
      const fees = await charged(id);
      // 1.5 % of 66.70 is 1.0005.
      expect(fees.map(({ total, status }) => [total, status])).toEqual([
        ['1.00', 'sent'],
        ['1.00', 'sent'],
        ['1.00', 'sent'],
      ]);
      expect(fees[1]?.lineItems[0]?.description).toBe(
        `Interest for late payment of invoice ${invoiceNumber}, due on Dec 10, 2026: 1.5% for month 2`,
      );
      for (const fee of fees) expect(await charged(fee.id)).toEqual([]);
    });

    it('are rounded as the business has it for the currency, however the invoice is', async () => {
      await saveProfile(ada, {
        businessName: 'Quill',
        roundedTotals: [{ currency: 'CHF', increment: '0.05' }],
      });
      await save({ enabled: false, lateFee: monthly });
      const exact = { currency: 'CHF', roundingIncrement: null };
      const { id } = await addInvoice({
        ...exact,
        lineItems: [{ description: 'Design', quantity: '1', unitPrice: '100.80' }],
      });
      on('2027-01-11');
      await run();
      expect(await charged(id)).toMatchObject([{ rounding: '-0.01', total: '1.50' }]);
    });

    it('are not charged where it was late before, paid, paused, or of a customer who is never reminded', async () => {
      const late = await addInvoice({ dueDate: '2026-11-20' });
      on('2026-12-04');
      await save({ enabled: false, lateFee: fixed });
      const paid = await addInvoice();
      const paused = await addInvoice();
      customerId = await addCustomer({ neverRemind: true });
      const never = await addInvoice();
      await pay(paid.id);
      await ada.call('POST', `/api/invoices/${paused.id}/reminders/pause`, { reason: 'disputed' });
      on('2026-12-21');
      await run();
      for (const { id } of [late, paid, paused, never]) expect(await charged(id)).toEqual([]);
    });

    it('under other terms are of what is due from then on', async () => {
      await save({ enabled: false, lateFee: fixed });
      const before = await addInvoice({ dueDate: '2026-12-01' });
      on('2026-12-03');
      await save({ enabled: false, lateFee: { ...fixed, amount: '50' } });
      await save({ enabled: false, lateFee: { ...fixed, amount: '50.00', delivery: 'send' } });
      const { id } = await addInvoice({ dueDate: '2026-12-04' });
      on('2026-12-21');
      await run();
      expect(await charged(before.id)).toEqual([]);
      expect(await charged(id)).toMatchObject([{ total: '50.00' }]);
    });

    it('that are refused are told of once, and made when they can be', async () => {
      await save({ enabled: false, lateFee: fixed });
      const { id } = await addInvoice();
      const subscribe = (status: string, used: number) =>
        db.pool.query(
          'update businesses set subscription_status = $2, trial_invoices_used = $3 where id = $1',
          [ada.businessId, status, used],
        );
      await subscribe('trial', 10);
      for (const day of ['2026-12-21', '2026-12-22', '2026-12-23']) {
        on(day);
        await run();
      }
      expect(await charged(id)).toEqual([]);
      const { body } = await ada.call('GET', '/api/notifications?limit=20');
      expect(body.filter(({ type }: { type: string }) => type === 'late_fee.refused')).toHaveLength(
        1,
      );
      await subscribe('active', 10);
      on('2026-12-24');
      await run();
      expect(await charged(id)).toHaveLength(1);
    });
  });

  it('a preview shows the words of an invoice that is open, or made-up ones', async () => {
    const [, , step] = usualSteps();
    const preview = (who = ada) => who.call('POST', '/api/reminders/preview', step);
    expect((await preview(await test.signUp())).body).toMatchObject({
      subject: 'Reminder: invoice INV-1001 was due on Nov 13, 2026',
      html: null,
      invoiceNumber: null,
    });
    const { invoiceNumber } = await addInvoice();
    const { body } = await preview();
    expect(body).toMatchObject({
      subject: `Reminder: invoice ${invoiceNumber} was due on Dec 10, 2026`,
      invoiceNumber,
    });
    expect(body.html).toContain('$100.00');
    expect(peer.accepted).toHaveLength(0);
  });
});
