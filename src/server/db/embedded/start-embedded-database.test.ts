import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedDataDir } from '../../../../test/database/embedded-template.ts';
import { type RecordingLog, recordingLog } from '../../../../test/database/quiet-log.ts';
import { PortStream } from './port-stream.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './start-embedded-database.ts';

/** For tests of something else: nothing that takes longer on a machine that stands still fails. */
const PATIENT_MS = 3_600_000;

let dataDir: string;
let embedded: EmbeddedDatabase;
let pool: pg.Pool;
let log: RecordingLog;
let failures: Error[];

async function open(idleInTransactionMs = PATIENT_MS): Promise<void> {
  log = recordingLog();
  failures = [];
  embedded = await startEmbeddedDatabase({
    dataDir,
    log,
    onFailure: (error) => failures.push(error),
    idleInTransactionMs,
    upkeepEveryMs: 100,
  });
  pool = new pg.Pool({ max: 10, stream: () => new PortStream(() => embedded.openPort()) });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

async function close(): Promise<void> {
  await pool.end();
  await embedded.close();
}

beforeAll(async () => {
  dataDir = await createEmbeddedDataDir({ empty: true });
  await open();
});
beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  // A transaction that the test has left would hold up all that come.
  embedded.crash();
  void pool.end();
  await embedded.close();
  await open();
});
afterAll(async () => {
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('durability', () => {
  test('every commit forces the log to disk, and a read does not', async () => {
    await pool.query('CREATE TABLE t (n int)');
    const before = (await embedded.stats()).fsyncCount;
    for (let n = 0; n < 20; n += 1) await pool.query('INSERT INTO t VALUES ($1)', [n]);
    const after = (await embedded.stats()).fsyncCount;
    expect(after - before).toBeGreaterThanOrEqual(20);
    const { rows } = await pool.query('SHOW fsync');
    expect(rows).toEqual([{ fsync: 'on' }]);
  });

  test('a clean stop leaves nothing to recover', async () => {
    const state = async () => {
      const control = await readFile(join(dataDir, 'database', 'global', 'pg_control'));
      // After the system identifier and two version numbers: DBState of PostgreSQL's pg_control.h.
      return control.readInt32LE(16);
    };
    const inProduction = 6;
    const shutDown = 1;
    expect(await state()).toBe(inProduction);
    await close();
    expect(await state()).toBe(shutDown);
    await open();
  });

  test('a backup is that database again', async () => {
    await pool.query('CREATE TABLE t AS SELECT generate_series(1, 1000) AS n');
    const archive = join(dataDir, 'backup.tar.gz');
    await embedded.backup(archive);
    await pool.query('DELETE FROM t');
    await close();
    const restored = await mkdtemp(join(tmpdir(), 'remit-restored-'));
    await mkdir(join(restored, 'database'));
    await promisify(execFile)('tar', ['-xzf', archive, '-C', join(restored, 'database')]);
    await rm(dataDir, { recursive: true });
    dataDir = restored;
    await open();
    expect((await pool.query('SELECT count(*)::int AS n FROM t')).rows).toEqual([{ n: 1000 }]);
  });
});

describe('connections', () => {
  test('ten of them never mix statements, errors or transactions', async () => {
    await pool.query('CREATE TABLE t (worker int, n int)');
    await Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        for (let n = 0; n < 60; n += 1) {
          const value = worker * 1000 + n;
          const { rows } = await pool.query('SELECT $1::int AS value, $2::text AS t', [value, 'x']);
          expect(rows).toEqual([{ value, t: 'x' }]);
          await expect(pool.query('SELECT 1 / ($1::int - $1::int)', [value])).rejects.toThrow(
            'division by zero',
          );
          const client = await pool.connect();
          await client.query('BEGIN');
          await client.query('INSERT INTO t VALUES ($1, $2)', [worker, n]);
          if (n % 5 === 0) await sleep(1);
          await client.query('INSERT INTO t VALUES ($1, $2)', [worker, n]);
          await client.query(n % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
          client.release();
        }
      }),
    );
    const { rows } = await pool.query(
      'SELECT count(*)::int AS rows, count(*) FILTER (WHERE n % 3 = 0)::int AS lost FROM t',
    );
    expect(rows).toEqual([{ rows: 10 * 40 * 2, lost: 0 }]);
  });

  test('have prepared statements of their own under the same name, and leave none behind', async () => {
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    const ask = (n: number, text: string) =>
      clients[n]?.query({ name: 'same', text, values: [n] }).then(({ rows }) => rows[0]);
    for (let round = 0; round < 2; round += 1) {
      expect(await ask(0, 'SELECT $1::int AS a')).toEqual({ a: 0 });
      expect(await ask(1, 'SELECT $1::int + 1 AS b')).toEqual({ b: 2 });
    }
    for (const client of clients) client.release(true);
    await expect
      .poll(async () => (await pool.query('SELECT name FROM pg_prepared_statements')).rows)
      .toEqual([]);
  });

  test('a transaction that holds up the others is rolled back, with a reason', async () => {
    await close();
    await open(2_000);
    await pool.query('CREATE TABLE t (n int)');
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('INSERT INTO t VALUES (1)');
    // Waits for the transaction above, which waits for this: it would be for ever.
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM t');
    expect(rows).toEqual([{ n: 0 }]);
    await expect(holder.query('COMMIT')).rejects.toThrow();
    holder.release(true);
    expect(log.lines.join()).toContain('did nothing for 2000 ms and was rolled back');
    await close();
    await open();
  });

  test('one that breaks off in a transaction takes nothing with it', async () => {
    await pool.query('CREATE TABLE t (n int)');
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO t VALUES (1)');
    (client as unknown as { connection: { stream: PortStream } }).connection.stream.destroy();
    client.release(true);
    expect((await pool.query('SELECT count(*)::int AS n FROM t')).rows).toEqual([{ n: 0 }]);
    expect((await embedded.stats()).sessionCount).toBeLessThanOrEqual(pool.totalCount);
  });

  test('COPY from the client is refused and harms nobody', async () => {
    await pool.query('CREATE TABLE t (n int)');
    await expect(pool.query('COPY t FROM STDIN')).rejects.toThrow('not available');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a statement that nests too deeply is refused, and harms nobody', async () => {
    await pool.query(
      'CREATE FUNCTION deeper(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN deeper(n + 1); END $$',
    );
    const tooDeep = { code: '54001' };
    await expect(pool.query('SELECT deeper(1)')).rejects.toMatchObject(tooDeep);
    await expect(pool.query(`SELECT 1${'+1'.repeat(100_000)}`)).rejects.toMatchObject(tooDeep);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a long query leaves the event loop of the server alone', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    await pool.query('SELECT count(*) FROM generate_series(1, 2000000)');
    clearInterval(timer);
    // On the same thread no timer would run until the end.
    expect(turns).toBeGreaterThan(5);
  });
});

test('close waits for the transaction that runs', async () => {
  await pool.query('CREATE TABLE t (n int)');
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES (1)');
  const closed = embedded.close();
  await client.query('INSERT INTO t VALUES (2)');
  await client.query('COMMIT');
  client.release();
  await closed;
  expect(failures).toEqual([]);
  await pool.end();
  await open();
  expect((await pool.query('SELECT n FROM t ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a dead engine fails what runs and what comes, says so once, and frees the folder', async () => {
  const running = pool.query('SELECT count(*) FROM generate_series(1, 1000000)');
  embedded.crash();
  const outcome = await Promise.allSettled([running, pool.query('SELECT 1')]);
  expect(outcome.map(({ status }) => status)).toContain('rejected');
  await expect.poll(() => failures.length).toBe(1);
  expect(failures[0]?.message).toBe('The embedded database stopped: crash requested');
  // A connection that has yet to hear of it is lost first.
  await expect
    .poll(() => pool.query('SELECT 1').catch(({ message }: Error) => message))
    .toContain('The embedded database stopped');
  await close();
  await open();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('checkpoints are written and tables vacuumed, as no background process does it', async () => {
  await pool.query('CREATE TABLE t (n int, filler text)');
  const checkpoint = async () =>
    (await pool.query('SELECT redo_lsn::text AS at FROM pg_control_checkpoint()')).rows[0].at;
  const before = await checkpoint();
  for (let n = 0; n < 4; n += 1) {
    await pool.query(
      `INSERT INTO t SELECT n, repeat('x', 900) FROM generate_series(1, 20000) AS n`,
    );
  }
  await pool.query('DELETE FROM t WHERE n % 2 = 0');
  await expect.poll(checkpoint).not.toBe(before);
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `SELECT last_vacuum IS NOT NULL AS vacuumed, n_dead_tup::int AS dead
             FROM pg_stat_user_tables WHERE relname = 't'`,
          )
        ).rows,
    )
    .toEqual([{ vacuumed: true, dead: 0 }]);
  expect(log.lines).toEqual([]);
});
