import fc from 'fast-check';
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
import { listRecurring, readRecurring } from './read-recurring.ts';
import { createRecurring } from './save-recurring.ts';

describeOnDatabase('invoices that are skipped', { owned: true }, (db) => {
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock: { now: () => time.now } };
  let owner: string;
  let customerId: number;

  beforeEach(async () => {
    on('2026-11-20');
    owner = await makeOwner(db);
    customerId = (await createCustomer(services, owner, aCustomer())).id;
  });

  const on = (day: string) => {
    time.now = new Date(`${day}T12:00:00Z`);
  };
  const runOn = async (day: string) => {
    on(day);
    await makeRecurringInvoices(services);
  };
  /** On the 1st of each month, from December on. */
  const monthly = (values: object = {}) =>
    createRecurring(services, owner, aRecurring(customerId, values));
  const read = (id: number) => readRecurring(db.orm, owner, id, time.now);
  const skip = (id: number, date?: string) =>
    skipOccurrence(services, owner, { id, ...(date === undefined ? {} : { date }) });
  const putBack = (id: number, date: string) =>
    moveOccurrence(services, owner, { id, date, to: date });
  const days = ({ upcoming }: RecurringDetail) =>
    upcoming.map(({ date, isSkipped }) => (isSkipped ? `${date} skipped` : date));
  const runs = ({ runs: all }: RecurringDetail) =>
    all.map(({ date, outcome }) => `${date} ${outcome}`).toReversed();

  it('are put back until their day has come, the next one, too', async () => {
    const { id } = await monthly();
    const skipped = await skip(id);
    expect(skipped).toMatchObject({ status: 'active', nextDate: '2027-01-01', runs: [] });
    expect(days(skipped).slice(0, 2)).toEqual(['2026-12-01 skipped', '2027-01-01']);
    on('2026-11-30');
    const back = await putBack(id, '2026-12-01');
    expect(back.nextDate).toBe('2026-12-01');
    await skip(id, '2026-12-01');
    await runOn('2026-12-01');
    const over = { code: 'STALE', message: 'No invoice of Dec 01, 2026 is to come' };
    await expect(putBack(id, '2026-12-01')).rejects.toMatchObject(over);
    const dealt = await read(id);
    expect(runs(dealt)).toEqual(['2026-12-01 skipped']);
    expect(days(dealt)[0]).toBe('2027-01-01');
    await expect(skip(id, '2026-12-01')).rejects.toMatchObject({
      code: 'STALE',
      message: 'The next invoice is that of Jan 01, 2027 by now',
    });
  });

  it('on their own day are so for good, also while it is paused', async () => {
    const { id } = await monthly();
    await pauseRecurring(services, owner, id);
    on('2026-12-01');
    expect(runs(await skip(id))).toEqual(['2026-12-01 skipped']);
    await expect(putBack(id, '2026-12-01')).rejects.toMatchObject({ code: 'STALE' });
    await skip(id);
    on('2027-01-02');
    // Nobody has written it down yet; its day has come all the same.
    await expect(putBack(id, '2027-01-01')).rejects.toMatchObject({
      code: 'STALE',
      message: 'No invoice of Jan 01, 2027 is to come',
    });
    await resumeRecurring(services, owner, { id });
    await runOn('2027-01-02');
    expect(runs(await read(id))).toEqual(['2026-12-01 skipped', '2027-01-01 skipped']);
  });

  it('do not end a schedule before their day, and nothing else can be made meanwhile', async () => {
    const schedule = { startDate: '2026-12-01', unit: 'month', endDate: '2026-12-31' };
    const { id } = await monthly({ schedule });
    expect(await skip(id)).toMatchObject({ status: 'active', nextDate: null });
    const none = (verb: string) => ({
      code: 'CONFLICT',
      message: `All invoices that are left are skipped. Put one back before you ${verb}.`,
    });
    await expect(runRecurring(services, owner, { id })).rejects.toMatchObject(
      none('make an invoice'),
    );
    await expect(skip(id)).rejects.toMatchObject(none('skip an invoice'));
    expect((await putBack(id, '2026-12-01')).nextDate).toBe('2026-12-01');
    await skip(id);
    await runOn('2026-12-01');
    expect(await read(id)).toMatchObject({ status: 'ended', nextDate: null, madeCount: 0 });
    expect(runs(await read(id))).toEqual(['2026-12-01 skipped']);
  });

  it('are passed for good when the one behind them is made now', async () => {
    const { id } = await monthly();
    await skip(id);
    const made = await runRecurring(services, owner, { id });
    expect(runs(made)).toEqual(['2026-12-01 skipped', '2027-01-01 made']);
    await expect(putBack(id, '2026-12-01')).rejects.toMatchObject({ code: 'STALE' });
    const resumed = await monthly();
    await skip(resumed.id);
    await pauseRecurring(services, owner, resumed.id);
    const gone = await resumeRecurring(services, owner, { id: resumed.id, from: '2027-02-01' });
    expect(runs(gone)).toEqual(['2026-12-01 skipped', '2027-01-01 skipped']);
    expect(days(gone)[0]).toBe('2027-02-01');
  });

  it('do not keep the others from the order of days, in making and in lists', async () => {
    const first = await monthly({ name: 'first' });
    const second = await monthly({
      name: 'second',
      schedule: { startDate: '2026-12-15', unit: 'month' },
    });
    await skip(first.id);
    const names = async () =>
      (await listRecurring(db.orm, owner, { limit: 10 })).rows.map(({ name }) => name);
    expect(await names()).toEqual(['second', 'first']);
    await runOn('2027-01-20');
    const { rows } = await db.pool.query<{ issue_date: string }>(
      `select issue_date::text from invoices where business_id = $1 order by id`,
      [owner],
    );
    expect(rows.map(({ issue_date }) => issue_date)).toEqual([
      '2026-12-15',
      '2027-01-01',
      '2027-01-15',
    ]);
    expect(runs(await read(first.id))).toEqual(['2026-12-01 skipped', '2027-01-01 made']);
    expect(runs(await read(second.id))).toEqual(['2026-12-15 made', '2027-01-15 made']);
  });

  it('are skipped or made, and never both, whatever is asked for at once', async () => {
    const { id } = await monthly();
    on('2026-12-01');
    await Promise.allSettled([
      skip(id, '2026-12-01'),
      makeRecurringInvoices(services),
      skip(id, '2026-12-01'),
      runRecurring(services, owner, { id, date: '2026-12-01' }),
    ]);
    const after = await read(id);
    expect(after.runs.filter(({ date }) => date === '2026-12-01')).toHaveLength(1);
    expect(after.madeCount).toBe(after.runs.filter(({ outcome }) => outcome === 'made').length);
    const [next] = after.upcoming;
    const date = next?.date ?? '';
    await skip(id, date);
    await Promise.allSettled([putBack(id, date), putBack(id, date), skip(id, date)]);
    const { upcoming, nextDate } = await read(id);
    expect(upcoming[0]?.date).toBe(date);
    expect(nextDate === date).toBe(upcoming[0]?.isSkipped === false);
  });

  it('count as an independent calculation says, through random months', async () => {
    const step = fc.record({
      days: fc.integer({ min: 0, max: 12 }),
      act: fc.constantFrom('skip', 'skip', 'put back', 'none'),
      pick: fc.nat(5),
    });
    const history = fc.record({
      every: fc.integer({ min: 2, max: 9 }),
      most: fc.option(fc.integer({ min: 1, max: 6 })),
      lasts: fc.option(fc.integer({ min: 5, max: 60 })),
      steps: fc.array(step, { minLength: 4, maxLength: 12 }),
    });
    const START = '2026-11-21';
    const plus = (day: string, count: number) =>
      new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
    await fc.assert(
      fc.asyncProperty(history, async ({ every, most, lasts, steps }) => {
        on('2026-11-20');
        const endDate = lasts === null ? undefined : plus(START, lasts);
        const schedule = {
          startDate: START,
          unit: 'day',
          every,
          ...(most === null ? {} : { maxOccurrences: most }),
          ...(endDate === undefined ? {} : { endDate }),
        };
        const { id } = await monthly({ schedule });
        // What is expected: which days are left out, and how many invoices there were.
        let today = '2026-11-20';
        let waiting = Array.from({ length: 100 }, (_, n) => plus(START, n * every)).filter(
          (day) => endDate === undefined || day <= endDate,
        );
        const left = new Set<string>();
        const told: string[] = [];
        let made = 0;
        const isOver = () => waiting.length === 0 || made === most;
        for (const { days: passed, act, pick } of steps) {
          today = plus(today, passed);
          await runOn(today);
          for (const day of waiting.filter((one) => one <= today)) {
            if (isOver()) break;
            told.push(`${day} ${left.has(day) ? 'skipped' : 'made'}`);
            if (!left.has(day)) made += 1;
            waiting = waiting.filter((one) => one !== day);
          }
          const found = await read(id);
          expect(runs(found)).toEqual(told);
          expect(found.status).toBe(isOver() ? 'ended' : 'active');
          if (isOver()) break;
          const expected: string[] = [];
          let count = made;
          for (const day of waiting) {
            if (expected.length === 6 || count === most) break;
            expected.push(left.has(day) ? `${day} skipped` : day);
            if (!left.has(day)) count += 1;
          }
          expect(days(found)).toEqual(expected);
          expect(found.nextDate).toBe(waiting.find((day) => !left.has(day)) ?? null);
          const chosen = found.upcoming[pick];
          if (!chosen) continue;
          if (act === 'skip') {
            await skip(id, chosen.date);
            left.add(chosen.date);
          }
          if (act === 'put back') {
            await putBack(id, chosen.date);
            left.delete(chosen.date);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
