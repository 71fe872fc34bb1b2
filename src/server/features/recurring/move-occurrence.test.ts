import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { aRecurring } from '../../../../test/factories/recurring.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { createCustomer } from '../customers/save-customer.ts';
import {
  pauseRecurring,
  resumeRecurring,
  runRecurring,
  skipOccurrence,
} from './change-recurring.ts';
import { makeRecurringInvoices } from './make-recurring-invoices.job.ts';
import { moveOccurrence } from './move-occurrence.ts';
import { readRecurring } from './read-recurring.ts';
import { createRecurring, updateRecurring } from './save-recurring.ts';

describeOnDatabase('days of a schedule that are planned otherwise', { owned: true }, (db) => {
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock: { now: () => time.now } };
  let owner: string;
  let customerId: number;

  beforeEach(async () => {
    on('2026-11-20');
    owner = await makeOwner(db);
    const customer = aCustomer({ email: 'm@harbor.example' });
    customerId = (await createCustomer(services, owner, customer)).id;
  });

  const on = (day: string) => {
    time.now = new Date(`${day}T12:00:00Z`);
  };
  /** On the 1st of each month, from December on. */
  const monthly = (values: object = {}) =>
    createRecurring(services, owner, aRecurring(customerId, values));
  const read = (id: number) => readRecurring(db.orm, owner, id, time.now);
  const countInvoices = async (): Promise<number> => {
    const sql = 'select count(*)::int as count from invoices where business_id = $1';
    return (await db.pool.query<{ count: number }>(sql, [owner])).rows[0]?.count ?? 0;
  };
  /** @returns how many were made for this owner */
  const run = async () => {
    const before = await countInvoices();
    await makeRecurringInvoices(services);
    return (await countInvoices()) - before;
  };
  const runOn = (day: string) => {
    on(day);
    return run();
  };
  const refused = (path: string, message: string) => ({
    code: 'VALIDATION',
    message,
    details: { fields: [{ path, message }] },
  });
  const days = ({ upcoming }: RecurringDetail) =>
    upcoming.map(({ date, onDate, isSkipped }) =>
      isSkipped ? `${date} skipped` : date === onDate ? date : `${date} on ${onDate}`,
    );
  const runs = ({ runs: all }: RecurringDetail) =>
    all.map(({ date, outcome, invoice }) => [date, outcome, invoice?.issueDate]);

  it('are made on the day that they were moved to, dated by it, with the period of their own', async () => {
    const { id } = await monthly({ notes: '{period}' });
    const moved = await moveOccurrence(services, owner, {
      id,
      date: '2026-12-01',
      to: '2026-12-04',
    });
    expect(moved.nextDate).toBe('2026-12-04');
    expect(moved.version).toBe(1);
    expect(days(moved).slice(0, 2)).toEqual(['2026-12-01 on 2026-12-04', '2027-01-01']);
    expect(await runOn('2026-12-03')).toBe(0);
    expect(await runOn('2026-12-04')).toBe(1);
    expect(await runOn('2026-12-04')).toBe(0);
    const made = await read(id);
    expect(runs(made)).toEqual([['2026-12-01', 'made', '2026-12-04']]);
    expect(made.nextDate).toBe('2027-01-01');
    const { rows } = await db.pool.query(
      'select exceptions from recurring_invoices where id = $1 and business_id = $2',
      [id, owner],
    );
    expect(rows[0]?.exceptions).toEqual([]);
    const { rows: invoices } = await db.pool.query(
      'select notes from invoices where business_id = $1',
      [owner],
    );
    expect(invoices.map(({ notes }) => notes)).toEqual(['Dec 1 – 31, 2026']);
  });

  it('are made sooner, too, and go back to their own day', async () => {
    const { id } = await monthly();
    await moveOccurrence(services, owner, { id, date: '2027-01-01', to: '2026-12-20' });
    expect(days(await read(id)).slice(0, 3)).toEqual([
      '2026-12-01',
      '2027-01-01 on 2026-12-20',
      '2027-02-01',
    ]);
    const back = await moveOccurrence(services, owner, {
      id,
      date: '2027-01-01',
      to: '2027-01-01',
    });
    expect(days(back)[1]).toBe('2027-01-01');
    await moveOccurrence(services, owner, { id, date: '2027-01-01', to: '2026-12-20' });
    expect(await runOn('2026-12-20')).toBe(2);
    expect(runs(await read(id))).toEqual([
      ['2027-01-01', 'made', '2026-12-20'],
      ['2026-12-01', 'made', '2026-12-01'],
    ]);
    expect((await read(id)).nextDate).toBe('2027-02-01');
  });

  it('are left out ahead of time, put back, and written down when their time has come', async () => {
    const { id } = await monthly({
      schedule: { startDate: '2026-12-01', unit: 'month', maxOccurrences: 3 },
    });
    await skipOccurrence(services, owner, { id, date: '2027-01-01' });
    await skipOccurrence(services, owner, { id, date: '2027-02-01' });
    // Twice is once.
    expect(days(await skipOccurrence(services, owner, { id, date: '2027-02-01' }))).toEqual([
      '2026-12-01',
      '2027-01-01 skipped',
      '2027-02-01 skipped',
      '2027-03-01',
      '2027-04-01',
    ]);
    await moveOccurrence(services, owner, { id, date: '2027-02-01', to: '2027-02-01' });
    expect(await runOn('2026-12-01')).toBe(1);
    expect((await read(id)).nextDate).toBe('2027-02-01');
    expect(await runOn('2027-03-01')).toBe(2);
    const made = await read(id);
    expect(runs(made).map(([date, outcome]) => [date, outcome])).toEqual([
      ['2027-03-01', 'made'],
      ['2027-02-01', 'made'],
      ['2027-01-01', 'skipped'],
      ['2026-12-01', 'made'],
    ]);
    expect(made.status).toBe('ended');
  });

  it('are not put back across others that were moved since', async () => {
    const { id } = await monthly();
    const move = (date: string, to: string) => moveOccurrence(services, owner, { id, date, to });
    await move('2027-01-01', '2026-12-20');
    await move('2027-02-01', '2026-12-24');
    const order = refused(
      'to',
      'Choose a day from Dec 02, 2026 to Dec 23, 2026: invoices keep their order',
    );
    await expect(move('2027-01-01', '2027-01-01')).rejects.toMatchObject(order);
    // Nor after it was left out.
    await skipOccurrence(services, owner, { id, date: '2027-01-01' });
    await expect(move('2027-01-01', '2027-01-01')).rejects.toMatchObject(order);
    await move('2027-02-01', '2027-02-01');
    expect(days(await move('2027-01-01', '2027-01-01')).slice(0, 3)).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ]);
    await move('2027-01-01', '2027-01-20');
    await move('2026-12-01', '2027-01-10');
    await expect(move('2027-01-01', '2027-01-01')).rejects.toMatchObject(
      refused('to', 'Choose a day from Jan 11, 2027 to Jan 31, 2027: invoices keep their order'),
    );
    // What was put off goes back to a day that has passed, and is made at once.
    on('2027-01-05');
    await move('2026-12-01', '2026-12-01');
    expect(await run()).toBe(1);
  });

  it('are kept by another schedule only in an order that all of them keep', async () => {
    const { id } = await monthly();
    const move = (date: string, to: string) => moveOccurrence(services, owner, { id, date, to });
    await move('2027-01-01', '2026-12-20');
    await move('2027-02-01', '2026-12-28');
    // From here on, the first of the two cannot be moved before its own day, and the other not before it.
    const startDate = '2026-12-24';
    const saved = await updateRecurring(services, owner, {
      id,
      schedule: {
        startDate,
        unit: 'month',
        every: 1,
        dayOfMonth: 1,
        endDate: null,
        maxOccurrences: null,
      },
    });
    expect(days(saved).slice(0, 2)).toEqual(['2027-01-01', '2027-02-01']);
  });

  it('keep their order', async () => {
    const { id } = await monthly({
      schedule: { startDate: '2026-12-01', unit: 'month', endDate: '2027-02-10' },
    });
    const move = (date: string, to: string) => moveOccurrence(services, owner, { id, date, to });
    await expect(move('2026-12-01', '2026-11-19')).rejects.toMatchObject(
      refused('to', 'Choose a day from Dec 01, 2026 to Dec 31, 2026: invoices keep their order'),
    );
    await expect(move('2027-01-01', '2026-12-01')).rejects.toMatchObject(
      refused('to', 'Choose a day from Dec 02, 2026 to Jan 31, 2027: invoices keep their order'),
    );
    await move('2026-12-01', '2026-12-31');
    await expect(move('2027-01-01', '2026-12-30')).rejects.toMatchObject(
      refused('to', 'Choose a day from Jan 01, 2027 to Jan 31, 2027: invoices keep their order'),
    );
    await expect(move('2027-02-01', '2027-02-11')).rejects.toMatchObject(
      refused('to', 'Choose a day from Jan 02, 2027 to Feb 10, 2027: invoices keep their order'),
    );
    const { id: daily } = await monthly({ schedule: { startDate: '2026-11-22', unit: 'day' } });
    await expect(
      moveOccurrence(services, owner, { id: daily, date: '2026-11-23', to: '2026-11-24' }),
    ).rejects.toMatchObject(
      refused('to', 'There is no other day for it: the invoices before and after are too close'),
    );
  });

  it('refuse what is over, another business, and a schedule that has ended', async () => {
    const { id } = await monthly();
    on('2026-12-01');
    await runRecurring(services, owner, { id });
    await expect(
      moveOccurrence(services, owner, { id, date: '2026-12-01', to: '2026-12-05' }),
    ).rejects.toMatchObject({ code: 'STALE', message: 'No invoice of Dec 01, 2026 is to come' });
    await expect(skipOccurrence(services, owner, { id, date: '2026-12-01' })).rejects.toMatchObject(
      {
        code: 'STALE',
        message: 'The next invoice is that of Jan 01, 2027 by now',
      },
    );
    await expect(skipOccurrence(services, owner, { id, date: '2027-01-02' })).rejects.toMatchObject(
      {
        code: 'STALE',
      },
    );
    const other = await makeOwner(db);
    for (const attempt of [
      () => moveOccurrence(services, other, { id, date: '2027-01-01', to: '2027-01-02' }),
      () => skipOccurrence(services, other, { id, date: '2027-02-01' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const { id: short } = await monthly({
      schedule: { startDate: '2026-12-01', unit: 'month', maxOccurrences: 1 },
    });
    await runRecurring(services, owner, { id: short });
    await expect(
      moveOccurrence(services, owner, { id: short, date: '2027-01-01', to: '2027-01-02' }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This recurring invoice has ended. Change its schedule before you move an invoice.',
    });
  });

  it('refuse days behind the last of so many invoices; one that is left out makes room for another', async () => {
    const { id } = await monthly({
      schedule: { startDate: '2026-12-01', unit: 'month', maxOccurrences: 3 },
    });
    const move = (date: string, to: string) => moveOccurrence(services, owner, { id, date, to });
    const skip = (date: string) => skipOccurrence(services, owner, { id, date });
    const behind = { code: 'STALE', message: 'No invoice of Mar 01, 2027 is to come' };
    await expect(move('2027-03-01', '2027-03-05')).rejects.toMatchObject(behind);
    await expect(skip('2027-03-01')).rejects.toMatchObject({ code: 'STALE' });
    await expect(skip('2099-12-01')).rejects.toMatchObject({ code: 'STALE' });
    await skip('2027-01-01');
    expect(days(await move('2027-03-01', '2027-03-05'))).toEqual([
      '2026-12-01',
      '2027-01-01 skipped',
      '2027-02-01',
      '2027-03-01 on 2027-03-05',
    ]);
    await expect(move('2027-04-01', '2027-04-05')).rejects.toMatchObject({ code: 'STALE' });
  });

  it('are at most a hundred', async () => {
    const { id } = await monthly({ schedule: { startDate: '2026-11-21', unit: 'day' } });
    const { upcoming } = await read(id);
    const first = new Date(`${upcoming[0]?.date ?? ''}T00:00:00Z`).getTime();
    const day = (n: number) => new Date(first + n * 86_400_000).toISOString().slice(0, 10);
    for (let n = 1; n <= 100; n += 1) await skipOccurrence(services, owner, { id, date: day(n) });
    const tooMany = {
      code: 'CONFLICT',
      message:
        'At most 100 days of a schedule can be moved or skipped ahead. Change the schedule instead.',
    };
    const skip = (n: number) => skipOccurrence(services, owner, { id, date: day(n) });
    await expect(skip(101)).rejects.toMatchObject(tooMany);
    await expect(skip(0)).rejects.toMatchObject(tooMany);
    await moveOccurrence(services, owner, { id, date: day(50), to: day(50) });
    expect((await skip(0)).nextDate).toBe(day(50));
  });

  it('stay where another schedule has them, and one that was put off is not lost', async () => {
    const { id, version } = await monthly();
    await moveOccurrence(services, owner, { id, date: '2026-12-01', to: '2026-12-20' });
    await skipOccurrence(services, owner, { id, date: '2027-01-01' });
    await moveOccurrence(services, owner, { id, date: '2027-02-01', to: '2027-02-05' });
    on('2026-12-10');
    const schedule = {
      startDate: '2026-12-01',
      unit: 'month' as const,
      every: 1,
      dayOfMonth: null,
      endDate: '2027-12-31',
      maxOccurrences: null,
    };
    const kept = await updateRecurring(services, owner, { id, version, schedule });
    expect(days(kept).slice(0, 3)).toEqual([
      '2026-12-01 on 2026-12-20',
      '2027-01-01 skipped',
      '2027-02-01 on 2027-02-05',
    ]);
    // The first of each quarter: of the three only the day in January is one of them.
    const quarters = { ...schedule, startDate: '2026-10-01', unit: 'quarter' as const };
    const changed = await updateRecurring(services, owner, {
      id,
      version: kept.version,
      schedule: quarters,
    });
    expect(days(changed).slice(0, 2)).toEqual(['2027-01-01 skipped', '2027-04-01']);
    expect(changed.nextDate).toBe('2027-04-01');
  });

  it('are caught up with by the day on which they were to be made', async () => {
    const { id } = await monthly({
      catchUp: 'latest',
      schedule: { startDate: '2026-12-01', unit: 'week' },
    });
    await skipOccurrence(services, owner, { id, date: '2026-12-08' });
    await moveOccurrence(services, owner, { id, date: '2026-12-15', to: '2026-12-20' });
    await pauseRecurring(services, owner, id);
    on('2026-12-19');
    await resumeRecurring(services, owner, { id });
    expect(await run()).toBe(1);
    expect(runs(await read(id)).map(([date, outcome]) => [date, outcome])).toEqual([
      ['2026-12-08', 'skipped'],
      ['2026-12-01', 'made'],
    ]);
    expect(await runOn('2026-12-20')).toBe(1);
    expect(runs(await read(id))[0]).toEqual(['2026-12-15', 'made', '2026-12-20']);
  });
});
