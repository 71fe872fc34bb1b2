import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { prepareJobs } from '../../../../test/database/prepare-jobs.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { aRecurring } from '../../../../test/factories/recurring.ts';
import { onEvents } from '../../platform/events/record-events.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../customers/save-customer.ts';
import { createSeries } from '../documents/number-series/save-number-series.ts';
import { readInvoice } from '../invoices/index.ts';
import { createInvoice } from '../invoices/save-invoice.ts';
import { notifyOwner } from '../notifications/index.ts';
import { pauseRecurring, resumeRecurring, runRecurring } from './change-recurring.ts';
import { makeRecurringInvoices } from './make-recurring-invoices.job.ts';
import { readRecurring } from './read-recurring.ts';
import { createRecurring, deleteRecurring, updateRecurring } from './save-recurring.ts';

onEvents(notifyOwner);

describeOnDatabase('the job that makes recurring invoices', { owned: true }, (db) => {
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock: { now: () => time.now } };
  const work = () => makeRecurringInvoices(services);
  const at = (instant: string) => {
    time.now = new Date(instant);
  };
  const setUp = async (values: object = {}) => {
    await prepareJobs(db);
    await db.pool.query('delete from recurring_invoices');
    at('2026-11-20T12:00:00Z');
    const owner = await makeOwner(db, values);
    const customer = await createCustomer(
      services,
      owner,
      aCustomer({ email: 'm@harbor.example' }),
    );
    const create = (input: object = {}) =>
      createRecurring(services, owner, aRecurring(customer.id, input));
    const read = (id: number) => readRecurring(db.orm, owner, id, time.now);
    const news = async () => {
      const { rows } = await db.pool.query<{ title: string; message: string }>(
        'select title, message from notifications where business_id = $1 order by id',
        [owner],
      );
      return rows.map(({ title, message }) => `${title} | ${message}`);
    };
    const inZone = (zone: string) =>
      db.pool.query('update business_profiles set time_zone = $2 where business_id = $1', [
        owner,
        zone,
      ]);
    return { owner, customerId: customer.id, create, read, news, inZone };
  };
  const daily = { startDate: '2026-11-21', unit: 'day' };

  it('makes what is due, once, however many work at once', async () => {
    const { create, read, news } = await setUp();
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await create({ name: `No ${n}` })).id);
    at('2026-12-01T00:00:30Z');
    const made = await Promise.all([work(), work(), work()]);
    expect(made.reduce((sum, one) => sum + one)).toBe(5);
    expect(await work()).toBe(0);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({
        madeCount: 1,
        nextDate: '2027-01-01',
        runs: [{ date: '2026-12-01', outcome: 'made', invoice: { issueDate: '2026-12-01' } }],
      });
    }
    const told = await news();
    expect(told).toHaveLength(5);
    expect(told.sort()[0]).toMatch(
      /^Recurring invoice made \| No 0: INV-2026-\d+ to Harbor & Pine Coffee was drafted for review\.$/,
    );
  });

  it('issues and queues what is to be sent, in the same transaction', async () => {
    const { owner, create, read, news } = await setUp();
    const { id } = await create({ delivery: 'send' });
    at('2026-12-01T08:00:00Z');
    expect(await work()).toBe(1);
    const [run] = (await read(id)).runs;
    const invoice = await readInvoice(db.orm, owner, run?.invoice?.id ?? 0, time.now);
    expect(invoice).toMatchObject({
      status: 'sent',
      revision: 1,
      dueDate: '2026-12-31',
      emails: [{ status: 'queued', to: 'm@harbor.example' }],
    });
    expect((await news())[0]).toContain('was issued and queued for sending.');
  });

  it.each([
    ['all', 40, 0, '2026-11-21', '40 invoices to Harbor & Pine Coffee were drafted for review.'],
    ['latest', 1, 39, '2026-12-30', '39 invoices whose day had passed were not made.'],
    ['none', 1, 39, '2026-12-30', '39 invoices whose day had passed were not made.'],
  ])('after 40 days of downtime makes %s: %i, and tells it at once', async (...row) => {
    const [catchUp, made, missed, first, words] = row;
    const { create, read, news } = await setUp();
    const { id } = await create({ catchUp, schedule: daily });
    at('2026-12-30T09:00:00Z');
    expect((await Promise.all([work(), work()])).reduce((sum, one) => sum + one)).toBe(made);
    const after = await read(id);
    expect(after).toMatchObject({ madeCount: made, nextDate: '2026-12-31' });
    const { rows } = await db.pool.query<{ outcome: string; count: number; first: string }>(
      `select outcome, count(*)::int as count, min(date)::text as first from recurring_runs
       where recurring_id = $1 group by outcome order by outcome`,
      [id],
    );
    expect(rows).toEqual([
      { outcome: 'made', count: made, first },
      ...(missed > 0 ? [{ outcome: 'missed', count: missed, first: '2026-11-21' }] : []),
    ]);
    const told = await news();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(words);
  });

  it('makes none of a day that has passed where none are to be caught up with', async () => {
    const { create, read, news } = await setUp();
    const { id } = await create({ catchUp: 'none' });
    at('2026-12-02T09:00:00Z');
    expect(await work()).toBe(0);
    expect(await read(id)).toMatchObject({
      madeCount: 0,
      nextDate: '2027-01-01',
      runs: [{ date: '2026-12-01', outcome: 'missed', invoice: null }],
    });
    expect(await news()).toEqual([
      'Recurring invoice missed | Retainer: 1 invoice whose day had passed was not made.',
    ]);
  });

  it('makes nothing while paused, and catches up when resumed', async () => {
    const { owner, create, read } = await setUp();
    const { id } = await create({ catchUp: 'latest' });
    await pauseRecurring(services, owner, id);
    at('2027-03-15T12:00:00Z');
    expect(await work()).toBe(0);
    await resumeRecurring(services, owner, { id });
    expect(await work()).toBe(1);
    const after = await read(id);
    expect(after.nextDate).toBe('2027-04-01');
    expect(after.runs.map(({ date, outcome }) => [date, outcome])).toEqual([
      ['2027-03-01', 'made'],
      ['2027-02-01', 'missed'],
      ['2027-01-01', 'missed'],
      ['2026-12-01', 'missed'],
    ]);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-30T09:59:00Z', '2026-11-30T10:00:00Z'],
    ['America/Los_Angeles', '2026-12-01T07:59:00Z', '2026-12-01T08:00:00Z'],
    ['Mars/Olympus_Mons', '2026-11-30T23:59:00Z', '2026-12-01T00:00:00Z'],
  ])('begins a day with midnight in %s', async (zone, before, after) => {
    const { create, inZone } = await setUp();
    await create();
    await inZone(zone);
    at(before);
    expect(await work()).toBe(0);
    at(after);
    expect(await work()).toBe(1);
  });

  it('makes each day once where clocks are put back and forward', async () => {
    const { create, read, inZone } = await setUp();
    await inZone('America/Los_Angeles');
    const { id } = await create({
      catchUp: 'none',
      schedule: { startDate: '2027-03-13', unit: 'day', endDate: '2027-03-15' },
    });
    for (let hour = 0; hour < 80; hour += 1) {
      at(new Date(Date.UTC(2027, 2, 13, 0, 30) + hour * 3_600_000).toISOString());
      await work();
    }
    const after = await read(id);
    expect(after.runs.map(({ date, outcome }) => [date, outcome])).toEqual([
      ['2027-03-15', 'made'],
      ['2027-03-14', 'made'],
      ['2027-03-13', 'made'],
    ]);
    expect(after.status).toBe('ended');
  });

  it('makes the 31st on the last day of each month', async () => {
    const { create, read } = await setUp();
    const { id } = await create({ schedule: { startDate: '2026-12-31', unit: 'month' } });
    for (let day = 0; day < 125; day += 1) {
      at(new Date(Date.UTC(2026, 11, 1, 12) + day * 86_400_000).toISOString());
      await work();
    }
    expect((await read(id)).runs.map(({ invoice }) => invoice?.issueDate)).toEqual([
      '2027-03-31',
      '2027-02-28',
      '2027-01-31',
      '2026-12-31',
    ]);
  });

  it('dates an invoice today where its number series is past its day', async () => {
    const { owner, customerId, create, read } = await setUp();
    await createSeries(services, owner, { kind: 'invoice', pattern: 'RE-{SEQ}' });
    const { id } = await create({ delivery: 'send' });
    at('2026-12-03T12:00:00Z');
    const today = { invoiceNumber: '', issueDate: '2026-12-03', dueDate: '2026-12-20' };
    await createInvoice(services, owner, anInvoice(customerId, { ...today, status: 'sent' }));
    expect(await work()).toBe(1);
    expect((await read(id)).runs).toMatchObject([
      { date: '2026-12-01', invoice: { invoiceNumber: 'RE-2', issueDate: '2026-12-03' } },
    ]);
  });

  it('keeps what is refused due, says why once, and tries again each hour', async () => {
    const { owner, create, read, news } = await setUp({
      subscriptionStatus: 'trial',
      trialInvoicesUsed: 10,
    });
    const { id } = await create({ catchUp: 'none' });
    at('2026-12-01T06:00:00Z');
    expect(await work()).toBe(0);
    const problem = {
      code: 'SUBSCRIPTION_REQUIRED',
      message: 'Your free trial or plan has ended. Choose a plan, and this invoice is made.',
      path: null,
      since: '2026-12-01T06:00:00.000Z',
    };
    expect(await read(id)).toMatchObject({ status: 'active', nextDate: '2026-12-01', problem });
    expect(await news()).toEqual([`Recurring invoice not made | Retainer: ${problem.message}`]);
    at('2026-12-01T07:00:00Z');
    await work();
    await expect(runRecurring(services, owner, { id })).rejects.toMatchObject({
      code: 'SUBSCRIPTION_REQUIRED',
    });
    expect(await read(id)).toMatchObject({ problem });
    expect(await news()).toHaveLength(1);
    // Five days later there is a plan: the day was not slept through, so it is made.
    for (const day of ['02', '03', '04', '05']) {
      at(`2026-12-${day}T12:00:00Z`);
      await work();
    }
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly' where id = $1`,
      [owner],
    );
    at('2026-12-05T12:59:00Z');
    expect(await work()).toBe(0);
    at('2026-12-05T13:00:00Z');
    expect(await work()).toBe(1);
    expect(await read(id)).toMatchObject({
      problem: null,
      nextDate: '2027-01-01',
      runs: [{ date: '2026-12-01', outcome: 'made' }],
    });
    expect(await news()).toHaveLength(2);
  });

  it('does not take what was slept through for refused', async () => {
    const { owner, create, read, news } = await setUp({
      subscriptionStatus: 'trial',
      trialInvoicesUsed: 10,
    });
    const { id } = await create({ catchUp: 'latest', schedule: daily });
    at('2026-12-30T12:00:00Z');
    expect(await work()).toBe(0);
    expect(await read(id)).toMatchObject({ nextDate: '2026-12-30', madeCount: 0 });
    expect(await news()).toEqual([
      'Recurring invoice missed | Retainer: 39 invoices whose day had passed were not made.',
      expect.stringMatching(/^Recurring invoice not made/),
    ]);
    at('2026-12-31T12:00:00Z');
    await work();
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly' where id = $1`,
      [owner],
    );
    at('2026-12-31T13:00:00Z');
    expect(await work()).toBe(2);
    expect((await read(id)).runs.slice(0, 3).map(({ date, outcome }) => [date, outcome])).toEqual([
      ['2026-12-31', 'made'],
      ['2026-12-30', 'made'],
      ['2026-12-29', 'missed'],
    ]);
  });

  it('tries at once what was mended: the template, the customer, the profile', async () => {
    const { owner, customerId, create, read } = await setUp();
    await updateCustomer(services, owner, { ...aCustomer({ email: null }), id: customerId });
    const one = await create({ name: 'One', delivery: 'send' });
    const two = await create({ name: 'Two', delivery: 'send' });
    at('2026-12-01T06:00:00Z');
    expect(await work()).toBe(0);
    expect((await read(one.id)).problem).toMatchObject({
      code: 'VALIDATION',
      message:
        'The customer has no email address to send the invoice to. Add one, or have invoices drafted.',
      path: 'customerId',
    });
    at('2026-12-01T06:01:00Z');
    await updateRecurring(services, owner, { id: one.id, delivery: 'draft' });
    expect((await read(one.id)).problem).toBeNull();
    expect(await work()).toBe(1);
    at('2026-12-01T06:02:00Z');
    await updateCustomer(services, owner, {
      ...aCustomer({ email: 'new@harbor.example' }),
      id: customerId,
    });
    expect(await work()).toBe(1);
    expect((await read(two.id)).runs).toMatchObject([{ invoice: { status: 'sent' } }]);
  });

  it('says what a deleted customer and a missing rate are, and holds nobody else up', async () => {
    const { owner, create, read } = await setUp();
    const gone = await createCustomer(services, owner, aCustomer({ name: 'Gone' }));
    const { id } = await create({ customerId: gone.id });
    const fine = await create({ name: 'Fine' });
    await deleteCustomer(services, owner, gone.id);
    const broken = await create({ name: 'Broken' });
    const lineItems = [{ ...broken.lineItems[0], taxes: [{ taxRateId: 999_999 }] }];
    await db.orm.execute(sql`
      update recurring_invoices set content = content
        || ${JSON.stringify({ taxRate: '0.00', lineItems })}::jsonb
      where business_id = ${owner} and id = ${broken.id}`);
    at('2026-12-01T06:00:00Z');
    expect(await work()).toBe(1);
    expect((await read(fine.id)).madeCount).toBe(1);
    expect((await read(id)).problem?.message).toBe(
      'The customer was deleted. Restore the customer, or choose another one.',
    );
    expect((await read(broken.id)).problem?.message).toBe(
      'A tax rate of this invoice is not there any more. Choose another one.',
    );
  });

  it('makes nothing for whom is suspended, or of what is deleted', async () => {
    const { owner, create } = await setUp({ suspendedAt: new Date('2026-11-20T12:00:00Z') });
    const { id } = await create();
    at('2026-12-01T06:00:00Z');
    expect(await work()).toBe(0);
    await db.pool.query('update businesses set suspended_at = null where id = $1', [owner]);
    await deleteRecurring(services, owner, id);
    expect(await work()).toBe(0);
  });

  it('meets edits, pauses and runs by hand without doing a day twice', async () => {
    const { owner, create } = await setUp();
    const { id, schedule } = await create({ schedule: daily });
    at('2026-12-10T12:00:00Z');
    const anything = (step: Promise<unknown>) => step.catch(() => undefined);
    await Promise.all([
      work(),
      anything(updateRecurring(services, owner, { id, name: 'Edited' })),
      work(),
      anything(runRecurring(services, owner, { id })),
      anything(updateRecurring(services, owner, { id, schedule: { ...schedule, every: 3 } })),
      anything(pauseRecurring(services, owner, id)),
    ]);
    await resumeRecurring(services, owner, { id });
    await work();
    const { rows } = await db.pool.query<{
      runs: number;
      days: number;
      invoices: number;
      made: number;
    }>(
      `select count(*)::int as runs, count(distinct date)::int as days,
         count(distinct invoice_id)::int as invoices,
         (select made_count from recurring_invoices where id = $1) as made
       from recurring_runs where recurring_id = $1`,
      [id],
    );
    const [counted] = rows;
    expect(counted?.days).toBe(counted?.runs);
    expect(counted?.invoices).toBe(counted?.made);
    const invoices = await db.orm.$count(
      sql`(select 1 from invoices where business_id = ${owner}) made`,
    );
    expect(invoices).toBe(counted?.made);
  });
});
