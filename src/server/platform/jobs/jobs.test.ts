import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { onEveryDatabase } from '../../../../test/database/describe-on-database.ts';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import { waitAtMost } from '../../../shared/time-limits/running-time.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { JobQueue } from './job-queue.ts';
import { GiveUp, TryLater } from './job-queue.ts';
import type { Jobs, JobTimes } from './open-jobs.ts';
import { openJobs } from './open-jobs.ts';
import { sendJob } from './send-job.ts';

const log = { ...quietLog, debug() {}, fatal() {} };
const note = z.object({ n: z.number() });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await condition());) {
    if (Date.now() - start > 300_000) throw new Error('it did not happen in time');
    await sleep(15);
  }
}

onEveryDatabase('jobs', { owned: true }, (db) => {
  let opened: Jobs[] = [];
  const open = (times: Partial<JobTimes> = {}) => {
    const jobs = openJobs(db, log, { pollMs: 100, ...times });
    opened.push(jobs);
    return jobs;
  };
  afterEach(async () => {
    await Promise.all(opened.map((jobs) => jobs.stop()));
    opened = [];
  });
  let counter = 0;
  const queue = (values: Partial<JobQueue<{ n: number }>> = {}): JobQueue<{ n: number }> => {
    counter += 1;
    return { name: `kind ${counter}`, data: note, ...values };
  };
  const send = (kind: JobQueue<{ n: number }>, n: number, afterSeconds = 0) =>
    withTransaction(db, (tx) => sendJob(tx, kind, { n }, { afterSeconds }));
  const of = async (jobs: Jobs, name: string) =>
    (await jobs.report()).find((one) => one.name === name);
  const makeDue = (name: string) =>
    db.pool.query(`UPDATE pgboss.job SET start_after = now() - interval '1s' WHERE name = $1`, [
      name,
    ]);

  test('a job is there when its transaction commits, and only then; two workers do each once', async () => {
    const kind = queue();
    const done: number[] = [];
    const workers = [open(), open()];
    for (const jobs of workers) {
      jobs.take(kind, async ({ n }) => done.push(n), { atOnce: 3 });
    }
    await Promise.all(workers.map((jobs) => jobs.start()));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        withTransaction(db, async (tx) => {
          await sendJob(tx, kind, { n });
          if (n % 4 === 0) throw new Error('rolled back');
        }).catch(() => undefined),
      ),
    );
    await until(() => done.length >= 15);
    await until(async () => (await of(workers[0] as Jobs, kind.name))?.completed === 15);
    expect(done.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n).filter((n) => n % 4 !== 0),
    );
  });

  test('a job that is sent for later is due then, and not before', async () => {
    const kind = queue();
    const jobs = open();
    const done: number[] = [];
    jobs.take(kind, async ({ n }) => done.push(n));
    await send(kind, 7, 90.5);
    await jobs.drain();
    expect(done).toEqual([]);
    const { rows } = await db.pool.query<{ s: number }>(
      `SELECT extract(epoch FROM start_after - created_on)::float8 AS s FROM pgboss.job WHERE name = $1`,
      [kind.name],
    );
    expect(rows).toEqual([{ s: 91 }]);
    await makeDue(kind.name);
    await jobs.drain();
    expect(done).toEqual([7]);
  });

  test('what throws is tried again after growing pauses, then it has failed and is seen', async () => {
    const kind = queue({ retries: 2, retrySeconds: 100 });
    const jobs = open();
    let runs = 0;
    jobs.take(kind, async () => {
      runs += 1;
      throw new Error('the disk is full', { cause: new Error('no space\nparams: secret') });
    });
    await send(kind, 1);
    const pauses: number[] = [];
    for (let run = 1; run <= 3; run += 1) {
      await jobs.drain();
      expect(runs).toBe(run);
      const { rows } = await db.pool.query<{ s: number }>(
        `SELECT extract(epoch FROM start_after - now())::float8 AS s FROM pgboss.job WHERE name = $1`,
        [kind.name],
      );
      pauses.push(rows[0]?.s ?? 0);
      if (run === 1) {
        expect(await of(jobs, kind.name)).toMatchObject({ retrying: 1, lastError: 'no space' });
      }
      if (run < 3) await makeDue(kind.name);
    }
    expect(pauses[0]).toBeGreaterThan(90);
    expect(pauses[1]).toBeGreaterThan(190);
    expect(await of(jobs, kind.name)).toMatchObject({
      waiting: 0,
      retrying: 0,
      active: 0,
      failed: 1,
      lastError: 'no space',
    });
  });

  test('work says when it is to be tried, or that it never will be', async () => {
    const kind = queue();
    const jobs = open();
    const outcomes = [new TryLater(3_600, 'in an hour'), new GiveUp('refused')];
    jobs.take(kind, async () => {
      throw outcomes.shift() ?? new Error('once too often');
    });
    await send(kind, 1);
    await jobs.drain();
    expect(await of(jobs, kind.name)).toMatchObject({ retrying: 1, lastError: 'in an hour' });
    const { rows } = await db.pool.query<{ s: number }>(
      `SELECT extract(epoch FROM start_after - now())::float8 AS s FROM pgboss.job WHERE name = $1`,
      [kind.name],
    );
    expect(rows[0]?.s).toBeGreaterThan(3_500);
    await makeDue(kind.name);
    await jobs.drain();
    expect(await of(jobs, kind.name)).toMatchObject({ failed: 1, lastError: 'refused' });
  });

  test('a job that another version wrote is given up, not guessed at', async () => {
    const kind = queue();
    const jobs = open();
    jobs.take({ ...kind, data: z.object({ other: z.string() }) }, async () => 1);
    await send(kind, 1);
    await jobs.drain();
    expect((await of(jobs, kind.name))?.failed).toBe(1);
  });

  test('a killed worker’s job is taken up by another', async () => {
    const kind = queue({ retries: 3, retrySeconds: 1, timeoutSeconds: 1 });
    const dead = open({ stopMs: 50 });
    let hang = () => {};
    dead.take(kind, () => new Promise((resolve) => (hang = () => resolve(0))));
    await dead.start();
    await send(kind, 7);
    await until(async () => (await of(dead, kind.name))?.active === 1);
    const alive = open({ upkeepSeconds: 1 });
    const done: number[] = [];
    alive.take(kind, async ({ n }) => done.push(n));
    // The embedded database has no other process: what ran is free at once, elsewhere when its time is up.
    await alive.start();
    await until(() => done.length === 1);
    expect(done).toEqual([7]);
    hang();
  });

  test('what has not ended when the process stops is put back at once', async () => {
    const kind = queue({ retries: 1 });
    const stopping = open({ stopMs: 50 });
    stopping.take(kind, () => new Promise(() => {}));
    await stopping.start();
    await send(kind, 3);
    await until(async () => (await of(stopping, kind.name))?.active === 1);
    // Less than it waits for when it is not told.
    await waitAtMost(4_900, stopping.stop(), () => {
      throw new Error('It waits for what it was told not to wait for');
    });
    const next = open();
    const done: number[] = [];
    next.take(kind, async ({ n }) => done.push(n));
    await next.drain();
    expect(done).toEqual([3]);
  });

  test('periodic work runs at the start, then once for each slot over all instances', async () => {
    counter += 1;
    const name = `tidy ${counter}`;
    let first = 0;
    let runs = 0;
    let atOnce = 0;
    let most = 0;
    // An embedded database has one process: another takes back, as it starts, what the first is at.
    const workers = db.kind === 'embedded' ? [open()] : [open(), open(), open()];
    for (const jobs of workers) {
      jobs.repeat({
        name,
        everySeconds: 1,
        work: async () => {
          runs += 1;
          const run = runs;
          atOnce += 1;
          most = Math.max(most, atOnce);
          await sleep(30);
          atOnce -= 1;
          if (run === 2) throw new Error('a bad day');
          return 5;
        },
      });
      // Its slot does not come in the time of a test: what runs is the first run.
      const work = async () => (first += 1);
      jobs.repeat({ name: `${name}, once a week`, everySeconds: 7 * 86_400, work });
    }
    const start = Date.now();
    await Promise.all(workers.map((jobs) => jobs.start()));
    await until(() => runs >= 1);
    await until(() => first >= 1);
    await until(() => runs >= 4);
    const slots = (Date.now() - start) / 1_000 + 2;
    expect(runs).toBeLessThanOrEqual(Math.ceil(slots) + 1);
    await until(async () => (await of(workers[0] as Jobs, name))?.active === 0);
    expect(await of(workers[0] as Jobs, name)).toMatchObject({
      everySeconds: 1,
      failed: 1,
      lastError: 'a bad day',
      lastCount: 5,
    });
    // Two, where the three started on both sides of a boundary between slots.
    expect(first).toBeLessThanOrEqual(2);
  });
});
