import type PgBoss from 'pg-boss';
import type { Database } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Logger } from '../log/logger.ts';
import { createBoss, makeQueues } from './boss.ts';
import { formatJobError } from './format-job-error.ts';
import type { JobQueue, PeriodicJob, Work } from './job-queue.ts';
import { GiveUp, TryLater } from './job-queue.ts';
import type { QueueReport } from './report-jobs.ts';
import { reportJobs } from './report-jobs.ts';
import { onJobSent } from './send-job.ts';

export interface Jobs {
  /** Work that comes up again and again, here or on another instance. */
  repeat(job: PeriodicJob): void;
  /** Takes up what is sent to a queue, so many at once (1 unless told). */
  take<T extends object>(queue: JobQueue<T>, work: Work<T>, options?: { atOnce?: number }): void;
  /** Makes the tables that jobs are sent to, where they are missing. Before the first request. */
  prepare(): Promise<void>;
  /** Works until stopped. Periodic work has its first run at once. */
  start(): Promise<void>;
  /** Takes up nothing more; work can still be given to it, for others or later. */
  takeNoMore(): void;
  /** The same; gives running work some seconds, and puts back what has not ended. */
  stop(): Promise<void>;
  /** Does what is due now and resolves when nothing is left; for tests. */
  drain(): Promise<void>;
  /** Each kind of work, and how it goes. */
  report(): Promise<QueueReport[]>;
}

export interface JobTimes {
  /** How often other instances' work is looked for. Work of this process wakes it at once. */
  pollMs: number;
  /** How long a stop waits for running work. */
  stopMs: number;
  /** How often runs that were cut off are found. */
  upkeepSeconds: number;
}

interface Kind {
  name: string;
  everySeconds: number | null;
  atOnce: number;
  running: number;
  run(jobs: Job[]): Promise<number>;
}

type Job = PgBoss.Job<unknown>;

/** No run of periodic work takes so long; one that was killed is made up for by the next slot. */
const PERIODIC_TIMEOUT = 900;
/** Starts so close together need only one first run. */
const START_SLOT = 10;
/** Periodic jobs that waited together are one run. */
const TOGETHER = 100;

/** The library takes what came of several jobs at once; its types forget to say so. */
function end(how: PgBoss['complete'], name: string, ids: string[], output: object): Promise<void> {
  return how(name, ids, output);
}

/** Background work over the database: on PostgreSQL and on the embedded one alike. */
export function openJobs(
  db: Pick<Database, 'pool' | 'kind'>,
  log: Logger,
  times: Partial<JobTimes> = {},
): Jobs {
  // Nobody else sends work to an embedded database, so it is looked at only to be safe.
  const pollMs = times.pollMs ?? (db.kind === 'embedded' ? 30_000 : 2_000);
  const stopMs = times.stopMs ?? 5_000;
  const kinds = new Map<string, Kind>();
  const active = new Map<string, Set<string>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const turns = new Set<Promise<void>>();
  let boss: PgBoss | undefined;
  let preparing: Promise<PgBoss> | undefined;
  let working = false;
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let forgetWaking = () => {};

  const prepare = () => (preparing ??= prepareQueues());

  async function prepareQueues(): Promise<PgBoss> {
    const made = await createBoss(db, times.upkeepSeconds ?? 60);
    made.on('error', (error) => log.warn({ err: error }, 'upkeep of jobs failed'));
    await made.start();
    const known = new Set((await made.getQueues()).map(({ name }) => name));
    const missing = [...kinds.keys()].filter((name) => !known.has(name));
    if (missing.length > 0) await withTransaction(db, (tx) => makeQueues(tx, missing));
    boss = made;
    return made;
  }

  /** Only one process can have an embedded database open: what it was at when it died is free. */
  async function takeBack(): Promise<void> {
    await db.pool.query(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'`,
    );
  }

  /** One statement for all that is sent at once. */
  async function sendPeriodic(names: Kind[], slotOf: (kind: Kind) => [string | null, number]) {
    const jobs = names.map((kind) => {
      const [singletonKey, singletonSeconds] = slotOf(kind);
      return {
        name: kind.name,
        data: {},
        retryLimit: 0,
        expireInSeconds: PERIODIC_TIMEOUT,
        singletonSeconds,
        ...(singletonKey ? { singletonKey } : {}),
      };
    });
    await boss?.insert(jobs);
  }

  /** In the middle of each slot, so that neither drift nor another clock leaves one out. */
  function sendNextSlot(kind: Kind, everySeconds: number): void {
    const every = everySeconds * 1_000;
    const wait = every - ((Date.now() + every / 2) % every);
    later(`slot ${kind.name}`, wait, async () => {
      sendNextSlot(kind, everySeconds);
      await sendPeriodic([kind], () => [null, everySeconds]);
      look();
    });
  }

  function later(name: string, ms: number, work: () => Promise<void>): void {
    clearTimeout(timers.get(name));
    if (stopping) return;
    const timer = setTimeout(() => {
      timers.delete(name);
      work().catch((error: unknown) => log.warn({ err: error }, 'jobs could not be looked after'));
    }, ms);
    timer.unref();
    timers.set(name, timer);
  }

  function takeNoMore(): void {
    stopping = true;
    working = false;
    forgetWaking();
    for (const timer of timers.values()) clearTimeout(timer);
  }

  /** Looks for work now; a look that is on its way is followed by another. */
  function look(): void {
    if (!working || stopping) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    lookAgain = false;
    looking = lookOnce()
      .then((wait) => later('look', wait, async () => look()))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'jobs could not be looked for');
        later('look', pollMs, async () => look());
      })
      .finally(() => {
        looking = undefined;
        if (lookAgain) look();
      });
  }

  /** Takes up what is due. @returns the ms after which there may be more */
  async function lookOnce(): Promise<number> {
    const waiting = await nextDue();
    let wait = pollMs;
    for (const [name, ms] of waiting) {
      const kind = kinds.get(name);
      if (!kind) continue;
      if (ms > 0) wait = Math.min(wait, ms + 20);
      else while (kind.running < kind.atOnce) begin(kind);
    }
    return wait;
  }

  /** In how many ms the first job of each kind is due; 0 or less for now. */
  async function nextDue(): Promise<Map<string, number>> {
    const { rows } = await db.pool.query<{ name: string; ms: number }>(
      `SELECT name, (extract(epoch FROM min(start_after) - clock_timestamp()) * 1000)::float8 AS ms
       FROM pgboss.job WHERE state < 'active' GROUP BY name`,
    );
    return new Map(rows.map(({ name, ms }) => [name, ms]));
  }

  function begin(kind: Kind): void {
    kind.running += 1;
    const turn = takeTurns(kind)
      .catch((error: unknown) => log.warn({ err: error, job: kind.name }, 'a job was not kept'))
      .finally(() => {
        kind.running -= 1;
        turns.delete(turn);
      });
    turns.add(turn);
  }

  async function takeTurns(kind: Kind): Promise<void> {
    while (!stopping && boss) {
      const batchSize = kind.everySeconds === null ? 1 : TOGETHER;
      const jobs = await boss.fetch<unknown>(kind.name, { batchSize });
      if (jobs.length === 0) return;
      await runJobs(boss, kind, jobs);
    }
  }

  async function runJobs(queue: PgBoss, kind: Kind, jobs: Job[]): Promise<void> {
    const { name } = kind;
    const ids = jobs.map(({ id }) => id);
    const mine = active.get(name) ?? new Set();
    active.set(name, mine);
    for (const id of ids) mine.add(id);
    try {
      const count = await kind.run(jobs);
      if (count > 0) log.info({ job: name, count }, 'job done');
      await end(queue.complete, name, ids, { count });
    } catch (error) {
      await keepFailure(queue, name, ids, error);
    } finally {
      for (const id of ids) mine.delete(id);
    }
  }

  async function keepFailure(queue: PgBoss, name: string, ids: string[], error: unknown) {
    const output = { message: formatJobError(error) };
    if (error instanceof TryLater) {
      log.info({ job: name, reason: output.message }, 'job put off');
      await db.pool.query(
        `UPDATE pgboss.job SET state = 'retry', output = $3::jsonb,
           start_after = now() + $4::float8 * interval '1 second'
         WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
        [name, ids, JSON.stringify(output), error.afterSeconds],
      );
      look();
    } else if (error instanceof GiveUp) {
      log.warn({ job: name, reason: output.message }, 'job given up');
      await db.pool.query(
        `UPDATE pgboss.job SET state = 'failed', output = $3::jsonb, completed_on = now()
         WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
        [name, ids, JSON.stringify(output)],
      );
    } else {
      log.error({ err: error, job: name }, 'job failed');
      await end(queue.fail, name, ids, output);
      look();
    }
  }

  async function putBack(): Promise<void> {
    for (const [name, ids] of active) {
      if (ids.size === 0) continue;
      await db.pool.query(
        `UPDATE pgboss.job SET state = 'retry', start_after = now()
         WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
        [name, [...ids]],
      );
    }
  }

  function add(kind: Omit<Kind, 'running'>): void {
    if (kinds.has(kind.name)) throw new Error(`the job '${kind.name}' is defined twice`);
    kinds.set(kind.name, { ...kind, running: 0 });
  }

  const periodic = () => [...kinds.values()].filter(({ everySeconds }) => everySeconds !== null);

  return {
    repeat({ name, everySeconds, work }) {
      add({ name, everySeconds, atOnce: 1, run: work });
    },
    take(queue, work, { atOnce = 1 } = {}) {
      const run = async ([job]: Job[]) => {
        const parsed = queue.data.safeParse(job?.data);
        if (!parsed.success) throw new GiveUp('The job says what this version does not understand');
        return work(parsed.data);
      };
      add({ name: queue.name, everySeconds: null, atOnce, run });
    },
    async prepare() {
      await prepare();
    },
    async start() {
      await prepare();
      if (db.kind === 'embedded') await takeBack();
      if (stopping) return;
      working = true;
      forgetWaking = onJobSent(look);
      await sendPeriodic(periodic(), () => ['start', START_SLOT]);
      for (const kind of periodic()) sendNextSlot(kind, kind.everySeconds ?? 0);
      look();
    },
    takeNoMore,
    async stop() {
      takeNoMore();
      await looking;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([Promise.all(turns), late]);
      clearTimeout(timer);
      await preparing?.catch(() => undefined);
      if (turns.size > 0) await putBack();
      await boss?.stop({ graceful: false });
    },
    async drain() {
      await prepare();
      for (;;) {
        for (const [name, ms] of await nextDue()) {
          const kind = kinds.get(name);
          if (kind && ms <= 0) begin(kind);
        }
        if (turns.size === 0) return;
        await Promise.all(turns);
      }
    },
    async report() {
      await prepare();
      return reportJobs(
        db.pool,
        [...kinds.values()].map(({ name, everySeconds }) => ({ name, everySeconds })),
      );
    },
  };
}
